import add from '@vscode/codicons/src/icons/add.svg';
import discard from '@vscode/codicons/src/icons/discard.svg';
import globe from '@vscode/codicons/src/icons/globe.svg';
import link from '@vscode/codicons/src/icons/link.svg';
import refresh from '@vscode/codicons/src/icons/refresh.svg';
import warning from '@vscode/codicons/src/icons/warning.svg';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { pictureOf } from '../../model/shared/emoji.ts';
import { hasSections, partOf, type SitePart } from '../../model/sites/tree.ts';
import type { Board } from '../../protocol/siteBoard.ts';
import { icon } from '../shared/icon.ts';
import * as l10n from '../shared/l10n.ts';
import { shownTree, type BoardState } from './boardState.ts';
import { titleOf } from './partTitle.ts';

type Content = TemplateResult | typeof nothing;

export function boardView(state: BoardState): TemplateResult {
  const { board, failure } = state;
  if (failure !== undefined) {
    return html`<div class="empty">
      <p>${l10n.t("Couldn't load the site structure. {0}", failure.message)}</p>
      ${failure.isGone ? nothing : html`<button type="button" class="action" data-do="load">${l10n.t('Retry')}</button>`}
    </div>`;
  }
  if (!board) return html`<div class="empty" aria-busy="true"><p>${l10n.t('Loading the site structure…')}</p></div>`;
  return html`${head(state, board)}${notices(state, board)}${cards(state, board)}`;
}

function head(state: BoardState, board: Board): TemplateResult {
  return html`<header>
    <h1>${board.title}</h1>
    <p class="state">
      ${board.state}${board.address ? html` · <span class="address">${withoutScheme(board.address)}</span>` : nothing}
      <span class="sending" role="status">${board.pending > 0 ? l10n.t('Saving…') : nothing}</span>
    </p>
    <div class="tools" role="toolbar" aria-label=${l10n.t('Site')}>
      ${board.address ? tool('site', globe, l10n.t('Open Site')) : nothing}
      ${board.mayChange ? tool('shareLinks', link, l10n.t('Share Links')) : nothing}
      ${board.mayChange ? tool('undo', discard, l10n.t('Undo'), !board.canUndo) : nothing}${tool('refresh', refresh, l10n.t('Refresh'))}
    </div>
    <p class="keys" id="keys">${keysInWords(state, board)}</p>
  </header>`;
}

function keysInWords({ grabbed }: BoardState, { mayChange, tree }: Board): string {
  if (!mayChange) return l10n.t('Use the arrow keys to move around. Press Enter to show details.');
  if (!grabbed)
    return l10n.t(
      'Drag to move, click to edit. With the keyboard: arrow keys move around, Enter edits, Space picks up and drops, Escape cancels.',
    );
  const part = partOf(tree, grabbed.id);
  const staysInSection = part?.kind === 'site-space' && hasSections(tree);
  return staysInSection
    ? l10n.t(
        'Use the arrow keys to move “{0}” within its section. Press Space to drop it or Escape to cancel.',
        titleOf(part),
      )
    : l10n.t('Use the arrow keys to move “{0}”. Press Space to drop it or Escape to cancel.', titleOf(part));
}

function notices({ notice }: BoardState, { failure }: Board): Content {
  if (notice === undefined && !failure) return nothing;
  return html`${
    notice === undefined
      ? nothing
      : html`<div class="notice">
          ${icon(warning)}<span>${notice}</span>
          <button type="button" class="action" data-do="dismiss">${l10n.t('Dismiss')}</button>
        </div>`
  }
  ${
    failure
      ? html`<div class="notice">
          ${icon(warning)}<span>${l10n.t('{0} Last updated at {1}.', failure.message, l10n.time(failure.asOf))}</span>
          <button type="button" class="action" data-do="refresh">${l10n.t('Retry')}</button>
        </div>`
      : nothing
  }`;
}

function cards(state: BoardState, board: Board): TemplateResult {
  const tree = shownTree(state);
  const held = state.grabbed?.id;
  const isSectioned = hasSections(tree);
  const { mayChange } = board;
  return html`<div class="board" role="group" aria-label=${l10n.t('Site structure')}>
    ${tree.top.length === 0 ? html`<p class="empty">${l10n.t('This site is empty.')}</p>` : nothing}
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
            ${isSectioned ? nothing : adder('space', l10n.t('Add Space'))}${adder('section', l10n.t('Add Section'))}
            ${isSectioned ? adder('group', l10n.t('Add Group')) : nothing}
          </div>`
        : nothing
    }
  </div>`;
}

function group(part: SitePart, held: string | undefined, mayChange: boolean): TemplateResult {
  return html`<section class="card group" data-box=${part.id} data-kind=${part.kind} aria-label=${titleOf(part)}>
    <h2>${partButton(part, held)}</h2>
    <div class="stack">
      ${part.children.length === 0 ? html`<p class="description">${l10n.t('This group has no sections.')}</p>` : nothing}${repeat(
        part.children,
        ({ id }) => id,
        (child) => section(child, held, mayChange, false),
      )}
    </div>
    ${mayChange ? adder('section', l10n.t('Add Section'), { id: part.id, label: l10n.t('Add section to {0}', titleOf(part)) }) : nothing}
  </section>`;
}

function section(part: SitePart, held: string | undefined, mayChange: boolean, isCard: boolean): TemplateResult {
  const heading = partButton(part, held);
  return html`<section
    class=${isCard ? 'card section' : 'section'}
    data-box=${part.id}
    data-kind=${part.kind}
    aria-label=${titleOf(part)}
  >
    ${isCard ? html`<h2>${heading}</h2>` : html`<h3>${heading}</h3>`}
    ${part.description ? html`<p class="description">${part.description}</p>` : nothing}${spaces(part.children, held)}
    ${mayChange ? adder('space', l10n.t('Add Space'), { id: part.id, label: l10n.t('Add space to {0}', titleOf(part)) }) : nothing}
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

const roles = {
  'site-section-group': l10n.t('movable group'),
  'site-section': l10n.t('movable section'),
  'site-space': l10n.t('movable space'),
} as const;

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
    aria-roledescription=${roles[part.kind]}
    aria-describedby="keys"
  >
    <span class=${picture ? 'picture' : `kind ${part.kind}`} aria-hidden="true">${picture ?? nothing}</span>
    <span class="words">
      <span class="title">${titleOf(part)}</span>
      ${part.path && part.kind !== 'site-section-group' ? html`<span class="path">/${part.path}</span>` : nothing}
      ${part.isDefault ? html`<span class="badge">${l10n.t('default')}</span>` : nothing}
      ${part.condition ? html`<span class="mark">${l10n.t('if {0}', part.condition)}</span>` : nothing}
      ${broken ? html`<span class="broken">${icon(warning)}${broken}</span>` : nothing}
    </span>
  </button>`;
}

function brokenMark(part: SitePart): string | undefined {
  if (part.kind !== 'site-space') return undefined;
  if (!part.space) return l10n.t('Space deleted or not visible to you');
  return part.space.isDeleted ? l10n.t('Space deleted') : undefined;
}

function adder(
  what: 'space' | 'section' | 'group',
  label: string,
  parent?: { readonly id: string; readonly label: string },
): TemplateResult {
  return html`<button
    type="button"
    class="adder"
    data-walk="add ${what} ${parent?.id ?? ''}"
    data-do=${what}
    data-parent=${parent?.id ?? nothing}
    tabindex="-1"
    aria-label=${parent?.label ?? label}
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
