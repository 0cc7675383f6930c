/** Of pages, files and directories of spaces. */
export const scheme = 'docs-platform';

/** Of documents in which answers to comments are written. */
export const replyScheme = 'docs-platform-reply';

/** Of pages of change requests that can be written. */
export const editScheme = 'docs-platform-edit';
