import add from '@vscode/codicons/src/icons/add.svg';
import book from '@vscode/codicons/src/icons/book.svg';
import discard from '@vscode/codicons/src/icons/discard.svg';
import folder from '@vscode/codicons/src/icons/folder.svg';
import gripper from '@vscode/codicons/src/icons/gripper.svg';
import globe from '@vscode/codicons/src/icons/globe.svg';
import link from '@vscode/codicons/src/icons/link.svg';
import listTree from '@vscode/codicons/src/icons/list-tree.svg';
import refresh from '@vscode/codicons/src/icons/refresh.svg';
import warning from '@vscode/codicons/src/icons/warning.svg';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { pictureOf } from '../../model/shared/emoji.ts';
import { hasSections, partOf, type SitePart } from '../../model/sites/tree.ts';
import { titleText } from '../../model/shared/titleText.ts';
import type { Board } from '../../protocol/siteBoard.ts';
import { icon } from '../shared/icon.ts';
import { shownTree, type BoardState } from './boardState.ts';

type Content = TemplateResult | typeof nothing;

export function boardView(state: BoardState): TemplateResult {
  const { board, failure } = state;
  if (failure !== undefined) {
    return html`<div class="empty">
      <p>Could not load: ${failure.message}</p>
      ${failure.isGone ? nothing : html`<button type="button" class="action" data-do="load">Retry</button>`}
    </div>`;
  }
  if (!board) return html`<div class="empty" aria-busy="true"><p>Loading the structure…</p></div>`;
  return html`${head(state, board)}${notices(state, board)}${cards(state, board)}`;
}

function head(state: BoardState, board: Board): TemplateResult {
  return html`<header>
    <h1>${board.title}</h1>
    <p class="state">
      ${board.state}${board.address ? html` · <span class="address">${withoutScheme(board.address)}</span>` : nothing}
      <span class="sending" role="status">${board.pending > 0 ? 'Saving…' : nothing}</span>
    </p>
    <div class="tools" role="toolbar" aria-label="Site">
      ${board.address ? tool('site', globe, 'Open site') : nothing}
      ${board.mayChange ? tool('shareLinks', link, 'Share links') : nothing}
      ${board.mayChange ? tool('undo', discard, 'Undo', !board.canUndo) : nothing}${tool('refresh', refresh, 'Refresh')}
    </div>
    <p class="keys" id="keys">${keysInWords(state, board)}</p>
  </header>`;
}

function keysInWords({ grabbed }: BoardState, { mayChange, tree }: Board): string {
  if (!mayChange) return 'Arrow keys move around. Enter shows details.';
  if (!grabbed) {
    return 'Drag a part to move it, click it to edit it. By keyboard: arrow keys move around, Enter edits, Space grabs, arrow keys move it, Space drops it, Escape puts it back.';
  }
  const part = partOf(tree, grabbed.id);
  const within = part?.kind === 'site-space' && hasSections(tree) ? ' within its section' : '';
  return `Arrow keys move “${titleText(part?.title)}”${within}. Space drops it, Escape puts it back.`;
}

function notices({ notice }: BoardState, { failure }: Board): Content {
  if (notice === undefined && !failure) return nothing;
  return html`${
    notice === undefined
      ? nothing
      : html`<div class="notice">
          ${icon(warning)}<span>${notice}</span>
          <button type="button" class="action" data-do="dismiss">Dismiss</button>
        </div>`
  }
  ${
    failure
      ? html`<div class="notice">
          ${icon(warning)}<span
            >${failure.message} Shown as it was at ${new Date(failure.asOf).toLocaleTimeString()}.</span
          >
          <button type="button" class="action" data-do="refresh">Retry</button>
        </div>`
      : nothing
  }`;
}

function cards(state: BoardState, board: Board): TemplateResult {
  const tree = shownTree(state);
  const held = state.grabbed?.id;
  const isSectioned = hasSections(tree);
  const { mayChange } = board;
  return html`<div class="board" role="group" aria-label="Structure of the site">
    ${tree.top.length === 0 ? html`<p class="empty">Nothing stands in this site yet.</p>` : nothing}
    ${
      isSectioned
        ? html`<div class="grid">
            ${repeat(
              tree.top,
              ({ id }) => id,
              (part) =>
                part.kind === 'site-section-group'
                  ? group(part, held, mayChange)
                  : section(part, held, mayChange, true),
            )}
          </div>`
        : tree.top.length > 0
          ? html`<div class="grid"><div class="card">${spaces(tree.top, held)}</div></div>`
          : nothing
    }
    ${
      mayChange
        ? html`<div class="adders">
            ${isSectioned ? nothing : adder('space', 'Add space', undefined)}${adder('section', 'Add section', undefined)}
            ${isSectioned ? adder('group', 'Add group', undefined) : nothing}
          </div>`
        : nothing
    }
  </div>`;
}

