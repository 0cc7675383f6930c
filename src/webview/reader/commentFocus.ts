import { targetKey, type Target } from '../../protocol/threads.ts';
import { boxOf } from '../threads/boxOf.ts';
import { mark } from '../shared/highlight.ts';
import { blockOf, type Placed } from './beside.ts';
import { selectionIn } from './commentTool.ts';

/** Leads from words to what is said about them, and back. */
export interface CommentFocus {
  /** Marks the words of the thread with the focus. */
  markCurrent(): void;
  /** A thread keeps the focus when its box closes. After a new comment, the block gets it. */
  leaveBox(target: Target): void;
}

export interface CommentFocusContext {
  readonly page: HTMLElement;
  readonly layer: HTMLElement;
  readonly items: () => readonly (Placed & { readonly key: string })[];
}

export function createCommentFocus({ page, layer, items }: CommentFocusContext): CommentFocus {
  page.addEventListener('click', showThreadAt);
  layer.addEventListener('focusin', markCurrent);
  layer.addEventListener('focusout', markCurrent);

  /** A click on words shows what is said about them. */
  function showThreadAt({ target, clientX, clientY }: MouseEvent): void {
    if (selectionIn(page) || (target instanceof Element && target.closest('a, button, summary, label, input'))) return;
    const at = document.caretPositionFromPoint(clientX, clientY);
    const item = at && items().find(({ range }) => range.isPointInRange(at.offsetNode, at.offset));
    const article = item?.element.querySelector<HTMLElement>('article, .new');
    article?.focus({ preventScroll: true });
    article?.scrollIntoView({ block: 'nearest' });
  }

  function markCurrent(): void {
    const item = items().find(({ element }) => element.contains(document.activeElement));
    mark('commented-now', item ? [item.range] : []);
  }

  return {
    markCurrent,
    leaveBox(target) {
      const box = boxOf(target);
      const range = items().find(({ key }) => key === targetKey(target))?.range;
      const block = range && blockOf(range.startContainer, page);
      if (block) block.tabIndex = -1;
      (box?.closest<HTMLElement>('article') ?? block)?.focus({ preventScroll: true });
    },
  };
}
