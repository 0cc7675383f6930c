import { takesText } from '../shared/takesText.ts';

export interface KeyActions {
  step(by: 1 | -1): void;
  markViewed(): void;
  comment(): void;
  suggest(): void;
  switchLayout(): void;
  showKeys(): void;
  /** Whether letters belong to a box that is about to be shown again. */
  isTyping(): boolean;
}

/** The keys of the view. In boxes and buttons that take text, letters are text. */
export function onKey(event: KeyboardEvent, actions: KeyActions): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.key === 'F7') {
    event.preventDefault();
    return actions.step(event.shiftKey ? -1 : 1);
  }
  if (actions.isTyping() || document.querySelector('dialog[open]') || event.composedPath().some(takesText)) return;
  const action = {
    v: () => actions.markViewed(),
    c: () => actions.comment(),
    s: () => actions.suggest(),
    l: () => actions.switchLayout(),
    '?': () => actions.showKeys(),
  }[event.key.toLowerCase()];
  if (!action) return;
  event.preventDefault();
  action();
}
