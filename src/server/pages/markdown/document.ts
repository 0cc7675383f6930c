import MarkdownIt, { type StateBlock, type Token } from 'markdown-it';
import { isExpensiveToParse } from '../../../model/text/parsingCost.ts';

/**
 * The reply for `format=document`: a text as nodes. The API document doesn't show its form (section 2.20), so this one
 * is our own:
 * - Blocks: `paragraph`, `heading-1` to `heading-6`, `list-ordered` (`start`), `list-unordered`, `list-item`,
 *   `blockquote`, `code` (`syntax`) of `code-line`s, `table` of `table-row`s of `table-cell`s, `divider`, `html`.
 * - Inlines: `link` (`url`, `title`), `image` (`url`, `alt`, `title`), `html`.
 * - Text: leaves with the marks `bold`, `italic`, `strikethrough` and `code`. Template tags are text.
 */
export interface ContentDocument {
  readonly object: 'document';
  readonly nodes: readonly DocumentNode[];
}

interface DocumentElement {
  readonly object: 'block' | 'inline';
  readonly type: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly nodes: readonly DocumentNode[];
}

interface DocumentText {
  readonly object: 'text';
  readonly leaves: readonly [
    { readonly object: 'leaf'; readonly text: string; readonly marks: readonly { object: 'mark'; type: Mark }[] },
  ];
}

type DocumentNode = DocumentElement | DocumentText;
type Mark = 'bold' | 'italic' | 'strikethrough' | 'code';

/**
 * Limits for all texts of a reply, to bound time and memory: texts beyond them are returned as paragraphs of plain
 * text. Characters include addresses repeated through a definition; tokens include the empty cells of a table.
 */
const most = { characters: 500_000, tokens: 200_000 };
const deepest = 100;

const parser = new MarkdownIt({ html: true, maxNesting: deepest });
// A document contains the author's addresses unchanged, like Markdown: the client decides which ones are safe to open.
parser.validateLink = () => true;
parser.normalizeLink = (url) => url;
parser.block.ruler.before('table', 'bound', ({ tokens, env }: StateBlock) => {
  if (tokens.length > (env as { room: Room }).room.tokens) throw new TooMuch();
  return false;
});

class TooMuch extends Error {}

/** The remaining limits of a reply. */
type Room = { -readonly [Part in keyof typeof most]: number };

/** Converts the Markdown texts of one reply to documents. */
export function documentMaker(): (markdown: string) => ContentDocument {
  const room = { ...most };
  return (markdown) => {
    const tokens = parsed(markdown, room);
    return tokens ? { object: 'document', nodes: nodesOf(tokens) } : plainDocument(markdown);
  };
}

/** The same with all text in paragraphs, as it is written. */
export function plainDocument(markdown: string): ContentDocument {
  return { object: 'document', nodes: plain(markdown) };
}

function parsed(markdown: string, room: Room): readonly Token[] | undefined {
  room.characters -= markdown.length;
  if (room.characters < 0 || isExpensiveToParse(markdown)) return undefined;
  try {
    const tokens = parser.parse(markdown, { room });
    room.tokens -= tokens.length;
    room.characters -= Math.max(0, addressLength(tokens) - markdown.length);
    // The parser leaves out content that is nested deeper.
    return room.characters >= 0 && tokens.every(({ level }) => level < deepest) ? tokens : undefined;
  } catch (error) {
    if (error instanceof TooMuch) return undefined;
    throw error;
  }
}

/** Total length of addresses and titles: links share the text of a definition, but a reply repeats it for each. */
function addressLength(tokens: readonly Token[]): number {
  let length = 0;
  for (const { children } of tokens)
    for (const { attrs } of children ?? []) for (const [, value] of attrs ?? []) length += String(value).length;
  return length;
}

function plain(markdown: string): DocumentNode[] {
  return markdown
    .split(/\r?\n(?:[ \t]*\r?\n)+/)
    .filter((text) => text.trim() !== '')
    .map((text) => element('block', 'paragraph', [textOf(text, [])]));
}

