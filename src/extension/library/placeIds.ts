import type { Place } from '../../store/library/library.ts';

/** The whole way to it, so that the same space in two places has two ids. */
export function idOf(place: Place, account: string): string {
  return `${account}/${place.key}`;
}
