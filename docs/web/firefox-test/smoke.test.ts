// SPDX-License-Identifier: MIT
//
// The book in Debian's Firefox: the front page, a lab, an edited kernel.

import { strict as assert } from "node:assert";
import { after, before, test } from "node:test";

import { fragmentFor } from "../src/edit/share.ts";
import { Firefox } from "./bidi.ts";

interface SiteServer {
  base: string;
  close(): void;
}
// A script of the measurements, without types.
const script = (await import(new URL("../measure/server.mjs", import.meta.url).href)) as {
  siteServer(): Promise<SiteServer>;
};

const LAB = `document.querySelector('.lab[data-lab="strided-copy"]')`;
const CHAPTER = "chapters/chapter03_global_memory/index.html";

let server: SiteServer;
let firefox: Firefox;
before(async () => {
  server = await script.siteServer();
  firefox = await Firefox.start(process.env["CM_FIREFOX"] ?? "/usr/bin/firefox-esr");
});
after(async () => {
  await firefox?.stop();
  server?.close();
});

/** Waits in the tab until the lab's status matches; returns the status. */
const untilSaid = (tab: string, pattern: RegExp) =>
  firefox.evaluate(
    tab,
    `new Promise((resolve) => {
      const status = ${LAB}.querySelector(".run-status");
      const look = () => {
        if (${pattern}.test(status.textContent)) resolve(status.textContent);
        else setTimeout(look, 50);
      };
      look();
    })`,
  );

test("the front page leads to the chapters", async () => {
  const tab = await firefox.open(`${server.base}/index.html`);
  const title = await firefox.evaluate(tab, "document.querySelector('h1').textContent");
  assert.match(String(title), /CUDA, Measured/);
  const links = "document.querySelectorAll('nav.bd-links a .progress-mark').length";
  assert.ok(Number(await firefox.evaluate(tab, links)) > 10);
});

test("a lab runs, and a reader's own kernel is compiled and run", async () => {
  const tab = await firefox.open(`${server.base}/${CHAPTER}`);
  await firefox.evaluate(tab, `${LAB}.querySelector(".run-button:not(.run-quiet)").click()`);
  assert.match(String(await untilSaid(tab, /^(Checked|Wrong|It )/)), /^Checked: all 10,007/);

  // The editor of a page that is not in sight takes no typing; a link brings the code as well.
  const source = String(await firefox.evaluate(tab, `${LAB}.dataset.source`));
  const edited = source.replace("in[i * stride]", "in[i * stride] + 1");
  assert.notEqual(edited, source);
  const link = await fragmentFor("strided-copy", edited);
  const other = await firefox.open(`${server.base}/${CHAPTER}${link}`);
  await firefox.evaluate(
    other,
    `new Promise((resolve) => {
      const look = () => {
        const code = ${LAB}.querySelector(".cm-content");
        if (code === null || !code.textContent.includes("+ 1")) return void setTimeout(look, 50);
        ${LAB}.querySelector(".edit-panel .run-button").click();
        resolve();
      };
      look();
    })`,
  );
  assert.match(String(await untilSaid(other, /^(Checked|Wrong|It )/)), /^Wrong: out\[0\]/);
});
