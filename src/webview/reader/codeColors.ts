import type { RootContent } from 'hast';
import { parsedHtml } from '../../model/rendering/harmlessTree.ts';
import { longestCode, mostCodes, type Code } from '../../protocol/codeColors.ts';
import { mark } from '../shared/highlight.ts';
import { parseHtml } from '../shared/parseHtml.ts';

/** Returns HTML with the classes of highlight.js for each code; null for those that stay plain. */
export type HighlightCode = (codes: readonly Code[]) => Promise<readonly (string | null)[]>;

/** What the styles have a color for, with the classes of highlight.js, without `hljs-`. */
const kinds: Readonly<Record<string, string>> = {
  keyword: 'keyword literal name selector-tag template-tag',
  string: 'string regexp char link code addition',
  number: 'number symbol bullet',
  comment: 'comment quote doctag deletion',
  title: 'title section function',
  type: 'type class built_in',
  name: 'attr attribute property variable template-variable selector-class selector-id selector-attr meta',
};
const kindOf = new Map(
  Object.entries(kinds).flatMap(([kind, classes]) => classes.split(' ').map((each) => [each, kind] as const)),
);

/** A part of a code's text, in UTF-16 units. */
interface Span {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** The spans of codes, by `keyOf`, so that colors stay while the user types. */
const cached = new Map<string, readonly Span[]>();
const mostCached = 1000;
let turn = 0;

/** Colors the code of the page in the document. Nothing of the page changes but colors. */
export async function colorCode(page: Element, highlight: HighlightCode): Promise<void> {
  const own = ++turn;
  const blocks = [...page.querySelectorAll('pre > code[class*="language-"]')].map((element) => ({
    element,
    code: codeIn(element),
  }));
  const missing = new Map<string, Code>();
  for (const { code } of blocks) {
    const isWanted = code.text.length <= longestCode && code.language !== 'mermaid' && !cached.has(keyOf(code));
    if (isWanted && missing.size < mostCodes) missing.set(keyOf(code), code);
  }
  draw();
  if (missing.size === 0) return;
  const colored = await highlight([...missing.values()]);
  if (cached.size > mostCached) cached.clear();
  [...missing.values()].forEach((code, index) => {
    const html = colored[index];
    if (html != null) cached.set(keyOf(code), spansIn(html, code.text));
  });
  if (own === turn) draw();

  function draw(): void {
    const ranges = new Map(Object.keys(kinds).map((kind) => [kind, [] as Range[]]));
    for (const { element, code } of blocks) {
      const spans = cached.get(keyOf(code)) ?? [];
      rangesOf(element, spans).forEach((range, index) => ranges.get(spans[index]!.kind)!.push(range));
    }
    for (const [kind, all] of ranges) mark(`code-${kind}`, all);
  }
}

function codeIn(element: Element): Code {
  const [, language = ''] = /(?:^| )language-(\S+)/.exec(element.className) ?? [];
  return { language, text: element.textContent };
}

function keyOf({ language, text }: Code): string {
  return `${language}\n${text}`;
}

/** The parts of a text that the HTML marks. None if the HTML holds another text: then its places mean nothing here. */
function spansIn(html: string, text: string): Span[] {
  const spans: Span[] = [];
  let read = '';
  const waiting: { readonly node: RootContent; readonly kind?: string | undefined }[] = (
    parsedHtml(html, parseHtml) ?? []
  ).map((node) => ({ node }));
  waiting.reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, kind } = next;
    if (node.type === 'text') {
      if (kind !== undefined) spans.push({ kind, start: read.length, end: read.length + node.value.length });
      read += node.value;
    } else if (node.type === 'element') {
      const own = kindOf.get(/(?:^| )hljs-([\w-]+)/.exec(classesOf(node.properties['className']))?.[1] ?? '');
      for (const child of node.children.toReversed()) waiting.push({ node: child, kind: own ?? kind });
    }
  }
  const begin = read.indexOf(text.trimEnd());
  if (begin < 0 || read.trim() !== text.trim()) return [];
  return spans
    .map(({ kind, start, end }) => ({ kind, start: start - begin, end: Math.min(end - begin, text.length) }))
    .filter(({ start, end }) => start >= 0 && start < end);
}

function classesOf(names: unknown): string {
  return Array.isArray(names) ? names.join(' ') : '';
}

/** Where these spans, in their order, are in the text of an element. */
function rangesOf(element: Element, spans: readonly Span[]): Range[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let [node, start] = [walker.nextNode(), 0];
  const at = (place: number): readonly [Node, number] => {
    while (node && place > start + node.nodeValue!.length) {
      start += node.nodeValue!.length;
      node = walker.nextNode();
    }
    return node ? [node, place - start] : [element, element.childNodes.length];
  };
  return spans.map((span) => {
    const range = document.createRange();
    range.setStart(...at(span.start));
    range.setEnd(...at(span.end));
    return range;
  });
}
