import type { StateBlock, StateCore, StateInline, Token } from 'markdown-it';
import { element, inlineTokens, textOf } from './tokens.ts';
import type { Words } from './words.ts';

const openType = 'docs_platform_footnote_open';
const closeType = 'docs_platform_footnote_close';

interface Footnote {
  readonly label: string;
  /** From 1, in the order of the references; 0 as long as there is none. */
  number: number;
  references: number;
}

/** Reads `[^label]: text`, with more paragraphs if they are indented by four spaces. */
export function footnoteDefinition(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = state.bMarks[startLine]! + state.tShift[startLine]!;
  if (!state.src.startsWith('[^', start) || state.sCount[startLine]! - state.blkIndent >= 4) return false;
  const mark = /^\[\^([^\]\s]{1,100})\]:[ \t]*/.exec(state.src.slice(start, start + 200));
  if (!mark) return false;
  if (silent) return true;
  if (state.level > 0 || state.blkIndent > 0) return false;

  const footnotes = footnotesOf(state);
  const label = mark[1]!;
  const footnote = footnotes.byLabel.get(label) ?? { label, number: 0, references: 0 };
  const isFirst = !footnotes.byLabel.has(label);
  footnotes.byLabel.set(label, footnote);
  const open = state.push(openType, '', 1);
  open.meta = { footnote: isFirst ? footnote : { label, number: 0, references: 0 } };
  open.map = [startLine, startLine + 1];
  readContent(state, startLine, endLine, start + mark[0].length);
  open.map[1] = state.line;
  state.push(closeType, '', -1);
  return true;
}

/** Reads the rest of the first line, and the lines that belong to it, as the content of an indented container. */
function readContent(state: StateBlock, startLine: number, endLine: number, start: number): void {
  const { parentType, blkIndent } = state;
  const [mark, shift, count] = [state.bMarks[startLine]!, state.tShift[startLine]!, state.sCount[startLine]!];
  state.bMarks[startLine] = start;
  state.tShift[startLine] = 0;
  state.sCount[startLine] = 4;
  state.blkIndent = 4;
  state.parentType = 'list';
  state.md.block.tokenize(state, startLine, endLine);
  state.parentType = parentType;
  state.blkIndent = blkIndent;
  state.bMarks[startLine] = mark;
  state.tShift[startLine] = shift;
  state.sCount[startLine] = count;
}

/** Reads `[^label]` if the page has a footnote of that label, as its number that links to it. */
export function footnoteReference(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith('[^', state.pos)) return false;
  const mark = /^\[\^([^\]\s]{1,100})\]/.exec(state.src.slice(state.pos, state.pos + 110));
  const footnotes = footnotesOf(state);
  const footnote = mark ? footnotes.byLabel.get(mark[1]!) : undefined;
  if (!mark || !footnote || state.linkLevel > 0) return false;
  if (!silent) {
    if (footnote.number === 0) footnote.number = ++footnotes.count;
    footnote.references++;
    const { label, number, references } = footnote;
    state.push('docs_platform_inline_open', 'sup', 1).attrs = [['class', 'docs-platform-footnote-reference']];
    state.push('link_open', 'a', 1).attrs = [
      ['href', `#${idOf(label)}`],
      ['id', referenceId(number, references)],
    ];
    state.push('text', '', 0).content = String(number);
    state.push('link_close', 'a', -1);
    state.push('docs_platform_inline_close', 'sup', -1);
  }
  state.pos += mark[0].length;
  return true;
}

/** Moves the footnotes to the end: in the order of their references, then those that nothing refers to. */
export function footnotesAtEnd(state: StateCore, words: Words): void {
  const footnotes = footnotesOf(state);
  if (footnotes.byLabel.size === 0) return;
  const { rest, definitions } = separated(state.tokens);
  for (const { footnote } of definitions) if (footnote.number === 0) footnote.number = ++footnotes.count;
  definitions.sort((one, other) => one.footnote.number - other.footnote.number);

  const [open, close] = element(state, 'section', {
    class: 'docs-platform-footnotes',
    'aria-label': words.footnotes,
  });
  const [listOpen, listClose] = element(state, 'ol', {});
  const items = definitions.flatMap(({ footnote, content }) => {
    const [itemOpen, itemClose] = element(state, 'li', { id: idOf(footnote.label) });
    return [itemOpen, ...withBackLinks(state, content, footnote, words), itemClose];
  });
  state.tokens = [...rest, open, listOpen, ...items, listClose, close];
}

function separated(tokens: readonly Token[]) {
  const rest: Token[] = [];
  const definitions: { readonly footnote: Footnote; readonly content: Token[] }[] = [];
  let current: Token[] | undefined;
  for (const token of tokens) {
    if (token.type === openType) {
      current = [];
      definitions.push({ footnote: token.meta!['footnote'] as Footnote, content: current });
    } else if (token.type === closeType) current = undefined;
    else (current ?? rest).push(token);
  }
  return { rest, definitions };
}

/** The content with links back to its references, in its last paragraph if it ends with one. */
function withBackLinks(state: StateCore, content: Token[], { number, references }: Footnote, words: Words): Token[] {
  const links = Array.from({ length: Math.min(references, 20) }, (_, index) =>
    inlineTokens(state, 'a', { href: `#${referenceId(number, index + 1)}`, 'aria-label': words.backToText }, [
      textOf(state, '↩'),
    ]),
  ).flatMap((link) => [textOf(state, ' '), ...link]);
  const paragraph = content.at(-1)?.type === 'paragraph_close' ? content.at(-2) : undefined;
  paragraph?.children?.push(...links);
  return content;
}

/** As GitHub and links of annotations name it. */
function idOf(label: string): string {
  return `user-content-fn-${label}`;
}

function referenceId(number: number, reference: number): string {
  return `docs-platform-footnote-reference-${number}-${reference}`;
}

interface Footnotes {
  readonly byLabel: Map<string, Footnote>;
  count: number;
}

/** The footnotes of the page that is being parsed. */
function footnotesOf({ env }: StateBlock | StateInline | StateCore): Footnotes {
  env['docsPlatformFootnotes'] ??= { byLabel: new Map(), count: 0 } satisfies Footnotes;
  return env['docsPlatformFootnotes'] as Footnotes;
}
