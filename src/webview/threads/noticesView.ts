import { html, nothing, type TemplateResult } from 'lit';
import { targetKey, type Draft } from '../../protocol/threads.ts';
import { headerKey, type Acts } from './acts.ts';
import type { PanelState } from './panelState.ts';

/** What a person has to know before they read: what failed, what could not be sent. */
export function noticesView(state: PanelState, acts: Acts): TemplateResult {
  const problem = state.problems.get(headerKey) ?? state.extent.failure;
  const unsent = [...state.drafts.values()].filter((draft) => draft.unsent !== undefined);
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
  }`;
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
