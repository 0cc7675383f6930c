import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/**
 * The sample workspace as one compressed file, which src/server/sample/files.ts reads.
 * @param {string} folder
 * @returns {Promise<Buffer>}
 */
export async function sampleArchive(folder) {
  return compressed(await sampleContents(folder));
}

/** @param {object} contents */
export function compressed(contents) {
  return brotliCompressSync(JSON.stringify(contents), { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } });
}

/**
 * By path, a text or the Base64 bytes of a file.
 * @param {string} folder
 * @returns {Promise<Record<string, string | { base64: string }>>}
 */
async function sampleContents(folder) {
  // The README is for developers.
  const own = (await filesIn(folder)).filter(([path]) => path !== 'README.md');
  const { spaces } = JSON.parse(await readFile(join(folder, 'workspace.json'), 'utf8'));
  const taken = spaces
    .filter(({ from }) => from !== undefined)
    .map(async ({ folder: name, from }) => {
      const files = await filesIn(join(folder, '../..', from));
      const pages = files.filter(([path]) => path.endsWith('.md'));
      return pages.map(([path, content]) => [`spaces/${name}/${path}`, content]);
    });
  // Nobody reads it as it is: it is only laid out for its authors.
  const laidOut = ([path, content]) => [
    path,
    path === 'workspace.json' ? JSON.stringify(JSON.parse(content)) : content,
  ];
  return Object.fromEntries([...own.map(laidOut), ...(await Promise.all(taken)).flat()]);
}

/**
 * @param {string} folder
 * @returns {Promise<[string, string | { base64: string }][]>}
 */
async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => {
      const bytes = await readFile(join(parentPath, name));
      const text = bytes.toString('utf8');
      const path = relative(folder, join(parentPath, name)).replaceAll(sep, '/');
      return [path, Buffer.from(text).equals(bytes) ? text : { base64: bytes.toString('base64') }];
    });
  return Promise.all(files);
}
