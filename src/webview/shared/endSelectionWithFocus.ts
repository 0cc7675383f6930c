/**
 * Ends the selection when the focus goes to another block, so that keys act on the one with the focus. `blockOf` returns
 * the block around an element; undefined for what isn't in the text.
 */
export function endSelectionWithFocus(blockOf: (element: Element) => Element | undefined): void {
  addEventListener('focusin', ({ target }) => {
    const block = target instanceof Element ? blockOf(target) : undefined;
    const selection = getSelection();
    if (block && selection?.isCollapsed === false && !selection.containsNode(block, true)) selection.removeAllRanges();
  });
}
