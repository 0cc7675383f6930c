import { html, nothing, type TemplateResult } from 'lit';
import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import refresh from '@vscode/codicons/src/icons/refresh.svg';
import { threadOrders, threadStatuses, type ThreadOrder, type ThreadStatus } from '../../model/comments/threadList.ts';
import type { HeaderAction, ThreadsViewState } from '../../protocol/threads.ts';
import { icon } from '../shared/icon.ts';
import * as l10n from '../shared/l10n.ts';
import { headerKey, type Actions } from './actions.ts';
import type { Choices, PanelState } from './panelState.ts';

const actionNames: Record<HeaderAction, string> = {
  approve: l10n.t('Approve…'),
  requestChanges: l10n.t('Request Changes…'),
  openChanges: l10n.t('Open Changes'),
  updateFromMain: l10n.t('Update from Main'),
  merge: l10n.t('Merge…'),
  revert: l10n.t('Revert'),
  openInBrowser: l10n.t('Open in Browser'),
  submitReview: l10n.t('Submit Review…'),
  discardReview: l10n.t('Discard Review…'),
};
const statusNames: Record<ThreadStatus, string> = {
  open: l10n.t('Open'),
  resolved: l10n.t('Resolved'),
  all: l10n.t('All'),
};
const orderNames: Record<ThreadOrder, string> = {
  newest: l10n.t('Newest first'),
  oldest: l10n.t('Oldest first'),
  page: l10n.t('Page order'),
};
/** The statuses of a change request. Others, from a newer server, are shown as they are. */
const changeRequestStatuses: Readonly<Record<string, string>> = {
  draft: l10n.t('Draft'),
  open: l10n.t('Open'),
  merged: l10n.t('Merged'),
  archived: l10n.t('Archived'),
};

/** The heading of the panel: what its threads belong to, and the actions on that. */
export function headView({ header, busy }: PanelState, actions: Actions): TemplateResult | typeof nothing {
  if (!header) return nothing;
  return html`<div class="title">
      <h1 dir="auto">${header.title}</h1>
      ${
        header.status === undefined
          ? nothing
          : html`<span class="mark" data-status=${header.status}
              >${changeRequestStatuses[header.status] ?? header.status}</span
            >`
      }
      ${header.isOutdated ? html`<span class="mark" title=${l10n.t('The published content has changed since this change request was last updated.')}>${l10n.t('Outdated')}</span>` : nothing}
      <button
        class="plain refresh"
        title=${l10n.t('Refresh')}
        aria-label=${l10n.t('Refresh')}
        @click=${() => actions.refresh()}
      >
        ${icon(refresh)}
      </button>
    </div>
    <div class="about">
      <span class="dim" dir="auto">${header.description}</span>
      <span class="head-actions">
        ${header.actions.map(
          (action) =>
            html`<vscode-button
              ?secondary=${action !== header.primary}
              ?disabled=${busy.has(headerKey)}
              @click=${() => actions.header(action)}
              >${actionNames[action]}</vscode-button
            >`,
        )}
        ${
          header.mayComment
            ? html`<vscode-button secondary @click=${() => actions.openBox({ kind: 'thread' })}
                >${l10n.t('Comment…')}</vscode-button
              >`
            : nothing
        }
      </span>
    </div>`;
}

/** The filters and the order of the threads. */
export function filtersView(
  state: PanelState,
  { counts, pages, authors }: Choices,
  change: (change: Partial<ThreadsViewState>) => void,
): TemplateResult {
  const viewState = state.viewState.get();
  const { hasMore, failure } = state.extent;
  const isUnknown = failure !== undefined && state.threads.size === 0;
  const countOf = (status: ThreadStatus): string =>
    isUnknown ? '' : `${l10n.number(counts[status])}${hasMore ? '+' : ''}`;
  return html`<div class="statuses" role="group" aria-label=${l10n.t('Status')}>
      ${threadStatuses.map(
        (status) =>
          html`<button class="tab" aria-pressed=${viewState.status === status} @click=${() => change({ status })}>
            ${statusNames[status]} <span class="count">${countOf(status)}</span>
          </button>`,
      )}
    </div>
    ${select(l10n.t('Page'), l10n.t('All pages'), pages, viewState.page, (page) => change({ page }))}
    ${select(l10n.t('Author'), l10n.t('All authors'), authors, viewState.author, (author) => change({ author }))}
    <select
      aria-label=${l10n.t('Sort by')}
      @change=${(event: Event) => change({ order: (event.target as HTMLSelectElement).value as ThreadOrder })}
    >
      ${threadOrders.map(
        (order) => html`<option value=${order} ?selected=${viewState.order === order}>${orderNames[order]}</option>`,
      )}
    </select>
    <vscode-textfield
      class="search"
      .label=${l10n.t('Search comments')}
      placeholder=${l10n.t('Search comments')}
      .value=${viewState.text}
      @input=${(event: Event) => change({ text: (event.target as HTMLInputElement).value })}
    ></vscode-textfield>`;
}

/** The browser's own select element: it is accessible, takes any number of options, and adds no code. */
function select(
  name: string,
  all: string,
  options: ReadonlyMap<string, string>,
  chosen: string | undefined,
  choose: (value: string | undefined) => void,
): TemplateResult {
  const onChange = (event: Event): void => {
    const { selectedIndex } = event.target as HTMLSelectElement;
    choose(selectedIndex === 0 ? undefined : [...options.keys()][selectedIndex - 1]);
  };
  return html`<select aria-label=${name} @change=${onChange}>
    <option ?selected=${chosen === undefined}>${all}</option>
    ${[...options].map(([value, label]) => html`<option value=${value} ?selected=${chosen === value}>${label}</option>`)}
  </select>`;
}
