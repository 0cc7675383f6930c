import type { ElementContent } from 'hast';
import MarkdownIt, { type MarkdownIt as Renderer } from 'markdown-it';
import { isExpensiveToParse } from '../text/parsingCost.ts';
import { withDirection } from './direction.ts';
import { namedEmoji } from './emoji.ts';
import { harmlessTree, type ParseHtml } from './harmlessTree.ts';
import { taskLists, type TaskWords } from './taskLists.ts';

export interface CommentOptions {
  readonly words: TaskWords;
  readonly parse: ParseHtml;
}

/**
 * Renders the Markdown of a comment as a tree of harmless elements. HTML and template tags stay text, because comments
 * are about them. Links lead only to the web, to a mailbox, or to pages. Undefined for a comment that would take too
 * long, or that is nested more deeply than people write.
 */
export function renderComment(
  markdown: string,
  { words, parse }: CommentOptions,
): readonly ElementContent[] | undefined {
  // The user waits, and no one writes comments as long as pages.
  return isExpensiveToParse(markdown) ? undefined : harmlessTree(markdown, rendererOf(words), parse);
}

const renderers = new WeakMap<TaskWords, Renderer>();

function rendererOf(words: TaskWords): Renderer {
  const known = renderers.get(words);
  if (known) return known;
  const renderer = new MarkdownIt({ html: false, linkify: true, breaks: true });
  renderer.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  renderer.validateLink = (address) => isOutside(address.trim()) || isRelative(address.trim());
  renderer.core.ruler.push('docs_platform_comment', (state) => {
    taskLists(state, words);
    namedEmoji(state);
    withDirection(state.tokens);
  });
  markDiffs(renderer);
  nameUnsafeImages(renderer);
  renderers.set(words, renderer);
  return renderer;
}

function isOutside(address: string): boolean {
  return /^(https?:\/\/|mailto:)/i.test(address);
}

function isRelative(address: string): boolean {
  return /^[^#:\\&]+(?:#.*)?$/s.test(address) && !address.startsWith('//');
}

/** A diff shows which lines are new and which are removed. The text says so, too. */
function markDiffs({ renderer: { rules }, utils: { escapeHtml } }: Renderer): void {
  const fence = rules['fence']!;
  rules['fence'] = (tokens, index, ...rest) => {
    const { content, info } = tokens[index]!;
    if (info.trim() !== 'diff') return fence(tokens, index, ...rest);
    const lines = content.split(/(?<=\n)/).map((line) => {
      const shown = escapeHtml(line);
      return line.startsWith('+') ? `<ins>${shown}</ins>` : line.startsWith('-') ? `<del>${shown}</del>` : shown;
    });
    return `<pre><code class="language-diff">${lines.join('')}</code></pre>\n`;
  };
}

/** Only images that are sent encrypted are loaded. Of others, the description is shown. */
function nameUnsafeImages({ renderer: { rules }, utils: { escapeHtml } }: Renderer): void {
  const image = rules['image']!;
  rules['image'] = (tokens, index, ...rest) => {
    const address = String(tokens[index]!.attrGet('src') ?? '');
    const isSafe = /^https:\/\//i.test(address) && URL.canParse(address);
    return isSafe ? image(tokens, index, ...rest) : escapeHtml(`[${tokens[index]!.content}]`);
  };
}
