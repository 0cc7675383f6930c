import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes dist/ThirdPartyNotices.txt: the licenses of the bundled packages, each text once.
 * @param {readonly import('esbuild').Metafile[]} metafiles
 */
export async function writeNotices(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) => Object.values(outputs).flatMap((output) => bundledBy(output)));
  const folders = new Set(inputs.flatMap((input) => input.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []));

  const named = new Map();
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    const text = (await licenseIn(folder)) ?? `License: ${license}`;
    named.set(text, [...(named.get(text) ?? []), `${name} ${version}`]);
  }
  const line = '-'.repeat(80);
  const notices = [...named].map(([text, names]) => `${line}\n${names.join('\n')}\n\n${text}\n`);
  await writeFile(
    'dist/ThirdPartyNotices.txt',
    `This extension contains the following packages.\n\n${notices.join('\n')}`,
  );
}

function bundledBy({ inputs }) {
  return Object.entries(inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : []));
}

async function licenseIn(folder) {
  const file = (await readdir(folder)).find((name) => /^licen[cs]e/i.test(name));
  return file && (await readFile(path.join(folder, file), 'utf8')).replaceAll('\r\n', '\n').trim();
}
