/** The memory of bytes that share it with nothing else: it can go to another thread without a copy. */
export function ownBuffers(all: readonly Uint8Array[]): ArrayBuffer[] {
  const own = all.filter(({ buffer, byteLength }) => buffer instanceof ArrayBuffer && buffer.byteLength === byteLength);
  return [...new Set(own.map(({ buffer }) => buffer as ArrayBuffer))];
}
