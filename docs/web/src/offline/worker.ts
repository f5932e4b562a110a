// SPDX-License-Identifier: MIT
//
// The service worker: keeps what a reader has opened, so that it opens without a network, too. The
// network comes first, so nobody reads an old page while there is one. The compiler's large files
// are not here: src/edit/compile_worker.ts keeps those.

/** What this file needs of a service worker's surroundings; TypeScript's "DOM" has no such types. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
declare const registration: { scope: string };
declare const clients: { claim(): Promise<void> };
declare function skipWaiting(): Promise<void>;

const CACHE = "cuda-measured-pages";
const NEVER_SEEN =
  "<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width'>" +
  "<title>No network</title><p>There is no network, and this page has not been opened before.";

const ours = (address: string) =>
  address.startsWith(registration.scope) && !/\/clang\/.*\.gz$/.test(new URL(address).pathname);

/** Keeps an answer, and then drops the earlier versions of the same file. */
async function keep(address: string, response: Response): Promise<void> {
  const cache = await caches.open(CACHE);
  const bare = address.replace(/#.*$/, "");
  await cache.put(bare, response);
  for (const other of await cache.keys(bare, { ignoreSearch: true })) {
    if (other.url !== bare) await cache.delete(other);
  }
}

async function answer(event: FetchEvent): Promise<Response> {
  const { request } = event;
  try {
    const response = await fetch(request);
    if (response.ok && response.status === 200) {
      // A full disk is no reason to fail.
      event.waitUntil(keep(request.url, response.clone()).catch(() => undefined));
    }
    return response;
  } catch (error) {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(request.url.replace(/#.*$/, ""), { ignoreVary: true });
    if (kept !== undefined) return kept;
    if (request.mode !== "navigate") throw error;
    return new Response(NEVER_SEEN, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  }
}

/** Keeps what a page had loaded before this worker was there. */
async function keepAll(addresses: string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const address of addresses.filter(ours)) {
    if ((await cache.match(address)) !== undefined) continue;
    const response = await fetch(address).catch(() => null);
    if (response?.ok) await keep(address, response).catch(() => undefined);
  }
}

addEventListener("install", (event) => (event as ExtendableEvent).waitUntil(skipWaiting()));
addEventListener("activate", (event) => (event as ExtendableEvent).waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event as FetchEvent;
  if (request.method === "GET" && ours(request.url)) {
    (event as FetchEvent).respondWith(answer(event as FetchEvent));
  }
});
addEventListener("message", (event) => {
  const addresses = (event as MessageEvent<unknown>).data;
  if (!Array.isArray(addresses)) return;
  (event as unknown as ExtendableEvent).waitUntil(keepAll(addresses.map(String)));
});
