/**
 * Ends the selection when a key moves the focus to another block, so that keys act on the one with the focus. `blockOf` returns
 * the block around an element; undefined for what isn't in the text.
 */
export function endSelectionWithFocus(blockOf: (element: Element) => Element | undefined): void {
  addEventListener('focusin', ({ target }) => {
    // A click with Shift extends the selection into the block that it focuses.
    const isByKey = target instanceof Element && target.matches(':focus-visible');
    const block = isByKey ? blockOf(target) : undefined;
    const selection = getSelection();
    if (block && selection?.isCollapsed === false && !selection.containsNode(block, true)) selection.removeAllRanges();
  });
}
