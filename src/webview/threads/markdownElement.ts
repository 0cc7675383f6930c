import { renderComment } from '../../model/rendering/renderComment.ts';
import type { TaskWords } from '../../model/rendering/taskLists.ts';
import { parseHtml } from '../shared/parseHtml.ts';
import { pageElement, type PageActions, type PageWords } from '../shared/pageTree.ts';
import { fill, texts } from './words.ts';

/** Only the beginning of longer bodies is shown until the user asks for the rest. In UTF-16 units. */
const longestAtOnce = 8000;

/** Beside a page, where lines are short, longer bodies are cut off until the user asks for the rest. */
const longestBeside = 1200;

export interface MarkdownActions {
  /** Called when the user asks for an image. Resolves to a `data:` URI; rejects with a readable error. */
  image(address: string): Promise<string>;
  /** Called when the user follows a relative link. */
  openPage(link: string): void;
}

const taskWords: TaskWords = { completedTask: texts.completedTask, incompleteTask: texts.incompleteTask };

const pageWords: PageWords = {
  copy: texts.copy,
  copied: texts.copied,
  enlarge: texts.enlarge,
  imageFailed: (_, reason) => fill(texts.tryAgain, reason),
};

/**
 * An element that shows Markdown by others. It remembers which images, and whether the rest of a long text, the user
 * has asked for.
 */
export function markdownElement(markdown: string, actions: MarkdownActions): HTMLElement {
  const element = document.createElement('div');
  element.className = 'markdown';
  const isLong = markdown.length > longestAtOnce;
  const page = shown(isLong ? beginningOf(markdown) : markdown, actions);
  element.append(page);
  if (isLong) element.append(wholeButton(markdown, () => showWhole(shown(markdown, actions))));
  else if (markdown.length > longestBeside) element.append(wholeButton(markdown, () => showWhole(page)));
  // Which of them are beside a page is up to the styles.
  element.classList.toggle('foldable', markdown.length > longestBeside);
  element.classList.toggle('is-cut', isLong);

  function showWhole(content: Element): void {
    element.classList.remove('foldable', 'is-cut');
    element.replaceChildren(content);
    element.tabIndex = -1;
    element.focus({ preventScroll: true });
  }
  return element;
}

function shown(markdown: string, actions: MarkdownActions): HTMLElement {
  const blocks = renderComment(markdown, { words: taskWords, parse: parseHtml });
  return blocks ? pageElement(blocks, pageActions(actions)) : plainText(markdown);
}

function pageActions(actions: MarkdownActions): PageActions {
  return {
    words: pageWords,
    image: (address) => actions.image(address),
    offerImage(address, description) {
      const { host } = new URL(address);
      return description ? fill(texts.showImageNamed, host, description) : fill(texts.showImage, host);
    },
    follow: (link) => actions.openPage(link),
  };
}

/** What would take too long to render. */
function plainText(markdown: string): HTMLElement {
  const element = document.createElement('div');
  element.className = 'plain-text';
  element.dir = 'auto';
  element.textContent = markdown;
  return element;
}

/** Doesn't cut a surrogate pair in half. */
function beginningOf(markdown: string): string {
  return `${markdown.slice(0, longestAtOnce).replace(/[\ud800-\udbff]$/, '')} …`;
}

function wholeButton({ length }: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'plain link';
  button.textContent = fill(texts.showAll, length);
  button.addEventListener('click', onClick);
  return button;
}
