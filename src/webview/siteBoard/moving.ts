import { isDone, moved, placesFor, type Move } from '../../model/sites/moves.ts';
import { hasSections } from '../../model/sites/tree.ts';
import * as l10n from '../shared/l10n.ts';
import type { Acting } from './acting.ts';
import { shownTree } from './boardState.ts';
import { titleOf } from './partTitle.ts';

/** Moves parts, by drag and drop or with the keyboard. */
export function createMoving({ state, port, announce, draw, walking, part, nameOf, placed, attempt }: Acting) {
  /** Shows the move at once. The extension then sends the actual structure, also after a refusal. */
  async function move(to: Move): Promise<void> {
    const { board } = state;
    const tree = board && moved(board.tree, to);
    if (!tree || isDone(board.tree, to)) return draw();
    const name = nameOf(to.id);
    state.board = { ...board, tree };
    draw();
    walking.focus(to.id);
    const done = await attempt([l10n.t("Couldn't move “{0}”. {1}"), name], () =>
      port.ask('edit', { kind: 'move', move: bare(to) }),
    );
    if (done)
      announce(
        placed(
          to.id,
          l10n.t('Moved “{0}” to position {1} of {2} in “{3}”.'),
          l10n.t('Moved “{0}” to position {1} of {2} at the top level.'),
        ),
      );
  }

  function grab(id: string): void {
    const move = placesFor(state.board?.tree ?? { top: [] }, id).find((place) => isDone(state.board!.tree, place));
    if (!state.board?.mayChange || !move) return;
    state.grabbed = move;
    draw();
    announce(
      placed(
        id,
        l10n.t(
          'Picked up “{0}” at position {1} of {2} in “{3}”. Use the arrow keys to move it. Press Space to drop it or Escape to cancel.',
        ),
        l10n.t(
          'Picked up “{0}” at position {1} of {2} at the top level. Use the arrow keys to move it. Press Space to drop it or Escape to cancel.',
        ),
      ),
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
      const isHeld = part(grabbed.id)?.kind === 'site-space' && hasSections(tree);
      return announce(
        isHeld
          ? l10n.t("“{0}” can't be moved out of its section.", nameOf(grabbed.id))
          : l10n.t("“{0}” can't be moved any further.", nameOf(grabbed.id)),
        'assertive',
      );
    }
    state.grabbed = next;
    draw();
    walking.focus(grabbed.id);
    announce(
      placed(grabbed.id, l10n.t('Position {1} of {2} in “{3}”.'), l10n.t('Position {1} of {2} at the top level.')),
      'assertive',
    );
  }

  function putBack(): void {
    const { grabbed } = state;
    if (!grabbed) return;
    state.grabbed = undefined;
    draw();
    walking.focus(grabbed.id);
    announce(
      placed(
        grabbed.id,
        l10n.t('Move canceled. “{0}” is back at position {1} of {2} in “{3}”.'),
        l10n.t('Move canceled. “{0}” is back at position {1} of {2} at the top level.'),
      ),
      'assertive',
    );
  }

  async function drop(): Promise<void> {
    const { grabbed } = state;
    if (!grabbed) return;
    announce(
      placed(
        grabbed.id,
        l10n.t('Dropped “{0}” at position {1} of {2} in “{3}”.'),
        l10n.t('Dropped “{0}” at position {1} of {2} at the top level.'),
      ),
      'assertive',
    );
    state.grabbed = undefined;
    await move(grabbed);
  }

  async function undo(): Promise<void> {
    if (!state.board?.canUndo) return;
    await attempt([l10n.t("Couldn't undo the last move. {0}")], async () => {
      const { title } = await port.ask('undo', {});
      announce(title === undefined ? l10n.t('Nothing to undo.') : l10n.t('Moved “{0}” back.', titleOf({ title })));
    });
  }

  return { move, grab, shift, putBack, drop, undo };
}

/** The move without undefined values, which messages can't carry. */
function bare(move: Move): { id: string; parent?: string; before?: string; after?: string } {
  return Object.fromEntries(Object.entries(move).filter(([, value]) => value !== undefined)) as { id: string };
}
