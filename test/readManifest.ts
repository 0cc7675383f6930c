import { readFileSync } from 'node:fs';

/** package.json, with the texts of package.nls.json instead of their keys. */
export function readManifest<Manifest>(): Manifest {
  const names = readNames();
  return JSON.parse(readFileSync('package.json', 'utf8'), (_, value: unknown) => {
    const key = typeof value === 'string' ? keyIn(value) : undefined;
    return key === undefined ? value : (names[key] ?? value);
  }) as Manifest;
}

/** The English names, by their keys. */
export function readNames(): Record<string, string> {
  return JSON.parse(readFileSync('package.nls.json', 'utf8')) as Record<string, string>;
}

/** `name` of `%name%`. */
export function keyIn(value: string): string | undefined {
  return /^%(.+)%$/.exec(value)?.[1];
}
