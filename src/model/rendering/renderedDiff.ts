import type { Element, ElementContent } from 'hast';
import { sameLines } from '../merge/sameLines.ts';
import { createIdentities, similarity, type Identities } from './identities.ts';
import { addWhole, inlineDiff, isFormula, isInline } from './inlineDiff.ts';
import type { Mark, MarkedNode } from './marked.ts';

/**
 * Compares two versions of a rendered page. Blocks are matched first, also those that were moved, then the words in
 * them, the items of lists, the cells of tables, and the lines of code. `sideOf` gives each version back. It takes about
 * as long for any text of the same length.
 */
export function renderedDiff(before: readonly ElementContent[], after: readonly ElementContent[]): MarkedNode[] {
  const identities = createIdentities();
  return withMoves(blockDiff(before, after, { identities, depth: 0 }), identities);
}

/** Whether both versions look the same. */
export function isUnchanged(nodes: readonly MarkedNode[]): boolean {
  return nodes.every((node) => node.kind === 'whole' && node.mark === 'same');
}

interface Context {
  readonly identities: Identities;
  readonly depth: number;
}

/** A block, or a stretch of text beside blocks. */
type Part = readonly [ElementContent, ...ElementContent[]];

/** What is deeper is compared as a whole: others decide how deep a page is. */
const deepest = 60;

function blockDiff(
  before: readonly ElementContent[],
  after: readonly ElementContent[],
  context: Context,
): MarkedNode[] {
  if (before.every((node) => isInline(node)) && after.every((node) => isInline(node))) {
    return inlineDiff(before, after, { unit: 'words', identities: context.identities });
  }
  return partsDiff(partsOf(before), partsOf(after), context);
}

function partsDiff(former: readonly Part[], present: readonly Part[], context: Context): MarkedNode[] {
  const keys = (parts: readonly Part[]) =>
    parts.map((part) => part.map((node) => context.identities.of(node)).join(' '));
  const places = sameLines(keys(former), keys(present));
  const marked: MarkedNode[] = [];
  let [from, start] = [0, 0];
  for (let end = 0; end <= present.length; end++) {
    const to = end === present.length ? former.length : places[end];
    if (to === undefined) continue;
    append(marked, between(former.slice(from, to), present.slice(start, end), context));
    append(marked, wholes(present[end] ?? [], 'same'));
    [from, start] = [to + 1, end + 1];
  }
  return marked;
}

/** Compares parts that aren't the same: similar ones are the same part, changed. */
function between(before: readonly Part[], after: readonly Part[], context: Context): MarkedNode[] {
  const partners = pairs(before, after, context.identities);
  const marked: MarkedNode[] = [];
  let [from, start] = [0, 0];
  // What was deleted stands above what was inserted in its place.
  const skipTo = (to: number, end: number) => {
    for (const part of before.slice(from, to)) append(marked, wholes(part, 'deleted'));
    for (const part of after.slice(start, end)) append(marked, wholes(part, 'inserted'));
    [from, start] = [to + 1, end + 1];
  };
  for (const [index, part] of after.entries()) {
    const partner = partners[index];
    if (partner === undefined) continue;
    skipTo(partner, index);
    append(marked, partDiff(before[partner]!, part, context));
  }
  skipTo(before.length, after.length);
  return marked;
}

function partDiff(before: Part, after: Part, context: Context): MarkedNode[] {
  const [[one], [other]] = [before, after];
  if (one.type !== 'element' || other.type !== 'element' || isInline(one) || isInline(other)) {
    return inlineDiff(before, after, { unit: 'words', identities: context.identities });
  }
  return [elementDiff(one, other, context)];
}

type ChildDiff = (before: Element, after: Element, context: Context) => MarkedNode[];

function elementDiff(before: Element, after: Element, context: Context, diff: ChildDiff = childDiff): MarkedNode {
  const { identities, depth } = context;
  const { tagName, properties } = after;
  const isChanged = before.tagName !== tagName || identities.ofAttributes(before) !== identities.ofAttributes(after);
  const former = isChanged ? { tagName: before.tagName, properties: before.properties } : undefined;
  const children =
    depth < deepest
      ? diff(before, after, { identities, depth: depth + 1 })
      : [...wholes(before.children, 'deleted'), ...wholes(after.children, 'inserted')];
  return { kind: 'split', mark: 'same', tagName, properties, former, children };
}

function childDiff(before: Element, after: Element, context: Context): MarkedNode[] {
  if (after.tagName === 'pre') return codeDiff(before, after, context);
  if (after.tagName === 'tr' && before.children.length === after.children.length) {
    return after.children.flatMap((cell, index) => cellDiff(before.children[index]!, cell, context));
  }
  return blockDiff(before.children, after.children, context);
}

