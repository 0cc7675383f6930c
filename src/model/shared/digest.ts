/**
 * A short name for a text: 11 characters of `0-9a-z`, the same on all systems and in all versions, because addresses
 * contain it. The algorithm is cyrb53 (53 bits), implemented here because this layer can't await the Web Crypto API. It
 * distinguishes texts; it isn't cryptographic.
 */
export function digest(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36).padStart(11, '0');
}

/** The part of a digest that distinguishes siblings. */
export function shortDigest(text: string): string {
  return digest(text).slice(-6);
}
