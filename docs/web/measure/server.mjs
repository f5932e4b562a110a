// SPDX-License-Identifier: MIT
//
// Serves the built site, compressed as hosts of static pages do.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";

import { site } from "./places.mjs";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

const known = new Map();
function packed(pathname, content) {
  if (!known.has(pathname)) known.set(pathname, gzipSync(content));
  return known.get(pathname);
}

async function answer(request, response) {
  const { pathname } = new URL(request.url, "http://localhost");
  const content = await readFile(join(site, decodeURIComponent(pathname))).catch(() => null);
  if (content === null) return response.writeHead(404).end();
  const type = TYPES[extname(pathname)] ?? "application/octet-stream";
  response.setHeader("Content-Type", type);
  response.setHeader("Cache-Control", "max-age=600");
  if (!/^(text|image)\//.test(type)) return response.end(content);
  response.setHeader("Content-Encoding", "gzip");
  response.end(packed(pathname, content));
}

/** Starts a server; returns its address and what ends it. */
export async function siteServer() {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { base: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
