import { isDone, moved, placesFor, type Move } from '../../model/sites/moves.ts';
import { fieldsOf, problemOfField, type PartField } from '../../model/sites/limits.ts';
import { hasSections, partOf, standingOf, type SitePart } from '../../model/sites/tree.ts';
import { titleText } from '../../model/shared/titleText.ts';
import { RefusedError } from '../../protocol/asking.ts';
import type { Board, BoardEdit, siteBoard } from '../../protocol/siteBoard.ts';
import type { Announce } from '../shared/announcer.ts';
import type { Port } from '../shared/port.ts';
import { changesOf, shownTree, typedIn, type BoardState, type Fields } from './boardState.ts';
import type { KeptLooks, Walking } from './walking.ts';

export interface ActParts {
  readonly state: BoardState;
  readonly port: Port<typeof siteBoard>;
  readonly kept: KeptLooks;
  readonly announce: Announce;
  readonly draw: () => void;
  readonly walking: Walking;
}

/** What a person can do on the board. What is refused is said, and has been taken back. */
export type Acts = ReturnType<typeof createActs>;

export function createActs({ state, port, kept, announce, draw, walking }: ActParts) {
  async function load(): Promise<void> {
    state.failure = undefined;
    draw();
    try {
      show(await port.ask('board', {}));
    } catch (error) {
      const isGone = error instanceof RefusedError && error.kind === 'missing';
      state.failure = { message: sentenceOf(error), isGone };
      draw();
      return;
    }
    document.documentElement.scrollTop = kept.get().scrolled;
    const { draft } = kept.get();
    if (draft && part(draft.id)) edit(draft.id, draft.fields);
  }

  function show(board: Board): void {
    const isGone = state.grabbed && !standingOf(board.tree, state.grabbed.id);
    state.board = board;
    if (isGone) {
      state.grabbed = undefined;
      announce('What you held was removed meanwhile.', 'assertive');
    }
    draw();
    if (board.focus === undefined) return;
    // Nothing can be gone to behind an editor that is open.
    if (state.editing && typedIn(state.editing).length === 0) closeEditor();
    walking.focus(board.focus);
  }

  const part = (id: string): SitePart | undefined => state.board && partOf(state.board.tree, id);
  const nameOf = (id: string): string => `“${titleText(part(id)?.title)}”`;

  /** Where something stands, as a screen reader says it. */
  function standingInWords(id: string): string {
    const standing = standingOf(shownTree(state), id);
    if (!standing) return '';
    const { index, siblings, parent } = standing;
    return `${index + 1} of ${siblings.length} in ${parent ? `“${titleText(parent.title)}”` : 'the site'}`;
  }

  /** Where the keyboard goes when a part is removed: to the next of its siblings, the one before, or what they stood in. */
  function beside(id: string): string {
    const standing = standingOf(shownTree(state), id);
    const { part, parent, siblings = [], index = 0 } = standing ?? {};
    const inPlace = part?.kind === 'site-section-group' ? part.children[0] : undefined;
    return (inPlace ?? siblings[index + 1] ?? siblings[index - 1] ?? parent)?.id ?? 'add section ';
  }

  /** Does what may be refused; true when it was done. */
  async function attempt(doing: string, act: () => Promise<unknown>): Promise<boolean> {
    state.notice = undefined;
    try {
      await act();
      return true;
    } catch (error) {
      state.notice = `Could not ${doing}: ${sentenceOf(error)}`;
      announce(state.notice, 'assertive');
      draw();
      return false;
    }
  }

  /** Shows it at once; the extension tells what is so, also when it is refused. */
  async function move(to: Move): Promise<void> {
    const { board } = state;
    const tree = board && moved(board.tree, to);
    if (!tree || isDone(board.tree, to)) return draw();
    const name = nameOf(to.id);
    state.board = { ...board, tree };
    draw();
    walking.focus(to.id);
    const done = await attempt(`move ${name}`, () => port.ask('edit', { kind: 'move', move: bare(to) }));
    if (done) announce(`${name} now stands ${standingInWords(to.id)}.`);
  }

  function grab(id: string): void {
    const move = placesFor(state.board?.tree ?? { top: [] }, id).find((place) => isDone(state.board!.tree, place));
    if (!state.board?.mayChange || !move) return;
    state.grabbed = move;
    draw();
    announce(
      `Grabbed ${nameOf(id)}, ${standingInWords(id)}. Arrows move it, Space drops it, Escape puts it back.`,
      'assertive',
    );
  }

  function shift(by: 1 | -1): void {
    const { grabbed, board } = state;
    if (!grabbed || !board) return;
    const tree = shownTree(state);
    const places = placesFor(tree, grabbed.id);
    const next = places[places.findIndex((place) => isDone(tree, place)) + by];
    if (!next) {
      const why = part(grabbed.id)?.kind === 'site-space' && hasSections(tree) ? ': it stays in its section' : '';
      return announce(`${nameOf(grabbed.id)} cannot go further${why}.`, 'assertive');
    }
    state.grabbed = next;
    draw();
    walking.focus(grabbed.id);
    announce(`${standingInWords(grabbed.id)}.`, 'assertive');
  }

  function putBack(): void {
    const { grabbed } = state;
    if (!grabbed) return;
    state.grabbed = undefined;
    draw();
    walking.focus(grabbed.id);
    announce(`${nameOf(grabbed.id)} is back, ${standingInWords(grabbed.id)}.`, 'assertive');
  }

  async function drop(): Promise<void> {
    const { grabbed } = state;
    if (!grabbed) return;
    announce(`Dropped ${nameOf(grabbed.id)}, ${standingInWords(grabbed.id)}.`, 'assertive');
    state.grabbed = undefined;
    await move(grabbed);
  }

  async function undo(): Promise<void> {
    if (!state.board?.canUndo) return;
    await attempt('undo the last move', async () => {
      const { title } = await port.ask('undo', {});
      announce(title === undefined ? 'There is nothing to undo.' : `“${titleText(title)}” is back where it was.`);
    });
  }

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
    kept.set({ draft: { id: editing.id, fields: state.editing.fields } });
    draw();
  }

  function closeEditor(): void {
    const id = state.editing?.id;
    state.editing = undefined;
    kept.set({ draft: undefined });
    draw();
    walking.focus(id);
  }

  /** The editor stays open, with what was typed, until the platform has taken it. */
  async function save(): Promise<void> {
    const { editing } = state;
    const edited = editing && part(editing.id);
    if (!editing || editing.isSending) return;
    if (!edited) {
      state.editing = { ...editing, refusal: 'This was removed meanwhile.' };
      return draw();
    }
    const own = fieldsOf(edited.kind);
    const problems = Object.fromEntries(
      own.map((field) => [field, problemOfField(edited.kind, field, editing.fields[field] ?? '')]),
    );
    const changed = changesOf(editing, edited);
    const wrong = changed.find((field) => problems[field] !== undefined);
    if (wrong) {
      state.editing = { ...editing, problems: Object.fromEntries(changed.map((field) => [field, problems[field]])) };
      draw();
      return goTo(wrong);
    }
    if (changed.length === 0) return closeEditor();
    state.editing = { ...editing, problems: {}, refusal: undefined, isSending: true };
    draw();
    const fields = Object.fromEntries(changed.map((field) => [field, editing.fields[field] ?? '']));
    try {
      await port.ask('edit', { kind: 'change', id: editing.id, fields } satisfies BoardEdit);
      announce(`${nameOf(editing.id)} was changed.`);
      closeEditor();
    } catch (error) {
      const refusal = sentenceOf(error);
      const refused = changed.find((field) => new RegExp(`\\b${field}\\b`).test(quoted(refusal)));
      const why = refused ? { problems: { [refused]: refusal } } : { refusal };
      if (state.editing) state.editing = { ...state.editing, isSending: false, ...why };
      announce(refusal, 'assertive');
      draw();
      if (refused) goTo(refused);
    }
  }

  /** Other acts close the editor: what was typed in it is not dropped for them. */
  function leavesTyped(): boolean {
    const { editing } = state;
    if (!editing || typedIn(editing).length === 0) return false;
    state.editing = { ...editing, refusal: 'Save what you have changed first, or cancel it.' };
    announce('Save what you have changed first, or cancel it.', 'assertive');
    draw();
    return true;
  }

  async function makeDefault(id: string): Promise<void> {
    if (leavesTyped()) return;
    closeEditor();
    const name = nameOf(id);
    if (await attempt(`make ${name} the default`, () => port.ask('edit', { kind: 'makeDefault', id }))) {
      announce(`${name} is the default now.`);
    }
  }

  async function remove(id: string): Promise<void> {
    if (leavesTyped()) return;
    closeEditor();
    const name = nameOf(id);
    let next = id;
    await attempt(`remove ${name}`, async () => {
      const neighbour = beside(id);
      const { removed } = await port.ask('remove', { id });
      if (!removed) return;
      announce(`${name} was removed.`);
      next = neighbour;
    });
    walking.focus(next);
  }

  async function add(what: 'section' | 'space' | 'group', parent: string | undefined): Promise<void> {
    await attempt(`add a ${what}`, async () => {
      const { id } =
        what === 'group'
          ? await port.ask('addGroup', {})
          : await port.ask('addSpace', { as: what, ...(parent !== undefined && { parent }) });
      if (id === undefined) return walking.focus(`add ${what} ${parent ?? ''}`);
      announce(`${nameOf(id)} was added, ${standingInWords(id)}.`);
      walking.focus(id);
    });
  }

  async function link(id: string): Promise<void> {
    if (leavesTyped()) return;
    closeEditor();
    await attempt(`change what ${nameOf(id)} shows`, () => port.ask('link', { id }));
    walking.focus(id);
  }

  async function open(what: 'site' | 'shareLinks' | 'part' | 'pages', id?: string): Promise<void> {
    await attempt('open it', () => port.ask('open', { what, ...(id !== undefined && { id }) }));
  }

  async function refresh(): Promise<void> {
    await attempt('refresh', async () => show(await port.ask('refresh', {})));
  }

  function dismiss(): void {
    state.notice = undefined;
    draw();
  }

  /** The buttons of the board say by their data what they do. */
  function click(event: Event): void {
    const button = (event.target as Element).closest<HTMLElement>('button[data-do]');
    if (!button) return;
    const { do: act, id = '', parent } = button.dataset;
    switch (act) {
      case 'edit':
        return state.grabbed ? undefined : edit(id);
      case 'section':
      case 'space':
      case 'group':
        return void add(act, parent);
      case 'site':
      case 'shareLinks':
      case 'part':
      case 'pages':
        return void open(act, id || undefined);
      case 'undo':
        return void undo();
      case 'refresh':
        return void refresh();
      case 'load':
        return void load();
      case 'dismiss':
        return dismiss();
      case 'makeDefault':
        return void makeDefault(id);
      case 'link':
        return void link(id);
      case 'remove':
        return void remove(id);
      case 'cancel':
        return closeEditor();
      default:
    }
  }

  return { load, show, move, grab, shift, putBack, drop, undo, edit, type, save, closeEditor, click };
}

/** What the platform itself said: in it the fields have their names. */
function quoted(refusal: string): string {
  const start = refusal.indexOf('“');
  return start < 0 ? '' : refusal.slice(start + 1, Math.max(start + 1, refusal.lastIndexOf('”')));
}

function goTo(field: PartField): void {
  document.querySelector<HTMLElement>(`dialog [name="${field}"]`)?.focus();
}

/** Without what is undefined, which messages do not carry. */
function bare(move: Move): { id: string; parent?: string; before?: string; after?: string } {
  return Object.fromEntries(Object.entries(move).filter(([, value]) => value !== undefined)) as { id: string };
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
