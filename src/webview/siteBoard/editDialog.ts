import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { fieldsOf, isRemovable, type PartField } from '../../model/sites/limits.ts';
import { partOf, type SitePart } from '../../model/sites/tree.ts';
import * as l10n from '../shared/l10n.ts';
import type { Actions } from './actions.ts';
import type { BoardState, Editing } from './boardState.ts';
import { titleOf } from './partTitle.ts';

/** The editor of a part: its fields, and other actions on it. */
export function dialogView(state: BoardState, actions: Actions): TemplateResult | typeof nothing {
  const { editing, board } = state;
  if (!editing || !board) return nothing;
  const part = partOf(board.tree, editing.id);
  return html`<dialog aria-labelledby="editor-title" @cancel=${(event: Event) => leave(event, actions)}>
    <form
      novalidate
      @submit=${(event: Event) => {
        event.preventDefault();
        void actions.save();
      }}
    >
      <h2 id="editor-title">
        ${part ? l10n.fill(headings[part.kind], titleOf(part)) : l10n.t('Someone removed this item.')}
      </h2>
      ${part ? fieldsOf(part.kind).map((field) => input(field, editing, board.mayChange, actions)) : nothing}
      ${
        board.conditions.length > 0
          ? html`<datalist id="conditions">
              ${board.conditions.map(
                ({ condition, description }) => html`<option value=${condition}>${description}</option>`,
              )}
            </datalist>`
          : nothing
      }
      ${editing.refusal === undefined ? nothing : html`<p class="problem">${editing.refusal}</p>`}
      <div class="buttons">
        ${
          board.mayChange && part
            ? html`<button type="submit" class="action primary" ?disabled=${editing.isSending}>
                ${editing.isSending ? l10n.t('Saving…') : l10n.t('Save')}
              </button>`
            : nothing
        }
        <button type="button" class="action" data-do="cancel">
          ${board.mayChange ? l10n.t('Cancel') : l10n.t('Close')}
        </button>
      </div>
      ${part ? html`<div class="others">${others(part, board.mayChange)}</div>` : nothing}
    </form>
  </dialog>`;
}

/** A rendered dialog isn't open yet. */
export function showDialog(root: HTMLElement): void {
  const dialog = root.querySelector('dialog');
  if (dialog && !dialog.open) dialog.showModal();
}

const headings = {
  'site-section-group': l10n.t('Group “{0}”'),
  'site-section': l10n.t('Section “{0}”'),
  'site-space': l10n.t('Space “{0}”'),
} as const;

const labels: Readonly<Record<PartField, string>> = {
  title: l10n.t('Title'),
  path: l10n.t('Path'),
  condition: l10n.t('Condition'),
  icon: l10n.t('Icon'),
  description: l10n.t('Description'),
};

const hints: Partial<Readonly<Record<PartField, string>>> = {
  path: l10n.t('One segment of the URL'),
  condition: l10n.t(
    'Expression that visitors must match, such as visitor.claims.isPartner. Leave empty to show it to everyone.',
  ),
  icon: l10n.t('Name of an icon'),
};

function input(field: PartField, editing: Editing, mayChange: boolean, actions: Actions): TemplateResult {
  const problem = editing.problems[field];
  const described = [problem ? `${field}-problem` : '', hints[field] ? `${field}-hint` : ''].filter(Boolean).join(' ');
  return html`<div class="field">
    <label for=${`field-${field}`}>${labels[field]}</label>
    <input
      id=${`field-${field}`}
      name=${field}
      type="text"
      autocomplete="off"
      spellcheck=${field === 'description' || field === 'title'}
      list=${field === 'condition' ? 'conditions' : nothing}
      .value=${live(editing.fields[field] ?? '')}
      ?readonly=${!mayChange}
      ?required=${!isRemovable(field)}
      aria-invalid=${problem ? 'true' : 'false'}
      aria-describedby=${described || nothing}
      @input=${(event: Event) => actions.type(field, (event.target as HTMLInputElement).value)}
    />
    ${hints[field] ? html`<span class="hint" id=${`${field}-hint`}>${hints[field]}</span>` : nothing}
    ${problem ? html`<span class="problem" id=${`${field}-problem`}>${problem}</span>` : nothing}
  </div>`;
}

function others(part: SitePart, mayChange: boolean): TemplateResult {
  const other = (action: string, label: string) =>
    html`<button type="button" class="plain link" data-do=${action} data-id=${part.id}>${label}</button>`;
  return html`
    ${part.published ? other('part', l10n.t('Open in Browser')) : nothing}
    ${part.kind === 'site-space' && part.space ? other('pages', l10n.t('Show Pages')) : nothing}
    ${mayChange && part.kind !== 'site-section-group' && !part.isDefault ? other('makeDefault', l10n.t('Make Default')) : nothing}
    ${mayChange && part.kind === 'site-space' ? other('link', l10n.t('Change Space…')) : nothing}
    ${mayChange ? other('remove', l10n.t('Remove…')) : nothing}
  `;
}

/** Escape closes the dialog by itself, but the state has to be updated. */
function leave(event: Event, actions: Actions): void {
  event.preventDefault();
  actions.closeEditor();
}