function nodesOf(tokens: readonly Token[]): DocumentNode[] {
  const open: DocumentNode[][] = [[]];
  const add = (node: DocumentNode) => open.at(-1)?.push(node);
  const opening: Token[] = [];
  const marks: Mark[] = [];

  for (const token of tokens) {
    const mark = markOf.get(token.tag);
    if (token.type === 'inline') for (const node of nodesOf(token.children ?? [])) add(node);
    else if (token.type === 'thead_open' || token.type === 'thead_close') continue;
    else if (token.type === 'tbody_open' || token.type === 'tbody_close') continue;
    else if (mark && token.nesting !== 0) {
      if (token.nesting > 0) marks.push(mark);
      else marks.pop();
    } else if (token.nesting > 0) {
      open.push([]);
      opening.push(token);
    } else if (token.nesting < 0) {
      const nodes = open.pop() ?? [];
      const opened = opening.pop();
      if (opened) add(elementOf(opened, nodes));
    } else if (token.type !== 'text' || token.content !== '') add(leafOf(token, marks));
  }
  return open[0] ?? [];
}

const markOf = new Map<string, Mark>([
  ['strong', 'bold'],
  ['em', 'italic'],
  ['s', 'strikethrough'],
]);

const typeOf = new Map([
  ['bullet_list_open', 'list-unordered'],
  ['ordered_list_open', 'list-ordered'],
  ['list_item_open', 'list-item'],
  ['blockquote_open', 'blockquote'],
  ['table_open', 'table'],
  ['tr_open', 'table-row'],
  ['th_open', 'table-cell'],
  ['td_open', 'table-cell'],
]);

function elementOf(token: Token, nodes: readonly DocumentNode[]): DocumentNode {
  switch (token.type) {
    case 'link_open':
      return element('inline', 'link', nodes, attributes(token, { href: 'url', title: 'title' }));
    case 'heading_open':
      return element('block', `heading-${token.tag.slice(1)}`, nodes);
    case 'ordered_list_open':
      return element('block', 'list-ordered', nodes, { start: Number(token.attrGet('start') ?? 1) });
    default:
      return element('block', typeOf.get(token.type) ?? 'paragraph', nodes);
  }
}

function leafOf(token: Token, marks: readonly Mark[]): DocumentNode {
  switch (token.type) {
    case 'code_inline':
      return textOf(token.content, [...marks, 'code']);
    case 'softbreak':
    case 'hardbreak':
      return textOf('\n', marks);
    case 'image':
      return element('inline', 'image', [], {
        ...attributes(token, { src: 'url', title: 'title' }),
        ...(token.content !== '' && { alt: token.content }),
      });
    case 'html_inline':
      return element('inline', 'html', [textOf(token.content, [])]);
    case 'html_block':
      return element('block', 'html', [textOf(token.content.trimEnd(), [])]);
    case 'hr':
      return element('block', 'divider', []);
    case 'fence':
    case 'code_block': {
      const lines = token.content.replace(/\n$/, '').split('\n');
      const [syntax] = token.info.trim().split(/\s/, 1);
      return element(
        'block',
        'code',
        lines.map((line) => element('block', 'code-line', [textOf(line, [])])),
        syntax ? { syntax } : undefined,
      );
    }
    default:
      return textOf(token.content, marks);
  }
}

function element(
  object: 'block' | 'inline',
  type: string,
  nodes: readonly DocumentNode[],
  data?: Readonly<Record<string, unknown>>,
): DocumentNode {
  return { object, type, ...(data && { data }), nodes };
}

function textOf(text: string, marks: readonly Mark[]): DocumentText {
  const given = [...new Set(marks)].map((type) => ({ object: 'mark', type }) as const);
  return { object: 'text', leaves: [{ object: 'leaf', text, marks: given }] };
}

/** The present attributes of a token, under other names. */
function attributes(token: Token, names: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([from, to]) => {
      const value = token.attrGet(from);
      return value === null ? [] : [[to, value]];
    }),
  );
}
