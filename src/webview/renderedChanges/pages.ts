import { render } from 'lit';
import type { ChangedPage, Stretch } from '../../protocol/renderedChanges.ts';
import type { Announce } from '../shared/announcer.ts';
import { anchorIn, type PageActions } from '../shared/pageTree.ts';
import { sentenceOf } from '../threads/attempts.ts';
import { changedAttributes } from './attributes.ts';
import { rowAt } from './margins.ts';
import { failureView, introductionView, pageHeadView, type PageViewActions } from './pageView.ts';
import { replaceFold, showRows, type RowsContext } from './rowsView.ts';
import { isUnfolded, type ShownPage, type ShownRow, type ViewState } from './state.ts';
import { fill, number, texts } from './words.ts';

/** The changed pages in the document. A page is loaded when it is about to become visible. */
export interface Pages {
  /** Shows other pages, or the same ones again. Pages with another version are loaded again. */
  update(pages: readonly ChangedPage[]): void;
  /** Shows the title of a page again. */
  draw(page: ShownPage): void;
  /** Resolves when the rows of a page are in the document, or its failure. */
  load(page: ShownPage): Promise<void>;
  /** Builds the rows of all loaded pages again, in another layout. */
  rebuild(): Promise<void>;
  /** Unfolds the rows at a line. */
  reveal(page: ShownPage, line: number): Promise<void>;
  rowAt(page: ShownPage, line: number): ShownRow | undefined;
  /** The page at the top, and how far its title is above the top. */
  top(): { readonly page: string; readonly offset: number } | undefined;
  /** The line of a page at the top. */
  topLine(page: ShownPage): { readonly line?: number };
  scrollTo(place: { readonly page: string; readonly offset: number }): void;
}

export interface PagesContext {
  readonly state: ViewState;
  readonly scroller: HTMLElement;
  readonly announce: Announce;
  readonly toggle: (page: ShownPage) => void;
  readonly mark: (page: ShownPage, isViewed: boolean) => Promise<boolean>;
  /** Called when the rows of a page are in the document. */
  readonly onShown: (page: ShownPage) => void;
}

/** How many pages stay loaded while they aren't visible. */
const mostLoaded = 30;

