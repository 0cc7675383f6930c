import arrowLeft from '@vscode/codicons/src/icons/arrow-left.svg';
import arrowRight from '@vscode/codicons/src/icons/arrow-right.svg';
import commentIcon from '@vscode/codicons/src/icons/comment.svg';
import commentHidden from '@vscode/codicons/src/icons/eye-closed.svg';
import { html, nothing, type TemplateResult } from 'lit';
import type { RenderedHeading } from '../../model/rendering/renderPage.ts';
import type { ReaderPage, ReaderTarget } from '../../protocol/reader.ts';
import { icon } from '../shared/icon.ts';
import * as l10n from '../shared/l10n.ts';

/** Where the buttons around the page lead. */
export interface Ways {
  back(): void;
  forward(): void;
  showSpace(): void;
  goTo(path: string): void;
}

/** The switch for comments; without their number there are none to show. */
export interface CommentsSwitch {
  readonly count?: number;
  readonly isHidden?: boolean;
  readonly toggle: () => void;
}

/** The way to the page, and back. */
export function headView(
  { space, above, hasForward = false }: Pick<ReaderPage, 'space' | 'above' | 'hasForward'>,
  ways: Ways,
  comments: CommentsSwitch,
): TemplateResult {
  return html`${iconButton(l10n.t('Go back'), arrowLeft, () => ways.back())}
    ${iconButton(l10n.t('Go forward'), arrowRight, () => ways.forward(), !hasForward)}
    <nav aria-label=${l10n.t('Path of the page')}>
      <ol>
        ${space === undefined ? nothing : html`<li>${spaceView(space, ways)}</li>`}
        ${above.map((target) => html`<li>${targetView(target, ways)}</li>`)}
      </ol>
    </nav>
    ${switchView(comments)}`;
}

function switchView({ count = 0, isHidden = false, toggle }: CommentsSwitch): TemplateResult | typeof nothing {
  if (count === 0) return nothing;
  const label = isHidden ? l10n.t('Show Comments ({0})', String(count)) : l10n.t('Hide Comments');
  return html`<button
    type="button"
    class="plain comments-switch"
    aria-label=${label}
    title=${label}
    @click=${() => toggle()}
  >
    ${icon(isHidden ? commentIcon : commentHidden)}${isHidden ? html`<span aria-hidden="true">${count}</span>` : nothing}
  </button>`;
}

function iconButton(label: string, svg: string, click: () => void, isDisabled = false): TemplateResult {
  return html`<button
    type="button"
    class="plain"
    aria-label=${label}
    title=${label}
    ?disabled=${isDisabled}
    @click=${click}
  >
    ${icon(svg)}
  </button>`;
}

function spaceView(space: string, ways: Ways): TemplateResult {
  return html`<button
    type="button"
    class="plain link"
    title=${l10n.t('Show “{0}” in the Library', space)}
    @click=${() => ways.showSpace()}
  >
    ${space}
  </button>`;
}

/** The pages before and after this one. */
export function footView(
  { previous, next }: Pick<ReaderPage, 'previous' | 'next'>,
  ways: Ways,
): TemplateResult | typeof nothing {
  if (!previous && !next) return nothing;
  return html`<nav aria-label=${l10n.t('Previous and next page')}>
    ${previous ? html`<div class="previous"><span>${l10n.t('Previous')}</span>${targetView(previous, ways)}</div>` : nothing}
    ${next ? html`<div class="next"><span>${l10n.t('Next')}</span>${targetView(next, ways)}</div>` : nothing}
  </nav>`;
}

/** The headings of the page; the one that is read is marked. */
export function outlineView(
  headings: readonly RenderedHeading[],
  { current, isOpen }: { readonly current: string | undefined; readonly isOpen: boolean },
  goTo: (anchor: string) => void,
): TemplateResult | typeof nothing {
  const shown = headings.filter(({ level, title }) => level >= 2 && level <= 4 && title !== '');
  if (shown.length < 2) return nothing;
  return html`<details ?open=${isOpen}>
    <summary>${l10n.t('On this page')}</summary>
    <nav aria-label=${l10n.t('On this page')}>
      <ul>
        ${shown.map(
          ({ anchor, title, level }) =>
            html`<li class="level-${level}">
              <button
                type="button"
                class="plain link"
                aria-current=${anchor === current ? 'location' : 'false'}
                data-heading=${anchor}
                @click=${() => goTo(anchor)}
              >
                ${title}
              </button>
            </li>`,
        )}
      </ul>
    </nav>
  </details>`;
}

function targetView({ title, path }: ReaderTarget, ways: Ways): TemplateResult {
  if (path === undefined) return html`<span>${title}</span>`;
  return html`<button type="button" class="plain link" @click=${() => ways.goTo(path)}>${title}</button>`;
}
