import { setStandIn, swap } from './imagePlaces.ts';
import type { ImageReply, RemoteImage } from '../../protocol/images.ts';

export interface ImageWords {
  /** What a large image does when it is clicked. */
  readonly enlarge: string;
  /** The label of the button in the place of an image that couldn't be loaded, with its description and the reason. */
  imageFailed(description: string, reason: string): string;
  /** The label of the button that shows all images of a host, or why they aren't offered. */
  remoteImage?(host: string, isOffered: boolean): string;
}

export interface ImageActions {
  readonly words: ImageWords;
  image(address: string, image: HTMLImageElement, isWanted?: boolean): Promise<ImageReply>;
  /** The label of the button that loads an image. Without it, images load when they are about to become visible. */
  offerImage?(address: string, description: string): string;
  /** Called when an image is shown. */
  imageLoaded?(image: HTMLImageElement): void;
}

/** Loads the image at `data-image` before it becomes visible, and returns what takes its place until then. */
export function placedImage(image: HTMLImageElement, actions: ImageActions): HTMLElement {
  if (!image.hasAttribute('alt')) image.alt = '';
  const { image: address } = image.dataset;
  if (address === undefined) return image;
  if (actions.offerImage) return buttonFor(image, actions.offerImage(address, image.alt), actions);
  waiting.set(image, () => loadInPlace(image, actions));
  observer.observe(image);
  return image;
}

/** Images that aren't loaded yet, because they are far from what is visible. */
const waiting = new WeakMap<Element, () => Promise<void>>();
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      void waiting.get(target)?.();
      waiting.delete(target);
    }
  },
  // In a frame of another origin, as webviews are, only an explicit root has a margin.
  { root: document, rootMargin: '600px' },
);

async function loadInPlace(image: HTMLImageElement, actions: ImageActions, isWanted?: boolean): Promise<void> {
  try {
    const remote = await load(image, actions, isWanted);
    if (remote) return swap(image, placeholderFor(image, remote, actions));
    offerToEnlarge(image, actions);
    actions.imageLoaded?.(image);
  } catch (error) {
    image.removeAttribute('src');
    swap(image, buttonFor(image, failure(image, error, actions), actions));
  }
}

/** Resolves to its host if it isn't loaded from there. */
async function load(image: HTMLImageElement, actions: ImageActions, isWanted?: boolean): Promise<RemoteImage | void> {
  const reply = await actions.image(image.dataset['image'] ?? '', image, isWanted);
  if (typeof reply !== 'string') return reply;
  image.src = reply;
  await image.decode();
}

/** What shows the images of a host, by the element in the place of each. */
const offered = new WeakMap<Element, () => Promise<void>>();

/** The placeholder for an image that isn't loaded because it is on another host. */
function placeholderFor(image: HTMLImageElement, { host, isOffered }: RemoteImage, actions: ImageActions): HTMLElement {
  const box = document.createElement('span');
  box.className = 'remote-image';
  setStandIn(box, image);
  box.dataset['host'] = host;
  const description = document.createElement('span');
  description.textContent = image.alt;
  const offer = document.createElement(isOffered ? 'button' : 'span');
  offer.textContent = actions.words.remoteImage?.(host, isOffered) ?? host;
  box.append(...(image.alt ? [description] : []), offer);
  const show = async (isWanted?: boolean) => {
    swap(box, image);
    if (isWanted) {
      image.tabIndex = -1;
      image.focus({ preventScroll: true });
    }
    await loadInPlace(image, actions, isWanted);
  };
  if (!(offer instanceof HTMLButtonElement)) return box;
  offer.type = 'button';
  offered.set(box, show);
  offer.addEventListener('click', (event) => {
    // Within a link, it isn't followed.
    event.preventDefault();
    event.stopPropagation();
    void show(true).then(() => {
      for (const other of document.querySelectorAll<HTMLElement>('.remote-image'))
        if (other.dataset['host'] === host) void offered.get(other)?.();
    });
  });
  return box;
}

function failure({ alt }: HTMLImageElement, error: unknown, { words }: ImageActions): string {
  return words.imageFailed(alt, error instanceof Error ? error.message : String(error));
}

function offerToEnlarge(image: HTMLImageElement, actions: ImageActions): void {
  const isLarge = image.naturalWidth > Math.max(200, image.clientWidth + 1);
  if (!isLarge || image.closest('a, summary, label')) return;
  const { enlarge: label } = actions.words;
  image.classList.add('large');
  image.role = 'button';
  image.tabIndex = 0;
  image.title ||= label;
  if (image.alt !== '') return;
  // It isn't an alternative text, which would be text of the page.
  image.removeAttribute('alt');
  image.ariaLabel = label;
}

/** A button that loads the image and is replaced by it, or says what is wrong. */
function buttonFor(image: HTMLImageElement, label: string, actions: ImageActions): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'picture-button';
  setStandIn(button, image);
  button.textContent = label;
  const show = async () => {
    button.disabled = true;
    try {
      const remote = await load(image, actions);
      swap(button, remote ? placeholderFor(image, remote, actions) : image);
      offerToEnlarge(image, actions);
    } catch (error) {
      button.disabled = false;
      button.textContent = failure(image, error, actions);
    }
  };
  button.addEventListener('click', (event) => {
    // Within a link, it isn't followed.
    event.preventDefault();
    event.stopPropagation();
    void show();
  });
  return button;
}

/** Shows a large image by itself until the user clicks it or presses Escape. */
export function enlarge(image: HTMLImageElement, page: HTMLElement, { enlarge: label }: ImageWords): void {
  if (!image.classList.contains('large')) return;
  const dialog = document.createElement('dialog');
  dialog.className = 'picture';
  dialog.ariaLabel = image.alt || label;
  const large = document.createElement('img');
  large.src = image.src;
  large.alt = image.alt;
  dialog.append(large);
  dialog.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  page.ownerDocument.body.append(dialog);
  dialog.showModal();
}
