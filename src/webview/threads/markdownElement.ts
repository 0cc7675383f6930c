import type { ElementContent } from 'hast';
import { diffLines } from '../../model/comments/suggestionDiff.ts';
import type { CommentPart, Suggestion } from '../../model/comments/suggestions.ts';
import { renderComment } from '../../model/rendering/renderComment.ts';
import * as l10n from '../shared/l10n.ts';
import { pageWords, taskWords } from '../shared/pageWords.ts';
import { parseHtml } from '../shared/parseHtml.ts';
import { pageElement, type PageActions, type PageWords } from '../shared/pageTree.ts';

/**
 * Only the beginning of longer texts is shown until the user asks for the rest. In UTF-16 units. Suggestions are always
 * shown in full, because they can be applied.
 */
const longestAtOnce = 8000;

/** Beside a page, where lines are short, longer bodies are cut off until the user asks for the rest. */
const longestBeside = 1200;

export interface MarkdownActions {
  /** Called when the user asks for an image. Resolves to a `data:` URI; rejects with a readable error. */
  image(address: string): Promise<string>;
  /** Called when the user follows a relative link. */
  openPage(link: string): void;
}

const words: PageWords = { ...pageWords, imageFailed: (_, reason) => l10n.t('{0} Try again.', reason) };

/**
 * An element that shows a comment by others. It remembers which images, and whether the rest of a long text, the user
 * has asked for.
 */
export function markdownElement(parts: readonly CommentPart[], actions: MarkdownActions): HTMLElement {
  const element = document.createElement('div');
  element.className = 'markdown';
  const length = parts.reduce((sum, part) => sum + (part.kind === 'text' ? part.markdown.length : 0), 0);
  const isLong = length > longestAtOnce;
  const page = shown(isLong ? beginningOf(parts) : parts, actions);
  element.append(page);
  if (isLong) element.append(wholeButton(length, () => showWhole(shown(parts, actions))));
  else if (length > longestBeside) element.append(wholeButton(length, () => showWhole(page)));
  // Which of them are beside a page is up to the styles.
  element.classList.toggle('foldable', length > longestBeside);
  element.classList.toggle('is-cut', isLong);

  function showWhole(content: Element): void {
    element.classList.remove('foldable', 'is-cut');
    element.replaceChildren(content);
    element.tabIndex = -1;
    element.focus({ preventScroll: true });
  }
  return element;
}

/** Each part is rendered by itself, so that the suggestions shown are those that are applied. */
function shown(parts: readonly CommentPart[], actions: MarkdownActions): HTMLElement {
  const blocks = parts.flatMap((part) =>
    part.kind === 'suggestion'
      ? [diffOf(part.suggestion)]
      : (renderComment(part.markdown, { words: taskWords, parse: parseHtml }) ?? [plainText(part.markdown)]),
  );
  return pageElement(blocks, pageActions(actions));
}

/** A line says in its text, too, whether it is new or removed. The changed words in it are marked. */
function diffOf(suggestion: Suggestion): ElementContent {
  const lines = diffLines(suggestion).map(({ mark, pieces }): ElementContent => {
    const sign = mark === 'same' ? ' ' : mark === 'deleted' ? '-' : '+';
    const children = [
      textNode(sign),
      ...pieces.map(({ text, isChanged }) => (isChanged ? elementNode('mark', [textNode(text)]) : textNode(text))),
      textNode('\n'),
    ];
    return elementNode(mark === 'same' ? 'span' : mark === 'deleted' ? 'del' : 'ins', children);
  });
  return elementNode('pre', [elementNode('code', lines, ['language-diff'])]);
}

function elementNode(tagName: string, children: ElementContent[], className?: string[]): ElementContent {
  return { type: 'element', tagName, properties: className ? { className } : {}, children };
}

function textNode(value: string): ElementContent {
  return { type: 'text', value };
}

function pageActions(actions: MarkdownActions): PageActions {
  return {
    words,
    image: (address) => actions.image(address),
    offerImage(address, description) {
      const { host } = new URL(address);
      return description ? l10n.t('Show image from {0}: {1}', host, description) : l10n.t('Show image from {0}', host);
    },
    follow: (link) => actions.openPage(link),
  };
}

/** What would take too long to render. */
function plainText(markdown: string): ElementContent {
  return elementNode('div', [textNode(markdown)], ['plain-text']);
}

/** Doesn't cut a surrogate pair in half. */
function beginningOf(parts: readonly CommentPart[]): CommentPart[] {
  let left = longestAtOnce;
  return parts.flatMap((part): CommentPart[] => {
    if (part.kind === 'suggestion') return [part];
    const most = left;
    left = Math.max(0, left - part.markdown.length);
    if (part.markdown.length <= most) return [part];
    const beginning = part.markdown.slice(0, most).replace(/[\ud800-\udbff]$/, '');
    return [{ kind: 'text', markdown: `${beginning} …` }];
  });
}

function wholeButton(length: number, onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'plain link';
  button.textContent = l10n.t('Show All {0} Characters', length);
  button.addEventListener('click', onClick);
  return button;
}
