import { html, render } from 'lit';
import comment from '@vscode/codicons/src/icons/comment.svg';
import edit from '@vscode/codicons/src/icons/edit.svg';
import { quoteFor } from '../../model/comments/quoteFor.ts';
import { targetKey, type Target } from '../../protocol/threads.ts';
import { icon } from '../shared/icon.ts';
import { pageText } from '../shared/pageText.ts';
import type { Actions } from '../threads/actions.ts';
import { sentenceOf } from '../threads/attempts.ts';
import type { Margins } from './margins.ts';
import type { ShownPage, ShownRow, ViewState } from './state.ts';
import { texts } from './words.ts';

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
  readonly report: (sentence: string) => void;
}

interface At {
  readonly page: ShownPage;
  readonly shown: ShownRow;
  /** What is selected, or pointed at. */
  readonly part?: Range | undefined;
}

export function createCommenting({ state, actions, margins, report }: CommentingContext): Commenting {
  const tools = document.createElement('div');
  tools.className = 'row-tools';
  /** The row with the pointer. */
  let pointed: At | undefined;
  render(
    html`${tool(comment, texts.addComment, () => void begin(selectedAt(pointed)))}
    ${tool(edit, texts.suggest, () => void suggest(pointed))}`,
    tools,
  );
  // The selected text stays selected.
  tools.addEventListener('mousedown', (event) => event.preventDefault());
  for (const type of ['pointerover', 'focusin']) {
    addEventListener(type, ({ target }) => {
      if (target instanceof Element && !tools.contains(target)) offer(atOf(target));
    });
  }

  /** Shows the buttons on the row with the pointer or the focus. */
  function offer(at: At | undefined): void {
    pointed = at ?? pointed;
    if (!at || !mayComment(at)) return tools.remove();
    if (tools.parentElement !== at.shown.element) at.shown.element.append(tools);
  }

  /** Deleted text isn't on the page that the comment is about. */
  function mayComment({ shown: { row } }: At): boolean {
    return state.comments.header?.mayComment === true && row.formerLine === undefined;
  }

  function atOf(target: Node | null): At | undefined {
    const element = target instanceof Element ? target : target?.parentElement;
    const row = element?.closest<HTMLElement>('.change-row');
    const id = row?.closest<HTMLElement>('section[data-page]')?.dataset['page'];
    const page = id === undefined ? undefined : state.pages.get(id);
    const shown = page?.rows.find((each) => each.element === row);
    return page && shown && { page, shown };
  }

  /** Where the selection is, else the focus. */
  function current(): At | undefined {
    const selected = selectedRange();
    const at = selected && atOf(selected.startContainer);
    if (at) return { ...at, part: selected };
    return atOf(document.activeElement) ?? pointed;
  }

  function selectedAt(at: At | undefined): At | undefined {
    const part = selectedRange();
    return at && part && at.shown.element.contains(part.startContainer) ? { ...at, part } : at;
  }

  async function begin(at: At | undefined): Promise<void> {
    if (!at || !mayComment(at)) return report(texts.noComment);
    if (state.isReplacing) return;
    const typed = catchLetters();
    try {
      const quote = await quoteAt(at);
      const target: Target = { kind: 'thread', page: at.page.page.id, ...(quote && { quote }) };
      const letters = typed();
      if (letters && !state.comments.drafts.has(targetKey(target))) actions.type(target, letters);
      open(target, at);
    } finally {
      typed();
    }
  }

  /** What is typed until the box opens belongs to it. */
  function catchLetters(): () => string {
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
    if (!at || !mayComment(at)) return report(texts.noComment);
    const { page, shown } = at;
    const { line, end } = shown.row;
    try {
      const { quote, text } = await state.port.ask('suggestion', { page: page.page.id, line, end });
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

/** What is selected in the second version of a page. Threads beside it aren't part of it. */
function selectedRange(): Range | undefined {
  const selection = getSelection();
  if (!selection || selection.isCollapsed) return undefined;
  const range = selection.getRangeAt(0);
  const { startContainer: node } = range;
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest('.cell.after, .cell.both') ? range : undefined;
}

function rangeOf(element: Element): Range {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range;
}

function tool(svg: string, label: string, run: () => void) {
  return html`<button type="button" class="plain" title=${label} aria-label=${label} @click=${run}>
    ${icon(svg)}
  </button>`;
}

/** The cell with the second version of a row. */
function cellOf({ element }: ShownRow): Element {
  return element.querySelector(':scope > .cell.after, :scope > .cell.both') ?? element;
}
