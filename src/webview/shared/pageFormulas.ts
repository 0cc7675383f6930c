import type { Element as Tree } from 'hast';
import { allowedInFormulas, attributesInFormulas } from '../../model/rendering/allowed.ts';
import type { Formula } from '../../model/rendering/formulas.ts';
import { parsedHtml } from '../../model/rendering/harmlessTree.ts';
import { longestFormula, mostFormulas } from '../../protocol/formulas.ts';
import { parseHtml } from './parseHtml.ts';

/** Draws formulas to HTML with MathML in it; null for those that can't be drawn. */
export type DrawFormulas = (formulas: readonly Formula[]) => Promise<readonly (string | null)[]>;

/** Of the formulas that are drawn at once, in UTF-16 units. More stay as they were written. */
const longestTogether = 100_000;

/** Formulas that were drawn, by `keyOf`, so that they stay while the user types. */
const cached = new Map<string, string>();
const mostCached = 1000;

/**
 * Shows the formulas of a page as mathematics. Their source stays in them, out of sight, for comments and the clipboard.
 * What can't be drawn, and what has marked changes in it, is shown as it was written.
 */
export async function showFormulas(page: Element, draw: DrawFormulas): Promise<void> {
  const all = [...page.querySelectorAll<HTMLElement>('code.docs-platform-math, pre.docs-platform-math')].filter(
    (element) => !element.querySelector('ins, del'),
  );
  const waiting = new Map<string, Formula>();
  let length = 0;
  for (const element of all) {
    const formula = formulaIn(element);
    const key = keyOf(formula);
    if (showIn(element, cached.get(key)) || waiting.has(key) || formula.source.length > longestFormula) continue;
    length += formula.source.length;
    if (length > longestTogether || waiting.size === mostFormulas) break;
    waiting.set(key, formula);
  }
  if (waiting.size === 0) return;
  const drawn = await draw([...waiting.values()]);
  if (cached.size > mostCached) cached.clear();
  [...waiting.keys()].forEach((key, index) => {
    if (drawn[index]) cached.set(key, drawn[index]);
  });
  for (const element of all) showIn(element, cached.get(keyOf(formulaIn(element))));
}

/** The source of a formula is built into an element of its own, so that nothing moves when the formula is drawn. */
export function holderOfFormula(made: HTMLElement, parent: Element): HTMLElement | undefined {
  if (made.localName !== 'code' || ![made, parent].some((each) => each.matches('.docs-platform-math')))
    return undefined;
  const holder = document.createElement('span');
  holder.className = 'formula-source';
  made.append(holder);
  return holder;
}

function formulaIn(element: HTMLElement): Formula {
  return { source: element.querySelector('.formula-source')?.textContent ?? '', isBlock: element.localName === 'pre' };
}

function keyOf({ source, isBlock }: Formula): string {
  return `${isBlock}${source}`;
}

/** Returns whether it is shown. */
function showIn(element: HTMLElement, html: string | undefined): boolean {
  if (element.classList.contains('drawn')) return true;
  const source = element.querySelector('.formula-source');
  const math = html === undefined ? undefined : mathElement(html);
  if (!source || !math) return false;
  source.ariaHidden = 'true';
  source.after(math);
  element.classList.add('drawn');
  return true;
}

/** Only allowed elements and attributes are made, whoever sent it. Undefined for HTML that begins with something else. */
function mathElement(html: string): Element | undefined {
  const parsed = parsedHtml(html, parseHtml)?.[0];
  if (parsed?.type !== 'element' || parsed.tagName !== 'math') return undefined;
  const math = copyOf(parsed);
  const waiting: (readonly [Tree, Element])[] = [[parsed, math]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [from, to] = next;
    for (const node of from.children) {
      if (node.type === 'text') to.append(node.value);
      else if (node.type === 'element' && allowedInFormulas.has(node.tagName)) {
        const made = copyOf(node);
        to.append(made);
        waiting.push([node, made]);
      }
    }
  }
  return math;
}

function copyOf({ tagName, properties }: Tree): Element {
  const made = document.createElementNS('http://www.w3.org/1998/Math/MathML', tagName);
  for (const [name, value] of Object.entries(properties)) {
    if (attributesInFormulas.has(name) && !huge.test(String(value))) made.setAttribute(name, String(value));
  }
  return made;
}

/** Lengths that no formula needs. */
const huge = /^[+-]?\d{3,}(?:\.\d*)?[a-z%]/i;
