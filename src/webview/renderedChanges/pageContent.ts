import { anchorIn, type ComparedPageActions } from '../shared/pageTree.ts';
import { pageWords } from '../shared/pageWords.ts';
import { sentenceOf } from '../threads/attempts.ts';
import * as l10n from '../shared/l10n.ts';
import { changedAttributes } from './attributes.ts';
import type { Loading } from './loading.ts';
import type { Scrolling } from './scrolling.ts';
import type { ShownPage, ViewState } from './state.ts';

export interface PageContentContext {
  readonly state: ViewState;
  readonly loading: () => Pick<Loading, 'unfoldAll'>;
  readonly scrolling: () => Pick<Scrolling, 'steadily'>;
  readonly report: (sentence: string) => void;
}

const words = { ...pageWords, inserted: l10n.t('Inserted:'), deleted: l10n.t('Deleted:') };

/** What links, images and changed attributes of a page do. Each version of a page has addresses of its own. */
export function pageActions({ state: { port }, loading, scrolling, report }: PageContentContext) {
  const failed = (error: unknown): void => report(l10n.t("Couldn't open the link. {0}", sentenceOf(error)));

  /** The place may be in a part that is folded. */
  async function goTo(page: ShownPage, anchor: string): Promise<void> {
    if (!anchorIn(page.body, anchor)) await loading().unfoldAll(page);
    const place = anchorIn(page.body, anchor);
    if (place) void scrolling().steadily(() => place.scrollIntoView());
    else report(l10n.t('This page has no “{0}”.', anchor));
  }

  return (page: ShownPage, isBefore: boolean): ComparedPageActions => {
    const id = page.page.id;
    const isFormer = (element: Element): boolean => isBefore || element.closest('.deleted') !== null;
    return {
      words,
      image: (address, image, isWanted) =>
        port.ask('picture', { page: id, address, isBefore: isFormer(image), isWanted }),
      imageLoaded: noteSize,
      drawFormulas: (formulas) => port.ask('formulas', { formulas }),
      follow(address, _, link) {
        if (address.startsWith('#')) void goTo(page, address.slice(1)).catch(failed);
        else port.ask('follow', { page: id, address, isBefore: isFormer(link) }).catch(failed);
      },
      changedAttributes,
    };
  };
}

/** Changed images stand beside each other: their sizes say what changed. */
function noteSize(image: HTMLImageElement): void {
  if (!image.closest('.inserted, .deleted')) return;
  const size = document.createElement('span');
  size.className = 'image-size';
  size.textContent = l10n.t('{0} × {1} pixels', l10n.number(image.naturalWidth), l10n.number(image.naturalHeight));
  image.after(size);
}
