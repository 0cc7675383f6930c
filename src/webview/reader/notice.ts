import close from '@vscode/codicons/src/icons/close.svg';
import { html, nothing, render } from 'lit';
import { icon } from '../shared/icon.ts';
import * as l10n from '../shared/l10n.ts';

/** One sentence above the page about what went wrong, which screen readers read. */
export interface Notice {
  readonly element: HTMLElement;
  /** `retry` does again what failed. */
  show(sentence: string, retry?: () => void): void;
  clear(): void;
}

export function createNotice(): Notice {
  const element = document.createElement('div');
  element.className = 'notices';
  element.role = 'status';
  const clear = () => render(nothing, element);
  return {
    element,
    clear,
    show(sentence, retry) {
      const button = html`<button type="button" class="secondary" @click=${retry}>${l10n.t('Retry')}</button>`;
      render(
        html`<div class="notice">
          <p>${sentence}</p>
          ${retry ? button : nothing}
          <button
            type="button"
            class="plain"
            aria-label=${l10n.t('Dismiss')}
            title=${l10n.t('Dismiss')}
            @click=${clear}
          >
            ${icon(close)}
          </button>
        </div>`,
        element,
      );
    },
  };
}
