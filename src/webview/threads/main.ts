import '../shared/jitless.ts';
import { html, nothing, render, type TemplateResult } from 'lit';
import { targetKey, ThreadsViewState, threadsProtocol, type Show, type Target } from '../../protocol/threads.ts';
import { createAnnouncer } from '../shared/announcer.ts';
import * as l10n from '../shared/l10n.ts';
import { storedState } from '../shared/storedState.ts';
import { connect } from '../shared/port.ts';
import { adoptStyles } from '../shared/styles.ts';
import { createVirtualList } from '../shared/virtualList.ts';
import { createActions } from './actions.ts';
import { boxOf } from './boxOf.ts';
import { boxView } from './boxView.ts';
import { filtersView, headView } from './headView.ts';
import { onThreadKey } from './keyboard.ts';
import { noticesView } from './noticesView.ts';
import {
  choicesOf,
  createPanelState,
  isOpen,
  isPending,
  isUnfolded,
  listed,
  requery,
  takeDrafts,
  takeReplies,
  takeThreads,
  type Listed,
} from './panelState.ts';
import { threadStyles } from './styles.ts';
import { threadLabel, threadView } from './threadView.ts';

adoptStyles(...threadStyles);
const port = connect(threadsProtocol);
const announce = createAnnouncer();
const state = createPanelState(storedState(ThreadsViewState));

const head = part('header', 'head');
const filters = part('div', 'filters');
const notices = part('div', 'notices');
const scroller = part('main', 'scroller');
const rows = document.createElement('div');
rows.className = 'rows';
rows.setAttribute('role', 'feed');
rows.setAttribute('aria-label', l10n.t('Comment threads'));
const foot = document.createElement('div');
foot.className = 'foot';
/** Placed over the list. */
const news = document.createElement('div');
news.className = 'news';
scroller.append(news, rows, foot);
filters.setAttribute('role', 'search');
filters.setAttribute('aria-label', l10n.t('Filter'));

const actions = createActions({
  ...{ state, port, announce, draw, leaveBox },
  focusBox: (target) => void focusBox(target),
});
const list = createVirtualList<Listed>({
  scroller,
  rows,
  keyOf: ({ thread }) => thread.id,
  estimate: ({ thread }) => (thread.isResolved ? 38 : 150),
  template: (item, index) => article(item, index),
});
let shown: readonly Listed[] = [];
const names = { general: l10n.t('General'), thisPage: l10n.t('This page'), language: l10n.language };
let choices = choicesOf(state, names);
/** The version from which `shown` and `choices` were made. */
let drawn = -1;
let isDrawing = false;
/** What had the focus last in the notices. */
let noticed: EventTarget | null = null;
/** Until it is known what to show, threads that are loaded for other views aren't shown. */
let isOpened = false;
/** A thread to show once it is loaded. */
let awaited: { readonly id: string; readonly action: () => void } | undefined;

port.on('header', (header) => {
  state.header = header;
  draw();
});
port.on('threads', ({ changed, gone }) => {
  const before = new Set(shown.map(({ thread }) => thread.id));
  takeThreads(state, changed, gone);
  drawNow();
  arrive();
  const fresh = shown.filter(({ thread }) => !before.has(thread.id) && !thread.isOwn);
  if (state.extent.isLoading || fresh.length === 0) return;
  for (const { thread } of fresh) if (!list.isInSight(thread.id)) state.unseen.add(thread.id);
  announce(l10n.plural(l10n.t('{0} new thread|{0} new threads'), fresh.length));
  draw();
});
port.on('replies', ({ thread, replies, hasMore }) => {
  const before = state.replies.get(thread)?.replies.length ?? 0;
  takeReplies(state, thread, { replies, hasMore });
  if (replies.length > before && replies.at(-1)?.isOwn === false) announce(l10n.t('New reply.'));
  draw();
});
port.on('extent', (extent) => {
  state.extent = extent;
  draw();
});
port.on('drafts', (drafts) => {
  takeDrafts(state, drafts, isTyping);
  draw();
});
port.on('show', show);

