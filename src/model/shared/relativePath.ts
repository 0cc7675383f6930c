/** The relative path from one file to another. Both paths start with `/`, or neither does. */
export function relativePath(from: string, to: string): string {
  const directory = from.split('/').slice(0, -1);
  const segments = to.split('/');
  let common = 0;
  while (common < directory.length && common < segments.length - 1 && directory[common] === segments[common])
    common += 1;
  return [...directory.slice(common).map(() => '..'), ...segments.slice(common)].join('/');
}
