import '../shared/jitless.ts';
import { html, render, type TemplateResult } from 'lit';
import {
  renderedChangesProtocol,
  type ChangedPlace,
  type Changes,
  type Layout,
} from '../../protocol/renderedChanges.ts';
import type { Target } from '../../protocol/threads.ts';
import { createAnnouncer } from '../shared/announcer.ts';
import * as l10n from '../shared/l10n.ts';
import { pageStyles } from '../shared/pageStyles.ts';
import { connect } from '../shared/port.ts';
import { adoptStyles } from '../shared/styles.ts';
import { createActions } from '../threads/actions.ts';
import { sentenceOf } from '../threads/attempts.ts';
import { newThreadView } from '../threads/besideView.ts';
import { boxOf } from '../threads/boxOf.ts';
import { focusIn, followComments, openComments } from '../threads/following.ts';
import { noticesView } from '../threads/noticesView.ts';
import { openTargets } from '../threads/panelState.ts';
import { postStyles } from '../threads/styles.ts';
import { createCommenting } from './commenting.ts';
import { headView, keysView, listView, type HeadActions } from './headView.ts';
import { onKey } from './keyboard.ts';
import { createFocusPlace } from './focusPlace.ts';
import { createLoading } from './loading.ts';
import { createMargins } from './margins.ts';
import { pageActions } from './pageContent.ts';
import { createPages, drawPage } from './pages.ts';
import type { PageViewActions } from './pageView.ts';
import { createScrolling, type TopOf } from './scrolling.ts';
import { createViewState, setUnfolded, type ShownPage } from './state.ts';
import { renderedChangesStyles } from './styles.ts';
import { createWalk } from './walking.ts';

adoptStyles(...pageStyles, ...postStyles, renderedChangesStyles);
const port = connect(renderedChangesProtocol);
const announce = createAnnouncer();
const state = createViewState(port);
const { comments } = state;

const head = part('header', 'changes-head');
const list = part('nav', 'page-list');
list.ariaLabel = l10n.t('Changed pages');
const scroller = part('main', 'changes');
scroller.tabIndex = -1;
const notices = document.createElement('div');
notices.className = 'notices';
const note = document.createElement('div');
note.className = 'empty';
note.hidden = true;
scroller.append(notices, note);

/** Shows and announces what happened, until the next key or click. */
const reported = document.createElement('p');
reported.className = 'reported';
reported.hidden = true;
reported.ariaHidden = 'true';
document.body.append(reported);
for (const type of ['keydown', 'pointerdown']) addEventListener(type, () => (reported.hidden = true), true);
function report(sentence: string): void {
  reported.textContent = sentence;
  reported.hidden = false;
  announce(sentence, 'assertive');
}
const failed = (error: unknown): void => report(sentenceOf(error));
const actions = createActions({
  state: comments,
  port,
  announce,
  draw,
  focusBox: (target) => void focusBox(target).catch(failed),
  leaveBox,
  titleOf: (id) => state.pages.get(id)?.page.title,
});
const scrolling = createScrolling(state, scroller);
const pageTools: PageViewActions = {
  toggle,
  mark: (page, isViewed) => void mark(page, isViewed),
  openDiff: (page) => void port.ask('openDiff', { page: page.page.id, ...scrolling.topLine(page) }).catch(failed),
};
const drawOf = (page: ShownPage): void => drawPage(state, page, pageTools);
const actionsOf = pageActions({ state, loading: () => loading, scrolling: () => scrolling, report });
const loading = createLoading({ state, actionsOf, draw: drawOf, onShown: placeThreads, failed });
const pages = createPages({ state, scroller, loading, draw: drawOf, above: note });
const margins = createMargins({
  ...{ state, actions, failed },
  reveal: (page, line) => loading.reveal(page, line),
  placeAll: () => void placeAll(),
});
const focusPlace = createFocusPlace(state, () => walk.page()?.section.querySelector<HTMLElement>('h2') ?? scroller);
const walk = createWalk({ state, scroller, scrolling, focusPlace, load: (page) => loading.load(page), draw: drawOf });
const commenting = createCommenting({ state, actions, margins, scrolling, report });
const headActions: HeadActions = {
  setLayout,
  openDiffs: () => void openDiffs(),
  step: (by) => void step(by),
  showKeys,
  toggleList() {
    state.view.set({ isListHidden: !state.view.get().isListHidden });
    drawFrame();
  },
  goTo: (page) => void walk.goTo(page),
};
let isDrawing = false;
/** The layout that the user chose. */
let chosen: Layout = 'marked';
const narrow = matchMedia('(width < 700px)');
narrow.addEventListener('change', () => rebuild(chosen));
/** What the list of pages was made from. */
let listed: Changes | undefined;
/** What the shown pages were made from. */
let shownChanges: Changes | undefined;

