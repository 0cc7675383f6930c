import { html, type TemplateResult } from 'lit';
import { suggestionsAsDiffs } from '../../model/comments/suggestions.ts';
import type { Post, PostAddress } from '../../protocol/threads.ts';
import { texts } from './words.ts';
import { markdownElement, type MarkdownActions } from './markdownElement.ts';

export interface BodyActions extends MarkdownActions {
  openInBrowser(): void;
}

/** How many rendered bodies are cached: more than are ever in the document. */
const most = 400;

interface Rendered {
  readonly markdown: string;
  readonly element: HTMLElement;
}

/** Each post keeps its element, so that selected text and requested images survive rendering the list again. */
const rendered = new Map<string, Rendered>();

/** The body of a post. Without Markdown it is shown as text, or as a hint where it can be read. */
export function bodyOf(post: Post, at: PostAddress, actions: BodyActions): TemplateResult | HTMLElement {
  const { body } = post;
  if (body.kind === 'document') {
    if (body.text) return html`<div class="markdown plain-text" dir="auto">${body.text}</div>`;
    return html`<p class="dim">
      ${texts.notShowable}
      ${
        post.address === undefined
          ? ''
          : html`<button class="plain link" @click=${() => actions.openInBrowser()}>${texts.openInBrowser}</button>`
      }
    </p>`;
  }
  if (!body.markdown.trim()) return html`<p class="dim">${texts.empty}</p>`;
  return renderedMarkdown(JSON.stringify([at.thread, at.reply ?? '']), body.markdown, actions);
}

/** Markdown by a user, rendered once for each text. */
export function renderedMarkdown(key: string, markdown: string, actions: MarkdownActions): HTMLElement {
  const known = rendered.get(key);
  const element = known?.markdown === markdown ? known.element : markdownElement(suggestionsAsDiffs(markdown), actions);
  rendered.delete(key);
  rendered.set(key, { markdown, element });
  for (const [oldest] of rendered) {
    if (rendered.size <= most) break;
    rendered.delete(oldest);
  }
  return element;
}
