import { html, render } from 'lit';
import comment from '@vscode/codicons/src/icons/comment.svg';
import edit from '@vscode/codicons/src/icons/edit.svg';
import { deletedMarkdown, quotedTitle } from '../../model/comments/deletedQuote.ts';
import { quoteFor } from '../../model/comments/quoteFor.ts';
import { targetKey, type Target } from '../../protocol/threads.ts';
import { icon } from '../shared/icon.ts';
import { endSelectionWithFocus } from '../shared/endSelectionWithFocus.ts';
import * as l10n from '../shared/l10n.ts';
import { formerText, pageText, type PageText } from '../shared/pageText.ts';
import type { Actions } from '../threads/actions.ts';
import { sentenceOf } from '../threads/attempts.ts';
import { rowAt, type Margins } from './margins.ts';
import type { Scrolling } from './scrolling.ts';
import type { ShownPage, ShownRow, ViewState } from './state.ts';

export interface Commenting {
  /** Opens a box for a comment on the selected text, or on the block with the focus. */
  comment(): void;
  /** Opens a box with a suggestion for the block that is selected, or has the focus. */
  suggest(): Promise<void>;
}

export interface CommentingContext {
  readonly state: ViewState;
  readonly actions: Actions;
  readonly margins: Margins;
  readonly scrolling: Pick<Scrolling, 'isVisible' | 'top'>;
  readonly report: (sentence: string) => void;
}

interface At {
  readonly page: ShownPage;
  readonly shown: ShownRow;
  /** What is selected, or pointed at. */
  readonly part?: Range | undefined;
}

export function createCommenting({ state, actions, margins, scrolling, report }: CommentingContext): Commenting {
  const tools = document.createElement('div');
  tools.className = 'row-tools';
  /** The row with the pointer. */
  let pointed: At | undefined;
  render(
    html`${tool(comment, l10n.t('Add Comment'), () => void begin(selectedAt(pointed)))}
    ${tool(edit, l10n.t('Suggest Change'), () => void suggest(pointed), 'suggest')}`,
    tools,
  );
  // The selected text stays selected.
  tools.addEventListener('mousedown', (event) => event.preventDefault());
  for (const type of ['pointerover', 'focusin']) {
    addEventListener(type, ({ target }) => {
      if (target instanceof Element && !tools.contains(target)) offer(atOf(target));
    });
  }
  endSelectionWithFocus((target) => atOf(target)?.shown.element);

  /** Shows the buttons on the row with the pointer or the focus. */
  function offer(at: At | undefined): void {
    pointed = at ?? pointed;
    if (!at || !mayComment()) return tools.remove();
    tools.querySelector<HTMLElement>('.suggest')!.hidden = isDeleted(at.shown);
    if (tools.parentElement !== at.shown.element) at.shown.element.append(tools);
  }

  function mayComment(): boolean {
    return state.comments.header?.mayComment === true;
  }

  function atOf(target: Node | null): At | undefined {
    const element = target instanceof Element ? target : target?.parentElement;
    const row = element?.closest<HTMLElement>('.change-row');
    const id = row?.closest<HTMLElement>('section[data-page]')?.dataset['page'];
    const page = id === undefined ? undefined : state.pages.get(id);
    const shown = page?.rows.find((each) => each.element === row);
    return page && shown && { page, shown };
  }

  /** Where the selection is, else the focus, else the pointer, if it is in sight. Else the row at the top. */
  function current(): At | undefined {
    const selected = selectedRange();
    const at = selected && scrolling.isVisible(selected) ? atOf(selected.startContainer) : undefined;
    if (at) return { ...at, part: isFormer(selected!) && !hasDeleted(at.shown, selected!) ? undefined : selected };
    const isSeen = (each: At | undefined) =>
      each && each.shown.element.isConnected && scrolling.isVisible(each.shown.element);
    return [atOf(document.activeElement), pointed].find(isSeen) ?? atTop();
  }

  function atTop(): At | undefined {
    const { page: id, line } = scrolling.top() ?? {};
    const page = id === undefined ? undefined : state.pages.get(id);
    const shown = page && line !== undefined ? rowAt(page, line) : undefined;
    return page && shown && { page, shown };
  }

  function selectedAt(at: At | undefined): At | undefined {
    const part = selectedRange();
    return at && part && at.shown.element.contains(part.startContainer) ? { ...at, part } : at;
  }

  async function begin(at: At | undefined): Promise<void> {
    if (!at || !mayComment()) return report(l10n.t('Select a block of the page first.'));
    if (state.isReplacing) return;
    const typed = catchLetters(state);
    try {
      const deleted = deletedAt(at);
      const target = deleted === undefined ? await targetAt(at) : await targetOfDeleted(at, deleted);
      const letters = typed();
      if (letters && !state.comments.drafts.has(targetKey(target))) actions.type(target, { text: letters });
      open(target, at);
    } finally {
      typed();
    }
  }

  async function targetAt(at: At): Promise<Target> {
    const quote = await quoteAt(at);
    return { kind: 'thread', page: at.page.page.id, ...(quote && { quote }) };
  }

  /** A comment on deleted words is about the nearest block that remains, and without a page, about all changes. */
  async function targetOfDeleted({ page, shown }: At, deleted: string): Promise<Target> {
    const { id, title, kind } = page.page;
    if (kind === 'deleted') return { kind: 'thread', quote: deletedMarkdown({ beside: quotedTitle(title), deleted }) };
    const row = nearestIn(page, shown);
    const beside = row ? await quoteAt({ page, shown: row }) : '';
    return { kind: 'thread', page: id, quote: deletedMarkdown({ beside, deleted }) };
  }

  /** The quote of the part, told from the same words elsewhere on the page. */
  async function quoteAt({ page, shown, part }: At): Promise<string> {
    const cell = cellOf(shown);
    const range = part ?? partOf(cell);
    const isInRow = cell.contains(range.commonAncestorContainer);
    const shownText = pageText(isInRow ? cell : page.body);
    const { text } = shownText;
    const span = shownText.spanOf(range);
    if (text.slice(span.start, span.end).trim() === '') return '';
    const quote = quoteFor(text, span);
    const { row } = page.rows.findLast(({ element }) => range.intersectsNode(element)) ?? shown;
    const lines = { line: shown.row.line, end: isInRow ? shown.row.end : Math.max(row.end, shown.row.end) };
    return state.port.ask('quote', { page: page.page.id, ...lines, quote }).catch(() => quote);
  }

  /** Of a table, the cell that was clicked last, else its first row; of others, the whole block. */
  function partOf(cell: Element): Range {
    const clicked = getSelection()?.anchorNode;
    const around = clicked instanceof Element ? clicked : clicked?.parentElement;
    const field = around && cell.contains(around) ? around.closest('td, th') : null;
    const isTable = cell.querySelector(':scope > * > table, :scope > table');
    return rangeOf(field ?? (isTable && cell.querySelector('tr:has(td, th)')) ?? cell);
  }

  async function suggest(at: At | undefined): Promise<void> {
    if (!at || !mayComment() || isDeleted(at.shown))
      return report(l10n.t("Select a block of the page first. Deleted text can't be changed."));
    const { page, shown } = at;
    const { line, end } = shown.row;
    try {
      const { quote, ...text } = await state.port.ask('suggestion', { page: page.page.id, line, end });
      const target: Target = { kind: 'thread', page: page.page.id, quote };
      if (!state.comments.drafts.has(targetKey(target))) actions.type(target, text);
      open(target, at);
    } catch (error) {
      report(sentenceOf(error));
    }
  }

  function open(target: Target, { page, shown }: At): void {
    margins.hold(target, page, shown.row.line);
    actions.openBox(target);
  }

  return {
    comment: () => void begin(current()),
    suggest: () => suggest(current()),
  };
}

