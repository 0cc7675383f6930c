import type { Element, ElementContent, Nodes } from 'hast';
import { visit } from 'unist-util-visit';

const blocks = new Set(['ul', 'ol', 'dl', 'pre', 'blockquote', 'table', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const paragraphs = new Set(['p', 'div']);

/** Whether Markdown can't say what is in a table: blocks or several paragraphs in a cell, or a cell that spans others. */
export function isBeyondMarkdown(table: Element): boolean {
  let isBeyond = false;
  visit(table, 'element', (element) => {
    if (element === table) return;
    isBeyond ||= blocks.has(element.tagName) || spans(element, 'colSpan') || spans(element, 'rowSpan');
    if (element.tagName === 'td' || element.tagName === 'th') isBeyond ||= paragraphsIn(element) > 1;
  });
  return isBeyond;
}

/** The content of a table that only places the page: one with a single cell. */
export function onlyCell(table: Element): Element | undefined {
  const cells: Element[] = [];
  visit(table, 'element', (element) => {
    if (element.tagName === 'td' || element.tagName === 'th') cells.push(element);
  });
  return cells.length === 1 ? cells[0] : undefined;
}

function spans({ properties }: Element, name: 'colSpan' | 'rowSpan'): boolean {
  return Number.parseInt(String(properties[name]), 10) > 1;
}

/** Counted to two. */
function paragraphsIn(cell: Element): number {
  let count = 0;
  visit(cell, 'element', (element) => {
    const isText = (child: Nodes) => child.type === 'text' && child.value.trim() !== '';
    if (paragraphs.has(element.tagName) && element.children.some((child) => isText(child) || !isParagraph(child)))
      count += 1;
  });
  return count;
}

function isParagraph(node: Nodes): boolean {
  return node.type === 'text' || (node.type === 'element' && paragraphs.has(node.tagName));
}

/** By element, the attributes that stay. Of others, only their content stays. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    [
      'table',
      'caption',
      'thead',
      'tbody',
      'tfoot',
      'tr',
      'p',
      'ul',
      'li',
      'dl',
      'dt',
      'dd',
      'pre',
      'blockquote',
      'hr',
      'br',
    ]
      .concat([
        'h1',
        'h2',
        'h3',
        'h4',
        'h5',
        'h6',
        'strong',
        'b',
        'em',
        'i',
        'u',
        'del',
        's',
        'sub',
        'sup',
        'kbd',
        'mark',
      ])
      .map((name) => [name, []]),
  ),
  ol: ['start'],
  td: ['colSpan', 'rowSpan', 'align'],
  th: ['colSpan', 'rowSpan', 'align'],
  code: ['className'],
  a: ['href'],
  img: ['src', 'alt'],
};
const empty = new Set(['br', 'hr', 'img']);

/** The table as HTML without blank lines, at which it would end in Markdown. */
export function tableAsHtml(table: Element): string {
  const parts: string[] = [];
  write(table, false, parts);
  return parts.join('').trim();
}

function write(node: Element | ElementContent, isPreformatted: boolean, parts: string[]): void {
  if (node.type === 'text') {
    const text = isPreformatted ? node.value : node.value.replace(/\s+/g, ' ');
    parts.push(escaped(text).replace(/\n(?=[ \t]*(?:\n|$))/g, '&#10;'));
  }
  if (node.type !== 'element') return;
  const name = node.tagName === 'div' ? 'p' : node.tagName;
  const attributes =
    Object.hasOwn(allowed, name) && name !== 'p'
      ? allowed[name]
      : paragraphs.has(node.tagName) && isLeaf(node)
        ? []
        : undefined;
  const said = (attributes ?? []).flatMap((key) => {
    const value = node.properties[key];
    const whole = Array.isArray(value) ? value.join(' ') : String(value ?? '');
    const text = whole.replace(/[\r\n]+/g, ' ');
    return text === ''
      ? []
      : [` ${key === 'className' ? 'class' : key.toLowerCase()}="${escaped(text).replaceAll('"', '&quot;')}"`];
  });
  if (attributes) parts.push(`<${name}${said.join('')}>`);
  const isStructure = /^(?:table|thead|tbody|tfoot|tr)$/.test(name);
  for (const child of node.children)
    if (!isStructure || child.type === 'element') write(child, isPreformatted || name === 'pre', parts);
  if (attributes && !empty.has(name)) parts.push(`</${name}>${name === 'tr' ? '\n' : ''}`);
}

/** Whether a `div` is a paragraph, and no box around others. */
function isLeaf({ tagName, children }: Element): boolean {
  return (
    tagName === 'p' ||
    !children.some((child) => child.type === 'element' && (paragraphs.has(child.tagName) || blocks.has(child.tagName)))
  );
}

/** Also what would begin a template tag or a formula. */
function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '{': '&#123;',
    $: '&#36;',
  };
  return text.replace(/[&<>]|\{(?=%)|\$(?=\$)/g, (letter) => entities[letter] ?? letter);
}
