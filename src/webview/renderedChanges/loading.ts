import { render } from 'lit';
import type { Stretch } from '../../protocol/renderedChanges.ts';
import { sentenceOf } from '../threads/attempts.ts';
import { failureView } from './pageView.ts';
import { replaceFold, showRows, type RowsContext } from './rowsView.ts';
import { isUnfolded, type ShownPage } from './state.ts';

/** Loads the rows of pages, and forgets those that are far from what is visible. */
export interface Loading {
  /** Resolves when the rows of a page are in the document, or why there are none. */
  load(page: ShownPage): Promise<void>;
  /** Has the page loaded again. What is shown stays until then. */
  outdate(page: ShownPage): void;
  /** Tells whether a page is visible, or close to it. */
  note(page: ShownPage, isNear: boolean): void;
  unloadFar(): void;
  loadIfNear(page: ShownPage): void;
  /** Builds the rows of all loaded pages again, in another layout. */
  rebuild(): Promise<void>;
  /** Unfolds the rows at a line. */
  reveal(page: ShownPage, line: number): Promise<void>;
  unfoldAll(page: ShownPage): Promise<void>;
}

export interface LoadingContext extends Omit<RowsContext, 'unfold'> {
  /** Shows the title and the introduction of a page again. */
  readonly draw: (page: ShownPage) => void;
  /** Called when the rows of a page are in the document. */
  readonly onShown: (page: ShownPage) => Promise<void>;
  readonly failed: (error: unknown) => void;
}

/** How many pages stay loaded while they aren't visible. */
const mostLoaded = 12;

export function createLoading({ state, actionsOf, draw, onShown, failed }: LoadingContext): Loading {
  const { port, pages } = state;
  /** Pages that are visible, or close to it. */
  const near = new Set<ShownPage>();
  const context: RowsContext = {
    state,
    actionsOf,
    unfold: (page, stretch, fold) => void unfold(page, stretch, fold).catch(failed),
  };

  function load(page: ShownPage): Promise<void> {
    if (page.isGone || page.status === 'shown' || page.status === 'loading') return page.ready;
    page.status = 'loading';
    page.ready = loadNow(page, ++page.turn);
    draw(page);
    return page.ready;
  }

  async function loadNow(page: ShownPage, turn: number): Promise<void> {
    try {
      const compared = await port.ask('page', { page: page.page.id });
      if (page.turn !== turn) return;
      page.compared = compared;
      draw(page);
      const box = page.section.contains(document.activeElement) ? boxInUse() : undefined;
      if (box !== undefined) state.isReplacing = true;
      keepHeights([page]);
      clear(page);
      await showRows(context, page, compared);
      if (page.turn !== turn) return;
      page.section.style.removeProperty('--kept-height');
      page.status = 'shown';
      page.section.classList.add('shown');
      const placed = onShown(page);
      if (box !== undefined) await focusBoxOf(box);
      await placed;
      if (box !== undefined) await focusBoxOf(box);
    } catch (error) {
      if (page.turn !== turn) return;
      page.section.style.removeProperty('--kept-height');
      page.status = 'failed';
      clear(page);
      const box = document.createElement('div');
      render(
        failureView(page, sentenceOf(error), (again) => void load(again)),
        box,
      );
      page.body.append(box);
      draw(page);
    } finally {
      state.isReplacing = false;
    }
  }

  function clear(page: ShownPage): void {
    page.rows = [];
    page.body.replaceChildren();
  }

  /** What is typed or selected stays. */
  function isFar(page: ShownPage): boolean {
    return !page.isGone && !near.has(page) && !page.section.contains(document.activeElement);
  }

  function unloadFar(): void {
    const loaded = [...pages.values()].filter(({ status }) => status === 'shown');
    forget(loaded.filter(isFar).slice(0, Math.max(0, loaded.length - mostLoaded)));
  }

  /** Removes the rows of pages from the document. */
  function forget(forgotten: readonly ShownPage[]): void {
    keepHeights(forgotten);
    for (const page of forgotten) {
      outdate(page);
      page.compared = undefined;
      page.section.classList.remove('shown');
      clear(page);
    }
  }

  function outdate(page: ShownPage): void {
    page.turn++;
    page.status = 'notLoaded';
    page.places.clear();
  }

  async function unfold(page: ShownPage, { from, to }: Pick<Stretch, 'from' | 'to'>, fold: HTMLElement): Promise<void> {
    const { turn } = page;
    const hadFocus = fold.contains(document.activeElement);
    const rows = await port.ask('unfold', { page: page.page.id, from, to });
    if (page.turn !== turn || !fold.isConnected) return;
    replaceFold(context, page, fold, rows);
    if (hadFocus) page.rows.find(({ row }) => row.line === rows[0]?.line)?.element.focus({ preventScroll: true });
    await onShown(page);
  }

  async function reveal(page: ShownPage, line: number): Promise<void> {
    const { stretches = [] } = page.compared ?? {};
    const stretch = stretches.find(({ rows, line: start, end }) => !rows && start <= line && line < end);
    const fold = stretch && page.body.querySelector<HTMLElement>(`.fold-row[data-from="${stretch.from}"]`);
    if (stretch && fold && !page.isGone) await unfold(page, stretch, fold);
  }

  return {
    load: (page) => (isUnfolded(state, page.page) ? load(page) : Promise.resolve()),
    outdate,
    note(page, isNear) {
      if (isNear) near.add(page);
      else near.delete(page);
    },
    unloadFar,
    loadIfNear(page) {
      if (near.has(page) && isUnfolded(state, page.page)) void load(page);
    },
    async rebuild() {
      const loaded = [...pages.values()].filter(({ status, isGone }) => status !== 'notLoaded' && !isGone);
      forget(loaded.filter(isFar));
      const others = loaded.filter((page) => !isFar(page));
      others.forEach(outdate);
      await Promise.all(others.map(load));
    },
    reveal,
    async unfoldAll(page) {
      for (const { rows, from, to } of page.compared?.stretches ?? []) {
        const fold = rows ? null : page.body.querySelector<HTMLElement>(`.fold-row[data-from="${from}"]`);
        if (fold) await unfold(page, { from, to }, fold);
      }
    },
  };
}

/**
 * Keeps what is below the pages in place while their rows are missing. All heights are read before the first one is
 * set, as each reading after a change would lay out everything again; and they are those of the sections, as reading
 * one of anything inside would lay out pages that aren't visible.
 */
function keepHeights(pages: readonly ShownPage[]): void {
  const heights = pages.map(({ section }) => section.offsetHeight);
  for (const [index, { section }] of pages.entries()) section.style.setProperty('--kept-height', `${heights[index]}px`);
}

/** The key of the box that is being typed in. */
function boxInUse(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-box]')?.dataset['box'];
}

async function focusBoxOf(key: string): Promise<void> {
  const selector = `[data-box="${CSS.escape(key)}"] vscode-textarea`;
  const area = document.querySelector<HTMLElement & { updateComplete: Promise<boolean> }>(selector);
  await area?.updateComplete;
  area?.focus({ preventScroll: true });
}
