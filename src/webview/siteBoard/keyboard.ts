import { placementOf } from '../../model/sites/tree.ts';
import type { Actions } from './actions.ts';
import { shownTree, type BoardState } from './boardState.ts';
import type { Walking } from './walking.ts';

/**
 * Arrow keys navigate, Space picks up, arrow keys move, Space drops, Escape cancels, Enter edits, and Ctrl+Z undoes a
 * move.
 */
export function listenToKeys(parts: {
  readonly root: HTMLElement;
  readonly state: BoardState;
  readonly actions: Actions;
  readonly walking: Walking;
}): void {
  const { root, state, actions, walking } = parts;

  root.addEventListener('keydown', (event) => {
    if (state.editing || event.isComposing) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !event.shiftKey) {
      event.preventDefault();
      void actions.undo();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const here = (event.target as Element).closest<HTMLElement>('[data-walk]');
    if (!here) return;
    const does = state.grabbed ? whileHolding[event.key] : walkingKeys[event.key];
    if (!does || (event.key === ' ' && here.dataset['id'] === undefined)) return;
    event.preventDefault();
    does(here.dataset['id']);
  });
  // Otherwise Space would press the button when it is released.
  root.addEventListener('keyup', (event) => {
    if (event.key === ' ' && (event.target as Element).closest('.part')) event.preventDefault();
  });
  // A picked-up part returns to its place when the focus moves to another button.
  root.addEventListener('focusout', ({ relatedTarget }) => {
    if (state.grabbed && relatedTarget instanceof Element && relatedTarget.closest('[data-do]:not(.part)'))
      actions.putBack();
  });

  const walkingKeys: Readonly<Record<string, (id: string | undefined) => void>> = {
    ArrowDown: () => walking.step('next'),
    ArrowUp: () => walking.step('previous'),
    Home: () => walking.step('home'),
    End: () => walking.step('end'),
    ArrowRight: (id) => {
      const first = id === undefined ? undefined : placementOf(shownTree(state), id)?.part.children[0];
      if (first) walking.focus(first.id);
    },
    ArrowLeft: (id) => {
      const parent = id === undefined ? undefined : placementOf(shownTree(state), id)?.parent;
      if (parent) walking.focus(parent.id);
    },
    ' ': (id) => id !== undefined && actions.grab(id),
  };

  const whileHolding: Readonly<Record<string, (id: string | undefined) => void>> = {
    ArrowDown: () => actions.shift(1),
    ArrowRight: () => actions.shift(1),
    ArrowUp: () => actions.shift(-1),
    ArrowLeft: () => actions.shift(-1),
    ' ': () => void actions.drop(),
    Enter: () => void actions.drop(),
    Escape: () => actions.putBack(),
    Tab: () => actions.putBack(),
  };
}
