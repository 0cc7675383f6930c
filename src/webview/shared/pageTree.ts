import type { ElementContent, Properties } from 'hast';
import { allowedAttributes, allowedElements, isAllowedAddress } from '../../model/rendering/allowed.ts';
import { nodesOf, type MarkedNode, type SplitElement } from '../../model/rendering/marked.ts';
import { decoded } from '../../model/shared/decoded.ts';
import { withHiddenShown } from '../../model/text/hiddenCharacters.ts';
import { holderOfFormula, showFormulas, type DrawFormulas } from './pageFormulas.ts';
import { enlarge, placedImage, type ImageActions, type ImageWords } from './pageImages.ts';
import { introduce, isInline, spokenMark } from './pageMarks.ts';

export interface PageWords extends ImageWords {
  readonly copy: string;
  readonly copied: string;
}

export interface PageActions extends ImageActions {
  readonly words: PageWords;
  /**
   * Called when the user follows a relative link, or one to a place in the page (`#anchor`); with Ctrl, Cmd, or the
   * middle button, to have it beside the page. VS Code itself opens links to the web.
   */
  follow(address: string, beside: boolean, link: Element): void;
  /** Without it, formulas are shown as they were written. */
  drawFormulas?: DrawFormulas;
  /** Shows what the code of a diagram describes. Only VS Code's own preview draws it. */
  readonly diagram?: { readonly label: string; show(code: Element): void };
}

export interface ComparedPageActions extends PageActions {
  /** Each mark is read aloud before what has it. */
  readonly words: PageWords & Readonly<Record<Change, string>>;
  /** What the attributes of an element were and are, in words, such as “info → warning”. Shown above the element. */
  changedAttributes?(element: SplitElement): string | undefined;
}

/** Which of two versions is shown, with what is only in it marked. */
export type Shown = 'both' | 'before' | 'after';

/**
 * Builds the elements of a rendered page. The tree is checked again: only allowed elements and attributes are made,
 * whoever sent it. Takes linear time, and any depth.
 */
export function pageElement(blocks: readonly ElementContent[], actions: PageActions): HTMLElement {
  return build(blocks, 'after', actions);
}

/**
 * The same for a page in two versions. Both places of a block that was moved have the number of the move in
 * `data-move`.
 */
export function comparedPageElement(
  nodes: readonly MarkedNode[],
  shown: Shown,
  actions: ComparedPageActions,
): HTMLElement {
  return build(nodes, shown, actions, actions);
}

/** Where `#anchor` leads to in a page, however it is written. */
export function anchorIn(page: Element, anchor: string): HTMLElement | undefined {
  const wanted = new Set([anchor, decoded(anchor)].map((each) => each.toLowerCase()));
  const places = [...page.querySelectorAll<HTMLElement>('[data-anchor], [data-alias]')];
  const named = (name: string) => places.find(({ dataset }) => wanted.has(dataset[name]?.toLowerCase() ?? ''));
  return named('anchor') ?? named('alias');
}

type Node = ElementContent | MarkedNode;
type Change = 'inserted' | 'deleted';

/** Nodes that still have to be made, and the element that they belong to. */
interface Part {
  readonly parent: HTMLElement;
  readonly nodes: readonly Node[];
  /** The mark of an element around them, which is theirs as well. */
  readonly within?: Change | undefined;
  /** Whether the text is only in the new version. Hidden characters in it are named. */
  readonly isNew?: boolean | undefined;
}

interface Building {
  readonly shown: Shown;
  readonly actions: PageActions;
  /** Of a page in two versions. */
  readonly compared?: ComparedPageActions | undefined;
  readonly parts: Part[];
  /** What goes into the text of an element once that is there. */
  readonly introductions: (readonly [HTMLElement, HTMLElement])[];
}

