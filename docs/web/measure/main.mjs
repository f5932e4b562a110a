// SPDX-License-Identifier: MIT
//
// Prints how large what a page loads is, how long a reader waits, how pages load and how fast the
// executor is, each with the bar that it should meet. By hand, after ./book build, on a computer
// that does nothing else:
//
//   npm --prefix docs/web run measure [-- PART ...]
//
// PART is one of sizes, labs, compiles, loading, speed; without any, all of them. Nothing passes or
// fails by it: times depend on the computer.
import { cpus, loadavg } from "node:os";

import { compiles, labs } from "./answers.mjs";
import { browsing, serving } from "./browser.mjs";
import { loading } from "./loading.mjs";
import { title } from "./rows.mjs";
import { sizes } from "./sizes.mjs";
import { speed } from "./speed.mjs";

const PARTS = { sizes, labs, compiles, loading, speed };

function busy() {
  const load = loadavg().map((one) => one.toFixed(1));
  title(`${cpus()[0].model.trim()}, ${cpus().length} cores; load ${load.join(", ")}`);
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`no part ${unknown.join(", ")}: there are ${Object.keys(PARTS).join(", ")}`);
  process.exit(2);
}
busy();
for (const [name, part] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  await serving((base) => browsing((context) => part(context, base)));
}
busy();
