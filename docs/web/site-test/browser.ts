// SPDX-License-Identifier: MIT
//
// A real Chromium on the rendered site, which is served from a sub-path as project pages are.
// Requests to any other host fail the test.

import { strict as assert } from "node:assert";
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";

import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type LaunchOptions,
  type Page,
} from "playwright-core";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
export const BUILD = process.env["CM_BUILD"] ?? join(ROOT, "build/dev");
export const SITE = process.env["CM_SITE"] ?? join(ROOT, "build/site");
const PREFIX = "/a/sub-path/";
/** Milliseconds after which what did not come will not come, however busy the machine is. */
const PATIENCE = 60_000;
const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/** How the browser is started that Debian packages, or the one that $CM_CHROMIUM names. */
export function howToLaunch(): LaunchOptions {
  const executablePath = process.env["CM_CHROMIUM"] ?? "/usr/bin/chromium";
  if (!existsSync(executablePath)) {
    throw new Error(`no browser at ${executablePath}: install Debian's chromium`);
  }
  return { executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] };
}

/** While it is true the server hangs up on everybody, as if there were no network. */
let away = false;
export const setAway = (value: boolean) => void (away = value);

const held = new Map<string, Promise<void>>();

/** Lets requests for a file of the site wait until the function that it returns is called. */
export function hold(path: string): () => void {
  let release = () => {};
  held.set(`/${path}`, new Promise((resolve) => (release = resolve)));
  return release;
}

function serve(): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (away) return void response.destroy();
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const path = normalize(decodeURIComponent(pathname.replace(PREFIX, "/")));
    await held.get(path);
    readFile(join(SITE, path)).then(
      (content) => {
        response.setHeader("Content-Type", TYPES[extname(path)] ?? "application/octet-stream");
        response.end(content);
      },
      () => {
        response.statusCode = 404;
        response.end();
      },
    );
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(server));
  });
}

let browser: Browser;
let server: Server;

/** Starts browser and server for the tests of a file; all files of a run share a browser. */
export function withBrowser(): void {
  before(async () => {
    server = await serve();
    const shared = process.env["CM_BROWSER"];
    browser = await (shared === undefined
      ? chromium.launch(howToLaunch())
      : chromium.connect(shared));
  });
  after(async () => {
    await browser.close();
    server.close();
  });
}

/** All pages of the site, and those of chapters among them. */
export const PAGES = readdirSync(SITE, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".html") && !path.startsWith("_"))
  .sort();
export const CHAPTERS = PAGES.flatMap(
  (path) => /^chapters\/(\w+)\/index\.html$/.exec(path)?.[1] ?? [],
);

export const chapterPath = (chapter: string) => `chapters/${chapter}/index.html`;

/** The address of a page: on the server, or as a file. */
export function address(path: string, where: "http" | "file" = "http"): string {
  if (where === "file") return pathToFileURL(join(SITE, path)).href;
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${PREFIX}${path}`;
}

/**
 * Opens an address in a context of its own, hands it to `body`, and fails on any page error but
 * those of which `expected` knows.
 */
export async function onPage(
  url: string,
  options: BrowserContextOptions,
  body: (page: Page) => Promise<void>,
  expected?: RegExp,
): Promise<void> {
  // Only the test of the service worker wants one.
  const context = await browser.newContext({ serviceWorkers: "block", ...options });
  const problems: string[] = [];
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    page.on("request", (request) => {
      const { protocol, hostname } = new URL(request.url());
      const local = protocol !== "http:" && protocol !== "https:" ? true : hostname === "127.0.0.1";
      if (!local) problems.push(`asked ${request.url()}`);
    });
    await page.goto(url);
    await body(page);
  } finally {
    await context.close();
  }
  assert.deepEqual(
    problems.filter((problem) => expected?.test(problem) !== true),
    [],
  );
}

/** Waits for `read` to give `wanted`; a failure shows what it gave last. */
export async function eventually<Value>(read: () => Promise<Value>, wanted: Value): Promise<void> {
  const end = Date.now() + PATIENCE;
  let got = await read();
  while (!isDeepStrictEqual(got, wanted) && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    got = await read();
  }
  assert.deepEqual(got, wanted);
}
