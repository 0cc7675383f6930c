import { html, nothing, type TemplateResult } from 'lit';
import down from '@vscode/codicons/src/icons/chevron-down.svg';
import right from '@vscode/codicons/src/icons/chevron-right.svg';
import diff from '@vscode/codicons/src/icons/diff.svg';
import { icon } from '../shared/icon.ts';
import { isUnfolded, type ShownPage, type ViewState } from './state.ts';
import { fill, texts } from './words.ts';

export interface PageViewActions {
  readonly toggle: (page: ShownPage) => void;
  readonly mark: (page: ShownPage, isViewed: boolean) => void;
  readonly openDiff: (page: ShownPage) => void;
}

/** The title of a changed page, and what can be done with it. */
export function pageHeadView(state: ViewState, shown: ShownPage, actions: PageViewActions): TemplateResult {
  const { title, picture, above } = shown.page;
  const isShown = isUnfolded(state, shown.page);
  return html`<button
      type="button"
      class="plain"
      aria-expanded=${isShown}
      aria-label=${fill(isShown ? texts.hidePage : texts.showPage, title)}
      @click=${() => actions.toggle(shown)}
    >
      ${icon(isShown ? down : right)}
    </button>
    <h2 tabindex="-1" dir="auto">${picture ? html`<span aria-hidden="true">${picture}</span> ` : nothing}${title}</h2>
    ${above.length > 0 ? html`<span class="dim above" dir="auto">${above.join(' › ')}</span>` : nothing}
    ${shown.isGone ? nothing : pageTools(state, shown, actions)}`;
}

function pageTools(state: ViewState, shown: ShownPage, actions: PageViewActions): TemplateResult {
  const { title, letter, kindInWords, isViewed, kind } = shown.page;
  return html`<span class="page-tools">
    <span class="letter ${kind}" role="img" title=${kindInWords} aria-label=${kindInWords}>${letter}</span>
    <button
      type="button"
      class="plain"
      title=${texts.markdownDiff}
      aria-label=${fill(texts.pageDiff, title)}
      @click=${() => actions.openDiff(shown)}
    >
      ${icon(diff)}
    </button>
    ${
      state.changes?.ofChangeRequest
        ? html`<label class="viewed"
            ><input
              type="checkbox"
              aria-label=${fill(texts.viewedPage, title)}
              .checked=${isViewed}
              @change=${(event: Event) => actions.mark(shown, (event.target as HTMLInputElement).checked)}
            />${texts.viewed}</label
          >`
        : nothing
    }
  </span>`;
}

/** What stands above the rows: changes besides the text, and why there are no rows. */
export function introductionView(shown: ShownPage, actions: PageViewActions): TemplateResult {
  const { compared, status } = shown;
  if (shown.isGone) return html`<p class="page-note">${texts.pageGone}</p>`;
  if (status === 'loading' && !compared) return html`<p class="dim" role="status">${texts.loading}</p>`;
  if (!compared) return html``;
  const { sentences, kind } = compared;
  const note = { rows: '', same: texts.same, tooLong: texts.tooLong, text: texts.sameText, none: texts.noText }[kind];
  const isOffered = kind === 'same' || kind === 'tooLong';
  return html`${
    sentences.length > 0
      ? html`<ul class="sentences" dir="auto">
          ${sentences.map((sentence) => html`<li>${sentence}</li>`)}
        </ul>`
      : nothing
  }
  ${
    note && !(kind === 'text' && sentences.length > 0)
      ? html`<p class="page-note">
          ${note}
          ${
            isOffered
              ? html`<button type="button" class="plain link" @click=${() => actions.openDiff(shown)}>
                  ${texts.markdownDiff}
                </button>`
              : nothing
          }
        </p>`
      : nothing
  }`;
}

export function failureView(shown: ShownPage, reason: string, load: (page: ShownPage) => void): TemplateResult {
  return html`<div class="page-note">
    <p class="problem">${fill(texts.couldNotLoad, reason)}</p>
    <button type="button" class="secondary" @click=${() => load(shown)}>${texts.retry}</button>
  </div>`;
}
