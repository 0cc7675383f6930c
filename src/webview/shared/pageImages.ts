export interface ImageWords {
  /** What a large image does when it is clicked. */
  readonly enlarge: string;
  /** The label of the button in the place of an image that couldn't be loaded, with its description and the reason. */
  imageFailed(description: string, reason: string): string;
}

export interface ImageActions {
  readonly words: ImageWords;
  image(address: string): Promise<string>;
  /** Called when an image is shown. */
  imageLoaded?(image: HTMLImageElement): void;
}

/** Loads the image whose address is in `data-image` when it is about to become visible. */
export function loadWhenNear(image: HTMLImageElement, actions: ImageActions): void {
  if (!image.hasAttribute('alt')) image.alt = '';
  if (image.dataset['image'] === undefined) return;
  waiting.set(image, () => load(image, actions));
  observer.observe(image);
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

async function load(image: HTMLImageElement, actions: ImageActions): Promise<void> {
  try {
    image.src = await actions.image(image.dataset['image'] ?? '');
    await image.decode();
    actions.imageLoaded?.(image);
  } catch (error) {
    return replaceMissing(image, error, actions);
  }
  const isLarge = image.naturalWidth > Math.max(200, image.clientWidth + 1);
  if (!isLarge || image.closest('a, summary, label')) return;
  const { enlarge: label } = actions.words;
  image.classList.add('large');
  image.role = 'button';
  image.tabIndex = 0;
  image.title ||= label;
  image.alt ||= label;
}

/** A button that says what is missing, and tries again. */
function replaceMissing(image: HTMLImageElement, error: unknown, actions: ImageActions): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'picture-missing';
  const reason = error instanceof Error ? error.message : String(error);
  button.textContent = actions.words.imageFailed(image.alt, reason);
  button.addEventListener('click', (event) => {
    // Within a link, it isn't followed.
    event.preventDefault();
    event.stopPropagation();
    image.removeAttribute('src');
    button.replaceWith(image);
    loadWhenNear(image, actions);
  });
  image.replaceWith(button);
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
