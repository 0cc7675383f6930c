import { html, nothing, type TemplateResult } from 'lit';
import { targetKey, type Draft } from '../../protocol/threads.ts';
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
          <span class="problem">${state.threads.size > 0 ? 'Not up to date: ' : 'Could not load: '}${problem}</span>
          <vscode-button secondary @click=${() => actions.refresh()}>Retry</vscode-button>
        </div>`
  }
  ${
    unsent.length === 0
      ? nothing
      : html`<section class="unsent" aria-label="Unsent">
          <h2>Unsent <span class="count">${unsent.length}</span></h2>
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
  return html`<section class="unsent review" aria-label="Pending review" tabindex="-1">
    <div class="notice">
      <h2>Your review <span class="count">${pending.length} pending</span></h2>
      <span class="notice-actions">
        <vscode-button ?disabled=${isBusy} @click=${() => actions.header('submitReview')}>Submit Review…</vscode-button>
        <vscode-button secondary ?disabled=${isBusy} @click=${() => actions.header('discardReview')}>
          Discard Review…
        </vscode-button>
      </span>
    </div>
    ${pending.map((draft) => pendingView(state, actions, draft))}
  </section>`;
}

function pendingView(state: PanelState, actions: Actions, { target, text, unsent }: Draft): TemplateResult {
  if (isOpen(state, target))
    return boxView(state, actions, { target, label: 'Edit the pending comment', send: 'Done' });
  const isBusy = state.busy.has(targetKey(target));
  const thread = target.kind === 'thread' ? undefined : state.threads.get(target.thread);
  const about =
    target.kind === 'thread' ? (target.quote ?? 'New comment') : `Reply to ${thread?.author.name ?? 'a thread'}`;
  return html`<div class="notice">
    <div class="unsent-text">
      <span class="about-pending"><span class="mark">Pending</span> <span class="dim" dir="auto">${about}</span></span>
      <span dir="auto">${text.length > 200 ? `${text.slice(0, 200)}…` : text}</span>
      ${unsent ? html`<span class="problem">${unsent.reason}</span>` : nothing}
    </div>
    <span class="notice-actions">
      <vscode-button secondary ?disabled=${isBusy} @click=${() => actions.edit(target)}>Edit</vscode-button>
      <vscode-button secondary ?disabled=${isBusy} @click=${() => actions.discard(target)}>Delete</vscode-button>
    </span>
  </div>`;
}

function unsentView(state: PanelState, actions: Actions, { target, text, unsent }: Draft): TemplateResult {
  const isBusy = state.busy.has(targetKey(target));
  return html`<div class="notice">
    <div class="unsent-text">
      <span dir="auto">${text.length > 200 ? `${text.slice(0, 200)}…` : text}</span>
      <span class="problem">${unsent?.reason}</span>
    </div>
    <span class="notice-actions">
      ${
        unsent?.isGone
          ? nothing
          : html`<vscode-button ?disabled=${isBusy} @click=${() => actions.send(target, unsent?.resolve === true)}>
              ${isBusy ? 'Sending…' : 'Retry'}
            </vscode-button>`
      }
      <vscode-button secondary ?disabled=${isBusy} @click=${() => actions.edit(target)}>Edit</vscode-button>
      <vscode-button secondary ?disabled=${isBusy} @click=${() => actions.discard(target)}>Discard</vscode-button>
    </span>
  </div>`;
}
