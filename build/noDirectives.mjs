/** Instead of the syntax for directives (`:::note`), which our pages don't have: markdownlint then takes them for text. */
export const directive = () => ({});
