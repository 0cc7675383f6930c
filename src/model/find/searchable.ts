import { withLineFeeds } from '../shared/lineEnds.ts';

/** A text as patterns read it. */
export interface Searchable {
  /** The text with a line feed at the end of each line. */
  readonly text: string;
  /** The same offset in the text of the page. */
  readonly offsetOf: (at: number) => number;
  /**
   * Whether a character begins or ends there, such as a letter with accents or an emoji of several parts. Vowel signs of
   * Hindi or Thai are characters of their own: people search for the beginning of a word.
   */
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

const accents = String.raw`\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f`;
/** Accents, joiners, variants, colors of skin, and the halves of pairs, flags, and syllables. */
const joints = [
  String.raw`.[${accents}\u200d\ufe00-\ufe0f]|\u200d.|[\ud800-\udbff][\udc00-\udfff]`,
  String.raw`.(?:\ud83c[\udffb-\udfff]|\udb40.)|[\udde6-\uddff]\ud83c[\udde6-\uddff]`,
  String.raw`[\u1100-\u11ff\ua960-\ua97f\uac00-\ud7ff][\u1100-\u11ff\ud7b0-\ud7ff]`,
];
/** Tells whether the second character of three joins the first. */
const joint = new RegExp(`^(?:${joints.join('|')})`, 's');

/** The characters are found once, and only if a pattern matches near one of several code points. */
function edgesOf(text: string): Searchable['isEdge'] {
  let edges: Uint8Array | undefined;
  return (at) => {
    if (at <= 0 || at >= text.length || !joint.test(text.slice(at - 1, at + 2))) return true;
    if (!edges) {
      edges = new Uint8Array(text.length);
      const characters = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text);
      for (const { index } of characters) edges[index] = 1;
    }
    return edges[at] === 1;
  };
}
