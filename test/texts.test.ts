import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, test } from 'vitest';
import { textBundle, textCalls } from '../build/l10n.ts';
import { forEachChild, isType, parse, textsOf, type Node, type SyntaxTree } from '../build/syntax.ts';
import { pseudo } from './pseudo.ts';
import { readNames } from './readManifest.ts';

const calls = textCalls();
const bundle = textBundle();

describe('texts of the extension', () => {
  test('are literals, which the bundle can hold', () => {
    assert.ok(calls.length > 1000);
    assert.deepEqual(
      calls.filter(({ text }) => text === undefined).map(({ place }) => place),
      [],
    );
  });

  test('get a value for each placeholder', () => {
    const wrong = calls.filter(
      ({ text = '', values, isFilledLater }) =>
        !isFilledLater && values !== undefined && placeholdersOf(text).size !== values,
    );

    assert.deepEqual(
      wrong.map(({ place }) => place),
      [],
    );
  });

  test('have two forms at most in English, and forms only where `plural` chooses', () => {
    const wrong = calls.filter(({ text = '', values, isFilledLater }) => {
      const forms = text.split('|').length;
      return isFilledLater ? forms > 2 || values !== 0 : forms > 1;
    });

    assert.deepEqual(
      wrong.map(({ place }) => place),
      [],
    );
  });

  test('all come from `vscode.l10n.t`', () => {
    const files = globSync(['src/extension.ts', 'src/extension/**/*.ts']).filter((file) => !notShown.test(file));

    assert.deepEqual(files.sort().flatMap(untranslated), []);
  });
});

describe('a translation', () => {
  const bundles = globSync('l10n/bundle.l10n.*.json').map((file) => ({ file, english: bundle }));
  const names = globSync('package.nls.*.json').map((file) => ({ file, english: readNames() }));

  test('translates texts that exist, with their placeholders and plural forms', () => {
    for (const { file, english } of [...bundles, ...names]) {
      const translated = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
      assert.deepEqual(problemsOf(translated, english, basename(file).split('.').at(-2) ?? ''), [], file);
    }
  });

  test('is complete with the pseudo-language', () => {
    for (const english of [bundle, readNames()]) {
      const translated = Object.fromEntries(Object.entries(english).map(([key, text]) => [key, pseudo(text)]));
      assert.deepEqual(problemsOf(translated, english, 'en'), []);
    }
  });

  test('is refused where it loses a placeholder, has too many forms, or translates what is gone', () => {
    const english = { a: '{0} in {1}', b: '{0} page|{0} pages', c: 'See [it](command:x.y)' };
    const translated = { a: '{0}', b: '1|2|3', c: 'Siehe [es](command:x.z)', d: 'weg' };

    assert.deepEqual(problemsOf(translated, english, 'de'), [
      'placeholders of “a”',
      'plural forms of “b”',
      'placeholders of “c”',
      '“d” doesn’t exist',
    ]);
  });
});

/** The problems of a translation. */
function problemsOf(
  translated: Readonly<Record<string, string>>,
  english: Readonly<Record<string, string>>,
  language: string,
): string[] {
  const { pluralCategories } = new Intl.PluralRules([language, 'en']).resolvedOptions();
  return Object.entries(translated).flatMap(([key, text]) => {
    const original = english[key];
    if (original === undefined) return [`“${key}” doesn’t exist`];
    // A form may leave out the count.
    const fixed = [...fixedPartsOf(original)].filter((part) => part !== '{0}' || !isCounted(original));
    const forms = text.split('|');
    if (forms.length > (isCounted(original) ? Math.max(pluralCategories.length, 2) : 1))
      return [`plural forms of “${key}”`];
    const isWhole = forms.every((form) => fixed.every((part) => form.includes(part)));
    return isWhole && forms.every((form) => [...fixedPartsOf(form)].every((part) => original.includes(part)))
      ? []
      : [`placeholders of “${key}”`];
  });
}

/** Texts that `plural` fills. */
function isCounted(text: string): boolean {
  return calls.some((call) => call.isFilledLater && call.text === text) || text.includes('|');
}

/** The parts that a translation must keep: placeholders, icons, and targets of links. */
function fixedPartsOf(text: string): Set<string> {
  return new Set(text.match(/\{\d+\}|\$\([\w~-]+\)|\]\([^)]*\)/g));
}

function placeholdersOf(text: string): Set<string> {
  return new Set(text.match(/\{\d+\}/g));
}

/** Sentences in a file that don't come from `l10n.t`, and words where VS Code shows a property. */
function untranslated(file: string): string[] {
  const tree = parse(file, readFileSync(file, 'utf8'));
  const found: string[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'CallExpression' && /^(vscode\.)?l10n\.t$/.test(tree.codeOf(node.callee))) {
      node.arguments.slice(1).forEach(visit);
      return;
    }
    if (node.type === 'ImportDeclaration' || isType(node)) return;
    const text = textsOf(node)?.join('{}');
    if (text !== undefined && isShown(text, node, tree) && !isForTheLog(node, tree) && !notLanguage.test(text)) {
      found.push(`${file}:${tree.lineOf(node)} ${text}`);
    }
    forEachChild(node, visit);
  };
  visit(tree.program);
  return found;
}

/** Two words are a sentence. One word is shown if it's the value of a property that VS Code shows. */
function isShown(text: string, { parent }: Node, { codeOf }: SyntaxTree): boolean {
  if (/\p{L}{2,}[,:;.!?…]? \p{L}{2,}/u.test(text)) return true;
  const takesIt = parent?.type === 'Property' ? parent.key : parent && 'left' in parent ? parent.left : undefined;
  const name = takesIt ? codeOf(takesIt).replace(/^.*\./, '') : '';
  return /^(title|label|description|detail|tooltip|placeHolder|placeholder|prompt|message)$/.test(name)
    ? /^\p{L}{3,}[.…]?$/u.test(text) && text !== 'string'
    : false;
}

/** The log is English, and so are errors that only it shows. */
function isForTheLog({ parent }: Node, { codeOf }: SyntaxTree): boolean {
  // The log's name of a view.
  if (parent?.type === 'Property') return codeOf(parent.key) === 'name';
  if (parent?.type === 'VariableDeclarator') return codeOf(parent.id) === 'name';
  if (parent?.type !== 'CallExpression' && parent?.type !== 'NewExpression') return false;
  if (/(^|\.)(note|explain|poll|orElse|debug|info|warn|createOutputChannel)$/.test(codeOf(parent.callee))) return true;
  const call = parent.type === 'NewExpression' ? parent.parent : undefined;
  return call?.type === 'CallExpression' && /\.note$/.test(codeOf(call.callee));
}

/** The manifest has the texts of contributions, and diagnostics are in English for those who read the report. */
const notShown = /\/contributions|\/diagnostics\.ts$/;

/** Names of products and examples, and code: HTML, template tags, policies. */
const notLanguage =
  /^(Docs Platform|Confluence|GitHub Wiki|Notion|Google Docs|[\w@., ]+@example\.com)$|^\{%|^<|default-src|<figure>/;
