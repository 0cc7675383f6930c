import type { Element, Nodes, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { defaultHandlers as fromElements, toMdast, type State } from 'hast-util-to-mdast';
import type { Html, ListItem, Paragraph, Nodes as MdastNodes, RootContent } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { defaultHandlers as toText, toMarkdown, type Handle, type Options } from 'mdast-util-to-markdown';
import { EXIT, visit } from 'unist-util-visit';
import type { ImportNote } from '../../model/pages/importSources.ts';
import { textOf } from './documentText.ts';
import { longestPage, Unimportable, type Importable } from './importable.ts';
import { boxTag, isTaskBox, markBlocks } from './htmlBlocks.ts';
import { isBeyondMarkdown, onlyCell, tableAsHtml } from './htmlTable.ts';
import { hasHugeTable } from './slowHtml.ts';
import { isExpensiveHtml } from '../../model/text/htmlCost.ts';
import { folderOfPage } from './pageFolder.ts';
import { titleAndText } from '../markdown/title.ts';
import type { WebDocument } from '../webDocument.ts';

/** Converts a web page to a folder with one Markdown page: its main part, without scripts, forms and navigation. */
export function htmlPage(document: WebDocument): Importable {
  const notes: ImportNote[] = [];
  const html = textOf(document, notes, document.charset ?? charsetIn(document.bytes));
  if (isExpensiveHtml(html)) throw new Unimportable('has too many elements, or too many unclosed ones');
  const tree = fromHtml(html);
  checkDepth(tree);
  if (hasHugeTable(tree)) throw new Unimportable('has a table with too many cells');
  const title = textOfFirst(tree, 'title');
  const main = mainPartOf(tree);
  markBlocks(main);
  clean(main, baseOf(tree, document.url));
  const text = markdownOf(main);
  if (text.trim() === '') throw new Unimportable('has no text');
  if (text.length > longestPage) throw new Unimportable(`is longer than ${longestPage} characters as Markdown`);
  const isTitled = title === '' || titleAndText(text).isFirstLevel;
  return { folder: folderOfPage(isTitled ? text : `# ${title}\n\n${text}`, document, notes), total: 1 };
}

/** Limit of nested HTML. Deeper HTML isn't written by people, and its parser recurses for each level. */
const deepest = 200;

/** Columns of a table are aligned up to this width, so that one long cell doesn't fill every row with spaces. */
const widestAligned = 80;

const machinery = new Set(
  ['script', 'style', 'template', 'noscript', 'nav', 'form', 'button', 'input', 'select', 'textarea'].concat(
    ['iframe', 'object', 'embed', 'svg', 'canvas', 'dialog', 'head', 'footer', 'aside'],
    ['audio', 'video', 'area', 'datalist', 'link', 'meta', 'param', 'source', 'title', 'track'],
  ),
);

function markdownOf(main: Element | Root): string {
  const tree = toMdast(main, {
    handlers: {
      // Plain Markdown has no strikethrough.
      del: (state, element: Element) => state.all(element),
      sub: inTag,
      sup: inTag,
      [boxTag]: (state: State, element: Element) => [
        alone(`{% hint style="${String(element.properties['style'])}" %}`),
        ...state.toFlow(state.all(element)),
        alone('{% endhint %}'),
      ],
      table: (state, element: Element) => {
        const cell = onlyCell(element);
        if (cell) return state.all(cell);
        return isBeyondMarkdown(element) ? alone(tableAsHtml(element)) : fromElements.table(state, element);
      },
    },
  });
  const tables = gfmTableToMarkdown({ stringLength: (text) => Math.min(text.length, widestAligned) });
  return toMarkdown(tree, { bullet: '-', fences: true, extensions: [tables, ownSyntax] });
}

/** Readers show these elements, for which Markdown has no marks. */
function inTag(state: State, element: Element): RootContent[] {
  return [html(`<${element.tagName}>`), ...state.all(element), html(`</${element.tagName}>`)];
}

function html(value: string): Html {
  return { type: 'html', value };
}

/** In lines of its own. */
function alone(value: string): Paragraph {
  return { type: 'paragraph', children: [html(value)] };
}

/** The box of a task, as in the extension for it, which would bring a parser along. */
const taskItem: Handle = (node: ListItem, parent: MdastNodes | undefined, state, info) => {
  const text = toText.listItem(node, parent as never, state, info);
  const isTask = typeof node.checked === 'boolean' && node.children[0]?.type === 'paragraph';
  return isTask ? text.replace(/^(?:[*+-]|\d+\.) {1,3}/, (mark) => `${mark}[${node.checked ? 'x' : ' '}] `) : text;
};

/** Words about a template tag or a formula become none. */
const ownSyntax: Options = {
  handlers: { listItem: taskItem },
  unsafe: [
    { character: '{', after: '%', inConstruct: 'phrasing' },
    { character: '$', after: '\\$', inConstruct: 'phrasing' },
  ],
};

/** The content of `main`, or of the only `article`; else everything. */
function mainPartOf(tree: Root): Element | Root {
  const found = { main: [] as Element[], article: [] as Element[], body: [] as Element[] };
  visit(tree, 'element', (element) => {
    if (Object.hasOwn(found, element.tagName)) found[element.tagName as keyof typeof found].push(element);
  });
  const { main, article, body } = found;
  return main[0] ?? (article.length === 1 ? article[0] : undefined) ?? body[0] ?? tree;
}

/** Removes everything that isn't text, and addresses that do more than link. */
function clean(tree: Element | Root, base: string): void {
  const isText = (node: Nodes, parent: Element | Root) =>
    node.type === 'text' ||
    (node.type === 'element' && (!machinery.has(node.tagName) || isTaskBox(node, parent)) && hasSource(node, base));
  visit(tree, ['root', 'element'], (node) => {
    if (node.type !== 'element' && node.type !== 'root') return;
    // Removed all at once: removing them one by one, or leaving comments to the Markdown writer, takes quadratic time.
    node.children = (node.children as Nodes[]).filter((child) => isText(child, node)) as typeof node.children;
    if (node.type !== 'element' || node.tagName !== 'a') return;
    const target = absolute(node.properties['href'], base);
    if (target !== undefined && /^(?:https?:|mailto:|#)/.test(target)) node.properties['href'] = target;
    else node.tagName = 'span';
  });
}

/** True for other elements, and for images with a web address, which is then made absolute. */
function hasSource(element: Element, base: string): boolean {
  if (element.tagName !== 'img') return true;
  const source = absolute(element.properties['src'], base);
  if (source === undefined || !/^https?:/.test(source)) return false;
  element.properties['src'] = source;
  return true;
}

function absolute(address: unknown, base: string): string | undefined {
  if (typeof address !== 'string' || address === '') return undefined;
  if (address.startsWith('#')) return address;
  return URL.canParse(address, base) ? new URL(address, base).href : undefined;
}

function baseOf(tree: Root, url: string): string {
  let base = url;
  visit(tree, 'element', (element) => {
    const href = element.tagName === 'base' ? absolute(element.properties['href'], url) : undefined;
    if (href === undefined || !/^https?:/.test(href)) return undefined;
    base = href;
    return EXIT;
  });
  return base;
}

function textOfFirst(tree: Root, tagName: string): string {
  let text = '';
  visit(tree, 'element', (element) => {
    if (element.tagName !== tagName) return undefined;
    text = element.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
    return EXIT;
  });
  return text.replace(/\s+/g, ' ').trim();
}

function checkDepth(tree: Root): void {
  let level: Nodes[] = [tree];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) throw new Unimportable('is nested too deeply');
    level = level.flatMap((node) => ('children' in node ? node.children : []));
  }
}

/** The encoding named at the beginning of a page. */
function charsetIn(bytes: Buffer): string | undefined {
  return /<meta[^>]*?charset\s*=\s*["']?([\w.:-]+)/i.exec(bytes.subarray(0, 1024).toString('latin1'))?.[1];
}
