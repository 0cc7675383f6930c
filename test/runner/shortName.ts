/** The name of a test file without what all of them have in common. */
export function shortName(file: string): string {
  return file
    .replaceAll('\\', '/')
    .replace(/^test\//, '')
    .replace(/\.test\.[jt]s$/, '');
}
