import type { PhrasingContent, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { isExpensiveToParse } from '../../../model/text/parsingCost.ts';
import { withoutTrailing } from '../../../model/shared/trimmed.ts';
import { hasWideFonts, type Run, type Style } from './fonts.ts';
import { losesLetters } from './text.ts';
import { pdfWriter, type PdfWriter } from './writer.ts';

export interface PrintedPage {
  readonly title: string;
  /** Its depth below the first page, from 0. */
  readonly level: number;
  /** Without its title; undefined for a page that only groups others. */
  readonly markdown: string | undefined;
}

export interface PdfHeading {
  readonly title: string;
  readonly subtitle: string;
  /** In ms since the epoch. */
  readonly at: number;
}

/** A PDF of pages, each starting on a new sheet, with an outline. */
export function pdfOf(
  { title, subtitle, at }: PdfHeading,
  pages: readonly PrintedPage[],
  mayBeWide = hasWideFonts(),
): Uint8Array<ArrayBuffer> {
  const isBeyondStandard = [{ title, markdown: subtitle }, ...pages].some((page) =>
    losesLetters(page.title + (page.markdown ?? '')),
  );
  const writer = pdfWriter({ title, at, isWide: isBeyondStandard && mayBeWide });
  writer.paragraph([{ text: subtitle }], { size: 9, indent: 0 });
  if (pages.some((page) => writer.lacks(page.title + (page.markdown ?? '')))) {
    const text = 'A question mark replaces each character that the fonts of this PDF lack.';
    writer.paragraph([{ text, italic: true }], { size: 9, indent: 0 });
  }
  const end = performance.now() + patience;
  for (const [index, page] of pages.entries()) {
    // A page that only groups others shares its sheet with the first of them.
    if (index > 0 && pages[index - 1]?.markdown !== undefined) writer.newPage();
    writer.outline(page.title, page.level);
    writer.paragraph([{ text: page.title, bold: true }], { size: 20, indent: 0 });
    if (page.markdown !== undefined) printText(writer, page.markdown, end);
  }
  return writer.finished();
}

/** Time limit for parsing, in ms; the rest is printed as plain text. Normal text takes one or two. */
const patience = 5000;
const longestParsed = 200_000;

function printText(writer: PdfWriter, markdown: string, end: number): void {
  if (markdown.length > longestParsed || isExpensiveToParse(markdown) || performance.now() > end)
    writer.code(markdown, 0);
  else blocks(writer, treeOf(markdown), 0);
}

const bodySize = 10.5;
const headingSizes = [20, 16, 13.5, 12, 11, bodySize];
const step = 18;
/** Deeper text isn't indented further, so that there is room for it. */
const deepestIndent = 8 * step;

function treeOf(markdown: string): readonly RootContent[] {
  return fromMarkdown(markdown, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] }).children;
}

function blocks(writer: PdfWriter, nodes: readonly RootContent[], indent: number, mark?: string): void {
  for (const [index, node] of nodes.entries()) {
    block(writer, node, Math.min(indent, deepestIndent), index === 0 ? mark : undefined);
  }
}

function block(writer: PdfWriter, node: RootContent, indent: number, mark: string | undefined): void {
  switch (node.type) {
    case 'heading': {
      const size = headingSizes[node.depth - 1] ?? bodySize;
      writer.paragraph(runsOf(node.children, { bold: true }), { size, indent, before: size });
      return;
    }
    case 'paragraph': {
      const runs = withoutTags(runsOf(node.children, {}));
      if (runs.length > 0) writer.paragraph(runs, { size: bodySize, indent, mark, ...(mark && { before: 3 }) });
      return;
    }
    case 'code':
      return writer.code(node.value, indent);
    case 'blockquote':
      return writer.quoted(indent, () => blocks(writer, node.children, indent + 12));
    case 'list':
      for (const [index, item] of node.children.entries()) {
        const number = node.ordered ? `${(node.start ?? 1) + index}.` : '•';
        const isPlain = item.children[0]?.type === 'paragraph';
        if (!isPlain)
          writer.paragraph([{ text: '' }], { size: bodySize, indent: indent + step, mark: number, before: 3 });
        blocks(writer, item.children, indent + step, isPlain ? number : undefined);
      }
      return;
    case 'table':
      return writer.table(
        node.children.map((row, index) => row.children.map((cell) => runsOf(cell.children, { bold: index === 0 }))),
        indent,
      );
    case 'thematicBreak':
      return writer.rule(indent);
    case 'html': {
      const runs = withoutTags([{ text: textOfMarkup(node.value) }]);
      if (runs.length > 0) writer.paragraph(runs, { size: bodySize, indent });
      return;
    }
    default:
      return;
  }
}

