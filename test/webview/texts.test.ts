import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'vitest';
import { forEachChild, parse, textOf, textsOf, type Node } from '../../build/syntax.ts';

/** For developers, not shown to users. */
const exceptions = ['A message from the extension did not parse.'];

/** Attributes and properties that users read. */
const readable =
  /^[.]?(?:title|label|placeholder|alt|aria-(?:label|roledescription|description|valuetext|placeholder))$/i;
const shownProperties = new Set(['textContent', 'innerText', 'title', 'alt', 'placeholder', 'label', 'ariaLabel']);

const files = globSync('src/webview/**/*.ts', { exclude: (name) => name.endsWith('.d.ts') });

describe('a webview has no text that cannot be translated', () => {
  test('in its code', () => {
    const found = files.flatMap((file) =>
      textsIn(readFileSync(file, 'utf8'), file)
        .filter((text) => !exceptions.includes(text))
        .map((text) => `${file}: ${text}`),
    );

    assert.ok(files.length > 20);
    assert.deepEqual(found, [], 'Write it with `l10n.t` of src/webview/shared/l10n.ts.');
  });

  test.each([
    ['html`<p>Hello</p>`', ['Hello']],
    ['html`<p title="Hello">${x}</p>`', ['Hello']],
    ['html`<p aria-label="Reply to ${x}" class="some class">${y}</p>`', ['Reply to']],
    ['html`<p>${x ? html`<b>Deep</b>` : "deeper"} · /</p>`', ['deeper', 'Deep']],
    ['html`<p title=${x ? "hello" : y} class=${x ? "a" : "b"}></p>`', ['hello']],
    ['html`<p>${x ? "A sentence" : `Of ${x} words`}</p>`', ['A sentence', 'Of  words']],
    ["button.textContent = 'Retry'", ['Retry']],
    ["element.setAttribute('aria-label', 'Filter')", ['Filter']],
    ["announce('sent')", ['sent']],
    ["html`<p title=${l10n.t('Some words')}>${l10n.t('More words', 'And a value')}</p>`", ['And a value']],
    ["element.className = 'plain link'", []],
    ['html`<p class="a b" @click=${() => go()}>${text}</p>`', []],
  ])('which is found in %s', (code, expected) => {
    assert.deepEqual(textsIn(code, 'x.ts'), expected);
  });

  test('in a fixed language', () => {
    const fixed = files.filter((file) =>
      /\btoLocale\w+\(\s*['")]|Intl\.\w+\(\s*['")]/.test(readFileSync(file, 'utf8')),
    );

    assert.deepEqual(fixed, []);
  });
});

/** Texts in the code that are shown, as far as their place or their form tells. */
function textsIn(code: string, file: string): string[] {
  const found: string[] = [];
  const { program, codeOf } = parse(file, code);
  visit(program);
  return found.map((text) => text.trim());

  function visit(node: Node): void {
    if (node.type === 'TaggedTemplateExpression' && node.tag.type === 'Identifier') {
      const texts = textsOf(node.quasi) ?? [];
      if (node.tag.name === 'html') found.push(...textsOfMarkup(texts.join('\0')));
      for (const [index, expression] of node.quasi.expressions.entries()) {
        const before = texts.slice(0, index + 1).join('');
        if (isReadable(before)) found.push(...literalsOf(expression).filter((text) => !isSentence(text)));
        visit(expression);
      }
      return;
    }
    if (node.type === 'CallExpression' && codeOf(node.callee) === 'l10n.t')
      return node.arguments.slice(1).forEach(visit);
    const text = textsOf(node)?.join('') ?? '';
    if (/\p{L}/u.test(text) && (isSentence(text) || isShown(node, codeOf))) found.push(text);
    forEachChild(node, visit);
  }
}

/** Names of keys, classes and selectors are no sentences. */
function isSentence(text: string): boolean {
  return /^\s*\p{Lu}[\p{L}'’]* /u.test(text);
}

/** Whether it is used where users read it: in a property, an attribute or an announcement. */
function isShown(node: Node, codeOf: (node: Node) => string): boolean {
  const { parent } = node;
  if (!parent) return false;
  if ('right' in parent && parent.right === node && parent.left.type === 'MemberExpression') {
    return shownProperties.has(codeOf(parent.left.property));
  }
  if (parent.type !== 'CallExpression') return false;
  const { callee } = parent;
  const called = codeOf(callee.type === 'MemberExpression' ? callee.property : callee);
  const [first] = parent.arguments;
  if (called === 'setAttribute') return first !== undefined && first !== node && readable.test(textOf(first) ?? '');
  return called === 'announce' && first === node;
}

/** Whether users read what follows this markup: between tags, or in an attribute. */
function isReadable(markup: string): boolean {
  if (markup.lastIndexOf('<') <= markup.lastIndexOf('>')) return true;
  const [, name = ''] = /([^\s=<>]+)=["']?[^"'>\s]*$/.exec(markup) ?? [];
  return readable.test(name);
}

/** The texts that an expression can evaluate to. */
function literalsOf(expression: Node): string[] {
  if (expression.type === 'ConditionalExpression') {
    return [expression.consequent, expression.alternate].flatMap(literalsOf);
  }
  if (
    expression.type === 'LogicalExpression' ||
    (expression.type === 'BinaryExpression' && expression.operator === '+')
  ) {
    return [expression.left, expression.right].flatMap(literalsOf);
  }
  return [textsOf(expression)?.join('') ?? ''].filter((text) => /\p{L}/u.test(text));
}

/** Texts between tags and in attributes that users read. Values are `\0`. */
function textsOfMarkup(markup: string): string[] {
  const attributes = [...markup.matchAll(/<[^!/\s>][^>]*>/g)].flatMap(([tag]) =>
    [...tag.matchAll(/([^\s=<>]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/g)].flatMap(([, name = '', ...values]) =>
      readable.test(name) ? values.filter((value) => value !== undefined) : [],
    ),
  );
  return [...attributes, ...markup.replaceAll(/<!--[^]*?-->/g, '').split(/<[^>]*>/)]
    .flatMap((text) => text.split('\0'))
    .filter((text) => /\p{L}/u.test(text));
}
