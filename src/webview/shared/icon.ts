import { html, type TemplateResult } from 'lit';
import { unsafeSVG } from 'lit/directives/unsafe-svg.js';

/**
 * A codicon: `import reply from '@vscode/codicons/src/icons/reply.svg'`. Decoration only: what it means is said by the label of
 * what it stands in. The font of all icons is ten times what these few are.
 */
export function icon(svg: string): TemplateResult {
  return html`<span class="icon" aria-hidden="true">${unsafeSVG(svg)}</span>`;
}
