import { html, nothing, type TemplateResult } from 'lit';
import down from '@vscode/codicons/src/icons/chevron-down.svg';
import right from '@vscode/codicons/src/icons/chevron-right.svg';
import diff from '@vscode/codicons/src/icons/diff.svg';
import { icon } from '../shared/icon.ts';
import * as l10n from '../shared/l10n.ts';
import { isUnfolded, type ShownPage, type ViewState } from './state.ts';

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
      aria-label=${isShown ? l10n.t('Hide “{0}”', title) : l10n.t('Show “{0}”', title)}
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
      title=${l10n.t('Markdown Diff')}
      aria-label=${l10n.t('Open Markdown diff of “{0}”', title)}
      @click=${() => actions.openDiff(shown)}
    >
      ${icon(diff)}
    </button>
    ${
      state.changes?.ofChangeRequest
        ? html`<label class="viewed"
            ><input
              type="checkbox"
              aria-label=${l10n.t('Viewed: {0}', title)}
              .checked=${isViewed}
              @change=${(event: Event) => actions.mark(shown, (event.target as HTMLInputElement).checked)}
            />${l10n.t('Viewed')}</label
          >`
        : nothing
    }
  </span>`;
}

/** What stands above the rows: changes besides the text, and why there are no rows. */
export function introductionView(shown: ShownPage, actions: PageViewActions): TemplateResult {
  const { compared, status } = shown;
  if (shown.isGone)
    return html`<p class="page-note">${l10n.t("This page isn't among the changes. The comments on it stay here.")}</p>`;
  if (status === 'loading' && !compared) return html`<p class="dim" role="status">${l10n.t('Loading…')}</p>`;
  if (!compared) return html``;
  const { sentences, kind } = compared;
  const note = {
    rows: '',
    same: l10n.t("The text changed, but readers don't see a difference."),
    tooLong: l10n.t('This page is too long to be shown as its readers see it.'),
    text: l10n.t("The text didn't change."),
    none: l10n.t('This page has no text to show.'),
  }[kind];
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
                  ${l10n.t('Markdown Diff')}
                </button>`
              : nothing
          }
        </p>`
      : nothing
  }`;
}

export function failureView(shown: ShownPage, reason: string, load: (page: ShownPage) => void): TemplateResult {
  return html`<div class="page-note">
    <p class="problem">${l10n.t("Couldn't load the changes. {0}", reason)}</p>
    <button type="button" class="secondary" @click=${() => load(shown)}>${l10n.t('Retry')}</button>
  </div>`;
}
