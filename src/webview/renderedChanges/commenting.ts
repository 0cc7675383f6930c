import { html, render } from 'lit';
import comment from '@vscode/codicons/src/icons/comment.svg';
import edit from '@vscode/codicons/src/icons/edit.svg';
import { quoteOf } from '../../model/comments/quotePlace.ts';
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
}

export function createCommenting({ state, actions, margins, report }: CommentingContext): Commenting {
  const tools = document.createElement('div');
  tools.className = 'row-tools';
  /** The row with the pointer. */
  let pointed: At | undefined;
  render(
    html`${tool(comment, texts.addComment, () => begin(pointed))}
    ${tool(edit, texts.suggest, () => void suggest(pointed))}`,
    tools,
  );
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
  function current(): (At & { readonly selected: string }) | undefined {
    const selection = getSelection();
    const selected = selection && !selection.isCollapsed ? textIn(selection.getRangeAt(0).cloneContents()) : '';
    const start = selected && isInPage(selection?.anchorNode) ? atOf(selection?.anchorNode ?? null) : undefined;
    const at = start ?? atOf(document.activeElement) ?? pointed;
    return at && { ...at, selected: start ? selected : '' };
  }

  function begin(at: At | undefined, selected = ''): void {
    if (!at || !mayComment(at)) return report(texts.noComment);
    const { page, shown } = at;
    const quote = quoteOf(selected || textIn(cellOf(shown)));
    open({ kind: 'thread', page: page.page.id, ...(quote && { quote }) }, at);
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
    comment() {
      const at = current();
      begin(at, at?.selected);
    },
    suggest: () => suggest(current()),
  };
}

/** Threads beside a page aren't part of it. */
function isInPage(node: Node | null | undefined): boolean {
  const element = node instanceof Element ? node : node?.parentElement;
  return !!element?.closest('.cell.after, .cell.both');
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

/** The text of the second version, as it is read. */
function textIn(content: Node): string {
  return pageText(content).text.trim();
}
