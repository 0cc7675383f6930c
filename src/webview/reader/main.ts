import '../shared/jitless.ts';
import { html, nothing, render, type TemplateResult } from 'lit';
import type { RenderedHeading } from '../../model/rendering/renderPage.ts';
import type { ImageReply } from '../../protocol/images.ts';
import { ReaderViewState, readerProtocol, type ReaderPage, type ReaderPlace } from '../../protocol/reader.ts';
import * as l10n from '../shared/l10n.ts';
import { colorCode } from './codeColors.ts';
import { anchorIn } from '../shared/pageTree.ts';
import { pageWords } from '../shared/pageWords.ts';
import { pageStyles } from '../shared/pageStyles.ts';
import { connect } from '../shared/port.ts';
import { storedState } from '../shared/storedState.ts';
import { adoptStyles } from '../shared/styles.ts';
import { postStyles } from '../threads/styles.ts';
import { createComments } from './comments.ts';
import { footView, headView, outlineView, type Ways } from './frame.ts';
import { createNotice } from './notice.ts';
import { createPageView } from './pageView.ts';
import { createPlaces } from './places.ts';
import { readerStyles } from './styles.ts';

adoptStyles(...pageStyles, ...postStyles, readerStyles);
const port = connect(readerProtocol);
const viewState = storedState(ReaderViewState);

const head = part('header', 'head');
const outline = part('aside', 'outline');
const main = part('main', 'reading');
const foot = part('footer', 'foot');
const [content, message, page] = [part('div', 'content'), part('div', 'message'), part('div', 'page')];
const [commentNotices, general, layer] = [
  part('div', 'comment-notices'),
  part('section', 'general'),
  part('section', 'beside-page'),
];
layer.ariaLabel = l10n.t('Comments on this page');
general.ariaLabel = l10n.t('Other comments');
main.append(message, page, layer);
const notice = createNotice();
content.append(notice.element, head, commentNotices, main, general, foot);
document.body.append(content);

/** Images that were loaded, so that they stay while the user types. */
const images = new Map<string, Promise<ImageReply>>();
const view = createPageView(page, {
  words: pageWords,
  image: loadImage,
  cover: (isWanted) => port.ask('cover', { isWanted }),
  drawFormulas: (formulas) => port.ask('formulas', { formulas }),
  diagram: { label: l10n.t('Show Diagram in Preview'), show: showDiagram },
  follow,
});
const places = createPlaces(page);
const ways: Ways = {
  back: () => attempt(port.ask('back', {})),
  forward: () => attempt(port.ask('forward', {})),
  showSpace: () => attempt(port.ask('showSpace', {})),
  goTo: (path) => attempt(port.ask('goToPage', { path })),
};
/** There is room for comments beside the page. */
const comments = createComments({
  ...{ port, viewState, page, layer, notices: commentNotices, general },
  wide: matchMedia('(width >= 1200px)'),
  onChange: drawHead,
  report: (sentence) => notice.show(sentence),
});
let shown: ReaderPage | undefined;
let headings: readonly RenderedHeading[] = [];
/** What is shown, with what the user has typed since. */
let markdown = '';
let line = 0;
let current: string | undefined;

port.on('page', (changed) => {
  images.clear();
  notice.clear();
  stayingAtItsPlace(() => show(changed));
});
port.on('operations', (known) => {
  view.describe(known);
  if (shown) stayingAtItsPlace(() => showText(markdown));
});
port.on('text', (typed) => stayingAtItsPlace(() => showText(typed.markdown, true)));
port.on('outdated', ({ isGone, reason }) => {
  notice.show(
    isGone
      ? l10n.t('This page no longer exists on the server. You see what was loaded before.')
      : l10n.t("Couldn't load the page again, so you see what was loaded before. {0}", reason),
    () => void open(),
  );
});
port.on('place', goTo);
port.on('comment', () => comments.begin(places.line()));
port.on('cursor', (at) => places.follow(at.line));

// There is room beside the page only in a wide view; in a narrow one, the outline is above it and folded.
const wide = matchMedia('(width >= 900px)');
wide.addEventListener('change', placeOutline);
placeOutline();

/** VS Code's menu, with the commands that fit what was clicked. */
document.addEventListener(
  'contextmenu',
  ({ target }) => {
    if (!(target instanceof Element) || !shown) return;
    document.body.dataset['vscodeContext'] = JSON.stringify({
      // Cut and Paste do nothing here. Copy does with a selection.
      preventDefaultContextMenuItems: getSelection()?.isCollapsed !== false,
      anchor: anchorAt(target),
      line: Number(target.closest<HTMLElement>('[data-line]')?.dataset['line'] ?? line),
      docsPlatformIsReadOnly: shown.isEditable !== true,
      docsPlatformMayComment: page.contains(target) && comments.mayComment(),
    });
  },
  true,
);

