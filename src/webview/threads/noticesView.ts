import { html, nothing, type TemplateResult } from 'lit';
import { selectedIn } from '../../model/comments/deletedQuote.ts';
import { suggestingComment } from '../../model/comments/suggestions.ts';
import { targetKey, type Draft } from '../../protocol/threads.ts';
import * as l10n from '../shared/l10n.ts';
import { headerKey, type Actions } from './actions.ts';
import { boxView } from './boxView.ts';
import { isOpen, isPending, pendingDrafts, type PanelState } from './panelState.ts';

/** The notices above the threads: errors and unsent text. */
export function noticesView(state: PanelState, actions: Actions): TemplateResult {
  const problem = state.problems.get(headerKey) ?? state.extent.failure;
  const unsent = [...state.drafts.values()].filter(({ target, unsent }) => unsent !== undefined && !isPending(target));
  return html`${
    problem === undefined
      ? nothing
      : html`<div class="notice">
          <span class="problem"
            >${state.threads.size > 0 ? l10n.t("Couldn't refresh the comments. {0}", problem) : l10n.t("Couldn't load the comments. {0}", problem)}</span
          >
          <vscode-button secondary @click=${() => actions.refresh()}>${l10n.t('Retry')}</vscode-button>
        </div>`
  }
  ${
    unsent.length === 0
      ? nothing
      : html`<section class="unsent" aria-label=${l10n.t('Unsent')}>
          <h2>${l10n.t('Unsent')} <span class="count">${l10n.number(unsent.length)}</span></h2>
          ${unsent.map((draft) => unsentView(state, actions, draft))}
        </section>`
  }
  ${reviewView(state, actions)}`;
}

/** The pending comments of the user's review, and the next steps. */
function reviewView(state: PanelState, actions: Actions): TemplateResult | typeof nothing {
  const pending = pendingDrafts(state);
  if (pending.length === 0) return nothing;
  const isBusy = state.busy.has(headerKey);
  return html`<section class="unsent review" aria-label=${l10n.t('Pending review')} tabindex="-1">
    <div class="notice">
      <h2>
        ${l10n.t('Your review')}
        <span class="count">${l10n.plural(l10n.t('{0} pending|{0} pending'), pending.length)}</span>
      </h2>
      <span class="notice-actions">
        <vscode-button ?disabled=${isBusy} @click=${() => actions.header('submitReview')}
          >${l10n.t('Submit Review…')}</vscode-button
        >
        <vscode-button secondary ?disabled=${isBusy} @click=${() => actions.header('discardReview')}>
          ${l10n.t('Discard Review…')}
        </vscode-button>
      </span>
    </div>
    ${pending.map((draft) => pendingView(state, actions, draft))}
  </section>`;
}

function pendingView(state: PanelState, actions: Actions, { target, text, unsent }: Draft): TemplateResult {
  if (isOpen(state, target))
    return boxView(state, actions, { target, label: l10n.t('Edit pending comment'), send: l10n.t('Done') });
  const isBusy = state.busy.has(targetKey(target));
  const thread = target.kind === 'thread' ? undefined : state.threads.get(target.thread);
  const about =
    target.kind === 'thread'
      ? target.quote === undefined
        ? l10n.t('New comment')
        : selectedIn(target.quote)
      : thread
        ? l10n.t('Reply to {0}', thread.author.name)
        : l10n.t('Reply to a thread');
  return html`<div class="notice">
    <div class="unsent-text">
      <span class="about-pending"
        ><span class="mark">${l10n.t('Pending')}</span> <span class="dim" dir="auto">${about}</span></span
      >
      <span dir="auto">${beginningOf(text)}</span>
      ${unsent ? html`<span class="problem">${unsent.reason}</span>` : nothing}
    </div>
    <span class="notice-actions">
      ${generalButton(actions, { target, unsent })}
      <vscode-button secondary ?disabled=${isBusy} @click=${() => actions.edit(target)}
        >${l10n.t('Edit')}</vscode-button
      >
      <vscode-button secondary ?disabled=${isBusy} @click=${() => actions.discard(target)}
        >${l10n.t('Delete')}</vscode-button
      >
    </span>
  </div>`;
}

function unsentView(state: PanelState, actions: Actions, { target, text, unsent }: Draft): TemplateResult {
  const isBusy = state.busy.has(targetKey(target));
  return html`<div class="notice">
    <div class="unsent-text">
      <span dir="auto">${beginningOf(text)}</span>
      <span class="problem">${unsent?.reason}</span>
    </div>
    <span class="notice-actions">
      ${
        unsent?.isGone
          ? generalButton(actions, { target, unsent })
          : html`<vscode-button ?disabled=${isBusy} @click=${() => actions.send(target, unsent?.resolve === true)}>
              ${isBusy ? l10n.t('Sending…') : l10n.t('Retry')}
            </vscode-button>`
      }
      <vscode-button secondary ?disabled=${isBusy} @click=${() => actions.edit(target)}
        >${l10n.t('Edit')}</vscode-button
      >
      <vscode-button secondary ?disabled=${isBusy} @click=${() => actions.discard(target)}
        >${l10n.t('Discard')}</vscode-button
      >
    </span>
  </div>`;
}

/** What can be done with a comment on a page that was deleted. */
function generalButton(actions: Actions, { target, unsent }: Pick<Draft, 'target' | 'unsent'>) {
  if (unsent?.gonePage === undefined) return nothing;
  return html`<vscode-button @click=${() => actions.sendGeneral(target)}
    >${l10n.t('Send as General Comment')}</vscode-button
  >`;
}

/** Of a suggestion, the words that it suggests. */
function beginningOf(text: string): string {
  const { words, suggestion } = suggestingComment(text) ?? {};
  const shown = suggestion ? [words, suggestion.newLines.join('\n')].filter(Boolean).join('\n\n') : text;
  return shown.length > 200 ? `${shown.slice(0, 200)}…` : shown;
}
