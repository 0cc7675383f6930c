/** So many edits the platform takes as one revision. */
export const mostAtOnce = 50;
/** So many characters the platform takes as the text of a page. */
export const longestText = 1_000_000;
/** So many characters the platform takes as the title of a page. */
export const longestTitle = 250;
