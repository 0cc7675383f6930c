import { render } from 'lit';
import type { ChangedPage } from '../../protocol/renderedChanges.ts';
import * as l10n from '../shared/l10n.ts';
import { introductionView, pageHeadView, type PageViewActions } from './pageView.ts';
import type { Loading } from './loading.ts';
import { isUnfolded, setUnfolded, type ShownPage, type ViewState } from './state.ts';

/** The changed pages in the document, and others with comments. A page is loaded when it is about to become visible. */
export interface Pages {
  /**
   * Shows other pages, or the same ones again. Pages with another version are loaded again. Those that aren't among the
   * changes any more stay as they were while there are comments on them: their titles by id, as far as they are known.
   */
  update(pages: readonly ChangedPage[], commented: ReadonlyMap<string, string | undefined>): void;
}

export interface PagesContext {
  readonly state: ViewState;
  readonly scroller: HTMLElement;
  readonly loading: Loading;
  readonly draw: (page: ShownPage) => void;
  /** The pages stand below it. */
  readonly above: Element;
}

/** Shows the title of a page, and what stands above its rows. */
export function drawPage(state: ViewState, page: ShownPage, actions: PageViewActions): void {
  const isShown = isUnfolded(state, page.page);
  page.section.classList.toggle('unfolded', isShown);
  page.body.hidden = !isShown;
  page.introduction.hidden = !isShown;
  render(pageHeadView(state, page, actions), page.head);
  render(introductionView(page, actions), page.introduction);
}

export function createPages({ state, scroller, loading, draw, above }: PagesContext): Pages {
  const { pages } = state;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const page = pages.get((target as HTMLElement).dataset['page'] ?? '');
        if (!page) continue;
        loading.note(page, isIntersecting);
        if (!isIntersecting) continue;
        if (!page.head.hasChildNodes()) draw(page);
        void loading.load(page);
      }
      loading.unloadFar();
    },
    { root: scroller, rootMargin: '800px 0px' },
  );

  function made(page: ChangedPage): ShownPage {
    const section = document.createElement('section');
    section.dataset['page'] = page.id;
    const [head, introduction, body] = [element('page-head'), element('introduction'), element('body')];
    section.append(head, introduction, body);
    observer.observe(section);
    return {
      ...{ page, section, head, introduction, body, status: 'notLoaded', compared: undefined, rows: [] },
      ...{ places: new Map(), ready: Promise.resolve(), turn: 0, isGone: false },
    };
  }

  function removeOthers(ids: ReadonlySet<string>): void {
    for (const [id, { section }] of pages) {
      if (ids.has(id)) continue;
      observer.unobserve(section);
      section.remove();
      pages.delete(id);
    }
  }

  /** The pages with comments that aren't among the changes, each below the page that was above it. */
  function withCommented(
    next: readonly ChangedPage[],
    commented: ReadonlyMap<string, string | undefined>,
  ): ChangedPage[] {
    const ids = new Set(next.map(({ id }) => id));
    const all = [...next];
    let before: string | undefined;
    for (const { page } of pages.values()) {
      if (!ids.has(page.id) && commented.has(page.id))
        all.splice(all.findIndex(({ id }) => id === before) + 1, 0, page);
      if (ids.has(page.id) || commented.has(page.id)) before = page.id;
    }
    const added = [...commented].filter(([id]) => !ids.has(id) && !pages.has(id));
    return [...all, ...added.map(([id, title]) => unknownPage(id, title))];
  }

  return {
    update(next, commented) {
      const isThere = new Set(next.map(({ id }) => id));
      const all = withCommented(next, commented);
      removeOthers(new Set(all.map(({ id }) => id)));
      const ordered = all.map((page) => [page, pages.get(page.id) ?? made(page)] as const);
      pages.clear();
      let before = above;
      for (const [page, shown] of ordered) {
        if (!shown.isGone && !isThere.has(page.id)) leaveAsItIs(shown);
        shown.isGone = !isThere.has(page.id);
        const isOther = shown.page.version !== page.version && shown.status !== 'notLoaded';
        // A page that changed is no longer viewed. That doesn't fold it under the reader.
        const wasViewed = shown.page.isViewed && !page.isViewed;
        if (wasViewed && isUnfolded(state, shown.page)) setUnfolded(state, page, true);
        shown.page = page;
        shown.section.ariaLabel = page.title;
        pages.set(page.id, shown);
        if (before.nextElementSibling !== shown.section) before.after(shown.section);
        before = shown.section;
        if (isOther) loading.outdate(shown);
        // The titles of many pages take a while, so each is shown when it is about to become visible.
        if (shown.head.hasChildNodes()) draw(shown);
        loading.loadIfNear(shown);
      }
    },
  };
}

/** There is nothing to load any more. */
function leaveAsItIs(page: ShownPage): void {
  if (page.status === 'failed') page.body.replaceChildren();
  page.status = 'shown';
  page.turn++;
}

/** A page that was gone before the view was opened. Its title isn't known if nothing but unsent text is about it. */
function unknownPage(id: string, title = l10n.t('Deleted Page')): ChangedPage {
  const unknown = { above: [], letter: '', kindInWords: '', isViewed: false, version: '' };
  return { id, title, kind: 'deleted', ...unknown };
}

function element(className: string): HTMLElement {
  const made = document.createElement('div');
  made.className = className;
  return made;
}
