import arrowLeft from '@vscode/codicons/src/icons/arrow-left.svg';
import arrowRight from '@vscode/codicons/src/icons/arrow-right.svg';
import { html, nothing, type TemplateResult } from 'lit';
import type { RenderedHeading } from '../../model/rendering/renderPage.ts';
import type { ReaderPage, ReaderProtocol, ReaderTarget } from '../../protocol/reader.ts';
import { icon } from '../shared/icon.ts';
import type { Port } from '../shared/port.ts';
import { texts } from './words.ts';

type ReaderPort = Port<ReaderProtocol>;

/** The way to the page, and back. */
export function headView({ above }: ReaderPage, port: ReaderPort): TemplateResult {
  return html`<button
      type="button"
      class="plain"
      aria-label=${texts.back}
      title=${texts.back}
      @click=${() => void port.ask('back', {})}
    >
      ${icon(arrowLeft)}
    </button>
    <button
      type="button"
      class="plain"
      aria-label=${texts.forward}
      title=${texts.forward}
      @click=${() => void port.ask('forward', {})}
    >
      ${icon(arrowRight)}
    </button>
    <nav aria-label=${texts.above}>
      <ol>
        ${above.map((target) => html`<li>${targetView(target, port)}</li>`)}
      </ol>
    </nav>`;
}

/** The pages before and after this one. */
export function footView({ previous, next }: ReaderPage, port: ReaderPort): TemplateResult | typeof nothing {
  if (!previous && !next) return nothing;
  return html`<nav aria-label=${texts.pages}>
    ${previous ? html`<div class="previous"><span>${texts.previous}</span>${targetView(previous, port)}</div>` : nothing}
    ${next ? html`<div class="next"><span>${texts.next}</span>${targetView(next, port)}</div>` : nothing}
  </nav>`;
}

/** The headings of the page; the one that is read is marked. */
export function outlineView(
  headings: readonly RenderedHeading[],
  current: string | undefined,
  goTo: (anchor: string) => void,
): TemplateResult | typeof nothing {
  const shown = headings.filter(({ level, title }) => level >= 2 && level <= 4 && title !== '');
  if (shown.length < 2) return nothing;
  return html`<nav aria-label=${texts.onThisPage}>
    <p aria-hidden="true">${texts.onThisPage}</p>
    <ul>
      ${shown.map(
        ({ anchor, title, level }) =>
          html`<li class="level-${level}">
            <button
              type="button"
              class="plain link"
              aria-current=${anchor === current ? 'location' : 'false'}
              @click=${() => goTo(anchor)}
            >
              ${title}
            </button>
          </li>`,
      )}
    </ul>
  </nav>`;
}

function targetView({ title, path }: ReaderTarget, port: ReaderPort): TemplateResult {
  if (path === undefined) return html`<span>${title}</span>`;
  return html`<button type="button" class="plain link" @click=${() => void port.ask('goTo', { path })}>
    ${title}
  </button>`;
}
