import { shaped } from '../contributions/given.ts';
import type { Place } from '../../store/library/library.ts';

/** Whether a command was given a place of the Library tree. Rows of a change request's pages are `at` one. */
export const isPlace = shaped<Place>({ kind: 'present', key: 'present', at: 'missing' });
export const isPagePlace = shaped<Place & { readonly kind: 'page' }>({ kind: ['page'], key: 'present', at: 'missing' });
