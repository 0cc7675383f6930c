import { html, nothing, type TemplateResult } from 'lit';
import { selectedIn } from '../../model/comments/deletedQuote.ts';
import { suggestingComment } from '../../model/comments/suggestions.ts';
import { targetKey, type Draft } from '../../protocol/threads.ts';
import { headerKey, type Actions } from './actions.ts';
import { boxView } from './boxView.ts';
import { counted, fill, number, texts } from './words.ts';
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
            >${fill(state.threads.size > 0 ? texts.couldNotRefresh : texts.couldNotLoad, problem)}</span
          >
          <vscode-button secondary @click=${() => actions.refresh()}>${texts.retry}</vscode-button>
        </div>`
  }
  ${
    unsent.length === 0
      ? nothing
      : html`<section class="unsent" aria-label=${texts.unsent}>
          <h2>${texts.unsent} <span class="count">${number(unsent.length)}</span></h2>
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
  return html`<section class="unsent review" aria-label=${texts.pendingReview} tabindex="-1">
    <div class="notice">
      <h2>${texts.yourReview} <span class="count">${counted(texts.pendingCount, pending.length)}</span></h2>
      <span class="notice-actions">
        <vscode-button ?disabled=${isBusy} @click=${() => actions.header('submitReview')}
          >${texts.submitReview}</vscode-button
        >
        <vscode-button secondary ?disabled=${isBusy} @click=${() => actions.header('discardReview')}>
          ${texts.discardReview}
        </vscode-button>
      </span>
    </div>
    ${pending.map((draft) => pendingView(state, actions, draft))}
  </section>`;
}

function pendingView(state: PanelState, actions: Actions, { target, text, unsent }: Draft): TemplateResult {
  if (isOpen(state, target)) return boxView(state, actions, { target, label: texts.editPending, send: texts.done });
  const isBusy = state.busy.has(targetKey(target));
  const thread = target.kind === 'thread' ? undefined : state.threads.get(target.thread);
  const about =
    target.kind === 'thread'
      ? target.quote === undefined
        ? texts.newComment
        : selectedIn(target.quote)
      : thread
        ? fill(texts.replyTo, thread.author.name)
        : texts.replyToThread;
  return html`<div class="notice">
    <div class="unsent-text">
      <span class="about-pending"
        ><span class="mark">${texts.pending}</span> <span class="dim" dir="auto">${about}</span></span
      >
      <span dir="auto">${beginningOf(text)}</span>
      ${unsent ? html`<span class="problem">${unsent.reason}</span>` : nothing}
    </div>
    <span class="notice-actions">
      ${generalButton(actions, { target, unsent })}
      <vscode-button secondary ?disabled=${isBusy} @click=${() => actions.edit(target)}>${texts.edit}</vscode-button>
      <vscode-button secondary ?disabled=${isBusy} @click=${() => actions.discard(target)}
        >${texts.delete}</vscode-button
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
              ${isBusy ? texts.sending : texts.retry}
            </vscode-button>`
      }
      <vscode-button secondary ?disabled=${isBusy} @click=${() => actions.edit(target)}>${texts.edit}</vscode-button>
      <vscode-button secondary ?disabled=${isBusy} @click=${() => actions.discard(target)}
        >${texts.discard}</vscode-button
      >
    </span>
  </div>`;
}

/** What can be done with a comment on a page that was deleted. */
function generalButton(actions: Actions, { target, unsent }: Pick<Draft, 'target' | 'unsent'>) {
  if (unsent?.gonePage === undefined) return nothing;
  return html`<vscode-button @click=${() => actions.sendGeneral(target)}>${texts.sendGeneral}</vscode-button>`;
}

/** Of a suggestion, the words that it suggests. */
function beginningOf(text: string): string {
  const { words, suggestion } = suggestingComment(text) ?? {};
  const shown = suggestion ? [words, suggestion.newLines.join('\n')].filter(Boolean).join('\n\n') : text;
  return shown.length > 200 ? `${shown.slice(0, 200)}…` : shown;
}
