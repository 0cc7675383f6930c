import { html, nothing, render } from 'lit';
import { quoteOf } from '../../model/comments/quotePlace.ts';
import { quotedWords } from '../../model/comments/quotedWords.ts';
import type { ReaderProtocol, ReaderState } from '../../protocol/reader.ts';
import { targetKey, type Target } from '../../protocol/threads.ts';
import { createAnnouncer } from '../shared/announcer.ts';
import type { Port } from '../shared/port.ts';
import type { StoredState } from '../shared/storedState.ts';
import { createActions, type Actions } from '../threads/actions.ts';
import { sentenceOf } from '../threads/attempts.ts';
import { besideView, newThreadView, otherCommentsView, pendingBesideView } from '../threads/besideView.ts';
import { boxOf, focusIn, followComments, openComments } from '../threads/following.ts';
import { noticesView } from '../threads/noticesView.ts';
import { createPanelState, isOpen, isPending, listed, pendingDrafts, type PanelState } from '../threads/panelState.ts';
import { createBeside, mark, type Placed } from './beside.ts';
import { createCommentTool, selectionIn } from './commentTool.ts';
import { texts } from './words.ts';

/** The comments on the page, beside the words that they are about. */
export interface Comments {
  /** The id of the page, and whether the user reads without comments. */
  introduce(page: { readonly id?: string | undefined; readonly hidesComments?: boolean | undefined }): void;
  /** Loads the comments. The page is shown without them until then. */
  open(): Promise<void>;
  /** Called when the page shows another text. What is typed keeps the focus. */
  renew(): void;
  /** Opens a box for a comment on the selected text, else on the block with the pointer or at a line. */
  begin(line: number): void;
  toggle(): void;
  /** How many there are; undefined if there can't be any. */
  shown(): { readonly count: number; readonly isHidden: boolean } | undefined;
}

export interface CommentsContext {
  readonly port: Port<ReaderProtocol>;
  readonly viewState: StoredState<ReaderState>;
  /** The box with the rendered page. */
  readonly page: HTMLElement;
  /** Holds the threads, over the page. */
  readonly layer: HTMLElement;
  /** Shows notices, and comments about no text of the page. */
  readonly notices: HTMLElement;
  readonly general: HTMLElement;
  readonly wide: MediaQueryList;
  /** Called when their number changes. */
  readonly onChange: () => void;
  readonly report: (sentence: string) => void;
}

interface Item {
  readonly key: string;
  readonly quote: string | undefined;
  readonly view: unknown;
}

