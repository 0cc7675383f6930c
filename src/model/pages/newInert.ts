import { destinationsOf } from '../text/destinations.ts';
import { inertStart, isInert, seenAddress } from './links.ts';

/**
 * Addresses in the new text, but not in the old one, that the editable text shows as inert ones, or that are written like
 * these: what is seen isn't what others get.
 */
export function newInert(before: string, after: string): readonly string[] {
  const known = new Set(inertAddresses(before));
  return [...new Set(inertAddresses(after))].filter((address) => !known.has(address));
}

function inertAddresses(text: string): string[] {
  return destinationsOf(text).flatMap((destination) => {
    const address = seenAddress(destination.url);
    return address.startsWith(inertStart) || isInert(destination) ? [address] : [];
  });
}
