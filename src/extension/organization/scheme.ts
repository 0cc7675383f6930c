/** The scheme of the view's read-only documents: contents of specifications, and integrations. */
export const organizationScheme = 'docs-platform-organization';