function group(part: SitePart, held: string | undefined, mayChange: boolean): TemplateResult {
  return html`<section
    class="card group"
    data-box=${part.id}
    data-kind=${part.kind}
    aria-label=${titleText(part.title)}
  >
    <h2>${partButton(part, held)}</h2>
    <div class="stack">
      ${part.children.length === 0 ? html`<p class="description">No sections in it.</p>` : nothing}${repeat(
        part.children,
        ({ id }) => id,
        (child) => section(child, held, mayChange, false),
      )}
    </div>
    ${mayChange ? adder('section', 'Add section', part.id, part.title) : nothing}
  </section>`;
}

function section(part: SitePart, held: string | undefined, mayChange: boolean, isCard: boolean): TemplateResult {
  const heading = partButton(part, held);
  return html`<section
    class=${isCard ? 'card section' : 'section'}
    data-box=${part.id}
    data-kind=${part.kind}
    aria-label=${titleText(part.title)}
  >
    ${isCard ? html`<h2>${heading}</h2>` : html`<h3>${heading}</h3>`}
    ${part.description ? html`<p class="description">${part.description}</p>` : nothing}${spaces(part.children, held)}
    ${mayChange ? adder('space', 'Add space', part.id, part.title) : nothing}
  </section>`;
}

function spaces(parts: readonly SitePart[], held: string | undefined): TemplateResult {
  return html`<ul>
    ${repeat(
      parts,
      ({ id }) => id,
      (part) => html`<li data-box=${part.id} data-kind=${part.kind}>${partButton(part, held)}</li>`,
    )}
  </ul>`;
}

const icons = { 'site-section-group': folder, 'site-section': listTree, 'site-space': book } as const;
const words = { 'site-section-group': 'group', 'site-section': 'section', 'site-space': 'space' } as const;

function partButton(part: SitePart, held: string | undefined): TemplateResult {
  const picture = part.kind === 'site-space' ? pictureOf(part.space?.emoji) : undefined;
  const broken = brokenMark(part);
  return html`<button
    type="button"
    class=${part.id === held ? 'part held' : 'part'}
    data-walk=${part.id}
    data-do="edit"
    data-id=${part.id}
    tabindex="-1"
    aria-roledescription="movable ${words[part.kind]}"
    aria-describedby="keys"
  >
    ${icon(gripper)}${picture ? html`<span class="picture" aria-hidden="true">${picture}</span>` : icon(icons[part.kind])}
    <span class="words">
      <span class="title">${titleText(part.title)}</span>
      ${part.path && part.kind !== 'site-section-group' ? html`<span class="path">/${part.path}</span>` : nothing}
      ${part.isDefault ? html`<span class="badge">default</span>` : nothing}
      ${part.condition ? html`<span class="mark">when: ${part.condition}</span>` : nothing}
      ${broken ? html`<span class="broken">${icon(warning)}${broken}</span>` : nothing}
    </span>
  </button>`;
}

function brokenMark(part: SitePart): string | undefined {
  if (part.kind !== 'site-space') return undefined;
  if (!part.space) return 'its space is gone, or hidden from you';
  return part.space.isDeleted ? 'its space was deleted' : undefined;
}

function adder(
  what: 'space' | 'section' | 'group',
  label: string,
  parent: string | undefined,
  parentTitle?: string,
): TemplateResult {
  return html`<button
    type="button"
    class="adder"
    data-walk="add ${what} ${parent ?? ''}"
    data-do=${what}
    data-parent=${parent ?? nothing}
    tabindex="-1"
    aria-label=${parentTitle === undefined ? label : `${label} to ${titleText(parentTitle)}`}
  >
    ${icon(add)}${label}
  </button>`;
}

function tool(action: string, svg: string, label: string, isDisabled = false): TemplateResult {
  return html`<button type="button" class="plain" data-do=${action} ?disabled=${isDisabled}>
    ${icon(svg)}${label}
  </button>`;
}

function withoutScheme(address: string): string {
  return address.replace(/^https?:\/\//, '');
}
