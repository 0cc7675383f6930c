import { zipSync } from 'fflate';
import { importSourceOf } from '../../../model/pages/importSources.ts';

/** The files, by path, as a zip archive. Text compresses well. Pictures are already compressed. */
export function packed(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const isText = (path: string) => importSourceOf(path) !== undefined && !/\.zip$/i.test(path);
  return zipSync(
    Object.fromEntries([...files].map(([path, bytes]) => [path, [bytes, { level: isText(path) ? 1 : 0 }]])),
  );
}
