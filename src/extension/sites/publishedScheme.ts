/** Of the documents that tell of a site: `docs-platform-site://<account>/<organization>/<site>/<what>/<title>.<md|json>`. */
export const publishedScheme = 'docs-platform-site';