export function createPages({ state, scroller, announce, toggle, mark, onShown }: PagesContext): Pages {
  const { port, pages } = state;
  const near = new Set<ShownPage>();
  const failed = (error: unknown): void => announce(sentenceOf(error), 'assertive');
  const actions: PageViewActions = {
    toggle,
    mark: (page, isViewed) => void mark(page, isViewed),
    openDiff: (page) => void port.ask('openDiff', { page: page.page.id, ...topLine(page) }).catch(failed),
    load: (page) => void load(page),
  };
  const context: RowsContext = {
    state,
    actionsOf,
    unfold: (page, stretch, fold) => void unfold(page, stretch, fold).catch(failed),
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const page = pages.get((target as HTMLElement).dataset['page'] ?? '');
        if (!page) continue;
        if (isIntersecting) near.add(page);
        else near.delete(page);
        if (isIntersecting && isUnfolded(state, page.page)) void load(page);
      }
      unloadFar();
    },
    { root: scroller, rootMargin: '800px 0px' },
  );

  function made(page: ChangedPage): ShownPage {
    const section = document.createElement('section');
    section.dataset['page'] = page.id;
    section.ariaLabel = page.title;
    const [head, introduction, body] = [element('page-head'), element('introduction'), element('body')];
    section.append(head, introduction, body);
    observer.observe(section);
    return {
      ...{ page, section, head, body, status: 'notLoaded', compared: undefined, rows: [] },
      ...{ places: new Map(), ready: Promise.resolve(), turn: 0 },
    };
  }

  function draw(page: ShownPage): void {
    const isShown = isUnfolded(state, page.page);
    page.section.classList.toggle('unfolded', isShown);
    render(pageHeadView(state, page, actions), page.head);
    page.body.hidden = !isShown;
    introductionOf(page).hidden = !isShown;
    render(introductionView(page, actions), introductionOf(page));
  }

  function load(page: ShownPage): Promise<void> {
    if (page.status === 'shown' || page.status === 'loading') return page.ready;
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
      clear(page);
      await showRows(context, page, compared);
      if (page.turn !== turn) return;
      page.body.style.minHeight = '';
      page.status = 'shown';
      onShown(page);
    } catch (error) {
      if (page.turn !== turn) return;
      page.status = 'failed';
      clear(page);
      const box = element('failure');
      render(failureView(page, sentenceOf(error), actions), box);
      page.body.append(box);
      draw(page);
    }
  }

  function clear(page: ShownPage): void {
    page.rows = [];
    page.body.replaceChildren();
  }

  /** Pages far from what is visible are removed from the document, but what is typed or selected stays. */
  function unloadFar(): void {
    const loaded = [...pages.values()].filter(({ status }) => status === 'shown');
    const far = loaded.filter((page) => !near.has(page) && !page.section.contains(document.activeElement));
    for (const page of far.slice(0, Math.max(0, loaded.length - mostLoaded))) {
      page.body.style.minHeight = `${page.body.offsetHeight}px`;
      forget(page);
    }
  }

  function forget(page: ShownPage): void {
    page.turn++;
    page.status = 'notLoaded';
    page.compared = undefined;
    page.places.clear();
    clear(page);
  }

  async function unfold(page: ShownPage, { from, to }: Stretch, fold: HTMLElement): Promise<void> {
    const { turn } = page;
    const hadFocus = fold.contains(document.activeElement);
    const rows = await port.ask('unfold', { page: page.page.id, from, to });
    if (page.turn !== turn || !fold.isConnected) return;
    replaceFold(context, page, fold, rows);
    if (hadFocus) page.rows.find(({ row }) => row.line === rows[0]?.line)?.element.focus({ preventScroll: true });
    onShown(page);
  }

  async function reveal(page: ShownPage, line: number): Promise<void> {
    const { stretches = [] } = page.compared ?? {};
    const stretch = stretches.find(({ rows, line: start, end }) => !rows && start <= line && line < end);
    const fold = stretch && page.body.querySelector<HTMLElement>(`.fold-row[data-from="${stretch.from}"]`);
    if (stretch && fold) await unfold(page, stretch, fold);
  }

  function topLine({ rows }: ShownPage): { readonly line?: number } {
    const top = scroller.getBoundingClientRect().top + 48;
    const row = rows.find(({ element: each }) => each.getBoundingClientRect().bottom > top);
    return row ? { line: row.row.line } : {};
  }

  function top() {
    const edge = scroller.getBoundingClientRect().top;
    for (const { section, page } of pages.values()) {
      const { bottom, top: own } = section.getBoundingClientRect();
      if (bottom > edge + 1) return { page: page.id, offset: Math.round(edge - own) };
    }
    return undefined;
  }

  function scrollTo({ page: id, offset }: { readonly page: string; readonly offset: number }): void {
    const page = pages.get(id);
    if (!page) return;
    const edge = scroller.getBoundingClientRect().top;
    scroller.scrollTop += page.section.getBoundingClientRect().top - edge + offset;
  }

  function actionsOf(page: ShownPage, isBefore: boolean): PageActions {
    const id = page.page.id;
    return {
      words: {
        ...texts,
        imageFailed: (description, reason) =>
          description ? fill(texts.imageFailedNamed, description, reason) : fill(texts.imageFailed, reason),
      },
      image: (address) => port.ask('picture', { page: id, address, isBefore }),
      imageLoaded: noteSize,
      follow(address) {
        const anchor = address.startsWith('#') ? anchorIn(page.body, address.slice(1)) : undefined;
        if (anchor) anchor.scrollIntoView();
        else if (address.startsWith('#')) announce(fill(texts.noPlace, address.slice(1)));
        else {
          port
            .ask('follow', { page: id, address, isBefore })
            .catch((error: unknown) => announce(fill(texts.cannotOpen, sentenceOf(error)), 'assertive'));
        }
      },
      changedAttributes,
    };
  }

  return {
    update(next) {
      const ids = new Set(next.map(({ id }) => id));
      for (const [id, { section }] of pages) {
        if (ids.has(id)) continue;
        observer.unobserve(section);
        section.remove();
        pages.delete(id);
      }
      let before: Element | null = null;
      const ordered = next.map((page) => [page.id, pages.get(page.id) ?? made(page)] as const);
      pages.clear();
      for (const [index, [id, shown]] of ordered.entries()) {
        const page = next[index]!;
        const isOther = shown.page.version !== page.version;
        shown.page = page;
        shown.section.ariaLabel = page.title;
        pages.set(id, shown);
        if (!shown.section.isConnected || (before && before.nextElementSibling !== shown.section)) {
          if (before) before.after(shown.section);
          else scroller.append(shown.section);
        }
        before = shown.section;
        if (isOther && shown.status !== 'notLoaded') {
          forget(shown);
          if (near.has(shown)) void load(shown);
        }
        draw(shown);
      }
    },
    draw,
    load: (page) => (isUnfolded(state, page.page) ? load(page) : Promise.resolve()),
    async rebuild() {
      const place = top();
      document.body.classList.toggle('layout-columns', state.layout === 'columns');
      for (const page of [...pages.values()].filter(({ status }) => status !== 'notLoaded')) {
        const isNear = near.has(page);
        if (!isNear) page.body.style.minHeight = `${page.body.offsetHeight}px`;
        forget(page);
        if (isNear) await load(page);
      }
      if (place) scrollTo(place);
    },
    reveal,
    rowAt,
    top,
    topLine,
    scrollTo,
  };
}

function introductionOf({ section }: ShownPage): HTMLElement {
  return section.querySelector<HTMLElement>(':scope > .introduction')!;
}

function element(className: string): HTMLElement {
  const made = document.createElement('div');
  made.className = className;
  return made;
}

/** Changed images stand beside each other: their sizes say what changed. */
function noteSize(image: HTMLImageElement): void {
  if (!image.closest('.inserted, .deleted')) return;
  const size = element('image-size');
  size.textContent = fill(texts.imageSize, number(image.naturalWidth), number(image.naturalHeight));
  image.after(size);
}
