// SPDX-License-Identifier: MIT
//
// A kernel as a link: the code stands compressed in the fragment, which no server sees.

const KEY = "kernel";
/** A link holds no more, and no link makes a page unpack more. */
const MAX_CODE = 100_000;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: TransformStream) {
  const piped = new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair);
  const reader = (piped as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    length += value.length;
    if (length > MAX_CODE) {
      await reader.cancel();
      throw new Error("too long");
    }
    parts.push(value);
  }
}

const toBase64Url = (bytes: Uint8Array) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const fromBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));

/** The fragment that holds a lab's code; code that no link can hold is an error with a sentence. */
export async function fragmentFor(lab: string, code: string): Promise<string> {
  const bytes = new TextEncoder().encode(code);
  if (bytes.length > MAX_CODE) {
    throw new Error("The code is too long for a link: download it, and send the file.");
  }
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
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("The link's code is damaged, so the lab shows its own kernel.");
  }
}