function cellDiff(before: ElementContent, after: ElementContent, context: Context): MarkedNode[] {
  const isSame = context.identities.of(before) === context.identities.of(after);
  return isSame ? wholes([after], 'same') : partDiff([before], [after], context);
}

function codeDiff(before: Element, after: Element, context: Context): MarkedNode[] {
  const [one, other] = [plainCodeIn(before), plainCodeIn(after)];
  if (one && other) return [elementDiff(one, other, context, linesDiff)];
  const nodes = [...before.children, ...after.children];
  if (!nodes.every((node) => isInline(node))) return blockDiff(before.children, after.children, context);
  return inlineDiff(before.children, after.children, { unit: 'lines', identities: context.identities });
}

/** Its code, if that is nothing but text. Formulas are drawn as a whole. */
function plainCodeIn({ children: [code, ...others] }: Element): Element | undefined {
  const isCode = code?.type === 'element' && code.tagName === 'code' && others.length === 0;
  return isCode && !isFormula(code) && code.children.every(({ type }) => type === 'text') ? code : undefined;
}

/** Lines are matched as blocks are, then the words in them. */
function linesDiff(before: Element, after: Element, context: Context): MarkedNode[] {
  const marked: MarkedNode[] = [];
  for (const node of partsDiff(linesIn(before), linesIn(after), context)) {
    if (node.kind === 'whole') addWhole(marked, node);
    else marked.push(node);
  }
  return marked;
}

function linesIn({ children }: Element): Part[] {
  const text = children.map((child) => (child.type === 'text' ? child.value : '')).join('');
  return text.split(/(?<=\n)/).map((value): Part => [{ type: 'text', value }]);
}

/** Text beside blocks, such as in an item with a list below it, is a part of its own. */
function partsOf(nodes: readonly ElementContent[]): Part[] {
  const parts: [ElementContent, ...ElementContent[]][] = [];
  let isText = false;
  for (const node of nodes) {
    const wasText = isText;
    isText = isInline(node);
    if (isText && wasText) parts.at(-1)?.push(node);
    else parts.push([node]);
  }
  return parts;
}

/** More comparisons than this are too many; then parts are the same in their order, if they are alike. */
const mostComparisons = 20_000;

/** For each part of the second list, the index of the similar one in the first. Indexes increase. */
function pairs(
  before: readonly Part[],
  after: readonly Part[],
  identities: Identities,
): readonly (number | undefined)[] {
  const none = after.map(() => undefined);
  if (before.length === 0 || after.length === 0) return none;
  const likeness = (one: number, other: number) => likenessOf(before[one]!, after[other]!, identities);
  if (before.length * after.length > mostComparisons) {
    return after.map((_, index) => (index < before.length && likeness(index, index) > 0 ? index : undefined));
  }
  // The best sum of likenesses of pairs in order, from each place to the end.
  const best = Array.from({ length: before.length + 1 }, () => new Float64Array(after.length + 1));
  const chosen = Array.from({ length: before.length }, () => new Uint8Array(after.length));
  for (let one = before.length - 1; one >= 0; one--) {
    for (let other = after.length - 1; other >= 0; other--) {
      const alike = likeness(one, other);
      const together = alike > 0 ? alike + best[one + 1]![other + 1]! : 0;
      const apart = Math.max(best[one + 1]![other]!, best[one]![other + 1]!);
      if (together > apart) chosen[one]![other] = 1;
      best[one]![other] = Math.max(together, apart);
    }
  }
  const found: (number | undefined)[] = [...none];
  for (let one = 0, other = 0; one < before.length && other < after.length;) {
    if (chosen[one]![other]) found[other++] = one++;
    else if (best[one + 1]![other]! >= best[one]![other + 1]!) one++;
    else other++;
  }
  return found;
}

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
/** Elements whose children are compared one by one, so that less has to be alike. */
const containers = new Set([
  'div',
  'ul',
  'ol',
  'li',
  'table',
  'thead',
  'tbody',
  'tr',
  'blockquote',
  'details',
  'section',
]);

/** How alike two parts are, up to 1; 0 if they are different parts. */
function likenessOf([one, ...others]: Part, [other, ...more]: Part, identities: Identities): number {
  const isText = isInline(one);
  if (isText !== isInline(other)) return 0;
  if (!isText) {
    if (one.type !== 'element' || other.type !== 'element') return 0;
    const areHeadings = headings.has(one.tagName) && headings.has(other.tagName);
    if (one.tagName !== other.tagName && !areHeadings) return 0;
  }
  const wordsOf = (nodes: readonly ElementContent[]) =>
    identities.words({ type: 'element', tagName: 'p', properties: {}, children: [...nodes] });
  const alike =
    others.length + more.length === 0
      ? similarity(identities.words(one), identities.words(other))
      : similarity(wordsOf([one, ...others]), wordsOf([other, ...more]));
  const least = one.type === 'element' && containers.has(one.tagName) ? 0.25 : 0.4;
  return alike >= least ? alike : 0;
}

