/** Whether letters are text in an element. */
export function takesText(target: EventTarget): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isText = target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type);
  return isText || target.isContentEditable || ['textarea', 'select', 'vscode-textarea'].includes(target.localName);
}
