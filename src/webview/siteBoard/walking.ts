import type { BoardViewState } from '../../protocol/siteBoard.ts';
import type { StoredState } from '../shared/storedState.ts';
import type * as z from 'zod/mini';

export type StoredViewState = StoredState<z.output<typeof BoardViewState>>;

/** The board has one tab stop: the item that had the keyboard focus last. */
export interface Walking {
  /** The focused item, if the board has the focus. */
  focused(): string | undefined;
  focus(name: string | undefined): void;
  /** Moves the focus to the next item downwards or upwards, or to the first or last for `home` and `end`. */
  step(to: 'next' | 'previous' | 'home' | 'end'): void;
  /** Called after rendering: sets the one tab stop and restores the focus. */
  settle(focused: string | undefined): void;
}

export function createWalking(root: HTMLElement, stored: StoredViewState): Walking {
  let stop: HTMLElement | undefined;
  const all = () => [...root.querySelectorAll<HTMLElement>('[data-walk]')];
  const named = (name: string | undefined) =>
    name === undefined
      ? undefined
      : (root.querySelector<HTMLElement>(`[data-walk="${CSS.escape(name)}"]`) ?? undefined);

  function stopAt(element: HTMLElement | undefined): void {
    if (stop !== element && stop) stop.tabIndex = -1;
    stop = element;
    if (stop) stop.tabIndex = 0;
  }

  root.addEventListener('focusin', ({ target }) => {
    const element = (target as HTMLElement).closest<HTMLElement>('[data-walk]');
    if (!element) return;
    stopAt(element);
    stored.set({ focused: element.dataset['walk'] });
  });

  function focus(element: HTMLElement | undefined): void {
    element?.focus();
    element?.scrollIntoView({ block: 'nearest' });
  }

  return {
    focused: () => document.activeElement?.closest<HTMLElement>('[data-walk]')?.dataset['walk'],
    focus: (name) => focus(named(name)),
    step(to) {
      const elements = all();
      const here = elements.indexOf(document.activeElement as HTMLElement);
      const next = { next: here + 1, previous: here - 1, home: 0, end: elements.length - 1 }[to];
      focus(elements[Math.max(0, Math.min(next, elements.length - 1))]);
    },
    settle(focused) {
      const target = named(focused);
      if (target && document.activeElement !== target) target.focus({ preventScroll: true });
      stopAt(target ?? named(stored.get().focused) ?? root.querySelector<HTMLElement>('[data-walk]') ?? undefined);
    },
  };
}
