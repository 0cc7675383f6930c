import type { Element, ElementContent } from 'hast';
import { sameLines } from '../merge/sameLines.ts';
import { wordsOf } from '../text/words.ts';
import type { Identities } from './identities.ts';
import type { Mark, MarkedNode, SplitElement, WholeNode } from './marked.ts';

/** How a text is split for comparing. */
export type Unit = 'words' | 'lines';

/** A word, a space, a sign or a line of a text, or an element without text, such as an image. */
interface Token {
  readonly node: ElementContent;
  /** The elements around it, the outermost first. */
  readonly around: readonly Element[];
  /** The same for tokens that look the same: their elements have the same tags. */
  readonly key: string;
}

interface Step {
  readonly mark: Mark;
  readonly before?: Token | undefined;
  readonly after?: Token | undefined;
}

/** An element around tokens, in one version or in both. */
type Wrapper = Omit<SplitElement, 'children'>;

/** Elements that are within a line of text. */
const inline = new Set([
  ...['a', 'abbr', 'b', 'bdi', 'bdo', 'br', 'button', 'cite', 'code', 'del', 'em', 'i', 'img', 'input', 'ins', 'kbd'],
  ...['label', 'mark', 'q', 's', 'samp', 'small', 'span', 'strong', 'sub', 'sup', 'u', 'var', 'wbr'],
]);
/** What is deeper counts as a whole: others decide how deep a page is. */
const deepest = 20;
/** A longer text without a break of its formatting, in UTF-16 units, is compared as a whole. */
const longestInWords = 200_000;

/** Whether a node is part of a line of text, with all that is in it. */
export function isInline(node: ElementContent, depth = 0): boolean {
  if (node.type !== 'element') return true;
  if (!inline.has(node.tagName)) return false;
  return depth >= deepest || node.children.every((child) => isInline(child, depth + 1));
}

/** Compares two stretches of text with its formatting, by word or by line. */
export function inlineDiff(
  before: readonly ElementContent[],
  after: readonly ElementContent[],
  { unit, identities }: { readonly unit: Unit; readonly identities: Identities },
): MarkedNode[] {
  const [former, present] = [tokensOf(before, unit, identities), tokensOf(after, unit, identities)];
  const wrappers = createWrappers(identities);
  return nested(withoutLoneSpaces(stepsOf(former, present, wrappers)), wrappers).map(withOwnMark);
}

function stepsOf(before: readonly Token[], after: readonly Token[], wrappers: Wrappers): Step[] {
  const places = sameLines(
    before.map(({ key }) => key),
    after.map(({ key }) => key),
  );
  const steps: Step[] = [];
  let at = 0;
  let inserted: Step[] = [];
  const skipTo = (end: number) => {
    for (; at < end; at++) steps.push({ mark: 'deleted', before: before[at] });
    for (const step of inserted) steps.push(step);
    inserted = [];
  };
  for (const [index, token] of after.entries()) {
    const place = places[index];
    const former = place === undefined ? undefined : before[place];
    if (place === undefined || !former || !wrappers.pair(former, token)) {
      inserted.push({ mark: 'inserted', after: token });
      continue;
    }
    skipTo(place);
    steps.push({ mark: 'same', before: former, after: token });
    at = place + 1;
  }
  skipTo(before.length);
  return steps;
}

/** A space between two changes is part of them, so that a changed phrase is marked as one. */
function withoutLoneSpaces(steps: readonly Step[]): Step[] {
  const merged: Step[] = [];
  let changed: Step[] = [];
  const flush = () => {
    for (const step of changed) if (!step.after) merged.push(step);
    for (const step of changed) if (step.after) merged.push(step);
    changed = [];
  };
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1];
    const isBetween = changed.length > 0 && next !== undefined && next.mark !== 'same';
    if (step.mark !== 'same') changed.push(step);
    else if (isBetween && isSpace(step)) {
      changed.push({ mark: 'deleted', before: step.before }, { mark: 'inserted', after: step.after });
    } else {
      flush();
      merged.push(step);
    }
  }
  flush();
  return merged;
}

function isSpace({ before }: Step): boolean {
  return before?.node.type === 'text' && before.node.value.trim() === '';
}

interface Wrappers {
  /** Makes the elements around both tokens the same; false if one of them is already the same as another. */
  pair(before: Token, after: Token): boolean;
  of(element: Element, mark: 'inserted' | 'deleted'): Wrapper;
}