/** Marks deleted blocks that stand elsewhere now, with the changes in them at their present place. */
function withMoves(marked: readonly MarkedNode[], identities: Identities): MarkedNode[] {
  const only = (mark: Mark): Moved[] =>
    marked.flatMap((node, at) =>
      node.kind === 'whole' && node.mark === mark && node.node.type === 'element' ? [{ at, node: node.node }] : [],
    );
  const [deleted, inserted] = [only('deleted'), only('inserted')];
  const result = [...marked];
  if (deleted.length * inserted.length > mostComparisons) return result;
  for (const [to, from] of moves(deleted, inserted, identities)) {
    const isSame = identities.of(from.node) === identities.of(to.node);
    const content = isSame
      ? ({ kind: 'whole', node: to.node } as const)
      : elementDiff(from.node, to.node, { identities, depth: 0 });
    result[from.at] = { kind: 'whole', mark: 'deleted', node: from.node, move: from.at };
    result[to.at] = { ...content, mark: 'inserted', move: from.at };
  }
  return result;
}

/** A block that is only in one version, and its place among all blocks. */
interface Moved {
  readonly at: number;
  readonly node: Element;
}

/** Inserted blocks with the deleted ones that they were. */
function moves(deleted: readonly Moved[], inserted: readonly Moved[], identities: Identities): Map<Moved, Moved> {
  const found = new Map<Moved, Moved>();
  const free = new Set(deleted);
  const match = (to: Moved, from: Moved): void => {
    found.set(to, from);
    free.delete(from);
  };
  for (const to of inserted) {
    const candidates = [...free].map((from) => ({ from, alike: movedLikeness(from.node, to.node, identities) }));
    const best = candidates.reduce<(typeof candidates)[number] | undefined>(
      (known, each) => (each.alike > (known?.alike ?? 0) ? each : known),
      undefined,
    );
    if (best) match(to, best.from);
  }
  // Blocks of few words, such as headings, move together with those around them.
  const isNext = (one: Moved, other: Moved, by: number) => other.at === one.at + by;
  const isPair = (to: number, from: number, by: number) => {
    const [one, other] = [inserted[to + by], deleted[from + by]];
    if (!one || !other || found.get(one) !== other) return false;
    return isNext(inserted[to]!, one, by) && isNext(deleted[from]!, other, by);
  };
  for (const [index, to] of inserted.entries()) {
    for (let from = 0; from < deleted.length && !found.has(to); from++) {
      const run = runAt(index, from);
      const isBeside = isPair(index, from, -1) || isPair(index, from, run);
      const words = inserted.slice(index, index + run).reduce((sum, { node }) => sum + identities.words(node).total, 0);
      if (run > 0 && (isBeside || words >= fewestMovedWords)) {
        for (let each = 0; each < run; each++) match(inserted[index + each]!, deleted[from + each]!);
      }
    }
  }
  return found;

  /** How many blocks from there on are equal in both, and not matched yet. */
  function runAt(to: number, from: number): number {
    for (let length = 0; ; length++) {
      const [one, other] = [deleted[from + length], inserted[to + length]];
      const isFree = length < longestRun && one && other && free.has(one) && !found.has(other);
      if (!isFree || !isNext(deleted[from]!, one, length) || !isNext(inserted[to]!, other, length)) return length;
      if (identities.of(one.node) !== identities.of(other.node)) return length;
    }
  }
}

/** Of short blocks that are compared at once. */
const longestRun = 20;

/** A few common words don't make a move. */
const fewestMovedWords = 4;

function movedLikeness(before: Element, after: Element, identities: Identities): number {
  if (before.tagName !== after.tagName) return 0;
  if (identities.words(after).total < fewestMovedWords) return 0;
  const alike = similarity(identities.words(before), identities.words(after));
  return alike >= 0.7 ? alike : 0;
}

function wholes(nodes: readonly ElementContent[], mark: Mark): MarkedNode[] {
  return nodes.map((node) => ({ kind: 'whole', mark, node }));
}

/** The elements may be too many for the arguments of a call. */
function append<Item>(list: Item[], items: readonly Item[]): void {
  for (const item of items) list.push(item);
}
