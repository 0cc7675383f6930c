import DOMPurify, { type Config } from 'dompurify';
import { css } from 'lit';
import { markdownHtml, type ImageWords } from './markdownHtml.ts';

/**
 * What Markdown by others may become. No style, id or class, so that none of it can look or act like the view around
 * it.
 */
const allowed = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'hr', 'strong', 'em', 's', 'ins', 'del', 'code', 'pre', 'blockquote', 'a', 'button'],
    ...['ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: ['href', 'title', 'start', 'type', 'data-image', 'data-page'],
  // These aren't addresses that a browser follows.
  ADD_URI_SAFE_ATTR: ['start', 'type', 'data-page'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:)/i,
  RETURN_DOM_FRAGMENT: true,
} satisfies Config & { RETURN_DOM_FRAGMENT: true };

/** Only the beginning of longer bodies is shown until the user asks for the rest. In UTF-16 units. */
export const longestAtOnce = 8000;

export interface MarkdownActions {
  /** Called when the user asks for an image. Resolves to a `data:` URI; rejects with a readable error. */
  image(address: string): Promise<string>;
  /** Called when the user follows a relative link. */
  openPage(link: string): void;
}

export interface MarkdownWords extends ImageWords {
  /** The label of the button that shows all of a long text with this length. */
  all(length: number): string;
  /** The label of the button of an image that couldn't be loaded for this reason. */
  tryAgain(problem: string): string;
}

/**
 * An element that shows Markdown by others. It remembers which images, and whether the rest of a long text, the user
 * has asked for.
 */
export function markdownElement(markdown: string, actions: MarkdownActions, words: MarkdownWords): HTMLElement {
  const element = document.createElement('div');
  element.className = 'markdown';
  element.dir = 'auto';
  const isLong = markdown.length > longestAtOnce;
  fill(element, isLong ? beginningOf(markdown) : markdown, words);
  if (isLong) element.append(wholeButton(element, markdown, words));
  element.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button?.dataset['image'] !== undefined) void showImage(button, actions, words);
    else if (button?.dataset['page'] !== undefined) actions.openPage(button.dataset['page']);
  });
  return element;
}

function fill(element: HTMLElement, markdown: string, words: ImageWords): void {
  element.replaceChildren(DOMPurify.sanitize(markdownHtml(markdown, words), allowed));
  for (const button of element.querySelectorAll('button')) {
    button.className = button.dataset['image'] === undefined ? 'plain link' : 'image plain link';
  }
  for (const table of element.querySelectorAll('table, pre')) table.setAttribute('tabindex', '0');
}

/** Doesn't cut a surrogate pair in half. */
function beginningOf(markdown: string): string {
  return `${markdown.slice(0, longestAtOnce).replace(/[\ud800-\udbff]$/, '')} …`;
}

function wholeButton(element: HTMLElement, markdown: string, words: MarkdownWords): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'plain link';
  button.textContent = words.all(markdown.length);
  button.addEventListener('click', () => fill(element, markdown, words));
  return button;
}

async function showImage(button: HTMLButtonElement, actions: MarkdownActions, words: MarkdownWords): Promise<void> {
  button.disabled = true;
  const picture = document.createElement('img');
  picture.alt = button.textContent ?? '';
  try {
    picture.src = await actions.image(button.dataset['image'] ?? '');
    button.replaceWith(picture);
  } catch (error) {
    button.disabled = false;
    button.title = error instanceof Error ? error.message : String(error);
    button.textContent = words.tryAgain(button.title);
  }
}

export const markdownStyles = css`
  .markdown {
    unicode-bidi: isolate;
    max-width: 100%;
  }
  .markdown > :first-child {
    margin-top: 0;
  }
  .markdown > :last-child {
    margin-bottom: 0;
  }
  .markdown :is(p, ul, ol, blockquote, pre, table) {
    margin: 0 0 8px;
  }
  .markdown :is(h1, h2, h3, h4, h5, h6) {
    margin: 8px 0;
    font-size: 1.05em;
    font-weight: 600;
  }
  .markdown :is(ul, ol) {
    padding-inline-start: 24px;
  }
  .markdown a {
    color: var(--vscode-textLink-foreground);
    text-decoration: underline;
  }
  .markdown code {
    font-family: var(--vscode-editor-font-family, monospace);
    font-size: 0.95em;
    color: var(--vscode-textPreformat-foreground);
    background: var(--vscode-textPreformat-background);
    padding: 1px 3px;
    border-radius: 3px;
  }
  .markdown pre {
    padding: 8px;
    background: var(--vscode-textCodeBlock-background);
    overflow: auto;
    max-height: 400px;
  }
  .markdown pre code {
    padding: 0;
    color: inherit;
    background: none;
    overflow-wrap: normal;
  }
  .markdown :is(ins, del) {
    display: block;
    text-decoration: none;
  }
  .markdown ins {
    background: var(--vscode-diffEditor-insertedLineBackground);
  }
  .markdown del {
    background: var(--vscode-diffEditor-removedLineBackground);
  }
  .markdown blockquote {
    padding-inline-start: 10px;
    border-inline-start: 3px solid var(--vscode-textBlockQuote-border);
    color: var(--vscode-descriptionForeground);
  }
  .markdown table {
    display: block;
    overflow: auto;
    border-collapse: collapse;
  }
  .markdown :is(th, td) {
    padding: 2px 8px;
    border: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, currentColor));
    text-align: start;
  }
  .markdown img {
    display: block;
    max-width: 100%;
    max-height: 480px;
  }
`;
