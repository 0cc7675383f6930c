import { rowAt } from './margins.ts';
import type { ShownPage, ViewState } from './state.ts';

/** Keeps the focus where it was when what had it is removed or built again. */
export interface FocusPlace {
  /** The page with the focus, or the one that had it until it was removed. */
  page(): ShownPage | undefined;
  /** Gives the focus back, if what had it is gone. */
  restore(): void;
}

export function createFocusPlace({ pages }: ViewState, otherwise: () => HTMLElement | null): FocusPlace {
  let focused: Element | undefined;
  let place: { readonly page: string; readonly line?: number | undefined } | undefined;

  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    focused = target;
    const page = target.closest<HTMLElement>('section[data-page]')?.dataset['page'];
    const line = target.closest<HTMLElement>('.change-row')?.dataset['line'];
    if (page !== undefined) place = { page, line: line === undefined ? undefined : Number(line) };
    else if (!target.closest('dialog')) place = undefined;
  });
  // A click beside everything leaves nothing to go back to.
  addEventListener('pointerdown', () =>
    setTimeout(() => {
      if (document.activeElement === document.body) focused = undefined;
    }),
  );
  // In another part of VS Code, it isn't taken away.
  addEventListener('focus', restore);

  function isLost(): boolean {
    return focused?.isConnected === false && document.activeElement === document.body;
  }

  function restore(): void {
    if (!isLost() || !document.hasFocus() || document.querySelector('dialog[open]')) return;
    const page = place && pages.get(place.page);
    if (page?.status === 'loading') return;
    const row = page && place?.line !== undefined ? rowAt(page, place.line)?.element : undefined;
    (row ?? page?.section.querySelector<HTMLElement>('h2') ?? otherwise())?.focus({ preventScroll: true });
  }

  return {
    page: () => (place && (isLost() || document.activeElement !== document.body) ? pages.get(place.page) : undefined),
    restore,
  };
}
