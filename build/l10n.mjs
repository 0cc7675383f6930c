// `npm run l10n`: writes l10n/bundle.l10n.json, which translators start from. Packaging writes it, too.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';

/**
 * A call of `vscode.l10n.t`.
 *
 * @typedef {object} TextCall
 * @property {string} place such as `src/extension/words/dates.ts:9`
 * @property {string | undefined} text undefined if it isn't a literal
 * @property {number} values how many values fill its placeholders
 * @property {boolean} isPlural whether it is an argument of `plural`, which fills the placeholders
 */

/**
 * Every text that the extension shows, by itself, as VS Code looks it up.
 *
 * @param {object} schemas JSON Schemas of the settings documents: their descriptions are shown in hovers
 * @returns {Promise<Record<string, string>>}
 */
export async function textBundle(schemas) {
  const texts = [...(await textCalls()).flatMap(({ text }) => text ?? []), ...descriptionsIn(schemas)];
  return Object.fromEntries([...new Set(texts)].sort().map((text) => [text, text]));
}

/**
 * Writes the bundle. English is in the code and isn't read from there, so the file is neither committed nor packaged.
 *
 * @param {object} schemas
 */
export async function writeBundle(schemas) {
  await mkdir('l10n', { recursive: true });
  await writeFile('l10n/bundle.l10n.json', `${JSON.stringify(await textBundle(schemas), undefined, 2)}\n`);
}

/** @returns {Promise<TextCall[]>} */
export async function textCalls() {
  const files = await readdir('src/extension', { recursive: true });
  const names = ['src/extension.ts', ...files.map((file) => path.join('src/extension', file))];
  const calls = names
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map(async (file) => callsIn(ts.createSourceFile(file, await readFile(file, 'utf8'), ts.ScriptTarget.Latest, true)));
  return (await Promise.all(calls)).flat();
}

/**
 * @param {ts.SourceFile} source
 * @returns {TextCall[]}
 */
function callsIn(source) {
  /** @type {TextCall[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node) && /(?:^|\.)l10n\.t$/.test(node.expression.getText())) {
      const [text, ...values] = node.arguments;
      found.push({
        place: `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`,
        text: text && ts.isStringLiteralLike(text) ? text.text : undefined,
        values: values.length,
        isPlural: ts.isCallExpression(node.parent) && node.parent.expression.getText() === 'plural',
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * @param {unknown} schema
 * @returns {string[]}
 */
function descriptionsIn(schema) {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'description' && typeof value === 'string' ? [value] : descriptionsIn(value),
  );
}

if (import.meta.main) {
  const { settingsSchemas } = await import('../src/contract/settingsBodies.ts');
  await writeBundle(settingsSchemas());
}
