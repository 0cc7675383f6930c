// `npm run l10n`: writes l10n/bundle.l10n.json, the file that translators start from. Packaging also writes it.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { settingsSchemas } from '../src/contract/settingsBodies.ts';
import { forEachChild, parse, textOf, type Node } from './syntax.ts';

/** Texts in data, which the extension shows with `vscode.l10n.t(value)`. */
const fromData: readonly (() => readonly string[])[] = [() => descriptionsIn(settingsSchemas())];

/** A call of `vscode.l10n.t`, or of `l10n.t` in a webview. */
export interface TextCall {
  /** A file and line, such as `src/extension/ground/words/dates.ts:9`. */
  readonly place: string;
  /** Undefined if it isn't a literal. */
  readonly text: string | undefined;
  /** How many values fill its placeholders; undefined if they come in an array. */
  readonly values: number | undefined;
  /** Whether the placeholders are filled elsewhere: by `plural` or `phrase`, or in a webview, whose `t` leaves them. */
  readonly isFilledLater: boolean;
}

/** Every text that the extension shows, under itself as the key, as VS Code looks it up. */
export function textBundle(): Record<string, string> {
  const texts = [...textCalls().flatMap(({ text }) => text ?? []), ...fromData.flatMap((texts) => texts())];
  return Object.fromEntries([...new Set(texts)].sort().map((text) => [text, text]));
}

/** In the order of the files. */
export function textCalls(): TextCall[] {
  const files = ['src/extension', 'src/webview'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  );
  return ['src/extension.ts', ...files.filter((file) => file.endsWith('.ts')).sort()].flatMap((file) =>
    callsIn(file.replaceAll('\\', '/')),
  );
}

function callsIn(file: string): TextCall[] {
  const { program, codeOf, lineOf } = parse(file, readFileSync(file, 'utf8'));
  const found: TextCall[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'CallExpression' && /(?:^|\.)l10n\.t$/.test(codeOf(node.callee))) {
      const [text, ...values] = node.arguments;
      found.push({
        place: `${file}:${lineOf(node)}`,
        text: text && textOf(text),
        values: values.some(({ type }) => type === 'SpreadElement') ? undefined : values.length,
        isFilledLater:
          (file.startsWith('src/webview/') && values.length === 0) ||
          (node.parent?.type === 'CallExpression' && codeOf(node.parent.callee) === 'plural'),
      });
    }
    forEachChild(node, visit);
  };
  visit(program);
  return found;
}

function descriptionsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'description' && typeof value === 'string' ? [value] : descriptionsIn(value),
  );
}

/** English is in the code and isn't read from this file, so it is neither committed nor packaged. */
if (import.meta.main) {
  mkdirSync('l10n', { recursive: true });
  writeFileSync('l10n/bundle.l10n.json', `${JSON.stringify(textBundle(), undefined, 2)}\n`);
}
