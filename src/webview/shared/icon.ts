import type { TemplateResult } from 'lit';
import { html, unsafeStatic } from 'lit/static-html.js';

/**
 * A codicon: `import reply from '@vscode/codicons/src/icons/reply.svg'`. Decoration only: what it means is said by the label of
 * what it stands in. The font of all icons is ten times what these few are.
 */
export function icon(svg: string): TemplateResult {
  // Part of the template, which is parsed once for each icon.
  return html`<span class="icon" aria-hidden="true">${unsafeStatic(svg)}</span>`;
}
