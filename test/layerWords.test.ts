import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'vitest';
import { forEachChild, isType, parse, textsOf, type Node } from '../build/syntax.ts';

/** The layers below the extension give reasons as data. The local platform, a server of its own, words its errors. */
const layers = ['client', 'composition', 'contract', 'model', 'protocol', 'store', 'workers'];

/** Calls whose texts are for developers: log lines, and errors that only a bug throws. */
const forDevelopers = /(^|[.?])(log|warn|debug|info|trace|note|meta|describe)$/;

/** Two words, such as those of a sentence. */
const sentence = /[a-z’'][a-z’']* [a-z]+/;

function sentencesIn(file: string, source = readFileSync(file, 'utf8')): string[] {
  const { program, codeOf } = parse(file, source);
  const found: string[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'ImportDeclaration' || isType(node)) return;
    if (node.type === 'CallExpression' && forDevelopers.test(codeOf(node.callee))) return;
    // Of a setting.
    if (node.type === 'Property' && codeOf(node.key) === 'description') return;
    if (node.type === 'NewExpression' && codeOf(node.callee) === 'Error') return;
    const text = textsOf(node)?.join('…') ?? '';
    if (sentence.test(text.replace(/<[^>]*>/g, ''))) found.push(`${file}: ${text.slice(0, 100)}`);
    forEachChild(node, visit);
  };
  visit(program);
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
