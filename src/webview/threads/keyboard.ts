import { mayTakePart } from '../../model/comments/threads.ts';
import { targetKey, type Target } from '../../protocol/threads.ts';
import type { Actions } from './actions.ts';
import { isUnfolded, type Listed, type PanelState } from './panelState.ts';

interface Parts {
  readonly state: PanelState;
  readonly actions: Actions;
  readonly reveal: (key: string) => Promise<void>;
  readonly shown: () => readonly Listed[];
}

/**
 * Keys of the list. Page Up and Page Down go to the previous and next thread from anywhere in it. On a thread itself,
 * arrow keys navigate, Enter expands and collapses, R replies, E resolves or reopens, and G goes to the place.
 */
export function onThreadKey(event: KeyboardEvent, rows: HTMLElement, { state, actions, reveal, shown }: Parts): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const article = event.target instanceof Element ? event.target.closest<HTMLElement>('article') : null;
  const id = article?.dataset['thread'];
  const index = shown().findIndex(({ thread }) => thread.id === id);
  const { thread } = shown()[index] ?? {};
  if (!thread) return;
  const isOnThread = event.target === article;

  const goTo = (to: number): void => {
    const next = shown()[Math.min(Math.max(to, 0), shown().length - 1)]?.thread.id;
    if (next === undefined || next === thread.id) return;
    void reveal(next).then(() =>
      rows.querySelector<HTMLElement>(`article[data-thread="${CSS.escape(next)}"]`)?.focus(),
    );
  };
  const reply: Target = { kind: 'reply', thread: thread.id };

  const action = ((): (() => void) | undefined => {
    if (event.key === 'PageDown') return () => goTo(index + 1);
    if (event.key === 'PageUp') return () => goTo(index - 1);
    if (!isOnThread) return undefined;
    switch (event.key) {
      case 'ArrowDown':
        return () => goTo(index + 1);
      case 'ArrowUp':
        return () => goTo(index - 1);
      case 'Home':
        return () => goTo(0);
      case 'End':
        return () => goTo(shown().length - 1);
      case 'Enter':
        return () => actions.unfold(thread.id, !isUnfolded(state, thread));
      case 'r':
        return thread.may.reply && !state.busy.has(targetKey(reply)) ? () => actions.openBox(reply) : undefined;
      case 'e':
        if (!mayTakePart(thread)) return undefined;
        return () => (thread.isResolved ? actions.reopen(thread.id) : actions.resolve(thread.id));
      case 'g':
        return thread.page ? () => actions.goTo(thread.id) : undefined;
      default:
        return undefined;
    }
  })();
  if (!action) return;
  event.preventDefault();
  action();
}
