/** Announces a sentence to screen readers without moving the focus. */
export type Announce = (sentence: string, urgency?: 'polite' | 'assertive') => void;

export function createAnnouncer(): Announce {
  const regions = { polite: region('polite'), assertive: region('assertive') };
  return (sentence, urgency = 'polite') => {
    const { [urgency]: said } = regions;
    // Repeating the same sentence would be no change, and wouldn't be read.
    said.textContent = said.textContent === sentence ? `${sentence}\u00a0` : sentence;
  };
}

function region(urgency: 'polite' | 'assertive'): HTMLElement {
  const element = document.createElement('div');
  element.className = 'heard-only';
  element.setAttribute('aria-live', urgency);
  element.setAttribute('role', urgency === 'polite' ? 'status' : 'alert');
  document.body.append(element);
  return element;
}
