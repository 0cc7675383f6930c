/** URI scheme of pages, files and directories of spaces. */
export const scheme = 'docs-platform';

/** URI scheme of documents in which replies are written. */
export const replyScheme = 'docs-platform-reply';

/** URI scheme of editable pages of change requests. */
export const editScheme = 'docs-platform-edit';
