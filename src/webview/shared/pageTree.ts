import type { ElementContent, Properties } from 'hast';
import { allowedAttributes, allowedElements, isAllowedAddress } from '../../model/rendering/allowed.ts';
import type { MarkedNode, SplitElement } from '../../model/rendering/marked.ts';

export interface PageWords {
  readonly copy: string;
  readonly copied: string;
  /** What a large image does when it is clicked. */
  readonly enlarge: string;
  /** The label of the button in the place of an image that couldn't be loaded, with its description and the reason. */
  imageFailed(description: string, reason: string): string;
  /** Read aloud before what is only in one of the versions. */
  readonly inserted: string;
  readonly deleted: string;
}

export interface PageActions {
  readonly words: PageWords;
  /** Loads an image when it is about to become visible. Resolves to a `data:` URI; rejects with a readable error. */
  image(address: string): Promise<string>;
  /** Called when the user follows a relative link, or one to a place in the page (`#anchor`). */
  follow(address: string): void;
  /** What the attributes of an element were and are, in words, such as “info → warning”. Shown above the element. */
  changedAttributes?(element: SplitElement): string | undefined;
}

/** Which of two versions is shown, with what is only in it marked. */
export type Shown = 'both' | 'before' | 'after';

/** How many pages were built. Radio buttons of different ones must not belong together. */
let pages = 0;

/**
 * Builds the elements of a rendered page. The tree is checked again: only allowed elements and attributes are made,
 * whoever sent it.
 */
export function pageElement(blocks: readonly ElementContent[], actions: PageActions): HTMLElement {
  const nodes = blocks.map((node): MarkedNode => ({ kind: 'whole', mark: 'same', node }));
  return comparedPageElement(nodes, 'after', actions);
}

/** The same for a page in two versions. */
export function comparedPageElement(nodes: readonly MarkedNode[], shown: Shown, actions: PageActions): HTMLElement {
  const page = document.createElement('div');
  page.className = 'docs-platform-page';
  page.dir = 'auto';
  appendMarked(page, nodes, { shown, actions, scope: `page-${pages++}-` });
  page.addEventListener('click', (event) => onClick(event, page, actions));
  return page;
}

/** Where `#anchor` leads to in a page, however it is written. */
export function anchorIn(page: Element, anchor: string): HTMLElement | undefined {
  const wanted = [anchor, decoded(anchor)];
  const places = [...page.querySelectorAll<HTMLElement>('[data-anchor]')];
  return places.find((place) => wanted.includes(place.dataset['anchor'] ?? ''));
}

interface Building {
  readonly shown: Shown;
  readonly actions: PageActions;
  readonly scope: string;
}

function appendMarked(parent: HTMLElement, nodes: readonly MarkedNode[], building: Building): void {
  const { shown, actions } = building;
  for (const node of nodes) {
    if (node.mark === (shown === 'before' ? 'inserted' : shown === 'after' ? 'deleted' : undefined)) continue;
    if (node.kind === 'whole') {
      const made = built(node.node, building);
      if (made) parent.append(node.mark === 'same' ? made : marked(made, node.mark, actions.words));
      continue;
    }
    const { tagName, properties } = (shown === 'before' && node.former) || node;
    const made = elementOf(tagName, properties, building);
    if (!made) continue;
    const changes = shown === 'both' || shown === 'after' ? actions.changedAttributes?.(node) : undefined;
    if (changes !== undefined) parent.append(note(changes));
    appendMarked(made, node.children, building);
    finish(made, actions);
    parent.append(node.mark === 'same' ? made : marked(made, node.mark, actions.words));
  }
}

function built(node: ElementContent, building: Building): HTMLElement | Text | undefined {
  if (node.type === 'text') return document.createTextNode(node.value);
  if (node.type !== 'element') return undefined;
  const made = elementOf(node.tagName, node.properties, building);
  if (!made) return undefined;
  for (const child of node.children) {
    const inside = built(child, building);
    if (inside) made.append(inside);
  }
  finish(made, building.actions);
  return made;
}

function elementOf(tagName: string, properties: Properties, { scope, actions }: Building): HTMLElement | undefined {
  if (!allowedElements.has(tagName)) return undefined;
  const made = document.createElement(tagName);
  for (const [name, value] of Object.entries(properties)) {
    const attribute = Object.hasOwn(allowedAttributes, name) ? allowedAttributes[name] : undefined;
    if (attribute === undefined || value === null || value === undefined || value === false) continue;
    made.setAttribute(attribute, value === true ? '' : Array.isArray(value) ? value.join(' ') : String(value));
  }
  if (made instanceof HTMLInputElement && made.name) made.name = scope + made.name;
  if (made instanceof HTMLAnchorElement) prepareLink(made);
  if (made instanceof HTMLImageElement) prepareImage(made, actions);
  return made;
}

