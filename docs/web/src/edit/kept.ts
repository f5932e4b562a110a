// SPDX-License-Identifier: MIT
//
// The compiler's files: stored compressed on the server, kept by the browser after the first time,
// opened here. An address carries the version of what lies there, so nobody compiles with a mixture.

const CACHE = "cuda-measured-clang";
const plainFetch = globalThis.fetch.bind(globalThis);

const openCache = () => caches.open(CACHE).catch(() => null); // forbidden in some private windows

/** Keeps an answer, and drops the earlier versions of the same file. */
async function keep(cache: Cache, address: string, response: Response): Promise<void> {
  await cache.put(address, response);
  for (const other of await cache.keys(address, { ignoreSearch: true })) {
    if (other.url !== address) await cache.delete(other);
  }
}

/** The file as it is stored, from the browser where it has been before. */
async function stored(address: string): Promise<Response> {
  const cache = await openCache();
  const known = await cache?.match(address);
  if (known !== undefined) return known;
  const response = await plainFetch(address);
  if (!response.ok) throw new Error(`${address} gives ${response.status}`);
  // It is kept while it is read; where there is no room it is not kept.
  if (cache) void keep(cache, address, response.clone()).catch(() => undefined);
  return response;
}

/** Whether the browser has the file. */
export async function isKept(address: string): Promise<boolean> {
  const cache = await openCache();
  return (await cache?.match(address)) !== undefined;
}

/** The opened file; `onBytes` gets how much of the closed one has passed. */
export async function opened(
  address: string,
  type: string,
  onBytes: (bytes: number) => void,
): Promise<Response> {
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      onBytes(chunk.length);
      controller.enqueue(chunk);
    },
  });
  const body = (await stored(address))
    .body!.pipeThrough(counting)
    .pipeThrough(new DecompressionStream("gzip") as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Response(body, { headers: { "Content-Type": type } });
}
