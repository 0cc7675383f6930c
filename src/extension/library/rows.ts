import type { Place } from '../../store/library/library.ts';

/** What stands in the tree: a place, or a line that says something about the places beside it. */
export type Row =
  | Place
  | { readonly kind: 'more'; readonly parent: Place | undefined }
  | { readonly kind: 'note'; readonly parent: Place | undefined; readonly text: string; readonly failed: boolean };