followComments(port, comments, { draw, place: () => void placeAll() });
port.on('changes', takeChanges);
port.on('place', (place) => void show(place).catch(failed));
addEventListener('keydown', (event) =>
  onKey(event, {
    step: (by) => void step(by),
    markViewed: () => void markAndGoOn(),
    comment: () => commenting.comment(),
    suggest: () => void commenting.suggest(),
    switchLayout: () => setLayout(chosen === 'columns' ? 'marked' : 'columns'),
    showKeys,
    isTyping: () => state.isReplacing,
  }),
);
let resting: ReturnType<typeof setTimeout> | undefined;
scroller.addEventListener('scroll', () => {
  clearTimeout(resting);
  resting = setTimeout(keepPlace, 200);
});
// Not in the list: it would scroll away from what is clicked.
addEventListener('focusin', () => scroller.contains(document.activeElement) && markCurrent());
void open();

async function open(): Promise<void> {
  say(l10n.t('Loading…'));
  try {
    const [{ layout, place, ...changes }] = await Promise.all([port.ask('changes', {}), openComments(port, comments)]);
    takeLayout(layout);
    takeChanges(changes);
    const { topOf } = state.view.get();
    if (place) await show(place);
    else if (topOf) await restore(topOf);
  } catch (error) {
    note.hidden = false;
    render(
      html`<p class="problem">${l10n.t("Couldn't load the changes. {0}", sentenceOf(error))}</p>
        <button type="button" class="secondary" @click=${() => void open()}>${l10n.t('Retry')}</button>`,
      note,
    );
  }
}

/** Pages have their height once they are loaded. */
async function restore(place: TopOf): Promise<void> {
  const page = state.pages.get(place.page);
  if (!page) return;
  scrolling.scrollTo({ ...place, offset: 0 });
  drawOf(page);
  await loading.load(page);
  scrolling.scrollTo(place);
}

function takeChanges(changes: Changes): void {
  state.changes = changes;
  updatePages();
  say(changes.pages.length === 0 ? l10n.t('There are no changed pages.') : undefined, changes.incomplete);
  draw();
}

/** Shows the changed pages, and those that comments are about although they aren't among the changes any more. */
function updatePages(): void {
  if (!state.changes) return;
  const commented = margins.commentedPages();
  const isSame = shownChanges === state.changes;
  if (isSame && [...commented.keys()].every((id) => state.pages.has(id))) return;
  // A page that is gone stays at least until other changes arrive, so that a comment that was just sent finds it.
  if (isSame) for (const { isGone, page } of state.pages.values()) if (isGone) commented.set(page.id, page.title);
  shownChanges = state.changes;
  pages.update(state.changes.pages, commented);
  listed = undefined;
}

function say(...sentences: readonly (string | undefined)[]): void {
  const shown = sentences.filter((sentence) => sentence !== undefined);
  note.hidden = shown.length === 0;
  render(
    shown.map((sentence) => html`<p role="status">${sentence}</p>`),
    note,
  );
}

/** Shows a place in a page, at the top. */
async function show({ page: id, line }: ChangedPlace): Promise<void> {
  const page = state.pages.get(id);
  if (!page) return;
  if (!page.section.classList.contains('unfolded')) toggle(page);
  await walk.goTo(page);
  if (line === undefined || line === 0) return;
  await loading.reveal(page, line);
  scrolling.scrollTo({ page: id, line, offset: 0 });
}

/** Two columns need room. The choice is stored nevertheless. */
function takeLayout(layout: Layout): void {
  chosen = layout;
  state.layout = narrow.matches ? 'marked' : layout;
  document.body.classList.toggle('layout-columns', state.layout === 'columns');
}

function rebuild(layout: Layout): void {
  // Keys act on the row with the focus, so that it stays where it is.
  const place = scrolling.focused() ?? scrolling.top();
  takeLayout(layout);
  loading.rebuild().then(() => place && scrolling.scrollTo(place), failed);
  drawFrame();
}

function setLayout(layout: Layout): void {
  if (layout === chosen) return;
  rebuild(layout);
  port.ask('keepLayout', { layout }).catch(failed);
}

async function openDiffs(): Promise<void> {
  const page = walk.page();
  try {
    if (page && !page.isGone && state.pages.size > 1)
      await port.ask('openDiff', { page: page.page.id, ...scrolling.topLine(page) });
    else await port.ask('openAllDiffs', {});
  } catch (error) {
    failed(error);
  }
}

async function step(by: 1 | -1): Promise<void> {
  if (!(await walk.step(by))) report(by > 0 ? l10n.t('This is the last change.') : l10n.t('This is the first change.'));
}

function toggle(page: ShownPage): void {
  const isNowUnfolded = !page.section.classList.contains('unfolded');
  setUnfolded(state, page.page, isNowUnfolded);
  drawOf(page);
  if (isNowUnfolded) void loading.load(page);
}

