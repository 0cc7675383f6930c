import { shaped } from '../contributions/given.ts';
import type { Place } from '../../store/library/library.ts';
import type { PlaceOf } from '../../store/library/places.ts';

/** Whether the argument is a place of the Library tree. Rows of a change request's pages have an `at` instead. */
export const isLibraryRow = shaped<Place>({ kind: 'present', key: 'present', at: 'missing' });

/** Recognizes places of these kinds. */
export function isLibraryRowOf<Kind extends Place['kind']>(...kinds: readonly Kind[]) {
  return shaped<PlaceOf<Kind>>({ kind: kinds, key: 'present', at: 'missing' });
}

export const isPageRow = isLibraryRowOf('page');
