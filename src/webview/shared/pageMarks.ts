const inline = new Set(
  'a abbr b br cite code del dfn em i img input ins kbd mark q s samp small span strong sub sup time u var'.split(' '),
);

/** Whether an element is part of a line of text. The label of a tab is a box of its own. */
export function isInline(element: Element): boolean {
  return inline.has(element.localName);
}

/** A text that only screen readers read. */
export function spokenMark(word: string): HTMLElement {
  const label = document.createElement('span');
  label.className = 'heard-only';
  label.textContent = `${word} `;
  return label;
}

/** Elements that begin with text. */
const textual = 'p, h1, h2, h3, h4, h5, h6, li, dt, dd, th, td, summary, figcaption, label, pre';

/** Puts something before the text of a block, in the first element in it that may have text. */
export function introduce(block: HTMLElement, introduction: HTMLElement): void {
  // These can have no text.
  if (block.localName === 'hr') {
    block.ariaLabel = introduction.textContent.trim();
    return;
  }
  // Cards don't show the headings of their table.
  const texts = block.matches('[data-view="cards"]') ? 'td' : textual;
  const text = block.matches(textual) ? block : (block.querySelector(texts) ?? block);
  const first = text.firstElementChild;
  // The style sheet finds the box of a task, and the button of a tab, at the beginning.
  if (first instanceof HTMLInputElement) first.after(introduction);
  else text.prepend(introduction);
}
