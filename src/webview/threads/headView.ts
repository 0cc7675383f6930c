import { html, nothing, type TemplateResult } from 'lit';
import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import refresh from '@vscode/codicons/src/icons/refresh.svg';
import { threadOrders, threadStatuses, type ThreadOrder, type ThreadStatus } from '../../model/comments/threadList.ts';
import type { HeaderAction, ThreadsViewState } from '../../protocol/threads.ts';
import { icon } from '../shared/icon.ts';
import { headerKey, type Actions } from './actions.ts';
import type { Choices, PanelState } from './panelState.ts';

const actionNames: Record<HeaderAction, string> = {
  approve: 'Approve…',
  requestChanges: 'Request Changes…',
  openChanges: 'Open Changes',
  updateFromMain: 'Update from Main',
  merge: 'Merge…',
  revert: 'Revert',
  openInBrowser: 'Open in Browser',
  submitReview: 'Submit Review…',
  discardReview: 'Discard Review…',
};
const statusNames: Record<ThreadStatus, string> = { open: 'Open', resolved: 'Resolved', all: 'All' };
const orderNames: Record<ThreadOrder, string> = { newest: 'Newest', oldest: 'Oldest', page: 'By page' };

/** The heading of the panel: what its threads belong to, and the actions on that. */
export function headView({ header, busy }: PanelState, actions: Actions): TemplateResult | typeof nothing {
  if (!header) return nothing;
  return html`<div class="title">
      <h1 dir="auto">${header.title}</h1>
      ${
        header.status === undefined
          ? nothing
          : html`<span class="mark" data-status=${header.status}>${header.status}</span>`
      }
      ${header.isOutdated ? html`<span class="mark">outdated</span>` : nothing}
      <button class="plain refresh" title="Refresh" aria-label="Refresh" @click=${() => actions.refresh()}>
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
                >Comment…</vscode-button
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
  const countOf = (status: ThreadStatus): string => (isUnknown ? '' : `${counts[status]}${hasMore ? '+' : ''}`);
  return html`<div class="statuses" role="group" aria-label="Status">
      ${threadStatuses.map(
        (status) =>
          html`<button class="tab" aria-pressed=${viewState.status === status} @click=${() => change({ status })}>
            ${statusNames[status]} <span class="count">${countOf(status)}</span>
          </button>`,
      )}
    </div>
    ${select('Page', 'All pages', pages, viewState.page, (page) => change({ page }))}
    ${select('Author', 'All authors', authors, viewState.author, (author) => change({ author }))}
    <select
      aria-label="Order"
      @change=${(event: Event) => change({ order: (event.target as HTMLSelectElement).value as ThreadOrder })}
    >
      ${threadOrders.map(
        (order) => html`<option value=${order} ?selected=${viewState.order === order}>${orderNames[order]}</option>`,
      )}
    </select>
    <vscode-textfield
      class="search"
      .label=${'Search in comments'}
      placeholder="Search in comments"
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
