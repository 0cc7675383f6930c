import { imageAt, placeOfImage } from './imagePlaces.ts';

/** The text of a rendered page, and where each part of it is. */
export interface PageText {
  readonly text: string;
  /** `end` isn't included. */
  rangeOf(span: { readonly start: number; readonly end: number }): Range;
  /** The part of the text that is in a range. */
  spanOf(range: Range): { readonly start: number; readonly end: number };
}

/** What isn't text of the page in any version: what we say about it. */
const tools = [
  ...['.heard-only', '.attributes-note', '.image-size', '.copy-code', '.show-diagram', '.row-tools'],
  ...['.row-margin', '.fold-row', 'math'],
].join(', ');
const present = `.deleted, .cell.before, ${tools}`;
const former = `.inserted, .cell.after, ${tools}`;
const blocks = new Set(
  'p li td th tr h1 h2 h3 h4 h5 h6 pre div dt dd summary br figcaption'.split(' ').map((name) => name.toUpperCase()),
);

/** The text as it is read, with the alternative text of images. Words of different blocks are different words. Takes linear time, at any depth. */
export function pageText(root: Node): PageText {
  return textIn(root, present);
}

/** The same of the first version of a compared page. */
export function formerText(root: Node): PageText {
  return textIn(root, former);
}

function textIn(root: Node, others: string): PageText {
  const pieces: { readonly node: Text | HTMLImageElement; readonly start: number }[] = [];
  const parts: string[] = [];
  let length = 0;
  const add = (part: string) => {
    parts.push(part);
    length += part.length;
  };
  const between = (node: Node) => {
    if (blocks.has(node.nodeName) && length > 0 && !parts.at(-1)?.endsWith('\n')) add('\n');
  };
  const isOther = (node: Node) => node instanceof Element && node.matches(others);

  let node = root.firstChild;
  while (node) {
    // The alternative text of an image is text whatever is in its place.
    const image = imageAt(node);
    const isIn = !isOther(image ?? node);
    if (isIn && node instanceof Text) {
      pieces.push({ node, start: length });
      if (node.data !== '') add(node.data);
    } else if (isIn && image && image.alt.trim() !== '') {
      if (length > 0 && !parts.at(-1)?.endsWith('\n')) add('\n');
      pieces.push({ node: image, start: length });
      add(`${image.alt}\n`);
    }
    if (isIn) between(node);
    const inner = isIn && !image ? node.firstChild : null;
    node = inner ?? after(node);
  }
  return { text: parts.join(''), rangeOf, spanOf };

  function after(left: Node): ChildNode | null {
    for (let each: Node | null = left; each && each !== root; each = each.parentNode) {
      between(each);
      if (each.nextSibling) return each.nextSibling;
    }
    return null;
  }

  function rangeOf({ start, end }: { readonly start: number; readonly end: number }): Range {
    const range = document.createRange();
    const [first, last] = [pieceAt(start), pieceAt(Math.max(start, end - 1))];
    if (first?.node instanceof Text) range.setStart(first.node, Math.min(start - first.start, first.node.length));
    else if (first) range.setStartBefore(placeOfImage(first.node));
    if (last?.node instanceof Text) range.setEnd(last.node, Math.min(end - last.start, last.node.length));
    else if (last) range.setEndAfter(placeOfImage(last.node));
    // What is seen of a formula is behind its source.
    const math = last?.node.parentElement?.closest('.formula-source')?.nextElementSibling;
    if (math) range.setEnd(math, math.childNodes.length);
    return range;
  }

  function spanOf(range: Range): { readonly start: number; readonly end: number } {
    let [start, end] = [length, 0];
    for (const { node, start: at } of pieces) {
      const isText = node instanceof Text;
      if (!range.intersectsNode(isText ? node : placeOfImage(node))) continue;
      const size = isText ? node.length : node.alt.length;
      start = Math.min(start, at + (range.startContainer === node && isText ? range.startOffset : 0));
      end = Math.max(end, at + (range.endContainer === node && isText ? range.endOffset : size));
    }
    return { start: Math.min(start, end), end };
  }

  /** The last piece that begins there or before. */
  function pieceAt(offset: number) {
    let [from, to] = [0, pieces.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (pieces[middle]!.start > offset) to = middle;
      else from = middle + 1;
    }
    return pieces[from - 1] ?? pieces[0];
  }
}