/** VS Code opens links to the web itself. Others lead to pages, which only the extension opens. */
function prepareLink(link: HTMLAnchorElement): void {
  const address = link.getAttribute('href');
  if (address === null) return;
  if (!isAllowedAddress(address)) return link.removeAttribute('href');
  if (/^(https?|mailto):/i.test(address)) return;
  link.dataset['page'] = address;
  link.setAttribute('href', '#');
}

function onClick(event: MouseEvent, page: HTMLElement, actions: PageActions): void {
  const target = event.target instanceof Element ? event.target : undefined;
  const link = target?.closest('a');
  const address = link?.dataset['page'];
  if (address !== undefined) {
    event.preventDefault();
    actions.follow(address);
  } else if (!link && target instanceof HTMLImageElement && target.classList.contains('large')) {
    enlarge(target, page);
  }
}

/** What can only be done once an element has its content. */
function finish(made: HTMLElement, { words }: PageActions): void {
  // Scrolled by keyboard.
  if (made.localName === 'pre' || made.localName === 'table') made.tabIndex = 0;
  if (made.localName === 'pre') made.append(copyButton(made, words));
}

function copyButton(code: HTMLElement, words: PageWords): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy-code';
  button.textContent = words.copy;
  const copy = async () => {
    await navigator.clipboard.writeText(code.querySelector('code')?.textContent ?? '');
    button.textContent = words.copied;
    setTimeout(() => (button.textContent = words.copy), 2000);
  };
  button.addEventListener('click', () => void copy());
  return button;
}

const blocksOfTables = new Set(['li', 'tr', 'td', 'th', 'thead', 'tbody', 'tfoot', 'summary', 'dt', 'dd']);
const inline = new Set(
  ['a', 'abbr', 'b', 'br', 'cite', 'code', 'del', 'dfn', 'em', 'i', 'img', 'input', 'ins', 'kbd', 'label'].concat([
    'mark',
    'q',
    's',
    'samp',
    'small',
    'span',
    'strong',
    'sub',
    'sup',
    'time',
    'u',
    'var',
  ]),
);

/** Marks what is only in one version: for the eye, and for a screen reader. */
function marked(made: HTMLElement | Text, mark: 'inserted' | 'deleted', words: PageWords): HTMLElement | Text {
  if (made instanceof Text && made.data.trim() === '') return made;
  const heard = document.createElement('span');
  heard.className = 'heard-only';
  heard.textContent = `${words[mark]} `;
  if (made instanceof Text || inline.has(made.localName)) {
    const wrapper = document.createElement(mark === 'inserted' ? 'ins' : 'del');
    wrapper.append(heard, made);
    return wrapper;
  }
  made.classList.add(mark);
  // A row or list has no text of its own.
  const place = blocksOfTables.has(made.localName) || made.localName === 'p' ? made : undefined;
  if (made.localName === 'tr') made.querySelector('td, th')?.prepend(heard);
  else if (place && !['thead', 'tbody', 'tfoot'].includes(made.localName)) place.prepend(heard);
  else if (/^h[1-6]$/.test(made.localName)) made.prepend(heard);
  else made.setAttribute('aria-description', words[mark]);
  return made;
}

function note(text: string): HTMLElement {
  const made = document.createElement('div');
  made.className = 'attributes-note';
  made.textContent = text;
  return made;
}

function prepareImage(image: HTMLImageElement, actions: PageActions): void {
  const address = image.dataset['image'];
  if (address === undefined) return;
  const load = async () => {
    try {
      image.src = await actions.image(address);
      await image.decode();
      if (image.naturalWidth > image.clientWidth + 1 || image.naturalWidth > 200) {
        image.classList.add('large');
        image.title ||= actions.words.enlarge;
      }
    } catch (error) {
      replaceMissing(image, error, actions);
    }
  };
  waiting.set(image, load);
  observer.observe(image);
}

/** A button that says what is missing, and tries again. */
function replaceMissing(image: HTMLImageElement, error: unknown, actions: PageActions): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'picture-missing';
  const reason = error instanceof Error ? error.message : String(error);
  button.textContent = actions.words.imageFailed(image.alt, reason);
  button.addEventListener('click', () => {
    image.removeAttribute('src');
    button.replaceWith(image);
    prepareImage(image, actions);
  });
  image.replaceWith(button);
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
  { rootMargin: '600px' },
);

function enlarge(image: HTMLImageElement, page: HTMLElement): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'picture';
  dialog.ariaLabel = image.alt;
  const large = document.createElement('img');
  large.src = image.src;
  large.alt = image.alt;
  dialog.append(large);
  dialog.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  page.ownerDocument.body.append(dialog);
  dialog.showModal();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
