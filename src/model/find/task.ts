import { kindsOf, type MatchKind } from './kinds.ts';
import { matchesIn, replacementsIn, type Replaced } from './matches.ts';
import { patternOf, type FindQuery, type Match } from './query.ts';

/** Texts in which to find something, for a thread of its own: a regular expression may never end. */
export interface FindTask {
  readonly query: FindQuery;
  readonly texts: readonly string[];
  /** Limit of matches in all texts together. */
  readonly most: number;
}

export interface ReplaceTask extends FindTask {
  readonly by: string;
}

export interface Replaceable extends Replaced {
  readonly kind: MatchKind;
}

/** The matches of each text. */
export function findAll({ query, texts, most }: FindTask): Match[][] {
  const pattern = patternOf(query);
  let left = most;
  return texts.map((text) => {
    const matches = left > 0 ? matchesIn(text, pattern, left) : [];
    left -= matches.length;
    return matches;
  });
}

/** The matches of each text with their replacements. */
export function replaceAll({ query, texts, most, by }: ReplaceTask): Replaceable[][] {
  const pattern = patternOf(query);
  return texts.map((text) => {
    const replaced = replacementsIn(text, pattern, { by, isRegex: query.isRegex }, most);
    const kinds = kindsOf(text, replaced);
    return replaced.map((each, index) => ({ ...each, kind: kinds[index] ?? 'unclear' }));
  });
}
