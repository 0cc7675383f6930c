/** Limit of edits per revision. */
export const mostAtOnce = 50;
/** Limit of a new file, in bytes. */
export const largestFile = 1_000_000;
/**
 * Limits of the new files in one request: their number, and their bytes together, because servers refuse large
 * requests.
 */
export const newFilesAtOnce = { count: 20, bytes: 5_000_000 };
/** Limit of a page's text, in characters. */
export const longestText = 1_000_000;
/** Limit of a page's title, in characters. */
export const longestTitle = 250;
/** Limit of nested pages. Trees are read and written recursively, so their depth has to be limited. */
export const deepest = 100;
