// SPDX-License-Identifier: MIT
//
// Runs the tests of the site: two files at a time, the longest first, in one browser. With $CM_PARTS
// the longest tests take the part of today only (share.ts). One file alone:
//
//   node --import tsx --test site-test/labs.test.ts

import { readdirSync } from "node:fs";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

import { howToLaunch } from "./browser.ts";

const LONGEST = ["practice", "programs", "pages", "labs", "editor", "edited"];

const folder = fileURLToPath(new URL(".", import.meta.url));
const place = (name: string) => {
  const at = LONGEST.indexOf(name.replace(".test.ts", ""));
  return at < 0 ? LONGEST.length : at;
};
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".test.ts"))
  .sort((a, b) => place(a) - place(b))
  .map((name) => `${folder}${name}`);

const browser = await chromium.launchServer(howToLaunch());
process.env["CM_BROWSER"] = browser.wsEndpoint();
const results = run({ files, concurrency: 2 });
results.on("test:fail", () => (process.exitCode = 1));
results.compose(new spec()).pipe(process.stdout);
results.on("end", () => void browser.close());
