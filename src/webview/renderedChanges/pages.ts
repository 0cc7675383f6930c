import { render } from 'lit';
import type { ChangedPage } from '../../protocol/renderedChanges.ts';
import { introductionView, pageHeadView, type PageViewActions } from './pageView.ts';
import type { Loading } from './loading.ts';
import { isUnfolded, setUnfolded, type ShownPage, type ViewState } from './state.ts';

/** The changed pages in the document. A page is loaded when it is about to become visible. */
export interface Pages {
  /** Shows other pages, or the same ones again. Pages with another version are loaded again. */
  update(pages: readonly ChangedPage[]): void;
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
      ...{ places: new Map(), ready: Promise.resolve(), turn: 0 },
    };
  }

  function removeOthers(next: readonly ChangedPage[]): void {
    const ids = new Set(next.map(({ id }) => id));
    for (const [id, { section }] of pages) {
      if (ids.has(id)) continue;
      observer.unobserve(section);
      section.remove();
      pages.delete(id);
    }
  }

  return {
    update(next) {
      removeOthers(next);
      const ordered = next.map((page) => [page, pages.get(page.id) ?? made(page)] as const);
      pages.clear();
      let before = above;
      for (const [page, shown] of ordered) {
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

function element(className: string): HTMLElement {
  const made = document.createElement('div');
  made.className = className;
  return made;
}
