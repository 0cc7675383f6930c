/** Of the documents that can be read: contents of specifications, and integrations. */
export const organizationScheme = 'docs-platform-organization';