/** What is typed until the box opens belongs to it. */
function catchLetters(state: ViewState): () => string {
  let letters = '';
  const take = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return;
    event.preventDefault();
    event.stopPropagation();
    letters += event.key;
  };
  addEventListener('keydown', take, true);
  state.isReplacing = true;
  return () => {
    removeEventListener('keydown', take, true);
    state.isReplacing = false;
    return letters;
  };
}

/** What is selected in a page. Threads beside it aren't part of it. */
function selectedRange(): Range | undefined {
  const selection = getSelection();
  if (!selection || selection.isCollapsed) return undefined;
  const range = selection.getRangeAt(0);
  return elementAt(range)?.closest('.cell') ? range : undefined;
}

function elementAt({ startContainer: node }: Range): Element | null {
  return node instanceof Element ? node : node.parentElement;
}

/** Whether it is in the column of the first version. */
function isFormer(range: Range): boolean {
  return elementAt(range)?.closest('.cell.before') != null;
}

function isDeleted({ row }: ShownRow): boolean {
  return row.formerLine !== undefined;
}

function hasDeleted({ row, element }: ShownRow, range: Range): boolean {
  if (row.formerLine !== undefined || elementAt(range)?.closest('.deleted')) return true;
  return [...element.querySelectorAll('.cell .deleted')].some((each) => range.intersectsNode(each));
}

/** The deleted words that are selected, or those of a deleted block. Words that remain are commented on as such. */
function deletedAt({ shown, part }: At): string | undefined {
  if (!isDeleted(shown) && !(part && hasDeleted(shown, part))) return undefined;
  const cell = shown.element.querySelector(':scope > .cell.before, :scope > .cell.both') ?? shown.element;
  const isInCell = part && cell.contains(part.commonAncestorContainer);
  if (!isDeleted(shown) && (!isInCell || (!isFormer(part) && wordsIn(pageText(cell), part) !== ''))) return undefined;
  const words = wordsIn(formerText(cell), isInCell ? part : rangeOf(cell));
  return words === '' ? undefined : words;
}

function wordsIn(shown: PageText, range: Range): string {
  const { start, end } = shown.spanOf(range);
  return shown.text.slice(start, end).trim();
}

/** The row at a deleted one that remains and has words: the row itself, else the one above it, else the one below it. */
function nearestIn(page: ShownPage, shown: ShownRow): ShownRow | undefined {
  const at = page.rows.indexOf(shown);
  const around = [...page.rows.slice(0, at + 1).reverse(), ...page.rows.slice(at + 1)];
  return around.find((each) => !isDeleted(each) && pageText(cellOf(each)).text.trim() !== '');
}

function rangeOf(element: Element): Range {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range;
}

function tool(svg: string, label: string, run: () => void, name = '') {
  return html`<button type="button" class="plain ${name}" title=${label} aria-label=${label} @click=${run}>
    ${icon(svg)}
  </button>`;
}

/** The cell with the second version of a row. */
function cellOf({ element }: ShownRow): Element {
  return element.querySelector(':scope > .cell.after, :scope > .cell.both') ?? element;
}
