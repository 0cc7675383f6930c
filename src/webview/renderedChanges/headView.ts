import { html, nothing, type TemplateResult } from 'lit';
import up from '@vscode/codicons/src/icons/arrow-up.svg';
import down from '@vscode/codicons/src/icons/arrow-down.svg';
import list from '@vscode/codicons/src/icons/list-unordered.svg';
import keyboard from '@vscode/codicons/src/icons/question.svg';
import type { Layout } from '../../protocol/renderedChanges.ts';
import { icon } from '../shared/icon.ts';
import * as l10n from '../shared/l10n.ts';
import type { ShownPage, ViewState } from './state.ts';

export interface HeadActions {
  readonly setLayout: (layout: Layout) => void;
  readonly openDiffs: () => void;
  readonly step: (by: 1 | -1) => void;
  readonly showKeys: () => void;
  readonly toggleList: () => void;
  readonly goTo: (page: ShownPage) => void;
}

/** The title of the view, and how it is shown. */
export function headView(state: ViewState, actions: HeadActions): TemplateResult {
  const { changes, layout, view } = state;
  const pages = changes?.pages ?? [];
  const viewed = pages.filter(({ isViewed }) => isViewed).length;
  const isListed = !view.get().isListHidden;
  const choice = (value: Layout, label: string) =>
    html`<button type="button" class="choice" aria-pressed=${layout === value} @click=${() => actions.setLayout(value)}>
      ${label}
    </button>`;
  return html`${
      pages.length > 1
        ? html`<button
            type="button"
            class="plain list-toggle"
            aria-pressed=${isListed}
            title=${isListed ? l10n.t('Hide list of pages') : l10n.t('Show list of pages')}
            aria-label=${isListed ? l10n.t('Hide list of pages') : l10n.t('Show list of pages')}
            @click=${() => actions.toggleList()}
          >
            ${icon(list)}
          </button>`
        : nothing
    }
    <h1 dir="auto">${changes?.title}</h1>
    <span class="dim">${l10n.plural(l10n.t('{0} page|{0} pages'), pages.length)}</span>
    ${changes?.ofChangeRequest ? html`<span class="dim">${l10n.plural(l10n.t('{0} of {1} viewed|{0} of {1} viewed'), viewed, pages.length)}</span>` : nothing}
    <span class="head-tools">
      <span class="choices" role="group" aria-label=${l10n.t('Layout')}>
        ${choice('marked', l10n.t('One Column'))}${choice('columns', l10n.t('Two Columns'))}
      </span>
      <button type="button" class="secondary" @click=${() => actions.openDiffs()}>${l10n.t('Markdown Diff')}</button>
      ${tool(up, l10n.t('Go to Previous Change (Shift+F7)'), () => actions.step(-1))}
      ${tool(down, l10n.t('Go to Next Change (F7)'), () => actions.step(1))}
      ${tool(keyboard, l10n.t('Keyboard Shortcuts (?)'), () => actions.showKeys())}
    </span>`;
}

function tool(svg: string, label: string, run: () => void): TemplateResult {
  return html`<button type="button" class="plain" title=${label} aria-label=${label} @click=${run}>
    ${icon(svg)}
  </button>`;
}

/** The list of changed pages. */
export function listView(state: ViewState, actions: HeadActions): TemplateResult {
  const items = [...state.pages.values()].map((shown) => {
    const { id, title, picture, kind, kindInWords, isViewed } = shown.page;
    const letter = shown.isGone ? '' : shown.page.letter;
    return html`<div role="listitem" class=${isViewed ? 'is-viewed' : ''} data-page=${id}>
      <button type="button" class="plain" title=${title} @click=${() => actions.goTo(shown)}>
        <span class="mark-viewed" aria-hidden="true">${isViewed ? '✓' : ''}</span>
        <span class="list-title" dir="auto">${picture ? `${picture} ` : ''}${title}</span>
        <span class="letter ${kind}" aria-hidden="true">${letter}</span>
        <span class="heard-only">${isViewed ? l10n.fill('{0}, {1}', kindInWords, l10n.t('Viewed')) : kindInWords}</span>
      </button>
    </div>`;
  });
  const parts = Array.from({ length: Math.ceil(items.length / 50) }, (_, at) => items.slice(at * 50, at * 50 + 50));
  return html`<div role="list">${parts.map((part) => html`<div class="listed-pages">${part}</div>`)}</div>`;
}

/** The keys of the view. */
export function keysView(close: () => void): TemplateResult {
  const keys: readonly (readonly [string, string])[] = [
    ['F7', l10n.t('Next change')],
    ['Shift+F7', l10n.t('Previous change')],
    ['V', l10n.t('Mark the page as viewed, and go on')],
    ['C', l10n.t('Comment on the selected text or block')],
    ['S', l10n.t('Suggest a change of the block')],
    ['L', l10n.t('One or two columns')],
    ['?', l10n.t('Show this list')],
  ];
  return html`<h2 id="keys-title">${l10n.t('Keyboard Shortcuts (?)')}</h2>
    <dl>
      ${keys.map(
        ([key, meaning]) =>
          html`<div>
            <dt><kbd>${key}</kbd></dt>
            <dd>${meaning}</dd>
          </div>`,
      )}
    </dl>
    <button type="button" class="secondary" autofocus @click=${close}>${l10n.t('Close')}</button>`;
}
