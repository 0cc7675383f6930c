import { html, nothing, type TemplateResult } from 'lit';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { VscodeTextarea } from '@vscode-elements/elements/dist/vscode-textarea/index.js';
import '@vscode-elements/elements/dist/vscode-textarea/index.js';
import { linesOf, suggestingMarkdown, type SuggestingComment } from '../../model/comments/suggestions.ts';
import { isSame } from '../../model/shared/same.ts';
import { targetKey, type BoxText, type Target } from '../../protocol/threads.ts';
import * as l10n from '../shared/l10n.ts';
import type { Actions } from './actions.ts';
import { isPending, pendingDrafts, suggestingIn, type PanelState } from './panelState.ts';

export interface Box {
  readonly target: Target;
  /** The accessible label: `Reply to Ada Park`. */
  readonly label: string;
  /** The label of the button that sends. */
  readonly send: string;
  /** Whether there is a button that sends and resolves. With an empty box it only resolves. */
  readonly resolve?: boolean;
  /** The text before the user has typed anything. */
  readonly initial?: BoxText;
}

interface Field {
  readonly label: string;
  readonly shown: string;
  readonly type: (text: string) => void;
  /** Shown while it is empty. */
  readonly hint?: string;
  readonly kind?: 'suggested' | 'words';
}

