import { html, nothing, render } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { quoteFor } from '../../model/comments/quoteFor.ts';
import { quotedWords } from '../../model/comments/quotedWords.ts';
import type { ReaderProtocol, ReaderState } from '../../protocol/reader.ts';
import { targetKey, type Target } from '../../protocol/threads.ts';
import { createAnnouncer } from '../shared/announcer.ts';
import * as l10n from '../shared/l10n.ts';
import { pageText } from '../shared/pageText.ts';
import type { Port } from '../shared/port.ts';
import type { StoredState } from '../shared/storedState.ts';
import { createActions, type Actions } from '../threads/actions.ts';
import { sentenceOf } from '../threads/attempts.ts';
import {
  besideView,
  newThreadView,
  otherCommentsView,
  pendingBesideView,
  resolvedView,
} from '../threads/besideView.ts';
import { boxOf } from '../threads/boxOf.ts';
import { focusIn, followComments, openComments } from '../threads/following.ts';
import { noticesView } from '../threads/noticesView.ts';
import { createPanelState, isOpen, isPending, listed, pendingDrafts, type PanelState } from '../threads/panelState.ts';
import { createBeside, type Placed } from './beside.ts';
import { createCommentFocus } from './commentFocus.ts';
import { createCommentTool } from './commentTool.ts';

/** The comments on the page, beside the words that they are about. */
export interface Comments {
  /** The id of the page, and whether the user reads without comments. */
  introduce(page: { readonly id?: string | undefined; readonly hidesComments?: boolean | undefined }): void;
  /** Loads the comments, once. The page is shown without them until then. */
  open(): Promise<void>;
  /** Called when the page shows another text; `isTyped` while the user types it. What is typed here keeps the focus. */
  renew(isTyped?: boolean): void;
  mayComment(): boolean;
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

/** How long words aren't looked for again while the user types, in ms. */
const afterTyping = 300;

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
  const actions = openingActions(
    createActions({
      ...{ state, port, announce, draw, focusBox },
      leaveBox: (target) => focus.leaveBox(target),
      titleOf: () => page.querySelector('h1')?.textContent.trim(),
    }),
  );
  const elements = createElements(layer);
  const tool = createCommentTool({
    ...{ page, layer },
    mayOffer: () => mayComment() && !isHidden,
    begin: () => comments.begin(0),
  });
  let id: string | undefined;
  let isHidden = false;
  let isOpened = false;
  let isOpening = false;
  let searching: ReturnType<typeof setTimeout> | undefined;
  let isDrawing = false;
  let items: readonly (Item & Placed)[] = [];
  let count = 0;

  const focus = createCommentFocus({ page, layer, items: () => items });

  followComments(port, state, { draw, place: draw });

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
      html`${noticesView(state, actions)} ${isOpen(state, general) ? newThreadView(state, actions, general) : nothing}
      ${id === undefined || isHidden ? nothing : resolvedView(state, id, draw)}`,
      notices,
    );
    const all = itemsOn(id, state, actions);
    count = all.length;
    const placed: (Item & Placed)[] = [];
    const others: Item[] = [];
    for (const item of isHidden ? [] : all) {
      const range = rangeOf(item);
      if (range) placed.push({ ...item, range, element: elements.of(item.key) });
      else others.push(item);
    }
    elements.keep(new Set(placed.map(({ key }) => key)));
    for (const { view, element } of placed) render(view, element);
    items = placed;
    beside.place(placed);
    layer.ariaLabel = placed.length > 0 ? l10n.t('Comments on this page') : null;
    focus.markCurrent();
    drawOthers(others);
    context.onChange();
  }

  /** A box that is being typed in stays where it is, even if its words are gone. */
  function rangeOf({ key, quote }: Item): Range | undefined {
    const found = quote === undefined ? undefined : beside.find(quote);
    if (found ?? !elements.known(key)?.contains(document.activeElement)) return found;
    return items.find((item) => item.key === key)?.range;
  }

  function quoteOn(part: Range | undefined): string {
    const shown = pageText(page);
    const span = part && shown.spanOf(part);
    return span && shown.text.slice(span.start, span.end).trim() !== '' ? quoteFor(shown.text, span) : '';
  }

  function drawOthers(others: readonly Item[]): void {
    general.hidden = others.length === 0;
    render(
      html`${others.length === 0 ? nothing : otherCommentsView(others.length)}
      ${repeat(
        others,
        ({ key }) => key,
        ({ view }) => view,
      )}`,
      general,
    );
  }

  function focusBox(target: Target): void {
    if (isHidden) comments.toggle();
    if (target.kind === 'edit' && target.reply !== undefined) actions.unfold(target.thread, true);
    drawNow();
    void focusIn(boxOf(target));
  }

  function search(): void {
    beside.renew();
    drawNow();
  }

  const comments: Comments = {
    introduce(shown) {
      id = shown.id ?? id;
      isHidden = shown.hidesComments ?? isHidden;
    },
    async open() {
      if (isOpened || isOpening) return;
      isOpening = true;
      isOpened = await openComments(port, state);
      isOpening = false;
      draw();
    },
    renew(isTyped = false) {
      tool.hide();
      clearTimeout(searching);
      // Looking for words takes a while in a long page.
      searching = setTimeout(search, isTyped && items.length > 0 ? afterTyping : 0);
    },
    mayComment,
    begin(line) {
      if (!mayComment()) return;
      const quote = quoteOn(tool.part(line));
      if (quote === '' || id === undefined) return report(l10n.t('There is no text here to comment on.'));
      actions.openBox({ kind: 'thread', page: id, quote });
    },
    toggle() {
      isHidden = !isHidden;
      tool.hide();
      port.ask('hideComments', { isHidden }).catch((error: unknown) => report(sentenceOf(error)));
      draw();
    },
    shown: () => (isOpened && id !== undefined ? { count, isHidden } : undefined),
  };
  return comments;
}

/** The elements of threads and boxes, by their keys. */
function createElements(layer: HTMLElement) {
  const all = new Map<string, HTMLElement>();
  return {
    known: (key: string) => all.get(key),
    of(key: string): HTMLElement {
      const known = all.get(key);
      if (known) return known;
      const made = document.createElement('div');
      made.className = 'beside';
      all.set(key, made);
      layer.append(made);
      return made;
    },
    keep(keys: ReadonlySet<string>): void {
      for (const [key, element] of all) {
        if (keys.has(key)) continue;
        render(nothing, element);
        element.remove();
        all.delete(key);
      }
    },
  };
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
      .map((draft) => ({
        key: targetKey(draft.target),
        quote: quoteIn(draft.target),
        view: pendingBesideView(state, actions, draft),
      })),
    ...[...boxes.values()]
      .filter((target) => isHere(target) && isOpen(state, target))
      .map((target) => ({
        key: targetKey(target),
        quote: quoteIn(target),
        view: newThreadView(state, actions, target),
      })),
  ];
}
