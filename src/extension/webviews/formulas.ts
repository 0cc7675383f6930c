import * as vscode from 'vscode';
import { drawnFormulas, type Formula } from '../../model/rendering/formulas.ts';

/** After so many ms, everything else has its turn. */
const slice = 20;

/**
 * Draws the formulas of a page as VS Code's preview does, by VS Code's own extension, as HTML with MathML in it. Null for
 * those that can't be drawn, which are all where that extension isn't there or the user has turned it off.
 */
export async function formulasDrawn(formulas: readonly Formula[]): Promise<(string | null)[]> {
  const extension = vscode.extensions.getExtension<unknown>('vscode.markdown-math');
  const exported = await extension?.activate();
  if (!isPlugin(exported)) return formulas.map(() => null);
  const drawn: (string | null)[] = [];
  let start = performance.now();
  for (const formula of drawnFormulas(formulas, (renderer) => exported.extendMarkdownIt(renderer))) {
    drawn.push(formula);
    if (performance.now() - start < slice) continue;
    await new Promise((resolve) => setImmediate(resolve));
    start = performance.now();
  }
  return drawn;
}

/** What VS Code documents for extensions that extend its Markdown preview. */
function isPlugin(exported: unknown): exported is { extendMarkdownIt(renderer: unknown): unknown } {
  return (
    typeof exported === 'object' &&
    exported !== null &&
    'extendMarkdownIt' in exported &&
    typeof exported.extendMarkdownIt === 'function'
  );
}