function build(
  nodes: readonly Node[],
  shown: Shown,
  actions: PageActions,
  compared?: ComparedPageActions,
): HTMLElement {
  const page = document.createElement('div');
  page.className = 'docs-platform-page';
  page.dir = 'auto';
  const parts: Part[] = [{ parent: page, nodes }];
  const building: Building = { shown, actions, compared, parts, introductions: [] };
  // Grows while it is read.
  for (const part of parts) for (const node of visible(part.nodes, shown)) add(node, part, building);
  for (const [element, introduction] of building.introductions) introduce(element, introduction);
  // What can't be drawn stays as it was written.
  addDiagramButtons(page, actions);
  if (actions.drawFormulas) void showFormulas(page, actions.drawFormulas).catch(() => undefined);

  const click = (event: MouseEvent) => onClick(event, page, actions);
  page.addEventListener('click', click);
  page.addEventListener('auxclick', click);
  page.addEventListener('keydown', (event) => {
    const isPress = event.key === 'Enter' || event.key === ' ';
    if (!isPress || !(event.target instanceof HTMLImageElement)) return;
    event.preventDefault();
    enlarge(event.target, page, actions.words);
  });
  return page;
}

function visible(nodes: readonly Node[], shown: Shown): readonly Node[] {
  const isMarked = nodes.every((node): node is MarkedNode => 'kind' in node);
  return isMarked && shown !== 'both' ? nodesOf(nodes, shown) : nodes;
}

function add(node: Node, { parent, within, isNew: isInNew }: Part, building: Building): void {
  if (!('kind' in node)) return addWhole(node, parent, building, { isNew: isInNew });
  const isNew = node.mark === 'inserted' || (node.mark === 'same' && isInNew);
  const mark = node.mark === 'same' || node.mark === within ? undefined : node.mark;
  if (node.kind === 'whole') return addWhole(node.node, parent, building, { mark, move: node.move, isNew });

  const { tagName, properties } = (building.shown === 'before' && node.former) || node;
  const made = elementOf(tagName, properties, parent, building);
  if (!made) return;
  const changes = building.shown === 'before' ? undefined : building.compared?.changedAttributes?.(node);
  if (changes !== undefined) addNote(changes, made, parent, building);
  append(made, parent, building, mark, node.move);
  // What is marked as a whole needs no marks inside. What was moved may have changed as well.
  building.parts.push({
    parent: holderOfFormula(made, parent) ?? made,
    nodes: node.children,
    within: node.move === undefined ? (mark ?? within) : undefined,
    isNew: node.move === undefined && isNew,
  });
}

interface Whole {
  readonly mark?: Change | undefined;
  readonly move?: number | undefined;
  readonly isNew?: boolean | undefined;
}

function addWhole(node: ElementContent, parent: HTMLElement, building: Building, { mark, move, isNew }: Whole): void {
  if (node.type === 'text') {
    const text = isNew ? withHiddenShown(node.value) : node.value;
    return append(document.createTextNode(text), parent, building, mark, move);
  }
  if (node.type !== 'element') return;
  const made = elementOf(node.tagName, node.properties, parent, building);
  if (!made) return;
  append(made, parent, building, mark, move);
  building.parts.push({ parent: holderOfFormula(made, parent) ?? made, nodes: node.children, isNew });
}

/** Marks what is only in one version: for the eye, and for a screen reader. */
function append(
  made: HTMLElement | Text,
  parent: HTMLElement,
  { compared, introductions }: Building,
  mark: Change | undefined,
  move: number | undefined,
): void {
  if (made instanceof HTMLElement && move !== undefined) made.dataset['move'] = String(move);
  if (!compared || !mark || (made instanceof Text && made.data.trim() === '')) return parent.append(made);
  const label = spokenMark(compared.words[mark]);
  if (made instanceof Text || isInline(made)) {
    const wrapper = document.createElement(mark === 'inserted' ? 'ins' : 'del');
    wrapper.className = mark;
    wrapper.append(label, made);
    return parent.append(wrapper);
  }
  made.classList.add(mark);
  parent.append(made);
  introductions.push([made, label]);
}

function addNote(text: string, made: HTMLElement, parent: HTMLElement, { introductions }: Building): void {
  const note = document.createElement('span');
  note.className = 'attributes-note';
  note.textContent = withHiddenShown(text);
  if (isInline(made) || !parent.matches('ul, ol, dl, table, thead, tbody, tfoot, tr')) parent.append(note);
  else introductions.push([made, note]);
}