/** A box for Markdown. Its text is stored with each typed letter until it has arrived. */
export function boxView(
  state: PanelState,
  actions: Actions,
  { target, label, send, resolve, initial = { text: '' } }: Box,
): TemplateResult {
  const key = targetKey(target);
  const draft = state.drafts.get(key);
  const isBusy = state.busy.has(key);
  const problem = state.problems.get(key) ?? draft?.unsent?.reason;
  const hasReviews = state.header?.mayReview === true && target.kind !== 'edit' && !isPending(target);
  const isReviewing = hasReviews && pendingDrafts(state).length > 0;
  /** A reply that couldn't be sent was meant to be sent, not to be added to the review. */
  const isAdded = isReviewing && draft?.unsent === undefined;
  const single = target.kind === 'thread' && hasReviews ? l10n.t('Add Single Comment') : send;
  const isOnGonePage = draft?.unsent?.gonePage !== undefined;
  const sendNow = (): void => (isOnGonePage ? actions.sendGeneral(target) : actions.send(target, false));
  const { text, shownOldLines } = draft ?? initial;
  const suggesting = suggestingIn(state, key, text);
  const onKey = (event: KeyboardEvent): void => {
    if (actions.mentions.takesKey(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (isPending(target)) actions.endEdit(target);
      else if (isAdded && !event.shiftKey) actions.addToReview(target);
      else if (isOnGonePage) actions.sendGeneral(target);
      else actions.send(target, event.shiftKey && resolve === true);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      // Typing doesn't render the box again.
      if (isUntouched()) giveUp();
      else (event.currentTarget as HTMLElement).closest<HTMLElement>('article, .new')?.focus();
    }
    // The keys of the surrounding thread don't apply in the box. Those of VS Code do.
    const isOfEditor = /^F\d/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey;
    if (!isOfEditor || event.defaultPrevented) event.stopPropagation();
  };
  /** Nothing was typed: at most, there is the suggestion that the box began with. */
  const isUntouched = (): boolean => {
    const now = state.suggesting.get(key);
    const isAsItBegan = now?.words === '' && isSame(shownOldLines ?? now.suggestion.oldLines, now.suggestion.newLines);
    return !isBusy && ((isAsItBegan && target.kind !== 'edit' && !draft?.unsent) || !state.drafts.has(key));
  };
  const giveUp = (): void => (state.drafts.has(key) ? actions.discard(target) : actions.close(target));
  return html`<div class="box" data-box=${key}>
    ${suggesting ? suggestionFields(suggesting) : field({ label, shown: text, type: (typed) => actions.type(target, { text: typed, shownOldLines }) })}
    ${problem === undefined ? nothing : html`<p class="problem" role="note">${problem}</p>`}
    <div class="box-actions">
      ${isPending(target) ? nothing : html`<span class="hint" aria-hidden="true">${isAdded ? l10n.t('Ctrl+Enter adds to the review') : target.kind === 'edit' ? l10n.t('Ctrl+Enter saves') : l10n.t('Ctrl+Enter sends')}</span>`}
      ${isPending(target) ? endButton() : buttons()}
    </div>
  </div>`;

  function field({ label: name, shown, type, hint, kind }: Field): TemplateResult {
    return html`<vscode-textarea
      class=${kind ?? nothing}
      .label=${name}
      .value=${shown}
      .rows=${rowsOf(shown, kind === 'words' ? 2 : 3)}
      placeholder=${hint ?? l10n.t('{0} (Markdown)', name)}
      resize="vertical"
      ?monospace=${kind === 'suggested'}
      ?readonly=${isBusy}
      ?invalid=${problem !== undefined && kind !== 'words'}
      @input=${(event: Event) => {
        const box = event.target as VscodeTextarea;
        type(box.value);
        if (kind !== 'suggested') actions.mentions.typed(box);
      }}
      @focusout=${() => actions.mentions.close()}
      @keydown=${onKey}
    ></vscode-textarea>`;
  }

  function suggestionFields(parts: SuggestingComment): TemplateResult {
    const typeSuggesting = (typed: Partial<SuggestingComment>): void => {
      const now = { ...(state.suggesting.get(key) ?? parts), ...typed };
      state.suggesting.set(key, now);
      actions.type(target, { text: suggestingMarkdown(now), shownOldLines });
    };
    const { oldLines, newLines } = parts.suggestion;
    return html`${field({
      kind: 'suggested',
      label: l10n.t('Suggested text'),
      shown: newLines.join('\n'),
      hint: l10n.t('Empty: suggests deleting the text'),
      type: (typed) => typeSuggesting({ suggestion: { oldLines, newLines: typed === '' ? [] : linesOf(typed) } }),
    })}
    ${isSame(newLines, shownOldLines ?? oldLines) ? html`<p class="dim" role="note">${l10n.t('This is the present text. Change it to make a suggestion.')}</p>` : nothing}
    ${field({ kind: 'words', label, hint: l10n.t('Reason (Markdown, optional)'), shown: parts.words, type: (words) => typeSuggesting({ words }) })}`;
  }

  function endButton(): TemplateResult {
    return html`<vscode-button ?disabled=${isBusy} @click=${() => actions.endEdit(target)}
      >${l10n.t('Done')}</vscode-button
    >`;
  }

  function buttons(): TemplateResult {
    return html`<vscode-button secondary ?disabled=${isBusy} @click=${giveUp}>
        ${draft && !isUntouched() ? l10n.t('Discard') : l10n.t('Cancel')}
      </vscode-button>
      ${
        resolve
          ? html`<vscode-button secondary ?disabled=${isBusy} @click=${() => actions.send(target, true)}>
              ${draft ? l10n.t('Reply and Resolve') : l10n.t('Resolve')}
            </vscode-button>`
          : nothing
      }
      ${
        hasReviews && !isAdded && !isOnGonePage
          ? html`<vscode-button secondary ?disabled=${isBusy} @click=${() => actions.addToReview(target)}>
              ${isReviewing ? l10n.t('Add to Review') : l10n.t('Start Review')}
            </vscode-button>`
          : nothing
      }
      <vscode-button ?secondary=${isAdded} ?disabled=${isBusy} @click=${sendNow}>
        ${isBusy ? l10n.t('Sending…') : isOnGonePage ? l10n.t('Send as General Comment') : draft?.unsent ? l10n.t('Retry') : single}
      </vscode-button>
      ${
        isAdded
          ? html`<vscode-button ?disabled=${isBusy} @click=${() => actions.addToReview(target)}
              >${l10n.t('Add to Review')}</vscode-button
            >`
          : nothing
      }`;
  }
}

/** A suggestion is shown as a whole when its box opens. */
function rowsOf(text: string, fewest: number): number {
  const rows = text.split('\n').reduce((sum, { length }) => sum + Math.max(1, Math.ceil(length / lettersInRow)), 0);
  return Math.min(Math.max(rows, fewest), 12);
}

/** Beside a page; elsewhere, there is room for more. */
const lettersInRow = 40;
