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

const bareOf = (address: string) => address.replace(/#.*$/, "");

/** What is being kept at the moment, so that nothing is loaded a second time for it. */
const underWay = new Set<string>();

/** Keeps an answer, and then drops the earlier versions of the same file. */
async function keep(bare: string, response: Response): Promise<void> {
  underWay.add(bare);
  try {
    await put(bare, response);
  } finally {
    underWay.delete(bare);
  }
}

async function put(bare: string, response: Response): Promise<void> {
  const cache = await caches.open(CACHE);
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
      event.waitUntil(keep(bareOf(request.url), response.clone()).catch(() => undefined));
    }
    return response;
  } catch (error) {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(bareOf(request.url), { ignoreVary: true });
    if (kept !== undefined) return kept;
    if (request.mode !== "navigate") throw error;
    return new Response(NEVER_SEEN, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  }
}

/** Keeps what a page has loaded; what passed through here is kept already. */
async function keepAll(addresses: string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const address of addresses.filter(ours).map(bareOf)) {
    if (underWay.has(address) || (await cache.match(address)) !== undefined) continue;
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
