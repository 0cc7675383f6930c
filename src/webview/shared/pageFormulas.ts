import { allowedInFormulas, attributesInFormulas } from '../../model/rendering/allowed.ts';
import type { Formula } from '../../model/rendering/formulas.ts';
import { longestFormula } from '../../protocol/formulas.ts';

/** Draws formulas to HTML with MathML in it; null for those that can't be drawn. */
export type DrawFormulas = (formulas: readonly Formula[]) => Promise<readonly (string | null)[]>;

/** Of the formulas that are drawn at once, in UTF-16 units. More stay as they were written. */
const longestTogether = 100_000;
const mostTogether = 2000;

/** By `keyOf`. Drawn formulas stay while the user types. */
const known = new Map<string, string | null>();

/**
 * Shows the formulas of a page as mathematics. Their source stays in them, out of sight, for comments that quote it. What
 * can't be drawn, and what has marked changes in it, is shown as it was written.
 */
export async function showFormulas(page: Element, draw: DrawFormulas): Promise<void> {
  const all = [...page.querySelectorAll<HTMLElement>('.docs-platform-math')].filter(isWhole);
  const waiting = new Map<string, Formula>();
  let length = 0;
  for (const element of all) {
    const formula = formulaIn(element);
    length += formula.source.length;
    const isTooLong = formula.source.length > longestFormula || length > longestTogether;
    if (isTooLong || known.has(keyOf(formula)) || waiting.size === mostTogether) continue;
    waiting.set(keyOf(formula), formula);
  }
  const show = () => all.forEach((element) => showIn(element, known.get(keyOf(formulaIn(element)))));
  if (waiting.size > 0) {
    const drawn = await draw([...waiting.values()]);
    [...waiting.keys()].forEach((key, index) => known.set(key, drawn[index] ?? null));
  }
  show();
}

function isWhole(element: HTMLElement): boolean {
  return !element.querySelector('ins, del') && !element.classList.contains('drawn');
}

function formulaIn(element: HTMLElement): Formula {
  return { source: sourceIn(element).textContent, isBlock: element.localName === 'pre' };
}

/** The element with the source: a block has a button beside it. */
function sourceIn(element: HTMLElement): Element {
  return element.querySelector('code') ?? element;
}

function keyOf({ source, isBlock }: Formula): string {
  return `${isBlock}${source}`;
}

function showIn(element: HTMLElement, html: string | null | undefined): void {
  const math = html ? mathElement(html) : undefined;
  if (!math) return;
  const source = document.createElement('span');
  source.className = 'formula-source';
  source.append(...sourceIn(element).childNodes);
  sourceIn(element).append(source, math);
  element.classList.add('drawn');
}

/** Only allowed elements and attributes are made, whoever sent it. Takes linear time, and any depth. */
function mathElement(html: string): Element | undefined {
  const parsed = new DOMParser().parseFromString(html, 'text/html').querySelector('math');
  if (!parsed) return undefined;
  const math = copyOf(parsed);
  const waiting: (readonly [Element, Element])[] = [[parsed, math]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [from, to] = next;
    for (const node of from.childNodes) {
      if (node instanceof Text) to.append(node.data);
      else if (node instanceof Element && allowedInFormulas.has(node.localName)) {
        const made = copyOf(node);
        to.append(made);
        waiting.push([node, made]);
      }
    }
  }
  return math;
}

function copyOf(element: Element): Element {
  const made = document.createElementNS('http://www.w3.org/1998/Math/MathML', element.localName);
  for (const { name, value } of element.attributes) if (attributesInFormulas.has(name)) made.setAttribute(name, value);
  return made;
}
