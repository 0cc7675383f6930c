import type { Place } from '../../store/library.ts';

/** Whether a command was given a place of the Library tree: from menus and other extensions anything may come. */
export function isPlace(given: unknown): given is Place {
  return typeof given === 'object' && given !== null && 'kind' in given && 'key' in given;
}
