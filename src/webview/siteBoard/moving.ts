import { isDone, moved, placesFor, type Move } from '../../model/sites/moves.ts';
import { hasSections } from '../../model/sites/tree.ts';
import type { Acting } from './acting.ts';
import { shownTree } from './boardState.ts';
import { titleOf } from './partTitle.ts';
import { fill, texts } from './words.ts';

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
    const done = await attempt([texts.cannotMove, name], () => port.ask('edit', { kind: 'move', move: bare(to) }));
    if (done) announce(placed(to.id, texts.moved, texts.movedAtTop));
  }

  function grab(id: string): void {
    const move = placesFor(state.board?.tree ?? { top: [] }, id).find((place) => isDone(state.board!.tree, place));
    if (!state.board?.mayChange || !move) return;
    state.grabbed = move;
    draw();
    announce(placed(id, texts.grabbed, texts.grabbedAtTop), 'assertive');
  }

  function shift(by: 1 | -1): void {
    const { grabbed, board } = state;
    if (!grabbed || !board) return;
    const tree = shownTree(state);
    const places = placesFor(tree, grabbed.id);
    const next = places[places.findIndex((place) => isDone(tree, place)) + by];
    if (!next) {
      const isHeld = part(grabbed.id)?.kind === 'site-space' && hasSections(tree);
      return announce(fill(isHeld ? texts.atEndOfSection : texts.atEnd, nameOf(grabbed.id)), 'assertive');
    }
    state.grabbed = next;
    draw();
    walking.focus(grabbed.id);
    announce(placed(grabbed.id, texts.position, texts.positionAtTop), 'assertive');
  }

  function putBack(): void {
    const { grabbed } = state;
    if (!grabbed) return;
    state.grabbed = undefined;
    draw();
    walking.focus(grabbed.id);
    announce(placed(grabbed.id, texts.putBack, texts.putBackAtTop), 'assertive');
  }

  async function drop(): Promise<void> {
    const { grabbed } = state;
    if (!grabbed) return;
    announce(placed(grabbed.id, texts.dropped, texts.droppedAtTop), 'assertive');
    state.grabbed = undefined;
    await move(grabbed);
  }

  async function undo(): Promise<void> {
    if (!state.board?.canUndo) return;
    await attempt([texts.cannotUndo], async () => {
      const { title } = await port.ask('undo', {});
      announce(title === undefined ? texts.nothingToUndo : fill(texts.movedBack, titleOf({ title })));
    });
  }

  return { move, grab, shift, putBack, drop, undo };
}

/** The move without undefined values, which messages can't carry. */
function bare(move: Move): { id: string; parent?: string; before?: string; after?: string } {
  return Object.fromEntries(Object.entries(move).filter(([, value]) => value !== undefined)) as { id: string };
}