let frame = 0;
addEventListener('keydown', (event) => {
  const isTyped = event.target instanceof Element && event.target.closest('textarea, vscode-textarea, select');
  // In a browser, VS Code leaves this key to the page: it is one for pasting there.
  if (event.key === 'V' && (event.ctrlKey || event.metaKey) && !isTyped && !/ Electron\//.test(navigator.userAgent)) {
    event.preventDefault();
    return attempt(port.ask('showSource', {}));
  }
  if (event.key !== 'c' || isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  comments.begin(places.line());
});
addEventListener('scroll', () => (frame ||= requestAnimationFrame(noteScroll)));
void open();

async function open(): Promise<void> {
  if (!shown) render(html`<p class="empty" role="status">${l10n.t('Loading the page…')}</p>`, message);
  try {
    const opened = await port.ask('page', {});
    notice.clear();
    show(opened);
    if (opened.place) goTo(opened.place);
    else window.scrollTo(0, viewState.get().top);
    notePlace();
  } catch (error) {
    if (shown)
      return notice.show(
        l10n.t("Couldn't load the page again, so you see what was loaded before. {0}", reasonOf(error)),
        () => void open(),
      );
    render(
      html`<div class="empty">
        <div role="alert"><h1>${l10n.t("Couldn't load the page. {0}", reasonOf(error))}</h1></div>
        <button type="button" class="secondary" @click=${() => void open()}>${l10n.t('Retry')}</button>
      </div>`,
      message,
    );
  }
}

function show(now: ReaderPage): void {
  shown = now;
  comments.introduce(now);
  drawHead();
  render(footView(now, ways), foot);
  view.introduce(now);
  showText(now.markdown);
  void comments.open();
}

function drawHead(): void {
  if (shown) render(headView(shown, ways, { ...comments.shown(), toggle: () => comments.toggle() }), head);
}

function showText(text: string, isTyped = false): void {
  markdown = text;
  const found = view.show(text);
  headings = found ?? [];
  render(found ? nothing : tooLong(), message);
  colorCode(page, (codes) => port.ask('codeColors', { codes })).catch(() => undefined);
  places.renew();
  comments.renew(isTyped);
  drawOutline();
}

function tooLong(): TemplateResult {
  const showSource = () => attempt(port.ask('showSource', {}));
  return html`<div class="empty">
    <div role="status"><h1>${l10n.t('This page is too long to be shown as its readers see it.')}</h1></div>
    <button type="button" class="secondary" @click=${showSource}>${l10n.t('Show Source')}</button>
  </div>`;
}

function stayingAtItsPlace(change: () => void): void {
  const { scrollY } = window;
  change();
  window.scrollTo(0, scrollY);
}

function placeOutline(): void {
  if (wide.matches) document.body.append(outline);
  else head.after(outline);
  drawOutline();
}

function drawOutline(): void {
  current = places.heading() ?? headings[0]?.anchor;
  render(
    outlineView(headings, { current, isOpen: wide.matches }, (anchor) => goTo({ anchor })),
    outline,
  );
  keepCurrentInView();
}

/** The outline of a long page has a scrollbar of its own. */
function keepCurrentInView(): void {
  const shown = outline.querySelector<HTMLElement>('[aria-current="location"]');
  if (!shown || !wide.matches) return;
  const [box, item] = [outline.getBoundingClientRect(), shown.getBoundingClientRect()];
  if (item.top < box.top) outline.scrollTop -= box.top - item.top;
  else if (item.bottom > box.bottom) outline.scrollTop += item.bottom - box.bottom;
}

function noteScroll(): void {
  frame = 0;
  viewState.set({ top: window.scrollY });
  if (places.line() !== line) notePlace();
  if ((places.heading() ?? headings[0]?.anchor) !== current) drawOutline();
}

/** The extension opens the source here. It is told even if the place is the same: then it knows that it was shown. */
function notePlace(): void {
  line = places.line();
  port.ask('scrolledTo', { line }).catch(() => undefined);
}

function loadImage(address: string, _: HTMLImageElement, isWanted?: boolean): Promise<ImageReply> {
  const loading = images.get(address) ?? port.ask('picture', { address, isWanted });
  images.set(address, loading);
  loading.then(
    (reply) => typeof reply === 'string' || images.delete(address),
    () => images.delete(address),
  );
  return loading;
}

function follow(address: string, beside: boolean): void {
  if (address.startsWith('#') && !beside) return goTo({ anchor: address.slice(1) });
  attempt(port.ask('follow', { address, beside }), l10n.t("Couldn't open the link. {0}"));
}

/** The preview begins at the heading above it. */
function showDiagram(code: Element): void {
  const { alias, anchor = '' } = sectionAt(code)?.dataset ?? {};
  // VS Code knows GitHub's ids.
  attempt(port.ask('showDiagram', { anchor: alias ?? anchor }));
}

/** Of the section with an element of the page, or of an entry of the outline; empty elsewhere. */
function anchorAt(element: Element): string {
  const entry = element.closest<HTMLElement>('[data-heading]');
  if (entry) return entry.dataset['heading'] ?? '';
  return (page.contains(element) && sectionAt(element)?.dataset['anchor']) || '';
}

/** The heading of the section with an element, or that element itself. */
function sectionAt(element: Element): HTMLElement | undefined {
  return [...page.querySelectorAll<HTMLElement>('[data-anchor]')].findLast(
    (each) => each.contains(element) || each.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
}

function goTo({ anchor, line: wanted }: ReaderPlace): void {
  if (anchor === undefined || anchor === '') places.reveal(wanted ?? 0);
  else {
    const place = anchorIn(page, anchor);
    if (!place) return notice.show(l10n.t('This page has no “{0}”.', anchor));
    place.tabIndex = -1;
    places.show(place);
    place.focus({ preventScroll: true });
  }
  notePlace();
  drawOutline();
}

/** Does what was asked for, or says why not. */
function attempt(asked: Promise<unknown>, words = l10n.t("That didn't work. {0}")): void {
  asked.then(
    () => undefined,
    (error: unknown) => notice.show(l10n.fill(words, reasonOf(error))),
  );
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function part(name: 'header' | 'aside' | 'main' | 'section' | 'footer' | 'div', className: string): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  return element;
}
