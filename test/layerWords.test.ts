import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { test } from 'vitest';

/** The layers below the extension give reasons as data. The local platform, a server of its own, words its errors. */
const layers = ['client', 'composition', 'contract', 'model', 'protocol', 'store', 'workers'];

/** Calls whose texts are for developers: log lines, and errors that only a bug throws. */
const forDevelopers = /(^|[.?])(log|warn|debug|info|trace|note|meta|describe)$/;

/** Two words, such as those of a sentence. */
const sentence = /[a-z’'][a-z’']* [a-z]+/;

function sentencesIn(file: string, source = readFileSync(file, 'utf8')): string[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isCallExpression(node) && forDevelopers.test(node.expression.getText(tree))) return;
    // Of a setting.
    if (ts.isPropertyAssignment(node) && node.name.getText(tree) === 'description') return;
    if (ts.isNewExpression(node) && node.expression.getText(tree) === 'Error') return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = ts.isTemplateExpression(node)
        ? [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…')
        : node.text;
      if (sentence.test(text.replace(/<[^>]*>/g, ''))) found.push(`${file}: ${text.slice(0, 100)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

test('the layers below the extension have no sentences', () => {
  const files = layers.flatMap((layer) =>
    readdirSync(posix.join('src', layer), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => posix.join('src', layer, name)),
  );

  assert.ok(files.length > 200, `only ${files.length} files were found`);
  assert.deepEqual(
    files.flatMap((file) => sentencesIn(file)),
    [],
  );
});

test.each([
  ['a string', "throw new ApiError('invalid', 'There is no such page.')"],
  ['a template', 'const reason = `The page ${title} is gone.`'],
  ['a string in an object', "const outcome = { problem: 'must not be empty' }"],
])('finds %s', (_, source) => {
  assert.equal(sentencesIn('src/store/a.ts', source).length, 1);
});

test.each([
  ['a log line', 'log.warn(`The drafts could not be read: ${String(error)}`)'],
  ['an error of a bug', "throw new Error('A worker ended without an answer')"],
  ['a type', "type Route = 'not found'"],
  ['a code', "const reason = { code: 'notFound' }"],
])('leaves out %s', (_, source) => {
  assert.deepEqual(sentencesIn('src/store/a.ts', source), []);
});
