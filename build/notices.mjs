import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes dist/ThirdPartyNotices.txt: the licenses of the bundled packages, each text once, even if copyright differs.
 * @param {readonly import('esbuild').Metafile[]} metafiles
 */
export async function writeNotices(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) => Object.values(outputs).flatMap((output) => bundledBy(output)));
  const folders = new Set(inputs.flatMap((input) => input.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []));

  const packages = [...folders].sort().map(async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    const text = (await licenseIn(folder)) ?? `License: ${license}`;
    return { name: `${name} ${version}`, ...partsOf(text) };
  });
  const sameTerms = Map.groupBy(await Promise.all(packages), ({ terms }) => terms.replace(/\s+/g, ' ').toLowerCase());
  const line = '-'.repeat(80);
  const notices = [...sameTerms.values()].map((those) => {
    const named = those.map(({ name, copyright }) => [name, ...copyright].join('\n'));
    return `${line}\n${named.join('\n\n')}\n\n${those[0].terms}\n`;
  });
  await writeFile(
    'dist/ThirdPartyNotices.txt',
    `This extension contains the following packages.\n\n${notices.join('\n')}`,
  );
}

/** The copyright of a package, and the terms, which many packages share. */
export function partsOf(text) {
  const lines = text.split('\n').map((line) => line.trim());
  const isCopyright = (line) => /^(?:copyright\b|\(c\)|©).*\d{4}/i.test(line);
  return {
    copyright: lines.filter(isCopyright),
    terms: lines
      .filter((line) => !isCopyright(line) && !/^(?:The |\()?MIT(?: License)?(?: \(MIT\))?\)?$/i.test(line))
      .join('\n')
      .trim(),
  };
}

function bundledBy({ inputs }) {
  return Object.entries(inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : []));
}

async function licenseIn(folder) {
  const file = (await readdir(folder)).find((name) => /^licen[cs]e/i.test(name));
  return file && (await readFile(path.join(folder, file), 'utf8')).replaceAll('\r\n', '\n').trim();
}
