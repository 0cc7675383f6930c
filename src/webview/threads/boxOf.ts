import { targetKey, type Target } from '../../protocol/threads.ts';

/** The box in the document; null if it isn't shown. */
export function boxOf(target: Target): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-box="${CSS.escape(targetKey(target))}"]`);
}

/** Remembers whether the box has the focus: while its text is sent, its buttons can't hold it. */
export function leaving(target: Target, leaveBox: (target: Target) => void): () => void {
  const isHere = boxOf(target)?.contains(document.activeElement) === true;
  return () => {
    const { activeElement } = document;
    if (isHere && (activeElement === document.body || boxOf(target)?.contains(activeElement))) leaveBox(target);
  };
}
