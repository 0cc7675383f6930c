import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { forEachChild, parse, textOf, type Node } from '../build/syntax.ts';

/** Retired words of docs/glossary.md. A `*` at an end of a word stands for at least one more hump. */
const retired = retiredWords(readFileSync('docs/glossary.md', 'utf8'));

/** Names that hold a retired word in another meaning, by name, with the reason. */
const allowed: Readonly<Record<string, string>> = {
  me: 'the endpoint GET /v1/user, as the API document names it',
  mayHaveArrived: 'a field of drafts that earlier versions stored',
};

/** Where a node of a declaration has the name of what it declares. */
const nameProperties = new Set(['id', 'key', 'name', 'label', 'local', 'exported', 'param', 'params', 'parameters']);

const files = ['src', 'test', 'build']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.(ts|mjs|cjs)$/.test(name) && !name.includes('/node_modules/'));

const declared = files.flatMap((file) => declaredNames(file));

test('the glossary lists retired words with the words that replace them', () => {
  assert.ok(retired.length > 30, `${retired.length} retired words`);
});

test('no identifier holds a retired word', () => {
  const found = new Map<string, string>();
  for (const { name, place } of declared) {
    const retiredWord = Object.hasOwn(allowed, name) ? undefined : retiredWordIn(name);
    if (retiredWord) found.set(`${name}: use ${retiredWord.instead}, not ${retiredWord.word}`, place);
  }

  expect([...found].map(([complaint, place]) => `${place}: ${complaint}`)).toEqual([]);
});

test('no name is allowed that nothing is called', () => {
  const names = new Set(declared.map(({ name }) => name));

  expect(Object.keys(allowed).filter((name) => !names.has(name) || !retiredWordIn(name))).toEqual([]);
});

test.each([
  ['openDesk', 'desk'],
  ['DeskOf', 'desk'],
  ['halfMadeThings', 'halfMade'],
  ['viewParts', '*Parts'],
  ['knownPages', 'known*'],
])('%s holds the retired word %s', (name, word) => {
  assert.equal(retiredWordIn(name)?.word, word);
});

test.each(['desktop', 'madeHalf', 'parts', 'known'])('%s holds no retired word', (name) => {
  assert.equal(retiredWordIn(name), undefined);
});

interface RetiredWord {
  readonly word: string;
  readonly instead: string;
  /** In lower case. */
  readonly humps: readonly string[];
}

/** Reads the rows of the table below the heading “Retired words”: a cell of words in backticks, and a cell of what replaces them. */
function retiredWords(glossary: string): RetiredWord[] {
  const [, section = ''] = glossary.split(/^## Retired words$/m);
  return [...section.matchAll(/^\| (`.*?) \| (.*?) \|$/gm)].flatMap(([, words = '', instead = '']) =>
    [...words.matchAll(/`([*\w]+)`/g)].map(([, word = '']) => ({
      word,
      instead,
      humps: humpsOf(word),
    })),
  );
}

function retiredWordIn(name: string): RetiredWord | undefined {
  const humps = humpsOf(name);
  return retired.find(({ word, humps: sought }) => {
    const isAt = (at: number): boolean => sought.every((hump, index) => humps[at + index] === hump);
    const last = humps.length - sought.length;
    if (word.startsWith('*')) return last > 0 && isAt(last);
    if (word.endsWith('*')) return last > 0 && isAt(0);
    return humps.some((_, at) => isAt(at));
  });
}

/** `sayWhoIAm` → say, who, i, am. */
function humpsOf(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((hump) => hump.toLowerCase());
}

/** Names that a file declares, among them keys of objects, and its own name. What others call their things is theirs. */
function declaredNames(file: string): { readonly name: string; readonly place: string }[] {
  const { program, lineOf } = parse(file, readFileSync(file, 'utf8'));
  const names = [{ name: file.replace(/^.*\/|\.\w+$/g, ''), place: `${file}:1` }];
  const visit = (node: Node, part: string): void => {
    const name = isDeclared(node, part) ? nameOf(node) : undefined;
    if (name !== undefined) names.push({ name, place: `${file}:${lineOf(node)}` });
    forEachChild(node, visit);
  };
  forEachChild(program, visit);
  return names;
}

function isDeclared({ parent }: Node, part: string): boolean {
  switch (parent?.type) {
    case 'Property':
      return parent.parent?.type === 'ObjectPattern' ? part === 'value' : part === 'key' && !parent.computed;
    case 'AssignmentPattern':
      return part === 'left';
    case 'ArrayPattern':
    case 'RestElement':
      return true;
    case 'ExportSpecifier':
      return part === 'exported';
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return false;
    default:
      return nameProperties.has(part) && !(parent && 'computed' in parent && parent.computed);
  }
}

function nameOf(node: Node): string | undefined {
  return node.type === 'Identifier' || node.type === 'PrivateIdentifier' ? node.name : textOf(node);
}
