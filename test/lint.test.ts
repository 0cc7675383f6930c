import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import config from '../oxlint.config.ts';

/** Code that a rule forbids, in TypeScript of the extension. */
const forbidden: readonly (readonly [rule: string, code: string])[] = [
  ['docs-platform/no-restricted-syntax', "window.withProgress({ location: 1, title: 'x' }, task);"],
  ['docs-platform/no-restricted-syntax', "commands.executeCommand('docsPlatform.search');"],
  ['docs-platform/no-restricted-syntax', 'executeCommand(`docsPlatform.${name}`);'],
  ['docs-platform/no-restricted-syntax', "executeCommand('setContext', 'key', true);"],
  ['eslint/no-restricted-imports', "import { uriOf } from '../model/shared/address.ts';"],
  ['eslint/no-restricted-properties', "window.showInformationMessage('x');"],
  ['eslint/no-restricted-properties', "window.showWarningMessage('x');"],
  ['eslint/no-restricted-properties', "window.showErrorMessage('x');"],
  ['eslint/no-restricted-properties', "window.setStatusBarMessage('x');"],
  ['eslint/no-restricted-properties', 'window.showInputBox();'],
  ['eslint/no-restricted-properties', "workspace.registerFileSystemProvider('x', provider);"],
  ['eslint/max-lines-per-function', `export function f(x: number) {\n${'  x++;\n'.repeat(150)}}`],
  ['regexp/no-super-linear-backtracking', 'export const pattern = /(?:a+)+b/;'],
  ['regexp/no-super-linear-move', 'export const pattern = /a*b/;'],

  ['eslint/constructor-super', 'export class A extends B { constructor() { f(); } }'],
  ['eslint/for-direction', 'for (let i = 0; i < 9; i--) f(i);'],
  ['eslint/no-array-constructor', 'export const a = new Array(1, 2);'],
  ['eslint/no-async-promise-executor', 'export const p = new Promise(async (done) => done(await f()));'],
  ['eslint/no-case-declarations', 'switch (f()) { case 1: let a = 1; f(a); }'],
  ['eslint/no-class-assign', 'class A {}\nA = f();'],
  ['eslint/no-compare-neg-zero', 'f(f() === -0);'],
  ['eslint/no-cond-assign', 'let a = 1;\nif (a = f()) f(a);'],
  ['eslint/no-const-assign', 'const a = 1;\na = 2;'],
  ['eslint/no-constant-binary-expression', 'export const a = {} ?? f();'],
  ['eslint/no-constant-condition', 'if (1) f();'],
  ['eslint/no-control-regex', 'export const a = /\\x1f/;'],
  ['eslint/no-debugger', 'debugger;'],
  ['eslint/no-dupe-else-if', 'if (a) f(); else if (a) f();'],
  ['eslint/no-dupe-keys', 'export const a = { x: 1, x: 2 };'],
  ['eslint/no-duplicate-case', 'switch (a) { case 1: break; case 1: break; }'],
  ['eslint/no-empty', 'if (a) {}'],
  ['eslint/no-empty-character-class', 'export const a = /a[]/;'],
  ['eslint/no-empty-pattern', 'const {} = f();'],
  ['eslint/no-empty-static-block', 'export class A { static {} }'],
  ['eslint/no-ex-assign', 'try { f(); } catch (error) { error = 1; f(error); }'],
  ['eslint/no-extra-boolean-cast', 'if (!!a) f();'],
  ['eslint/no-fallthrough', 'switch (a) { case 1: f(); case 2: f(); }'],
  ['eslint/no-func-assign', 'function g() {}\ng = f();'],
  ['eslint/no-global-assign', 'Object = f();'],
  ['eslint/no-import-assign', "import { a } from './a.ts';\na = 1;"],
  ['eslint/no-invalid-regexp', "export const a = new RegExp('[');"],
  ['eslint/no-irregular-whitespace', 'export const a\u00a0= 1;'],
  ['eslint/no-loss-of-precision', 'export const a = 9007199254740993;'],
  ['eslint/no-misleading-character-class', 'export const a = /[👍🏽]/;'],
  ['eslint/no-new-native-nonconstructor', 'export const a = new Symbol();'],
  ['eslint/no-obj-calls', 'export const a = Math();'],
  ['eslint/no-prototype-builtins', "f(a.hasOwnProperty('x'));"],
  ['eslint/no-regex-spaces', 'export const a = /x  y/;'],
  ['eslint/no-self-assign', 'let a = 1;\na = a;'],
  ['eslint/no-setter-return', 'export class A { set x(x) { return x; } }'],
  ['eslint/no-shadow-restricted-names', 'export function g(undefined) {}'],
  ['eslint/no-sparse-arrays', 'export const a = [1, , 2];'],
  ['eslint/no-this-before-super', 'export class A extends B { constructor() { this.x = 1; super(); } }'],
  ['eslint/no-unassigned-vars', 'let a;\nf(a);'],
  ['eslint/no-unreachable', 'export function g() { return 1; f(); }'],
  ['eslint/no-unsafe-finally', 'export function g() { try { f(); } finally { return 1; } }'],
  ['eslint/no-unsafe-negation', 'f(!a in b);'],
  ['eslint/no-unsafe-optional-chaining', 'f((a?.b)());'],
  ['eslint/no-unused-expressions', 'a === b;'],
  ['eslint/no-unused-labels', 'a: f();'],
  ['eslint/no-unused-private-class-members', 'export class A { #x = 1; }'],
  ['eslint/no-unused-vars', 'const unused = 1;'],
  ['eslint/no-unused-vars', 'export function g(unused) {}'],
  ['eslint/no-unused-vars', 'try { f(); } catch (unused) { f(); }'],
  ['eslint/no-useless-assignment', 'export function g() { let a = 1; f(a); a = 2; }'],
  ['eslint/no-useless-backreference', 'export const a = /\\1(a)/;'],
  ['eslint/no-useless-catch', 'try { f(); } catch (error) { throw error; }'],
  ['eslint/no-useless-escape', "export const a = '\\d';"],
  ['eslint/no-var', 'export var a = 1;'],
  ['eslint/prefer-const', 'let a = 1;\nf(a);'],
  ['eslint/prefer-rest-params', 'export function g() { f(arguments); }'],
  ['eslint/prefer-spread', 'f.apply(undefined, a);'],
  ['eslint/preserve-caught-error', "try { f(); } catch (error) { throw new Error('x'); }"],
  ['eslint/require-yield', 'export function* g() { f(); }'],
  ['eslint/use-isnan', 'f(a === NaN);'],
  ['eslint/valid-typeof', "f(typeof a === 'strnig');"],
  ['typescript/ban-ts-comment', '// @ts-ignore\nf();'],
  ['typescript/consistent-type-imports', "import { A } from './a.ts';\nexport const a: A = f();"],
  ['typescript/no-duplicate-enum-values', 'export enum A { x = 1, y = 1 }'],
  ['typescript/no-empty-object-type', 'export const a: {} = f();'],
  ['typescript/no-empty-object-type', 'export interface A {}'],
  ['typescript/no-explicit-any', 'export const a: any = f();'],
  ['typescript/no-extra-non-null-assertion', 'f(a!!.b);'],
  ['typescript/no-import-type-side-effects', "import { type A } from './a.ts';\nexport const a: A = f();"],
  ['typescript/no-misused-new', 'export interface A { new (): A; }'],
  ['typescript/no-namespace', 'export namespace A { export const x = 1; }'],
  ['typescript/no-non-null-asserted-optional-chain', 'f(a?.b!);'],
  ['typescript/no-require-imports', "export const a = require('node:fs');"],
  ['typescript/no-this-alias', 'export function g() { const self = this; f(self); }'],
  ['typescript/no-unnecessary-type-constraint', 'export function g<T extends unknown>(x: T) { f(x); }'],
  ['typescript/no-unsafe-declaration-merging', 'export interface A { x: 1 }\nexport class A {}'],
  ['typescript/no-unsafe-function-type', 'export const a: Function = f;'],
  ['typescript/no-wrapper-object-types', "export const a: String = '';"],
  ['typescript/prefer-as-const', "export const a = 'x' as 'x';"],
  ['typescript/prefer-namespace-keyword', 'export module A { export const x = 1; }'],
  ['typescript/triple-slash-reference', '/// <reference path="./a.ts" />'],

  ['typescript/await-thenable', 'await 1;'],
  ['typescript/no-array-delete', 'const a = [1];\ndelete a[0];'],
  ['typescript/no-base-to-string', 'export const a = String({});'],
  ['typescript/no-duplicate-type-constituents', 'export type A = 1 | 1;'],
  ['typescript/no-floating-promises', 'Promise.resolve(1);'],
  ['typescript/no-floating-promises', 'async function g() { await 0; }\ng();'],
  ['typescript/no-for-in-array', 'for (const x in [1]) f(x);'],
  ['typescript/no-implied-eval', "setTimeout('f()', 1);"],
  ['typescript/no-misused-promises', 'if (Promise.resolve(1)) f();'],
  ['typescript/no-misused-promises', '[1].forEach(async (x) => { await f(x); });'],
  ['typescript/no-redundant-type-constituents', 'export type A = unknown | 1;'],
  ['typescript/no-unnecessary-type-assertion', 'const a: number = Number(1);\nf(a as number);'],
  ['typescript/no-unsafe-argument', "Number.parseInt(JSON.parse(''));"],
  ['typescript/no-unsafe-assignment', "export const a = JSON.parse('');"],
  ['typescript/no-unsafe-call', "JSON.parse('')();"],
  ['typescript/no-unsafe-enum-comparison', 'enum A { x }\nexport const g = (a: A) => a === 1;'],
  ['typescript/no-unsafe-member-access', "f(JSON.parse('').x);"],
  ['typescript/no-unsafe-return', "export function g() { return JSON.parse(''); }"],
  ['typescript/no-unsafe-unary-minus', "f(-'x');"],
  ['typescript/only-throw-error', "throw 'x';"],
  ['typescript/prefer-promise-reject-errors', "f(Promise.reject('x'));"],
  ['typescript/restrict-plus-operands', "export const a = 1 + [''];"],
  ['typescript/restrict-template-expressions', 'export const a = `${{}}`;'],
  ['typescript/switch-exhaustiveness-check', "export function g(x: 'a' | 'b') { switch (x) { case 'a': f(); } }"],
  ['typescript/unbound-method', 'class A { x() { f(this); } }\nexport const a = new A().x;'],
];

