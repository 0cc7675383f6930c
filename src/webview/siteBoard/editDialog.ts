import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { fieldsOf, isRemovable, type PartField } from '../../model/sites/limits.ts';
import { partOf, type SitePart } from '../../model/sites/tree.ts';
import type { Actions } from './actions.ts';
import type { BoardState, Editing } from './boardState.ts';
import { titleOf } from './partTitle.ts';
import { fill, texts } from './words.ts';

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
      <h2 id="editor-title">${part ? fill(headings[part.kind], titleOf(part)) : texts.removedByOther}</h2>
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
                ${editing.isSending ? texts.saving : texts.save}
              </button>`
            : nothing
        }
        <button type="button" class="action" data-do="cancel">${board.mayChange ? texts.cancel : texts.close}</button>
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
  'site-section-group': texts.group,
  'site-section': texts.section,
  'site-space': texts.space,
} as const;

const labels: Readonly<Record<PartField, string>> = {
  title: texts.titleField,
  path: texts.pathField,
  condition: texts.conditionField,
  icon: texts.iconField,
  description: texts.descriptionField,
};

const hints: Partial<Readonly<Record<PartField, string>>> = {
  path: texts.pathHint,
  condition: texts.conditionHint,
  icon: texts.iconHint,
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
    ${part.published ? other('part', texts.openInBrowser) : nothing}
    ${part.kind === 'site-space' && part.space ? other('pages', texts.showPages) : nothing}
    ${mayChange && part.kind !== 'site-section-group' && !part.isDefault ? other('makeDefault', texts.makeDefault) : nothing}
    ${mayChange && part.kind === 'site-space' ? other('link', texts.changeSpace) : nothing}
    ${mayChange ? other('remove', texts.remove) : nothing}
  `;
}

/** Escape closes the dialog by itself, but the state has to be updated. */
function leave(event: Event, actions: Actions): void {
  event.preventDefault();
  actions.closeEditor();
}