function elementOf(
  tagName: string,
  properties: Properties,
  parent: HTMLElement,
  building: Building,
): HTMLElement | undefined {
  if (!allowedElements.has(tagName)) return undefined;
  const made = document.createElement(tagName);
  for (const [name, value] of Object.entries(properties)) {
    const attribute = Object.hasOwn(allowedAttributes, name) ? allowedAttributes[name] : undefined;
    if (attribute === undefined || value === null || value === undefined || value === false) continue;
    made.setAttribute(attribute, value === true ? '' : Array.isArray(value) ? value.join(' ') : String(value));
  }
  if (made instanceof HTMLInputElement && !prepareButton(made, parent)) return undefined;
  if (made instanceof HTMLAnchorElement) prepareLink(made);
  // Scrolled by keyboard.
  if (made.localName === 'pre' || made.localName === 'table') made.tabIndex = 0;
  if (made.localName === 'pre') made.append(copyButton(made, building));
  return made instanceof HTMLImageElement ? placedImage(made, building.actions) : made;
}

/** The names of the radio buttons of tabs. Those of other pages, and of another version of a page, have other names. */
const tabNames = new WeakMap<Element, string>();
let tabCount = 0;

function prepareButton(button: HTMLInputElement, parent: HTMLElement): boolean {
  if (button.type === 'checkbox') button.disabled = true;
  if (button.type !== 'radio') return button.type === 'checkbox';
  const tabs = parent.closest('.docs-platform-tabs') ?? parent;
  const name = tabNames.get(tabs) ?? `tabs-${tabCount++}`;
  tabNames.set(tabs, name);
  button.name = name;
  return true;
}

/** VS Code opens links to the web itself. Others lead to pages, which only the extension opens. */
function prepareLink(link: HTMLAnchorElement): void {
  const address = link.getAttribute('href')?.trim();
  if (address === undefined) return;
  if (!isAllowedAddress(address)) return link.removeAttribute('href');
  if (/^(https?|mailto):/i.test(address)) return link.setAttribute('href', address);
  link.dataset['page'] = address;
  link.setAttribute('href', '#');
}

function onClick(event: MouseEvent, page: HTMLElement, actions: PageActions): void {
  const isMiddle = event.type === 'auxclick' && event.button === 1;
  if (event.type === 'auxclick' && !isMiddle) return;
  const target = event.target instanceof Element ? event.target : undefined;
  const link = target?.closest('a');
  const address = link?.dataset['page'];
  if (link && address !== undefined) {
    event.preventDefault();
    // VS Code's own listener would scroll to the top.
    event.stopPropagation();
    actions.follow(address, isMiddle || event.ctrlKey || event.metaKey, link);
  } else if (!isMiddle && target instanceof HTMLImageElement) {
    enlarge(target, page, actions.words);
  }
}

function copyButton(block: HTMLElement, { shown, actions: { words } }: Building): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy-code';
  button.ariaLive = 'polite';
  button.textContent = words.copy;
  const copy = async () => {
    const code = block.querySelector('code') ?? block;
    try {
      await navigator.clipboard.writeText(codeIn(code, shown));
      button.textContent = words.copied;
      setTimeout(() => (button.textContent = words.copy), 2000);
    } catch {
      // Ready to be copied by keyboard.
      getSelection()?.selectAllChildren(code);
    }
  };
  button.addEventListener('click', () => void copy());
  return button;
}

function addDiagramButtons(page: HTMLElement, { diagram }: PageActions): void {
  if (!diagram) return;
  for (const code of page.querySelectorAll('pre > code.language-mermaid')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'show-diagram';
    button.textContent = diagram.label;
    button.addEventListener('click', () => diagram.show(code));
    code.after(button);
  }
}

/** The code of one version, without what is only read aloud. */
function codeIn(code: Element, shown: Shown): string {
  const copied = code.cloneNode(true) as Element;
  const others = copied.querySelectorAll(shown === 'both' ? '.heard-only, math, .deleted' : '.heard-only, math');
  for (const other of others) other.remove();
  return copied.textContent;
}