/** Code that a rule forbids in JavaScript. In TypeScript, the compiler reports it. */
const forbiddenInJavaScript: typeof forbidden = [
  ['eslint/no-dupe-class-members', 'export class A { x() {} x() {} }'],
  ['eslint/getter-return', 'export class A { get x() { f(); } }'],
  ['eslint/no-redeclare', 'var a = 1;\nvar a = 2;'],
  ['eslint/no-undef', 'unknown();'],
];

/** Recommended rules of ESLint that the linter lacks: no module can have this. */
const syntaxErrors = [
  'export const a = 010;',
  'export function g(a, a) {}',
  "export const a = '\\8';",
  'with (a) f();',
  'let a = 1;\ndelete a;',
];

const folder = path.join(import.meta.dirname, '../out/lint');

const reports = lint({
  ...Object.fromEntries(forbidden.map(([, code], index) => [`src/extension/${index}.ts`, code])),
  ...Object.fromEntries(forbiddenInJavaScript.map(([, code], index) => [`build/${index}.mjs`, code])),
  ...Object.fromEntries(syntaxErrors.map((code, index) => [`build/wrong${index}.mjs`, code])),
  'src/extension/unusedDirective.ts': '// eslint-disable-next-line no-var\nexport const a = 1;',
  'src/extension/usedDirective.ts': '// eslint-disable-next-line no-var\nexport var a = 1;',
});

