import { html, nothing, type TemplateResult } from 'lit';
import { targetKey, type Draft, type Target } from '../../protocol/threads.ts';
import * as l10n from '../shared/l10n.ts';
import type { Actions } from './actions.ts';
import { renderedMarkdown } from './bodies.ts';
import { boxView } from './boxView.ts';
import { comparable, requery, resolvedOn, type Listed, type PanelState } from './panelState.ts';
import { threadLabel, threadView } from './threadView.ts';

/** A thread beside the text that it is about. */
export function besideView(state: PanelState, actions: Actions, item: Listed): TemplateResult {
  const { thread } = item;
  if (state.viewState.get().unfolded.includes(thread.id) && thread.replyCount > 0) actions.ensureReplies(thread.id);
  return html`<article
    tabindex="0"
    class="thread"
    data-thread=${thread.id}
    ?data-resolved=${thread.isResolved}
    aria-label=${threadLabel(thread)}
  >
    ${threadView(state, actions, item)}
  </article>`;
}

/** The line above the comments about no text of their page. */
export function otherCommentsView(count: number): TemplateResult {
  return html`<p class="dim">
    ${l10n.plural(l10n.t('{0} comment on the whole page, or on words that are gone|{0} comments on the whole page, or on words that are gone'), count)}
  </p>`;
}

/** Shows or hides the resolved threads, of this page and of others. */
export function resolvedView(state: PanelState, page: string, draw: () => void): TemplateResult | typeof nothing {
  const count = resolvedOn(state, page);
  if (count === 0) return nothing;
  const isShown = state.viewState.get().status === 'all';
  const toggle = (): void => {
    requery(state, { status: isShown ? 'open' : 'all' });
    // What is being written stays.
    for (const { target } of state.drafts.values()) if (target.kind !== 'thread') state.held.add(target.thread);
    draw();
  };
  return html`<p>
    <button type="button" class="plain link" @click=${toggle}>
      ${isShown ? l10n.t('Hide Resolved Comments') : l10n.t('Show Resolved Comments ({0})', l10n.number(count))}
    </button>
  </p>`;
}

/** A pending comment of the user's review. */
export function pendingBesideView(state: PanelState, actions: Actions, draft: Draft): TemplateResult {
  const { target } = draft;
  const isBusy = state.busy.has(targetKey(target));
  const body = renderedMarkdown(targetKey(target), comparable(draft), {
    image: actions.image,
    openPage: () => undefined,
  });
  return html`<div class="thread post">
    <div class="by"><span class="mark">${l10n.t('Your pending comment')}</span></div>
    ${body}
    <div class="thread-actions">
      <button class="secondary" ?disabled=${isBusy} @click=${() => actions.discard(target)}>${l10n.t('Delete')}</button>
      <button class="secondary" ?disabled=${isBusy} @click=${() => actions.edit(target)}>${l10n.t('Edit')}</button>
    </div>
  </div>`;
}

/** The box of a new thread. */
export function newThreadView(state: PanelState, actions: Actions, target: Target): TemplateResult {
  return html`<div class="thread new" tabindex="-1">
    ${boxView(state, actions, { target, label: l10n.t('New comment'), send: l10n.t('Comment') })}
  </div>`;
}
