import * as vscode from 'vscode';
import { drawnFormula, type Formula } from '../../../model/rendering/formulas.ts';
import type { Uses } from '../services/services.ts';

/** After so many ms, everything else has its turn. */
const slice = 20;

/** How long the formulas of one request are drawn, in ms. The rest stays as it was written. */
const longest = 3000;

/**
 * Draws formulas as VS Code's preview does, by VS Code's own extension, as HTML with MathML in it. Null for those that
 * can't be drawn, which are all where that extension isn't there or the user has turned it off.
 */
export async function drawFormulas({ edge }: Uses<'edge'>, formulas: readonly Formula[]): Promise<(string | null)[]> {
  const extension = vscode.extensions.getExtension<unknown>('vscode.markdown-math');
  const exported = await extension?.activate();
  if (!isPlugin(exported)) return formulas.map(() => null);
  let [start, spent] = [performance.now(), 0];
  const drawn: (string | null)[] = [];
  for (const formula of formulas) {
    drawn.push(spent > longest ? null : draw(formula, exported));
    const taken = performance.now() - start;
    if (taken < slice) continue;
    spent += taken;
    await new Promise((resolve) => setImmediate(resolve));
    start = performance.now();
  }
  return drawn;

  function draw(formula: Formula, plugin: Plugin): string | null {
    try {
      return drawnFormula(formula, (renderer) => plugin.extendMarkdownIt(renderer));
    } catch (error) {
      edge.note('Drawing a formula', error);
      return null;
    }
  }
}

/** What VS Code documents for extensions that extend its Markdown preview. */
interface Plugin {
  extendMarkdownIt(renderer: unknown): unknown;
}

function isPlugin(exported: unknown): exported is Plugin {
  return (
    typeof exported === 'object' &&
    exported !== null &&
    'extendMarkdownIt' in exported &&
    typeof exported.extendMarkdownIt === 'function'
  );
}