export function createComments(context: CommentsContext): Comments {
  const { port, viewState, page, layer, notices, general, report } = context;
  const state = createPanelState(viewState);
  const announce = createAnnouncer();
  const beside = createBeside(page, layer, context.wide);
  const actions = openingActions(createActions({ state, port, announce, draw, focusBox, leaveBox }));
  const elements = new Map<string, HTMLElement>();
  const tool = createCommentTool({
    ...{ page, layer },
    mayOffer: () => mayComment() && !isHidden,
    begin: () => comments.begin(0),
  });
  let id: string | undefined;
  let isHidden = false;
  let isOpened = false;
  let isDrawing = false;
  let items: readonly (Item & Placed)[] = [];
  let count = 0;

  followComments(port, state, { draw, place: draw });
  page.addEventListener('click', (event) => showThreadAt(event));
  layer.addEventListener('focusin', markCurrent);
  layer.addEventListener('focusout', markCurrent);

  /** After a failure, the first request is sent again. */
  function openingActions(all: Actions): Actions {
    return { ...all, refresh: () => (isOpened ? all.refresh() : void comments.open()) };
  }

  function mayComment(): boolean {
    return id !== undefined && state.header?.mayComment === true;
  }

  /** Renders once for all changes that happen together. */
  function draw(): void {
    if (isDrawing) return;
    isDrawing = true;
    queueMicrotask(drawNow);
  }

  function drawNow(): void {
    isDrawing = false;
    const general: Target = { kind: 'thread' };
    render(
      html`${noticesView(state, actions)} ${isOpen(state, general) ? newThreadView(state, actions, general) : nothing}`,
      notices,
    );
    const all = itemsOn(id, state, actions);
    count = all.length;
    const placed: (Item & Placed)[] = [];
    const others: Item[] = [];
    for (const item of isHidden ? [] : all) {
      const range = item.quote === undefined ? undefined : beside.find(item.quote);
      if (range) placed.push({ ...item, range, element: elementOf(item.key) });
      else others.push(item);
    }
    for (const [key, element] of elements) {
      if (placed.some((item) => item.key === key)) continue;
      render(nothing, element);
      element.remove();
      elements.delete(key);
    }
    for (const { view, element } of placed) render(view, element);
    items = placed;
    beside.place(placed);
    drawOthers(others);
    context.onChange();
  }

  function drawOthers(others: readonly Item[]): void {
    render(
      others.length === 0 ? nothing : html`${otherCommentsView(others.length)} ${others.map(({ view }) => view)}`,
      general,
    );
  }

  function elementOf(key: string): HTMLElement {
    const known = elements.get(key);
    if (known) return known;
    const made = document.createElement('div');
    made.className = 'beside';
    elements.set(key, made);
    layer.append(made);
    return made;
  }

  /** A click on words shows what is said about them. */
  function showThreadAt(event: MouseEvent): void {
    const { target, clientX, clientY } = event;
    if (selectionIn(page) || (target instanceof Element && target.closest('a, button, summary, label, input'))) return;
    const at = document.caretPositionFromPoint(clientX, clientY);
    const item = at && items.find(({ range }) => range.isPointInRange(at.offsetNode, at.offset));
    const article = item?.element.querySelector<HTMLElement>('article, .new');
    article?.focus({ preventScroll: true });
    article?.scrollIntoView({ block: 'nearest' });
  }

  /** Marks the words that the thread with the focus is about. */
  function markCurrent(): void {
    const item = items.find(({ element }) => element.contains(document.activeElement));
    mark('commented-now', item ? [item.range] : []);
  }

  function focusBox(target: Target): void {
    if (isHidden) comments.toggle();
    if (target.kind === 'edit' && target.reply !== undefined) actions.unfold(target.thread, true);
    drawNow();
    void focusIn(boxOf(target));
  }

  /** A thread keeps the focus when its box closes. */
  function leaveBox(target: Target): void {
    const box = boxOf(target);
    if (box?.contains(document.activeElement)) box.closest<HTMLElement>('article')?.focus({ preventScroll: true });
  }

  const comments: Comments = {
    introduce(shown) {
      id = shown.id;
      isHidden = shown.hidesComments ?? isHidden;
    },
    async open() {
      isOpened = await openComments(port, state);
      draw();
    },
    renew() {
      beside.renew();
      tool.hide();
      drawNow();
    },
    begin(line) {
      if (!mayComment()) return;
      const quote = quoteOf(tool.text(line));
      if (quote === '' || id === undefined) return report(texts.noText);
      actions.openBox({ kind: 'thread', page: id, quote });
    },
    toggle() {
      isHidden = !isHidden;
      port.ask('hideComments', { isHidden }).catch((error: unknown) => report(sentenceOf(error)));
      draw();
    },
    shown: () => (isOpened && id !== undefined ? { count, isHidden } : undefined),
  };
  return comments;
}

function quoteIn(target: Target): string | undefined {
  return target.kind === 'thread' ? target.quote : undefined;
}

/** All that is said about a page, or being written. */
function itemsOn(id: string | undefined, state: PanelState, actions: Actions): Item[] {
  if (id === undefined) return [];
  const isHere = (target: Target) => target.kind === 'thread' && target.page === id;
  const written = [...state.viewState.get().boxes, ...[...state.drafts.values()].map(({ target }) => target)];
  const boxes = new Map(written.filter((target) => !isPending(target)).map((target) => [targetKey(target), target]));
  return [
    ...listed(state)
      .filter(({ thread }) => thread.page?.id === id)
      .map((item) => ({
        key: item.thread.id,
        quote: quotedWords(item.thread),
        view: besideView(state, actions, item),
      })),
    ...pendingDrafts(state)
      .filter(({ target }) => isHere(target))
      .map(({ target, text }) => ({ key: targetKey(target), quote: quoteIn(target), view: pendingBesideView(text) })),
    ...[...boxes.values()]
      .filter((target) => isHere(target) && isOpen(state, target))
      .map((target) => ({
        key: targetKey(target),
        quote: quoteIn(target),
        view: newThreadView(state, actions, target),
      })),
  ];
}
