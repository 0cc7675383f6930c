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

/** Only images that are sent encrypted are loaded. Of others, the description is shown. */
function nameUnsafeImages({ renderer: { rules }, utils: { escapeHtml } }: Renderer): void {
  const image = rules['image']!;
  rules['image'] = (tokens, index, ...rest) => {
    const address = String(tokens[index]!.attrGet('src') ?? '');
    const isSafe = /^https:\/\//i.test(address) && URL.canParse(address);
    return isSafe ? image(tokens, index, ...rest) : escapeHtml(`[${tokens[index]!.content}]`);
  };
}
