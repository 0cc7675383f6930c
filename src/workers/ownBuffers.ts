/**
 * The buffers of byte arrays that share them with nothing else, so that they can be transferred to another thread
 * without a copy.
 */
export function ownBuffers(all: readonly Uint8Array[]): ArrayBuffer[] {
  const own = all.filter(({ buffer, byteLength }) => buffer instanceof ArrayBuffer && buffer.byteLength === byteLength);
  return [...new Set(own.map(({ buffer }) => buffer as ArrayBuffer))];
}
