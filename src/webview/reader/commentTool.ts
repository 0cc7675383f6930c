import commentIcon from '@vscode/codicons/src/icons/comment.svg';
import { render } from 'lit';
import { endSelectionWithFocus } from '../shared/endSelectionWithFocus.ts';
import { icon } from '../shared/icon.ts';
import * as l10n from '../shared/l10n.ts';
import { blockOf } from './beside.ts';

/** The button beside a block of the page that begins a comment. */
export interface CommentTool {
  /** What a comment would be about: the selected text, else the block with the button, or the one at a line. */
  part(line: number): Range | undefined;
  hide(): void;
}

export interface CommentToolContext {
  readonly page: HTMLElement;
  readonly layer: HTMLElement;
  readonly mayOffer: () => boolean;
  readonly begin: () => void;
}

export function createCommentTool({ page, layer, mayOffer, begin }: CommentToolContext): CommentTool {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'plain comment-here';
  button.title = button.ariaLabel = l10n.t('Add Comment (C)');
  render(icon(commentIcon), button);
  let block: HTMLElement | undefined;
  // The selected text stays selected.
  button.addEventListener('mousedown', (event) => event.preventDefault());
  button.addEventListener('click', begin);
  for (const type of ['pointerover', 'focusin']) page.addEventListener(type, ({ target }) => offer(target as Node));
  endSelectionWithFocus((element) => (page.contains(element) ? blockOf(element, page) : undefined));
  document.addEventListener('selectionchange', () => offer(selectionIn(page)?.startContainer));

  function offer(node: Node | undefined): void {
    const around = node && mayOffer() ? blockOf(node, page) : undefined;
    if (around?.dataset['line'] === undefined) return;
    block = around;
    const { top } = (selectionIn(page) ?? around).getBoundingClientRect();
    button.style.top = `${Math.round(top - layer.getBoundingClientRect().top)}px`;
    if (button.parentElement !== layer) layer.prepend(button);
  }

  function isInView(place: Element | Range): boolean {
    const { top, bottom } = place.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  }

  function blockAt(line: number): HTMLElement | undefined {
    const blocks = [...page.querySelectorAll<HTMLElement>(':scope > * > [data-line]')];
    return blocks.findLast((each) => Number(each.dataset['line']) <= line) ?? blocks[0];
  }

  return {
    part(line) {
      const selected = selectionIn(page);
      if (selected && isInView(selected)) return selected;
      const around = button.isConnected && isInView(button) ? block : blockAt(line);
      return around && rangeOf(around);
    },
    hide: () => button.remove(),
  };
}

/** The selected part of a page; undefined if nothing is selected there. */
export function selectionIn(page: HTMLElement): Range | undefined {
  const selected = getSelection();
  const range = selected && selected.rangeCount > 0 ? selected.getRangeAt(0) : undefined;
  return range && !range.collapsed && page.contains(range.commonAncestorContainer) ? range : undefined;
}

function rangeOf(element: Element): Range {
  const range = document.createRange();
  range.selectNode(element);
  return range;
}
