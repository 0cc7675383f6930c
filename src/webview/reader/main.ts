import '../shared/jitless.ts';
import { html, nothing, render, type TemplateResult } from 'lit';
import { renderPage, type RenderedHeading } from '../../model/rendering/renderPage.ts';
import { ReaderViewState, readerProtocol, type ReaderPage, type ReaderPlace } from '../../protocol/reader.ts';
import { createAnnouncer } from '../shared/announcer.ts';
import { htmlTree } from '../shared/htmlTree.ts';
import { anchorIn, pageElement, type PageActions } from '../shared/pageTree.ts';
import { pageStyles } from '../shared/pageStyles.ts';
import { connect } from '../shared/port.ts';
import { storedState } from '../shared/storedState.ts';
import { adoptStyles } from '../shared/styles.ts';
import { footView, headView, outlineView } from './frame.ts';
import { createPlaces } from './places.ts';
import { readerStyles } from './styles.ts';
import { fill, language, texts } from './words.ts';

adoptStyles(...pageStyles, readerStyles);
const port = connect(readerProtocol, texts.unreadable);
const announce = createAnnouncer();
const viewState = storedState(ReaderViewState);

const head = part('header', 'head');
const outline = part('aside', 'outline');
const main = part('main', 'reading');
const foot = part('footer', 'foot');
const content = document.createElement('div');
content.className = 'content';
content.append(head, main, foot);
document.body.append(content, outline);

const days = new Intl.DateTimeFormat([language, 'en'], { dateStyle: 'long', timeZone: 'UTC' });
const words = { ...texts, day: (date: Date) => days.format(date) };
const actions: PageActions = {
  words: {
    ...texts,
    imageFailed: (description, reason) =>
      description ? fill(texts.imageFailedNamed, description, reason) : fill(texts.imageFailed, reason),
  },
  image: (address) => port.ask('image', { address }),
  follow,
};
const places = createPlaces(main, (line) => void port.ask('scrolledTo', { line }).catch(() => undefined));
let headings: readonly RenderedHeading[] = [];

port.on('page', (page) => {
  const { scrollY } = window;
  show(page);
  window.scrollTo(0, scrollY);
});
port.on('place', goTo);
addEventListener('scroll', () => {
  viewState.set({ top: window.scrollY });
  places.note();
  drawOutline();
});
void open();

async function open(): Promise<void> {
  render(html`<p class="empty" role="status">${texts.loading}</p>`, main);
  try {
    const page = await port.ask('open', {});
    render(nothing, main);
    show(page);
    if (page.place) goTo(page.place);
    else window.scrollTo(0, viewState.get().top);
    places.note();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    render(
      html`<div class="empty">
        <p>${fill(texts.couldNotLoad, reason)}</p>
        <button type="button" class="plain retry" @click=${() => void open()}>${texts.retry}</button>
      </div>`,
      main,
    );
  }
}

function show(page: ReaderPage): void {
  render(headView(page, port), head);
  render(footView(page, port), foot);
  const rendered = renderPage(withoutFrontMatter(page.markdown), { words, parse: htmlTree });
  headings = rendered?.headings ?? [];
  if (rendered) {
    const element = pageElement(rendered.blocks, actions);
    introduce(element, page);
    main.replaceChildren(element);
  } else {
    main.replaceChildren();
    render(tooLong(), main);
  }
  drawOutline();
}

function tooLong(): TemplateResult {
  return html`<div class="empty">
    <p>${texts.tooLong}</p>
    <button type="button" class="plain" @click=${() => void port.ask('showSource', {})}>${texts.showSource}</button>
  </div>`;
}

/** The emoji stands before the title, and the description below it. */
function introduce(element: HTMLElement, { picture, description }: ReaderPage): void {
  const title = element.querySelector(':scope > h1');
  if (picture !== undefined) {
    const shown = document.createElement('div');
    shown.className = 'picture-of-page';
    shown.textContent = picture;
    shown.ariaHidden = 'true';
    element.prepend(shown);
  }
  if (description === undefined) return;
  const shown = document.createElement('p');
  shown.className = 'description';
  shown.textContent = description;
  if (title) title.after(shown);
  else element.prepend(shown);
}

/** Lines keep their numbers. */
function withoutFrontMatter(markdown: string): string {
  const matter = /^---\n[^]*?\n---(?=\n|$)/.exec(markdown)?.[0];
  return matter === undefined ? markdown : '\n'.repeat(matter.split('\n').length - 1) + markdown.slice(matter.length);
}

function drawOutline(): void {
  render(
    outlineView(headings, places.heading(headings), (anchor) => goTo({ anchor })),
    outline,
  );
}

function follow(address: string): void {
  if (address.startsWith('#')) {
    goTo({ anchor: address.slice(1) });
    return;
  }
  port.ask('follow', { address }).catch((error: unknown) => {
    announce(fill(texts.cannotOpen, error instanceof Error ? error.message : String(error)));
  });
}

function goTo({ anchor, line }: ReaderPlace): void {
  if (line !== undefined) return places.reveal(line);
  if (anchor === undefined || anchor === '') return window.scrollTo(0, 0);
  const place = anchorIn(main, anchor);
  if (!place) return announce(fill(texts.noPlace, anchor));
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
  place.scrollIntoView();
}

function part(name: 'header' | 'aside' | 'main' | 'footer', className: string): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  return element;
}
