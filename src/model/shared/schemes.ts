/** URI scheme of pages, files and directories of spaces. */
export const scheme = 'docs-platform';

/** URI scheme of documents in which replies are written. */
export const replyScheme = 'docs-platform-reply';

/** URI scheme of editable pages of change requests. */
export const editScheme = 'docs-platform-edit';

/** The scheme of diff sides that aren't pages: an empty side, or a description of something that isn't text. */
export const besideScheme = 'docs-platform-changes';
