/** A text as patterns read it. */
export interface Searchable {
  /** The text with a line feed at the end of each line. */
  readonly text: string;
  /** The same offset in the text of the page. */
  readonly offsetOf: (at: number) => number;
  /** Whether a character as readers see it begins or ends there: a letter with its accents, or an emoji of several parts. */
  readonly isEdge: (at: number) => boolean;
}

export function searchable(original: string): Searchable {
  if (!original.includes('\r')) return { text: original, offsetOf: (at) => at, isEdge: edgesOf(original) };
  const text = withLineFeeds(original);
  /** Where a carriage return was removed. */
  const removed = [...original.matchAll(/\r\n/g)].map(({ index }, before) => index - before);
  const offsetOf = (at: number): number => {
    let low = 0;
    let high = removed.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (removed[middle]! < at) low = middle + 1;
      else high = middle;
    }
    return at + low;
  };
  return { text, offsetOf, isEdge: edgesOf(text) };
}

export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** What ends most lines of a text. */
export function lineEndOf(text: string): string {
  const counts = new Map([['\n', 0]]);
  for (const [end] of text.matchAll(/\r\n?|\n/g)) counts.set(end, (counts.get(end) ?? 0) + 1);
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}

/** Characters of English, Greek, Russian, and Chinese, for example, that never join the one beside them. */
const single = /^[^\u0300-\u036f\u0483-\u0489\u0591-\u200f\u2028-\u3040\u3097-\u309f\ua000-\uffff]{2}$/;

/** The characters are found once, and only if a pattern matches near one of several code points. */
function edgesOf(text: string): Searchable['isEdge'] {
  let edges: Uint8Array | undefined;
  return (at) => {
    if (at <= 0 || at >= text.length || single.test(text.slice(at - 1, at + 1))) return true;
    if (!edges) {
      edges = new Uint8Array(text.length);
      const characters = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text);
      for (const { index } of characters) edges[index] = 1;
    }
    return edges[at] === 1;
  };
}
