import { isDone, moved, placesFor, type Move } from '../../model/sites/moves.ts';
import { hasSections } from '../../model/sites/tree.ts';
import { titleText } from '../../model/shared/titleText.ts';
import type { Acting } from './acting.ts';
import { shownTree } from './boardState.ts';

/** Moves parts, by drag and drop or with the keyboard. */
export function createMoving({
  state,
  port,
  announce,
  draw,
  walking,
  part,
  nameOf,
  placementInWords,
  attempt,
}: Acting) {
  /** Shows the move at once. The extension then sends the actual structure, also after a refusal. */
  async function move(to: Move): Promise<void> {
    const { board } = state;
    const tree = board && moved(board.tree, to);
    if (!tree || isDone(board.tree, to)) return draw();
    const name = nameOf(to.id);
    state.board = { ...board, tree };
    draw();
    walking.focus(to.id);
    const done = await attempt(`move ${name}`, () => port.ask('edit', { kind: 'move', move: bare(to) }));
    if (done) announce(`${name} now stands ${placementInWords(to.id)}.`);
  }

  function grab(id: string): void {
    const move = placesFor(state.board?.tree ?? { top: [] }, id).find((place) => isDone(state.board!.tree, place));
    if (!state.board?.mayChange || !move) return;
    state.grabbed = move;
    draw();
    announce(
      `Grabbed ${nameOf(id)}, ${placementInWords(id)}. Arrows move it, Space drops it, Escape puts it back.`,
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
    announce(`${placementInWords(grabbed.id)}.`, 'assertive');
  }

  function putBack(): void {
    const { grabbed } = state;
    if (!grabbed) return;
    state.grabbed = undefined;
    draw();
    walking.focus(grabbed.id);
    announce(`${nameOf(grabbed.id)} is back, ${placementInWords(grabbed.id)}.`, 'assertive');
  }

  async function drop(): Promise<void> {
    const { grabbed } = state;
    if (!grabbed) return;
    announce(`Dropped ${nameOf(grabbed.id)}, ${placementInWords(grabbed.id)}.`, 'assertive');
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

  return { move, grab, shift, putBack, drop, undo };
}

/** The move without undefined values, which messages can't carry. */
function bare(move: Move): { id: string; parent?: string; before?: string; after?: string } {
  return Object.fromEntries(Object.entries(move).filter(([, value]) => value !== undefined)) as { id: string };
}