notices.addEventListener('focusin', ({ target }) => (noticed = target));
rows.addEventListener('keydown', (event) =>
  onThreadKey(event, rows, { state, actions, reveal: list.reveal, shown: () => shown }),
);
let resting: ReturnType<typeof setTimeout> | undefined;
scroller.addEventListener('scroll', () => {
  clearTimeout(resting);
  resting = setTimeout(() => state.viewState.set({ at: scroller.scrollTop > 0 ? list.top() : undefined }), 200);
  if (scroller.scrollTop === 0 && state.unseen.size > 0) {
    state.unseen.clear();
    draw();
  }
});
// Updates times, such as “2 min” to “3 min”.
setInterval(() => document.visibilityState === 'visible' && draw(), 60_000);
void open();

async function open(): Promise<void> {
  state.failure = undefined;
  draw();
  try {
    const opened = await port.ask('open', {});
    state.header = opened.header;
    state.extent = opened.extent;
    takeThreads(state, opened.threads, []);
    takeDrafts(state, opened.drafts, isTyping);
    const { at } = state.viewState.get();
    isOpened = true;
    state.version++;
    if (!opened.show) drawNow();
    if (opened.show) show(opened.show);
    else if (at !== undefined) whenThere(at, () => void list.reveal(at, 'start'));
  } catch (error) {
    state.failure = error instanceof Error ? error.message : String(error);
    drawNow();
  }
}

function show({ page, thread }: Show): void {
  if (page !== undefined) requery(state, { page, status: 'open', author: undefined, text: '' });
  drawNow();
  if (thread !== undefined) whenThere(thread, () => showThread(thread));
}

function showThread(id: string): void {
  if (!shown.some(({ thread }) => thread.id === id)) {
    const status = state.threads.get(id)?.isResolved ? 'all' : 'open';
    requery(state, { page: undefined, author: undefined, text: '', status });
  }
  actions.unfold(id, true);
  drawNow();
  void focusThread(id);
}

/** Threads are loaded in portions. */
function whenThere(id: string, action: () => void): void {
  awaited = { id, action };
  arrive();
}

function arrive(): void {
  if (!awaited || !state.threads.has(awaited.id)) return;
  const { action } = awaited;
  awaited = undefined;
  action();
}

async function focusThread(id: string): Promise<void> {
  await list.reveal(id);
  rows.querySelector<HTMLElement>(`article[data-thread="${CSS.escape(id)}"]`)?.focus();
}

/** Renders once for all changes that happen together. */
function draw(): void {
  if (isDrawing) return;
  isDrawing = true;
  queueMicrotask(() => {
    isDrawing = false;
    drawNow();
  });
}

function drawNow(): void {
  if (state.version !== drawn) {
    drawn = state.version;
    shown = isOpened ? listed(state) : [];
    choices = choicesOf(state, names);
  }
  const top = scroller.offsetTop;
  render(headView(state, actions), head);
  render(state.failure === undefined ? filtersView(state, choices, change) : nothing, filters);
  render(html`${noticesView(state, actions)} ${newBox()}`, notices);
  render(unseenView(), news);
  keepInPlace(top);
  list.update(shown);
  render(footView(), foot);
  // A notice that is gone, such as a review that was discarded, leaves the keys of the list working.
  if (noticed instanceof Element && !noticed.isConnected) {
    if (document.activeElement === document.body) firstThread()?.focus();
    noticed = null;
  }
}

/** Changes above the visible part of the list don't move it. */
function keepInPlace(top: number): void {
  const isRead = scroller.scrollTop > 0 || rows.contains(document.activeElement);
  if (isRead && scroller.offsetTop !== top) scroller.scrollTop += scroller.offsetTop - top;
}

function change(viewState: Partial<ThreadsViewState>): void {
  requery(state, viewState);
  list.toTop();
  drawNow();
  announce(l10n.plural(l10n.t('{0} thread|{0} threads'), shown.length));
}

function article(item: Listed, index: number): TemplateResult {
  const { thread } = item;
  if (isUnfolded(state, thread) && thread.replyCount > 0) actions.ensureReplies(thread.id);
  return html`<article
    tabindex="0"
    class="thread"
    data-thread=${thread.id}
    ?data-resolved=${thread.isResolved}
    aria-label=${threadLabel(thread)}
    aria-posinset=${index + 1}
    aria-setsize=${state.extent.hasMore ? -1 : shown.length}
  >
    ${threadView(state, actions, item)}
  </article>`;
}

