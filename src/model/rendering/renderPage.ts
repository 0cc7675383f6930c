import type { Element, ElementContent } from 'hast';
import MarkdownIt, { type MarkdownIt as Renderer } from 'markdown-it';
import { EXIT, SKIP, visit } from 'unist-util-visit';
import { createHeadingIds } from '../text/headingIds.ts';
import { harmlessTree, type ParseHtml } from './harmlessTree.ts';
import { isInline } from './inlineDiff.ts';
import { templateTags } from './templateTags.ts';
import { detailsClass } from './tokens.ts';
import type { Words } from './words.ts';

/** A page as its readers see it: a tree of harmless elements, which can be sent as JSON. */
export interface RenderedPage {
  /** Each element has the line of the source from which it was made, from 0, as `dataLine`. */
  readonly blocks: readonly ElementContent[];
  readonly headings: readonly RenderedHeading[];
}

export interface RenderedHeading {
  /** The `dataAnchor` of its element. Empty for one that has none of its own. */
  readonly anchor: string;
  readonly title: string;
  /** 1 to 6. */
  readonly level: number;
}

export interface RenderingOptions {
  readonly words: Words;
  readonly parse: ParseHtml;
  /** What is known of the operations that the page names, as Markdown, by `operationKey`. */
  readonly operations?: ReadonlyMap<string, string>;
}

/**
 * Renders the Markdown of a page as VS Code's preview does. Undefined for a page that would take too long, or that is
 * nested more deeply than people write.
 */
export function renderPage(markdown: string, { words, parse, operations }: RenderingOptions): RenderedPage | undefined {
  const renderer = rendererOf(words);
  const described = operations?.size ? harmlessTree(markdown, renderer, parse, { operations }) : undefined;
  const blocks = described ?? harmlessTree(markdown, renderer, parse);
  if (!blocks) return undefined;
  const shown = withoutBreaks(blocks);
  visit({ type: 'root', children: shown }, 'element', (element) => {
    if (holdsBlocks.has(element.tagName)) element.children = withoutBreaks(element.children);
  });
  withLines(shown);
  return { blocks: shown, headings: withAnchors(shown) };
}

const holdsBlocks: ReadonlySet<string> = new Set([
  ...['blockquote', 'details', 'div', 'dl', 'li', 'ol', 'section', 'table', 'tbody', 'tfoot', 'thead', 'tr', 'ul'],
]);

/** Line breaks beside blocks aren't shown, and would count as equal when pages are compared. */
function withoutBreaks(nodes: readonly ElementContent[]): ElementContent[] {
  const isWords = (node: ElementContent | undefined) => node !== undefined && isInline(node) && !isBreak(node);
  return nodes.filter((node, at) => !isBreak(node) || isWords(nodes[at - 1]) || isWords(nodes[at + 1]));
}

function isBreak(node: ElementContent): boolean {
  return node.type === 'text' && node.value.trim() === '';
}

const renderers = new WeakMap<Words, Renderer>();

function rendererOf(words: Words): Renderer {
  const known = renderers.get(words);
  if (known) return known;
  // As VS Code's preview is set up at first.
  const renderer = new MarkdownIt({ html: true, linkify: true });
  renderer.linkify.set({ fuzzyLink: false });
  templateTags(renderer, { words });
  renderer.core.ruler.push('docs_platform_lines', ({ tokens }) => {
    for (const token of tokens) {
      if (!token.map || token.nesting < 0 || token.type === 'inline') continue;
      const line = String(token.map[0]);
      if (token.type === 'html_block') token.content = token.content.replace(startOfHtml, `$& data-line="${line}"`);
      else token.attrSet('data-line', line);
    }
  });
  const math = renderer.renderer.rules['docs_platform_math_block'];
  renderer.renderer.rules['docs_platform_math_block'] = (tokens, index, options, env, self) =>
    (math?.(tokens, index, options, env, self) ?? '').replace('<pre', `<pre${self.renderAttrs(tokens[index]!)}`);
  renderers.set(words, renderer);
  return renderer;
}

/** HTML is rendered as it was written, without the attributes of its token. */
const startOfHtml = /^\s*<[a-z][a-z0-9-]*(?=[\s>])/i;

/** Markdown code has its line at an element inside. What has none, such as text between HTML, has that above it. */
function withLines(blocks: readonly ElementContent[]): void {
  let last = '0';
  for (const block of blocks) {
    if (block.type !== 'element') continue;
    block.properties['dataLine'] ??= lineIn(block) ?? last;
    last = String(block.properties['dataLine']);
  }
}

function lineIn(block: Element): string | undefined {
  let line: string | undefined;
  visit(block, 'element', ({ properties }) => {
    if (properties['dataLine'] === undefined) return undefined;
    line = String(properties['dataLine']);
    return EXIT;
  });
  return line;
}

/**
 * Gives each heading the anchor that links use, unless its author gave it one, and as `dataAlias` the other one that
 * leads to it. The title of the page and summaries have only that: they begin no section.
 */
function withAnchors(blocks: readonly ElementContent[]): RenderedHeading[] {
  const idsOf = createHeadingIds();
  const headings: RenderedHeading[] = [];
  visit({ type: 'root', children: [...blocks] }, 'element', (element) => {
    if (String(element.properties['className']).split(',').includes(detailsClass)) return SKIP;
    const level = Number(/^h([1-6])$/.exec(element.tagName)?.[1] ?? 0);
    const isSummary = element.tagName === 'summary' && !element.children.some(isHeading);
    if (level === 0 && !isSummary) return undefined;
    const written = element.properties['dataAnchor'];
    const own = typeof written === 'string' ? written : anchorIn(element);
    const isTitle = element === blocks[0] && level === 1;
    const kind = isSummary ? 'summary' : isTitle ? 'pageTitle' : 'heading';
    const { slug, alias, title } = idsOf({ title: textIn(element).replace(/\s+/g, ' ').trim(), own, kind });
    const isAlias = (isSummary || isTitle) && own === undefined;
    if (isAlias) element.properties['dataAlias'] = slug;
    else Object.assign(element.properties, { dataAnchor: slug }, alias !== undefined && { dataAlias: alias });
    if (!isSummary) headings.push({ anchor: isAlias ? '' : slug, title, level });
    return SKIP;
  });
  return headings;
}

function isHeading(node: ElementContent): boolean {
  return node.type === 'element' && /^h[1-6]$/.test(node.tagName);
}

function textIn(element: Element): string {
  let text = '';
  visit(element, (node) => {
    if (node.type === 'text') text += node.value;
    else if (node.type === 'element' && node.tagName === 'br') text += ' ';
  });
  return text;
}

/** An anchor written by the author, as in `## Title <a href="#way" id="way"></a>`. */
function anchorIn(heading: Element): string | undefined {
  let anchor: string | undefined;
  visit(heading, 'element', ({ tagName, properties }) => {
    const own = properties['dataAnchor'];
    if (tagName === 'a' && typeof own === 'string') anchor ??= own;
  });
  return anchor;
}
