/** Limit of edits per revision. */
export const mostAtOnce = 50;
/** Limit of a page's text, in characters. */
export const longestText = 1_000_000;
/** Limit of a page's title, in characters. */
export const longestTitle = 250;
