import { placementOf } from '../../model/sites/tree.ts';
import { RefusedError } from '../../protocol/asking.ts';
import type { Board } from '../../protocol/siteBoard.ts';
import * as l10n from '../shared/l10n.ts';
import { createActing, sentenceOf, type ActionContext } from './acting.ts';
import { shownTree, typedIn } from './boardState.ts';
import { createMoving } from './moving.ts';
import { createPartEditor } from './partEditor.ts';

const cannotAdd = {
  section: l10n.t("Couldn't add the section. {0}"),
  space: l10n.t("Couldn't add the space. {0}"),
  group: l10n.t("Couldn't add the group. {0}"),
};

/** The user's actions on the board. A refused one is undone and explained. */
export type Actions = ReturnType<typeof createActions>;

export function createActions(parts: ActionContext) {
  const acting = createActing(parts);
  const { state, port, stored, announce, draw, walking, part, nameOf, placed, attempt } = acting;
  const { undo, ...moving } = createMoving(acting);
  const { leavesTyped, ...editor } = createPartEditor(acting);
  const { edit, closeEditor } = editor;

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
    document.documentElement.scrollTop = stored.get().scrolled;
    const { draft } = stored.get();
    if (draft && part(draft.id)) edit(draft.id, draft.fields);
  }

  function show(board: Board): void {
    const isGone = state.grabbed && !placementOf(board.tree, state.grabbed.id);
    state.board = board;
    if (isGone) {
      state.grabbed = undefined;
      announce(l10n.t('Someone removed the item you were moving.'), 'assertive');
    }
    draw();
    if (board.focus === undefined) return;
    // Focus can't move while the dialog is open.
    if (state.editing && typedIn(state.editing).length === 0) closeEditor();
    walking.focus(board.focus);
  }

  /** Where the focus goes when a part is removed: to its next sibling, the previous one, or the parent. */
  function beside(id: string): string {
    const placement = placementOf(shownTree(state), id);
    const { part, parent, siblings = [], index = 0 } = placement ?? {};
    const inPlace = part?.kind === 'site-section-group' ? part.children[0] : undefined;
    return (inPlace ?? siblings[index + 1] ?? siblings[index - 1] ?? parent)?.id ?? 'add section ';
  }

  async function makeDefault(id: string): Promise<void> {
    if (leavesTyped()) return;
    closeEditor();
    const name = nameOf(id);
    const failed = l10n.t("Couldn't make “{0}” the default. {1}");
    const isDone = await attempt([failed, name], () => port.ask('edit', { kind: 'makeDefault', id }));
    if (isDone) announce(l10n.t('“{0}” is now the default.', name));
  }

  async function remove(id: string): Promise<void> {
    if (leavesTyped()) return;
    closeEditor();
    const name = nameOf(id);
    let next = id;
    await attempt([l10n.t("Couldn't remove “{0}”. {1}"), name], async () => {
      const neighbour = beside(id);
      const { removed } = await port.ask('remove', { id });
      if (!removed) return;
      announce(l10n.t('Removed “{0}”.', name));
      next = neighbour;
    });
    walking.focus(next);
  }

  async function add(what: 'section' | 'space' | 'group', parent: string | undefined): Promise<void> {
    await attempt([cannotAdd[what]], async () => {
      const { id } =
        what === 'group'
          ? await port.ask('addGroup', {})
          : await port.ask('addSpace', { as: what, ...(parent !== undefined && { parent }) });
      if (id === undefined) return walking.focus(`add ${what} ${parent ?? ''}`);
      announce(
        placed(
          id,
          l10n.t('Added “{0}” at position {1} of {2} in “{3}”.'),
          l10n.t('Added “{0}” at position {1} of {2} at the top level.'),
        ),
      );
      walking.focus(id);
    });
  }

  async function link(id: string): Promise<void> {
    if (leavesTyped()) return;
    closeEditor();
    await attempt([l10n.t("Couldn't change the space of “{0}”. {1}"), nameOf(id)], () => port.ask('link', { id }));
    walking.focus(id);
  }

  async function open(what: 'site' | 'shareLinks' | 'part' | 'pages', id?: string): Promise<void> {
    await attempt([l10n.t("Couldn't open it. {0}")], () => port.ask('open', { what, ...(id !== undefined && { id }) }));
  }

  async function refresh(): Promise<void> {
    await attempt([l10n.t("Couldn't refresh the site structure. {0}")], async () =>
      show(await port.ask('refresh', {})),
    );
  }

  function dismiss(): void {
    state.notice = undefined;
    draw();
  }

  /** The board's buttons say in `data-do` what they do. */
  function click(event: Event): void {
    const button = (event.target as Element).closest<HTMLElement>('button[data-do]');
    if (!button) return;
    const { do: action, id = '', parent } = button.dataset;
    switch (action) {
      case 'edit':
        return state.grabbed ? undefined : edit(id);
      case 'section':
      case 'space':
      case 'group':
        return void add(action, parent);
      case 'site':
      case 'shareLinks':
      case 'part':
      case 'pages':
        return void open(action, id || undefined);
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

  return { ...moving, ...editor, undo, load, show, click };
}
