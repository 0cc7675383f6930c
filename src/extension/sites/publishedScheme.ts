/**
 * The scheme of documents that describe a site: `docs-platform-site://<account>/<title> <what>.<md|json>`, with ids in
 * the query.
 */
export const publishedScheme = 'docs-platform-site';
