import { shaped } from '../contributions/given.ts';
import type { Place } from '../../../store/library/library.ts';

/** Whether the argument is a place of the Library tree. Rows of a change request's pages have an `at` instead. */
export const isLibraryRow = shaped<Place>({ kind: 'present', key: 'present', at: 'missing' });
