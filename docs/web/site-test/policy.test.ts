// SPDX-License-Identifier: MIT
//
// The content security policy holds: text in a page cannot become a script, no other host is asked.

import { strict as assert } from "node:assert";
import { test } from "node:test";

import { address, chapterPath, onPage, withBrowser } from "./browser.ts";

withBrowser();

test("an injected script does not run, and no other host is asked", async () => {
  const blocked: string[] = [];
  const open = onPage(address(chapterPath("chapter03_global_memory")), {}, async (page) => {
    const seen = await page.evaluate(async () => {
      const found: string[] = [];
      document.addEventListener("securitypolicyviolation", (event) => {
        found.push(event.effectiveDirective);
      });
      const script = document.createElement("script");
      script.textContent = "window.injected = true";
      document.body.append(script);
      await fetch("https://example.com/").catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return [...found, String("injected" in window)];
    });
    blocked.push(...seen);
  });
  await open.catch(() => undefined); // the browser reports each violation as an error, too
  assert.deepEqual(blocked.sort(), ["connect-src", "false", "script-src-elem"]);
});