function newBox(): TemplateResult | typeof nothing {
  const target: Target = { kind: 'thread' };
  if (!isOpen(state, target)) return nothing;
  return html`<div class="new" tabindex="-1">
    ${boxView(state, actions, { target, label: l10n.t('New comment'), send: l10n.t('Comment') })}
  </div>`;
}

function unseenView(): TemplateResult | typeof nothing {
  if (state.unseen.size === 0) return nothing;
  return html`<button
    class="unseen"
    @click=${() => {
      const first = shown.find(({ thread }) => state.unseen.has(thread.id));
      state.unseen.clear();
      if (first) void focusThread(first.thread.id);
      draw();
    }}
  >
    ${l10n.plural(l10n.t('{0} new thread|{0} new threads'), state.unseen.size)}
  </button>`;
}

function footView(): TemplateResult | typeof nothing {
  const { isLoading, hasMore, failure } = state.extent;
  if (state.failure !== undefined) {
    return html`<div class="empty">
      <p class="problem">${l10n.t("Couldn't load the comments. {0}", state.failure)}</p>
      <vscode-button @click=${() => void open()}>${l10n.t('Retry')}</vscode-button>
    </div>`;
  }
  if (isLoading) return html`<p class="empty" role="status">${loadingText()}</p>`;
  // The notice above shows the error, and how to try again.
  if (failure !== undefined && state.threads.size === 0) return nothing;
  if (hasMore)
    return html`<div class="empty">
      <vscode-button secondary @click=${() => actions.more()}>${l10n.t('Load More')}</vscode-button>
    </div>`;
  if (shown.length > 0 || failure !== undefined) return nothing;
  const { status, page, author, text } = state.viewState.get();
  const isNarrowed = page !== undefined || author !== undefined || text.trim() !== '';
  if (isNarrowed) {
    return html`<div class="empty">
      <p>${l10n.t('No matching comments.')}</p>
      <vscode-button secondary @click=${() => change({ page: undefined, author: undefined, text: '' })}>
        ${l10n.t('Clear Filter')}
      </vscode-button>
    </div>`;
  }
  const words = {
    open: l10n.t('No open comments.'),
    resolved: l10n.t('No resolved comments.'),
    all: l10n.t('No comments yet.'),
  };
  return html`<p class="empty">${words[status]}</p>`;
}

function loadingText(): string {
  const { size } = state.threads;
  return size === 0
    ? l10n.t('Loading…')
    : l10n.plural(l10n.t('Loading… {0} thread so far|Loading… {0} threads so far'), size);
}

function isTyping(key: string): boolean {
  return document.activeElement?.closest<HTMLElement>('[data-box]')?.dataset['box'] === key;
}

/** The box may belong to a thread that isn't visible, or isn't in the list. */
async function focusBox(target: Target): Promise<void> {
  if (target.kind !== 'thread' && !isPending(target)) {
    const { thread } = target;
    if (!shown.some((one) => one.thread.id === thread)) {
      requery(state, { page: undefined, author: undefined, text: '', status: 'all' });
    }
    if (target.kind === 'edit' && target.reply !== undefined) actions.unfold(thread, true);
    drawNow();
    await list.reveal(thread);
  }
  drawNow();
  const box = document.querySelector<HTMLElement & { updateComplete: Promise<boolean> }>(
    `[data-box="${CSS.escape(targetKey(target))}"] vscode-textarea`,
  );
  await box?.updateComplete;
  box?.focus();
  // Scrolls its buttons into view as well; focusing only scrolls to the text.
  box?.closest('[data-box]')?.scrollIntoView({ block: 'nearest' });
}

/**
 * Keeps the keys of the list working when a box closes: its thread or the pending review gets the focus, or the list if
 * it was the box of a new comment.
 */
function leaveBox(target: Target): void {
  (boxOf(target)?.closest<HTMLElement>('article, .review') ?? firstThread())?.focus();
}

function firstThread(): HTMLElement | null {
  return rows.querySelector('article');
}

function part(tag: string, className: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  document.body.append(element);
  return element;
}
