import { unsafeCSS, type CSSResult, type TemplateResult } from 'lit';
import { html, unsafeStatic } from 'lit/static-html.js';

/**
 * A codicon: `import reply from '@vscode/codicons/src/icons/reply.svg'`. It is decoration only: the label of its
 * container says what it means. The font of all icons is ten times as large as these few.
 */
export function icon(svg: string): TemplateResult {
  // Part of the template, which is parsed once for each icon.
  return html`<span class="icon" aria-hidden="true">${unsafeStatic(svg)}</span>`;
}

/**
 * A codicon as the value of `mask-image`, painted in the color of the element's background. For what occurs a thousand
 * times: it has no elements of its own.
 */
export function iconMask(svg: string): CSSResult {
  return unsafeCSS(`url("data:image/svg+xml,${encodeURIComponent(svg)}")`);
}
