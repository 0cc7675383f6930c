import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, test } from 'vitest';
import { siteBoardTexts } from '../../src/extension/words/siteBoard.ts';
import { threadsTexts } from '../../src/extension/words/threads.ts';

/** For developers, not shown to users. */
const exceptions = ['A message from the extension did not parse.'];

/** Attributes and properties that users read. */
const readable =
  /^[.]?(?:title|label|placeholder|alt|aria-(?:label|roledescription|description|valuetext|placeholder))$/i;
const shownProperties = new Set(['textContent', 'innerText', 'title', 'alt', 'placeholder', 'label', 'ariaLabel']);

const files = globSync('src/webview/**/*.ts', { exclude: (name) => name.endsWith('.d.ts') });

describe('a webview has no text of its own', () => {
  test('in its code', () => {
    const found = files.flatMap((file) =>
      textsIn(readFileSync(file, 'utf8'), file)
        .filter((text) => !exceptions.includes(text))
        .map((text) => `${file}: ${text}`),
    );

    assert.ok(files.length > 20);
    assert.deepEqual(found, [], 'Add it to the words of the webview in src/protocol and src/extension/words.');
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

test.each([
  ['siteBoard', siteBoardTexts],
  ['threads', threadsTexts],
] as const)('the extension gives %s no text that it does not use', (webview, textsOf) => {
  const code = globSync(`src/webview/${webview}/*.ts`)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  // It gets all of them and picks one.
  const handedOn = webview === 'threads' ? ['general', 'thisPage'] : [];

  const unused = Object.keys(textsOf()).filter((name) => !handedOn.includes(name) && !code.includes(`texts.${name}`));

  assert.deepEqual(unused, []);
});

/** Texts in the code that are shown, as far as their place or their form tells. */
function textsIn(code: string, file: string): string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  visit(source);
  return found.map((text) => text.trim());

  function visit(node: ts.Node): void {
    if (ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag)) {
      if (node.tag.text === 'html') found.push(...textsOfMarkup(staticTexts(node.template).join('\0')));
      if (ts.isTemplateExpression(node.template)) {
        let before = node.template.head.text;
        for (const { expression, literal } of node.template.templateSpans) {
          if (isReadable(before)) found.push(...literalsOf(expression).filter((text) => !isSentence(text)));
          visit(expression);
          before += literal.text;
        }
      }
      return;
    }
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = staticTexts(node).join('');
      if (/\p{L}/u.test(text) && (isSentence(text) || isShown(node))) found.push(text);
    }
    ts.forEachChild(node, visit);
  }
}

function staticTexts(node: ts.StringLiteralLike | ts.TemplateLiteral): string[] {
  if (!ts.isTemplateExpression(node)) return [node.text];
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
}

/** Names of keys, classes and selectors are no sentences. */
function isSentence(text: string): boolean {
  return /^\s*\p{Lu}[\p{L}'’]* /u.test(text);
}

/** Whether it is used where users read it: in a property, an attribute or an announcement. */
function isShown(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent) && parent.right === node && ts.isPropertyAccessExpression(parent.left)) {
    return shownProperties.has(parent.left.name.text);
  }
  if (!ts.isCallExpression(parent)) return false;
  const called = ts.isPropertyAccessExpression(parent.expression)
    ? parent.expression.name.text
    : parent.expression.getText();
  const [first] = parent.arguments;
  if (called === 'setAttribute') {
    return first !== node && first !== undefined && ts.isStringLiteralLike(first) && readable.test(first.text);
  }
  return called === 'announce' && first === node;
}

/** Whether users read what follows this markup: between tags, or in an attribute. */
function isReadable(markup: string): boolean {
  if (markup.lastIndexOf('<') <= markup.lastIndexOf('>')) return true;
  const [, name = ''] = /([^\s=<>]+)=["']?[^"'>\s]*$/.exec(markup) ?? [];
  return readable.test(name);
}

/** The texts that an expression can evaluate to. */
function literalsOf(expression: ts.Expression): string[] {
  if (ts.isParenthesizedExpression(expression)) return literalsOf(expression.expression);
  if (ts.isConditionalExpression(expression)) {
    return [expression.whenTrue, expression.whenFalse].flatMap(literalsOf);
  }
  if (ts.isBinaryExpression(expression)) {
    const isChoice = /^(?:\?\?|\|\||&&|\+)$/.test(expression.operatorToken.getText());
    return isChoice ? [expression.left, expression.right].flatMap(literalsOf) : [];
  }
  if (!ts.isStringLiteralLike(expression) && !ts.isTemplateExpression(expression)) return [];
  return [staticTexts(expression).join('')].filter((text) => /\p{L}/u.test(text));
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
