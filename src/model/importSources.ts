/** The sources of imports that the local platform reads. */
export const localImportSources = ['markdown', 'html', 'zip'] as const;

export type LocalImportSource = (typeof localImportSources)[number];
