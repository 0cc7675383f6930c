import type { Place } from '../../store/library/library.ts';

/** A row of the tree: a place, or a line of text about the places next to it. */
export type Row =
  | Place
  | { readonly kind: 'more'; readonly parent: Place | undefined }
  | { readonly kind: 'note'; readonly parent: Place | undefined; readonly text: string; readonly failed: boolean };
