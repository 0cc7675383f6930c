import { html, nothing, type TemplateResult } from 'lit';
import up from '@vscode/codicons/src/icons/arrow-up.svg';
import down from '@vscode/codicons/src/icons/arrow-down.svg';
import list from '@vscode/codicons/src/icons/list-unordered.svg';
import keyboard from '@vscode/codicons/src/icons/question.svg';
import type { Layout } from '../../protocol/renderedChanges.ts';
import { icon } from '../shared/icon.ts';
import type { ShownPage, ViewState } from './state.ts';
import { counted, fill, texts } from './words.ts';

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
            title=${isListed ? texts.hideList : texts.showList}
            aria-label=${isListed ? texts.hideList : texts.showList}
            @click=${() => actions.toggleList()}
          >
            ${icon(list)}
          </button>`
        : nothing
    }
    <h1 dir="auto">${changes?.title}</h1>
    <span class="dim">${counted(texts.pageCount, pages.length)}</span>
    ${changes?.ofChangeRequest ? html`<span class="dim">${counted(texts.viewedCount, viewed, pages.length)}</span>` : nothing}
    <span class="head-tools">
      <span class="choices" role="group" aria-label=${texts.layout}>
        ${choice('marked', texts.marked)}${choice('columns', texts.columns)}
      </span>
      <button type="button" class="secondary" @click=${() => actions.openDiffs()}>${texts.markdownDiff}</button>
      ${tool(up, texts.previousChange, () => actions.step(-1))} ${tool(down, texts.nextChange, () => actions.step(1))}
      ${tool(keyboard, texts.keys, () => actions.showKeys())}
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
        <span class="heard-only">${isViewed ? fill('{0}, {1}', kindInWords, texts.viewed) : kindInWords}</span>
      </button>
    </div>`;
  });
  const parts = Array.from({ length: Math.ceil(items.length / 50) }, (_, at) => items.slice(at * 50, at * 50 + 50));
  return html`<div role="list">${parts.map((part) => html`<div class="listed-pages">${part}</div>`)}</div>`;
}

/** The keys of the view. */
export function keysView(close: () => void): TemplateResult {
  const keys: readonly (readonly [string, string])[] = [
    ['F7', texts.keyNext],
    ['Shift+F7', texts.keyPrevious],
    ['V', texts.keyViewed],
    ['C', texts.keyComment],
    ['S', texts.keySuggest],
    ['L', texts.keyLayout],
    ['?', texts.keyHelp],
  ];
  return html`<h2 id="keys-title">${texts.keys}</h2>
    <dl>
      ${keys.map(
        ([key, meaning]) =>
          html`<div>
            <dt><kbd>${key}</kbd></dt>
            <dd>${meaning}</dd>
          </div>`,
      )}
    </dl>
    <button type="button" class="secondary" autofocus @click=${close}>${texts.close}</button>`;
}
