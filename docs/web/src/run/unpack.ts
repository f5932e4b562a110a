// SPDX-License-Identifier: MIT

/** Opens what gzip closed and base64 wrote down. */
export async function unpacked(packed: string): Promise<ArrayBuffer> {
  const text = atob(packed);
  const bytes = new Uint8Array(text.length);
  // Uint8Array.from would call a function a byte, which takes ten times as long.
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}
