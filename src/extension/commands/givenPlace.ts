import type { Place } from '../../store/library/library.ts';

/** Whether a command was given a place of the Library tree: from menus and other extensions anything may come. */
export function isPlace(given: unknown): given is Place {
  if (typeof given !== 'object' || given === null || !('kind' in given) || !('key' in given)) return false;
  // Rows of a change request's pages have these, too.
  return !('at' in given);
}
