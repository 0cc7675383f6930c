import { html, nothing, type TemplateResult } from 'lit';
import { targetKey, type Draft } from '../../protocol/threads.ts';
import { headerKey, type Acts } from './acts.ts';
import { boxView } from './boxView.ts';
import { isOpen, isPending, pendingDrafts, type PanelState } from './panelState.ts';

/** What a person has to know before they read: what failed, what could not be sent. */
export function noticesView(state: PanelState, acts: Acts): TemplateResult {
  const problem = state.problems.get(headerKey) ?? state.extent.failure;
  const unsent = [...state.drafts.values()].filter(({ target, unsent }) => unsent !== undefined && !isPending(target));
  return html`${
    problem === undefined
      ? nothing
      : html`<div class="notice">
          <span class="problem">${state.threads.size > 0 ? 'Not up to date: ' : 'Could not load: '}${problem}</span>
          <vscode-button secondary @click=${() => acts.refresh()}>Retry</vscode-button>
        </div>`
  }
  ${
    unsent.length === 0
      ? nothing
      : html`<section class="unsent" aria-label="Unsent">
          <h2>Unsent <span class="count">${unsent.length}</span></h2>
          ${unsent.map((draft) => unsentView(state, acts, draft))}
        </section>`
  }
  ${reviewView(state, acts)}`;
}

/** The comments of the user's review, and what is next with them. */
function reviewView(state: PanelState, acts: Acts): TemplateResult | typeof nothing {
  const pending = pendingDrafts(state);
  if (pending.length === 0) return nothing;
  const isBusy = state.busy.has(headerKey);
  return html`<section class="unsent review" aria-label="Pending review" tabindex="-1">
    <div class="notice">
      <h2>Your review <span class="count">${pending.length} pending</span></h2>
      <span class="notice-actions">
        <vscode-button ?disabled=${isBusy} @click=${() => acts.header('submitReview')}>Submit Review…</vscode-button>
        <vscode-button secondary ?disabled=${isBusy} @click=${() => acts.header('discardReview')}>
          Discard Review…
        </vscode-button>
      </span>
    </div>
    ${pending.map((draft) => pendingView(state, acts, draft))}
  </section>`;
}

function pendingView(state: PanelState, acts: Acts, { target, text, unsent }: Draft): TemplateResult {
  if (isOpen(state, target)) return boxView(state, acts, { target, label: 'Edit the pending comment', send: 'Done' });
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
      <vscode-button secondary ?disabled=${isBusy} @click=${() => acts.edit(target)}>Edit</vscode-button>
      <vscode-button secondary ?disabled=${isBusy} @click=${() => acts.discard(target)}>Delete</vscode-button>
    </span>
  </div>`;
}

function unsentView(state: PanelState, acts: Acts, { target, text, unsent }: Draft): TemplateResult {
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
          : html`<vscode-button ?disabled=${isBusy} @click=${() => acts.send(target, unsent?.resolve === true)}>
              ${isBusy ? 'Sending…' : 'Retry'}
            </vscode-button>`
      }
      <vscode-button secondary ?disabled=${isBusy} @click=${() => acts.edit(target)}>Edit</vscode-button>
      <vscode-button secondary ?disabled=${isBusy} @click=${() => acts.discard(target)}>Discard</vscode-button>
    </span>
  </div>`;
}