function createWrappers(identities: Identities): Wrappers {
  const partners = new Map<Element, Element>();
  const known = new Map<Element, Wrapper>();

  function wrap(element: Element, mark: Mark, former?: Element): Wrapper {
    const { tagName, properties } = element;
    const isChanged = former && identities.ofAttributes(former) !== identities.ofAttributes(element);
    const wrapper: Wrapper = {
      kind: 'split',
      mark,
      tagName,
      properties,
      piece: identities.newPiece(),
      ...(isChanged && { former: { tagName: former.tagName, properties: former.properties } }),
    };
    known.set(element, wrapper);
    if (former) known.set(former, wrapper);
    return wrapper;
  }

  return {
    pair(before, after) {
      const pairs = before.around.map((element, depth) => [element, after.around[depth]!] as const);
      const isFree = ([one, other]: readonly [Element, Element]): boolean =>
        (partners.get(one) ?? other) === other && (partners.get(other) ?? one) === one;
      if (!pairs.every(isFree)) return false;
      for (const [one, other] of pairs) {
        if (partners.has(one)) continue;
        partners.set(one, other).set(other, one);
        wrap(other, 'same', one);
      }
      return true;
    },
    of: (element, mark) => known.get(element) ?? wrap(element, mark),
  };
}

/** Puts the tokens back into their elements. */
function nested(steps: readonly Step[], wrappers: Wrappers): MarkedNode[] {
  const top: MarkedNode[] = [];
  const open: { readonly wrapper: Wrapper; readonly children: MarkedNode[] }[] = [];
  for (const { mark, before, after } of steps) {
    const token = (after ?? before)!;
    const around = token.around.map((element) => wrappers.of(element, mark === 'deleted' ? 'deleted' : 'inserted'));
    let depth = 0;
    while (depth < open.length && open[depth]?.wrapper === around[depth]) depth++;
    open.length = depth;
    for (const wrapper of around.slice(depth)) {
      const children: MarkedNode[] = [];
      (open.at(-1)?.children ?? top).push({ ...wrapper, children });
      open.push({ wrapper, children });
    }
    addWhole(open.at(-1)?.children ?? top, { kind: 'whole', mark, node: token.node });
  }
  return top;
}

/** A piece of an element that is in both versions may hold words of one of them only. */
function withOwnMark(node: MarkedNode): MarkedNode {
  if (node.kind === 'whole') return node;
  const children = node.children.map(withOwnMark);
  const [first] = children;
  const mark = first && children.every((child) => child.mark === first.mark) ? first.mark : 'same';
  return { ...node, mark, children };
}

/** Adjacent texts with the same mark become one. */
export function addWhole(nodes: MarkedNode[], next: WholeNode): void {
  const last = nodes.at(-1);
  const isText = last?.kind === 'whole' && last.node.type === 'text' && next.node.type === 'text';
  if (isText && last.mark === next.mark) {
    nodes[nodes.length - 1] = { ...last, node: { type: 'text', value: textOf(last.node) + textOf(next.node) } };
  } else {
    nodes.push(next);
  }
}

function textOf(node: ElementContent): string {
  return node.type === 'text' ? node.value : '';
}

function tokensOf(nodes: readonly ElementContent[], unit: Unit, identities: Identities): Token[] {
  const tokens: Token[] = [];
  const visit = (node: ElementContent, around: readonly Element[], path: string): void => {
    if (node.type === 'text') {
      for (const value of node.value.length > longestInWords ? [node.value] : partsOf(node.value, unit)) {
        tokens.push({ node: { type: 'text', value }, around, key: `${path} ${value}` });
      }
    } else if (node.type === 'element' && node.children.length > 0 && around.length < deepest && !isFormula(node)) {
      for (const child of node.children) visit(child, [...around, node], `${path}<${node.tagName}>`);
    } else {
      tokens.push({ node, around, key: `${path} node ${identities.of(node)}` });
    }
  };
  for (const node of nodes) visit(node, [], '');
  return tokens;
}

/** A piece of a formula isn't one. */
export function isFormula({ tagName, properties }: Element): boolean {
  return tagName === 'code' && String(properties['className']).split(/[ ,]/).includes('docs-platform-math');
}

/** Together they are the text. */
function partsOf(text: string, unit: Unit): readonly string[] {
  return unit === 'lines' ? text.split(/(?<=\n)/) : wordsOf(text);
}
