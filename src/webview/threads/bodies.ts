import { html, type TemplateResult } from 'lit';
import { partsOf, type CommentPart } from '../../model/comments/suggestions.ts';
import type { Post, PostAddress } from '../../protocol/threads.ts';
import * as l10n from '../shared/l10n.ts';
import { markdownElement, type MarkdownActions } from './markdownElement.ts';

export interface BodyActions extends MarkdownActions {
  openInBrowser(): void;
}

/** How many rendered bodies are cached: more than are ever in the document. */
const most = 400;

interface Rendered {
  readonly markdown: string;
  /** As JSON. */
  readonly suggestions: string | undefined;
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
      ${l10n.t("This comment can't be shown here.")}
      ${
        post.address === undefined
          ? ''
          : html`<button class="plain link" @click=${() => actions.openInBrowser()}>
              ${l10n.t('Open in Browser')}
            </button>`
      }
    </p>`;
  }
  if (!body.markdown.trim()) return html`<p class="dim">${l10n.t('(empty)')}</p>`;
  return renderedMarkdown(JSON.stringify([at.thread, at.reply ?? '']), body.markdown, actions, post.suggestions);
}

/** Markdown by a user, rendered once for each text. */
export function renderedMarkdown(
  key: string,
  markdown: string,
  actions: MarkdownActions,
  suggestions?: Post['suggestions'],
): HTMLElement {
  const known = rendered.get(key);
  const isSame = known?.markdown === markdown && known.suggestions === JSON.stringify(suggestions);
  const element = isSame ? known.element : markdownElement(partsWith(markdown, suggestions), actions);
  rendered.delete(key);
  rendered.set(key, { markdown, suggestions: JSON.stringify(suggestions), element });
  for (const [oldest] of rendered) {
    if (rendered.size <= most) break;
    rendered.delete(oldest);
  }
  return element;
}

/** The parts of a comment, with its suggestions as they are shown. */
function partsWith(markdown: string, suggestions: Post['suggestions']): readonly CommentPart[] {
  let at = 0;
  return partsOf(markdown).map((part) =>
    part.kind === 'suggestion' ? { ...part, suggestion: suggestions?.[at++] ?? part.suggestion } : part,
  );
}