async function mark(page: ShownPage, isViewed: boolean): Promise<boolean> {
  const before = page.page;
  setUnfolded(state, { ...before, isViewed }, !isViewed);
  take({ ...before, isViewed });
  try {
    await port.ask('markViewed', { page: before.id, isViewed });
    announce(
      isViewed
        ? l10n.t('“{0}” is marked as viewed.', before.title)
        : l10n.t('“{0}” is marked as not viewed.', before.title),
    );
    return true;
  } catch (error) {
    take(before);
    failed(error);
    return false;
  }

  function take(now: ShownPage['page']): void {
    page.page = now;
    if (state.changes) {
      const { pages: others } = state.changes;
      shownChanges = state.changes = {
        ...state.changes,
        pages: others.map((each) => (each.id === now.id ? now : each)),
      };
    }
    drawOf(page);
    loading.loadIfNear(page);
    drawFrame();
  }
}

/** Marks the page that is read as viewed, and goes to the next one that isn't. */
async function markAndGoOn(): Promise<void> {
  const page = walk.page();
  if (!page || !state.changes?.ofChangeRequest) return;
  if (!page.isGone && !page.page.isViewed && !(await mark(page, true))) return;
  const all = [...state.pages.values()];
  const at = all.indexOf(page);
  const next = [...all.slice(at + 1), ...all.slice(0, at)].find((each) => !each.page.isViewed && !each.isGone);
  if (next) await walk.goTo(next);
  else report(l10n.t('All pages are viewed.'));
}

function showKeys(): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'keys';
  dialog.setAttribute('aria-labelledby', 'keys-title');
  render(
    keysView(() => dialog.close()),
    dialog,
  );
  dialog.addEventListener('close', () => {
    dialog.remove();
    focusPlace.restore();
  });
  document.body.append(dialog);
  dialog.showModal();
}

async function placeThreads(page: ShownPage): Promise<void> {
  // No letter is lost, though the box is beside its quote only later.
  if (state.isReplacing) margins.draw();
  else focusPlace.restore();
  await margins.place(page);
  margins.draw();
  focusPlace.restore();
}

async function placeAll(): Promise<void> {
  const shown = [...state.pages.values()].filter(({ status }) => status === 'shown');
  await Promise.all(shown.map((page) => margins.place(page)));
  draw();
}

function keepPlace(): void {
  state.view.set({ topOf: scrolling.top() });
  markCurrent();
}

/** Renders once for all changes that happen together. */
function draw(): void {
  if (isDrawing) return;
  isDrawing = true;
  queueMicrotask(drawNow);
}

function drawNow(): void {
  isDrawing = false;
  updatePages();
  drawFrame();
  render(html`${noticesView(comments, actions)} ${generalBoxes()}`, notices);
  margins.draw();
  focusPlace.restore();
}

function drawFrame(): void {
  render(headView(state, headActions), head);
  const isListed = state.pages.size > 1 && !state.view.get().isListHidden;
  list.hidden = !isListed;
  // A long list takes a while.
  if (isListed && listed !== state.changes) {
    listed = state.changes;
    render(listView(state, headActions), list);
  }
  markCurrent();
}

/** Marks the page that is read in the list: keys act on it. */
function markCurrent(): void {
  const current = walk.page()?.page.id;
  const marked = list.querySelector<HTMLElement>('[aria-current]');
  if (marked?.parentElement?.dataset['page'] === current) return;
  marked?.removeAttribute('aria-current');
  const item = current === undefined ? null : list.querySelector(`[data-page="${CSS.escape(current)}"] button`);
  item?.setAttribute('aria-current', 'location');
  item?.scrollIntoView({ block: 'nearest' });
}

/** Comments on the whole change request, such as what was typed for a thread that someone deleted. */
function generalBoxes(): TemplateResult[] {
  const isAbove = (target: Target): boolean =>
    target.kind === 'thread' && target.page === undefined && !margins.isBeside(target);
  return openTargets(comments)
    .filter(isAbove)
    .map((target) => newThreadView(comments, actions, target));
}

async function focusBox(target: Target): Promise<void> {
  drawNow();
  if (!boxOf(target)) await showPageOf(target);
  const box = boxOf(target);
  await focusIn(box);
  void scrolling.steadily(() => box?.scrollIntoView({ block: 'nearest' }));
}

/** The box is beside its page, which may be folded or not loaded. */
async function showPageOf(target: Target): Promise<void> {
  const id = target.kind === 'thread' ? target.page : comments.threads.get(target.thread)?.page?.id;
  const page = id === undefined ? undefined : state.pages.get(id);
  if (!page) return report(l10n.t('The page of this comment has no changes. Open the comment threads to edit it.'));
  setUnfolded(state, page.page, true);
  if (target.kind === 'edit' && target.reply !== undefined) actions.unfold(target.thread, true);
  await walk.goTo(page);
  await margins.place(page);
  drawNow();
}

/** Keeps the keys of the view working when a box closes. */
function leaveBox(target: Target): void {
  const box = boxOf(target);
  (box?.closest<HTMLElement>('article') ?? box?.closest<HTMLElement>('.change-row'))?.focus({ preventScroll: true });
}

function part(tag: 'header' | 'nav' | 'main', className: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  document.body.append(element);
  return element;
}
