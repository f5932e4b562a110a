// SPDX-License-Identifier: MIT
//
// A kernel as a link: the code stands compressed in the fragment, which no server sees.

const KEY = "kernel";
const MAX_CODE = 100_000;

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: TransformStream,
): Promise<Uint8Array> {
  const readable = new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair);
  return new Uint8Array(await new Response(readable).arrayBuffer());
}

const toBase64Url = (bytes: Uint8Array) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const fromBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));

/** The fragment that holds a lab's code. */
export async function fragmentFor(lab: string, code: string): Promise<string> {
  const bytes = new TextEncoder().encode(code);
  return `#${KEY}=${lab}.${toBase64Url(await through(bytes, new CompressionStream("deflate")))}`;
}

/** The lab that a fragment belongs to, or null. */
export function labIn(fragment: string): string | null {
  return /^#kernel=([a-z0-9-]+)\./.exec(fragment)?.[1] ?? null;
}

/** The code in a fragment; a broken one is an error with a sentence for the reader. */
export async function codeIn(fragment: string): Promise<string> {
  const packed = fragment.slice(fragment.indexOf(".") + 1);
  try {
    const bytes = await through(fromBase64Url(packed), new DecompressionStream("deflate"));
    if (bytes.length > MAX_CODE) throw new Error("too long");
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("The link's code is damaged, so the lab shows its own kernel.");
  }
}
