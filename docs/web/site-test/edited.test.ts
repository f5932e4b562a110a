// SPDX-License-Identifier: MIT
//
// The code that a lab shows compiles in the page as it stands, and its output is right there, too:
// with another compiler than the build's, and with pointers of 32 bits.

import { strict as assert } from "node:assert";
import { test } from "node:test";

import descriptions from "../labs.json" with { type: "json" };
import { address, chapterPath, onPage, withBrowser } from "./browser.ts";
import { ofToday } from "./share.ts";

withBrowser();

const chapters = new Map<string, string[]>();
for (const [name, { source }] of Object.entries(descriptions)) {
  const chapter = source.split("/")[1]!;
  chapters.set(chapter, [...(chapters.get(chapter) ?? []), name]);
}

for (const [chapter, names] of ofToday([...chapters])) {
  test(`${chapter}: what its labs show compiles and is right`, async () => {
    await onPage(address(chapterPath(chapter)), {}, async (page) => {
      for (const name of names) {
        const lab = page.locator(`.lab[data-lab="${name}"]`);
        await lab.getByRole("button", { name: "Edit this kernel" }).press("Enter");
        await lab.getByRole("button", { name: "Compile and run" }).press("Enter");
        const said = lab.locator(".run-status").filter({ hasText: /[^…]$/ });
        assert.match((await said.textContent())!, /^Checked: all/, name);
      }
    });
  });
}