test.each(forbidden.map(([rule, code], index) => ({ rule, code, index })))('$rule forbids $code', ({ rule, index }) => {
  expect(reports.get(`src/extension/${index}.ts`)).toContain(rule);
});

test.each(forbiddenInJavaScript.map(([rule, code], index) => ({ rule, code, index })))(
  '$rule forbids $code in JavaScript',
  ({ rule, index }) => {
    expect(reports.get(`build/${index}.mjs`)).toContain(rule);
  },
);

test.each(syntaxErrors.map((code, index) => ({ code, index })))('no module has $code', ({ index }) => {
  expect(reports.get(`build/wrong${index}.mjs`)).toBeDefined();
});

test('a comment turns a rule off, and is reported if it turns none off', () => {
  expect(reports.get('src/extension/unusedDirective.ts')).toEqual(['']);
  expect(reports.get('src/extension/usedDirective.ts')).toBeUndefined();
});

test('each rule is tried', () => {
  const rules = [config, ...config.overrides].flatMap((part) => Object.keys(part.rules));

  expect([...new Set(rules)].sort()).toEqual(
    [...new Set([...forbidden, ...forbiddenInJavaScript].map(([rule]) => rule))].sort(),
  );
});

interface Report {
  readonly diagnostics: readonly { readonly filename: string; readonly code?: string }[];
}

/** Lints files with our rules. Returns the rules that each one breaks. */
function lint(files: Readonly<Record<string, string>>): Map<string, string[]> {
  rmSync(folder, { recursive: true, force: true });
  const written = {
    ...files,
    'tsconfig.json': JSON.stringify({ extends: '../../tsconfig.json', include: ['src'], exclude: [] }),
    'oxlint.config.ts': `
      import config from '../../oxlint.config.ts';
      export default {
        ...config,
        ignorePatterns: [],
        jsPlugins: config.jsPlugins.map((plugin) => plugin.replace(/^\\.\\//, '../../')),
      };`,
  };
  for (const [name, content] of Object.entries(written)) {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  const oxlint = path.join(import.meta.dirname, '../node_modules/oxlint/bin/oxlint');
  // By name, because Git ignores the folder.
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format=json', ...Object.keys(files)], {
    cwd: folder,
    encoding: 'utf8',
  });
  const { diagnostics } = JSON.parse(stdout) as Report;
  const rules = new Map<string, string[]>();
  for (const { filename, code = '' } of diagnostics) {
    const rule = code.replace(/^(.*)\((.*)\)$/, '$1/$2');
    rules.set(filename, [...(rules.get(filename) ?? []), rule]);
  }
  return rules;
}
