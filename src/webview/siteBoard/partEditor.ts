import { fieldsOf, type PartField } from '../../model/sites/limits.ts';
import type { BoardEdit } from '../../protocol/siteBoard.ts';
import * as l10n from '../shared/l10n.ts';
import { sentenceOf, type Acting } from './acting.ts';
import { changesOf, typedIn, type Fields } from './boardState.ts';

/** Changes the fields of a part in an editor that stays open until the platform has accepted them. */
export function createPartEditor({ state, port, stored, announce, draw, walking, part, nameOf }: Acting) {
  function edit(id: string, typed?: Fields): void {
    const edited = part(id);
    if (!edited) return;
    const fields = Object.fromEntries(fieldsOf(edited.kind).map((field) => [field, edited[field] ?? '']));
    state.editing = { id, fields: { ...fields, ...typed }, before: fields, problems: {}, isSending: false };
    draw();
  }

  function type(field: PartField, text: string): void {
    const { editing } = state;
    if (!editing) return;
    const problems = { ...editing.problems, [field]: undefined };
    state.editing = { ...editing, fields: { ...editing.fields, [field]: text }, problems };
    stored.set({ draft: { id: editing.id, fields: state.editing.fields } });
    draw();
  }

  function closeEditor(): void {
    const id = state.editing?.id;
    state.editing = undefined;
    stored.set({ draft: undefined });
    draw();
    walking.focus(id);
  }

  /** The editor stays open with the typed text until the platform has accepted it. */
  async function save(): Promise<void> {
    const { editing } = state;
    const edited = editing && part(editing.id);
    if (!editing || editing.isSending) return;
    if (!edited) {
      state.editing = { ...editing, refusal: l10n.t('Someone removed this item.') };
      return draw();
    }
    const changed = changesOf(editing, edited);
    if (changed.length === 0) return closeEditor();
    state.editing = { ...editing, problems: {}, refusal: undefined, isSending: true };
    draw();
    const fields = Object.fromEntries(changed.map((field) => [field, editing.fields[field] ?? '']));
    try {
      const { problems } = await port.ask('edit', { kind: 'change', id: editing.id, fields } satisfies BoardEdit);
      const wrong = changed.find((field) => problems?.[field] !== undefined);
      if (problems && wrong) {
        if (state.editing) state.editing = { ...state.editing, isSending: false, problems };
        announce(problems[wrong] ?? '', 'assertive');
        draw();
        return goTo(wrong);
      }
      announce(l10n.t('Saved “{0}”.', nameOf(editing.id)));
      closeEditor();
    } catch (error) {
      const refusal = sentenceOf(error);
      if (state.editing) state.editing = { ...state.editing, isSending: false, refusal };
      announce(refusal, 'assertive');
      draw();
    }
  }

  /** Other actions close the editor, but they must not discard typed text. */
  function leavesTyped(): boolean {
    const { editing } = state;
    if (!editing || typedIn(editing).length === 0) return false;
    state.editing = { ...editing, refusal: l10n.t('Save or cancel your changes first.') };
    announce(l10n.t('Save or cancel your changes first.'), 'assertive');
    draw();
    return true;
  }

  return { edit, type, save, closeEditor, leavesTyped };
}

function goTo(field: PartField): void {
  document.querySelector<HTMLElement>(`dialog [name="${field}"]`)?.focus();
}