function runsOf(nodes: readonly PhrasingContent[], style: Style): Run[] {
  return nodes.flatMap((node): Run[] => {
    switch (node.type) {
      case 'text':
        return [{ ...style, text: node.value.replace(/\s+/g, (blanks) => (blanks.includes('\n') ? ' ' : blanks)) }];
      case 'strong':
        return runsOf(node.children, { ...style, bold: true });
      case 'emphasis':
        return runsOf(node.children, { ...style, italic: true });
      case 'inlineCode':
        return [{ ...style, code: true, text: node.value }];
      case 'break':
        return [{ ...style, text: '\n' }];
      case 'link':
        return runsOf(node.children, { ...style, link: webAddress(node.url) });
      case 'linkReference':
        return runsOf(node.children, style);
      case 'image':
        return [{ ...style, italic: true, text: `[Picture: ${node.alt ?? ''}]`.replace(': ]', ']') }];
      case 'html':
        return [{ ...style, text: textOfMarkup(node.value) }];
      default:
        return [];
    }
  });
}

/** Only links to the web work in a PDF. */
function webAddress(url: string): string | undefined {
  return /^(?:https?:\/\/|mailto:)/i.test(url) ? url : undefined;
}

/** The platform's template tags are for browsers: each ends a line, and the title in a tag becomes a line. */
function withoutTags(runs: readonly Run[]): Run[] {
  if (!runs.some((run) => tag.test(run.text))) return runs.filter(isShown);
  const shown: Run[] = [];
  let isAtStart = true;
  for (const run of runs.flatMap(partsOf)) {
    const spaced = run.code ? run.text : withTightLines(run.text);
    const text: string = isAtStart ? spaced.trimStart() : spaced;
    if (text === '') continue;
    shown.push({ ...run, text });
    isAtStart = text.endsWith('\n');
  }
  const last = shown.pop();
  return (last ? [...shown, { ...last, text: last.text.trimEnd() }] : []).filter(isShown);
}

const tag = /(\{%(?:[^%]|%(?!\})){0,1000}%\})/;

function partsOf(run: Run): Run[] {
  if (run.code) return [run];
  return run.text.split(tag).map((text, index) => {
    if (index % 2 === 0) return { ...run, text };
    const [, , title = ''] = /\stitle\s*=\s*(["'])(.*?)\1/s.exec(text) ?? [];
    return { ...run, text: `\n${title}\n`, bold: true };
  });
}

/** Spaces between other runs separate them. */
function isShown(run: Run, index: number, all: readonly Run[]): boolean {
  return run.text.trim() !== '' || (index > 0 && index < all.length - 1);
}

/** Without empty lines, and without spaces at the ends of lines. */
function withTightLines(text: string): string {
  return text.replace(/\s+/g, (blanks) => {
    const at = blanks.indexOf('\n');
    return at < 0 ? blanks : `${withoutTrailing(blanks.slice(0, at), ' \t')}\n`;
  });
}

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

function textOfMarkup(html: string): string {
  const text = html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<img\b[^<>]*?\salt\s*=\s*"([^"]*)"[^<>]*>/gi, '[Picture: $1] ')
    .replace(/<\/(?:p|div|tr|li|h\d|summary|figcaption|pre|blockquote)>|<br\s*\/?>/gi, '\n')
    .replace(/<\/t[dh]>/gi, '  ')
    .replace(/<\/?[a-z][^<>]*>/gi, '');
  return withTightLines(text)
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: keyof typeof entities) => entities[name])
    .trim();
}
