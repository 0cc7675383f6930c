import type { TemplateResult } from 'lit';
import { html, unsafeStatic } from 'lit/static-html.js';

/**
 * A codicon: `import reply from '@vscode/codicons/src/icons/reply.svg'`. It is decoration only: the label of its
 * container says what it means. The font of all icons is ten times as large as these few.
 */
export function icon(svg: string): TemplateResult {
  // Part of the template, which is parsed once for each icon.
  return html`<span class="icon" aria-hidden="true">${unsafeStatic(svg)}</span>`;
}
