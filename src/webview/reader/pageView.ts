import type { ElementContent } from 'hast';
import { renderPage, type RenderedHeading } from '../../model/rendering/renderPage.ts';
import type { ImageReply } from '../../protocol/images.ts';
import type { ReaderPage } from '../../protocol/reader.ts';
import * as l10n from '../shared/l10n.ts';
import { parseHtml } from '../shared/parseHtml.ts';
import { taskWords } from '../shared/pageWords.ts';
import { placedImage } from '../shared/pageImages.ts';
import { pageElement, type PageActions } from '../shared/pageTree.ts';

/** The rendered page. While its text changes, blocks that stay the same keep their elements, with their open tabs. */
export interface PageView {
  /** Creates what stands above the text. */
  introduce(page: Omit<ReaderPage, 'markdown'>): void;
  /** Takes what is known of the operations that the page names, as Markdown, for the next text. */
  describe(operations: Readonly<Record<string, string>>): void;
  /** Shows a text, and returns its headings; undefined for a text that would take too long. */
  show(markdown: string): readonly RenderedHeading[] | undefined;
}

export interface PageViewActions extends PageActions {
  /** Loads the image above the page, as `image` does. */
  cover(isWanted?: boolean): Promise<ImageReply>;
}

interface Content {
  readonly element: HTMLElement;
  /** What each block is, without its line. */
  readonly keys: readonly string[];
  readonly nodes: readonly ChildNode[];
}

const days = new Intl.DateTimeFormat([l10n.language, 'en'], { dateStyle: 'long', timeZone: 'UTC' });
const words = {
  ...taskWords,
  footnotes: l10n.t('Footnotes'),
  backToText: l10n.t('Back to the text'),
  reusableContent: l10n.t('Reusable content'),
  day: (date: Date) => days.format(date),
};

export function createPageView(box: HTMLElement, actions: PageViewActions): PageView {
  let content: Content | undefined;
  let operations: ReadonlyMap<string, string> = new Map();
  let introduction: readonly HTMLElement[] = [];
  let description: HTMLElement | undefined;

  return {
    introduce(page) {
      for (const each of [...introduction, description]) each?.remove();
      introduction = [
        ...(page.hasCover ? [coverOf(actions)] : []),
        ...(page.picture === undefined ? [] : [textElement('div', 'picture-of-page', page.picture)]),
      ];
      for (const each of introduction) if (each.textContent) each.ariaHidden = 'true';
      description = page.description === undefined ? undefined : textElement('p', 'description', page.description);
    },
    describe(known) {
      operations = new Map(Object.entries(known));
    },
    show(markdown) {
      const rendered = renderPage(markdown, { words, parse: parseHtml, operations });
      if (!rendered) {
        content = undefined;
        box.replaceChildren();
        return undefined;
      }
      content = (content && changed(content, rendered.blocks, actions)) ?? created(rendered.blocks, actions);
      const { element } = content;
      element.prepend(...introduction);
      const title = element.querySelector(':scope > h1');
      if (description && title) title.after(description);
      else if (description) element.prepend(...introduction, description);
      if (element.parentElement !== box) box.replaceChildren(element);
      return rendered.headings;
    },
  };
}

function created(blocks: readonly ElementContent[], actions: PageActions): Content {
  const element = pageElement(blocks, actions);
  return { element, keys: blocks.map(keyOf), nodes: [...element.childNodes] };
}

/** Replaces the blocks between the first and the last one that differ. Undefined if that can't be done. */
function changed(before: Content, blocks: readonly ElementContent[], actions: PageActions): Content | undefined {
  if (before.nodes.length !== before.keys.length) return undefined;
  const keys = blocks.map(keyOf);
  const most = Math.min(keys.length, before.keys.length);
  let start = 0;
  while (start < most && keys[start] === before.keys[start]) start++;
  let end = 0;
  while (end < most - start && keys.at(-1 - end) === before.keys.at(-1 - end)) end++;
  const made = [...pageElement(blocks.slice(start, blocks.length - end), actions).childNodes];
  if (made.length !== blocks.length - end - start) return undefined;

  for (const node of before.nodes.slice(start, before.nodes.length - end)) node.remove();
  const [first, last] = [before.nodes.slice(0, start), before.nodes.slice(before.nodes.length - end)];
  const previous = first.at(-1);
  if (previous) previous.after(...made);
  else before.element.prepend(...made);
  last.forEach((node, index) => setLines(node, blocks[blocks.length - end + index]!));
  return { element: before.element, keys, nodes: [...first, ...made, ...last] };
}

function keyOf(block: ElementContent): string {
  return JSON.stringify(block, (name, value: unknown) => (name === 'dataLine' ? undefined : value));
}

/** Lines below a change have other numbers. */
function setLines(node: ChildNode, block: ElementContent): void {
  if (!(node instanceof HTMLElement)) return;
  const elements = [node, ...node.querySelectorAll<HTMLElement>('[data-line]')];
  const lines = linesIn(block);
  if (elements.length !== lines.length || elements[0]?.dataset['line'] === lines[0]) return;
  elements.forEach((element, index) => (element.dataset['line'] = lines[index]));
}

function linesIn(block: ElementContent): string[] {
  const lines: string[] = [];
  const waiting: ElementContent[] = [block];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type !== 'element') continue;
    if (node.properties['dataLine'] !== undefined) lines.push(String(node.properties['dataLine']));
    for (const child of node.children.toReversed()) waiting.push(child);
  }
  return lines;
}

function coverOf(actions: PageViewActions): HTMLElement {
  const box = document.createElement('div');
  box.className = 'cover';
  const image = document.createElement('img');
  image.alt = '';
  image.dataset['image'] = '';
  box.append(placedImage(image, { ...actions, image: (_, __, isWanted) => actions.cover(isWanted) }));
  return box;
}

function textElement(name: 'div' | 'p', className: string, text: string): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}
