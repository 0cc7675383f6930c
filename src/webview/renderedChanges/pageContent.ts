import type { Announce } from '../shared/announcer.ts';
import { anchorIn, type ComparedPageActions } from '../shared/pageTree.ts';
import { sentenceOf } from '../threads/attempts.ts';
import { changedAttributes } from './attributes.ts';
import type { ShownPage, ViewState } from './state.ts';
import { fill, number, texts } from './words.ts';

/** What links, images and changed attributes of a page do. Each version of a page has addresses of its own. */
export function pageActions({ port }: ViewState, announce: Announce) {
  return (page: ShownPage, isBefore: boolean): ComparedPageActions => {
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
  };
}

/** Changed images stand beside each other: their sizes say what changed. */
function noteSize(image: HTMLImageElement): void {
  if (!image.closest('.inserted, .deleted')) return;
  const size = document.createElement('span');
  size.className = 'image-size';
  size.textContent = fill(texts.imageSize, number(image.naturalWidth), number(image.naturalHeight));
  image.after(size);
}
