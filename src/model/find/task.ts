import { problemsOfReplacement, type ReplacementProblem } from './checks.ts';
import { kindsOf, type MatchKind } from './kinds.ts';
import { linesOf, type FoundLine } from './lines.ts';
import { findAll, replacementsIn, type FindTask, type Replaced } from './matches.ts';
import { patternOf } from './query.ts';

/** Also gives the replacements of the matches, and what they are part of. */
export interface ReplaceTask extends FindTask {
  readonly by: string;
}

export interface Replaceable extends Replaced, FoundLine {
  readonly kind: MatchKind;
}

/** What replacements would break. */
export interface CheckTask {
  readonly pages: readonly { readonly base: string; readonly text: string }[];
}

/** Tasks for a thread of their own, because a regular expression may never end, and pages are costly to parse. */
export interface FindTasks {
  find: { readonly task: FindTask; readonly result: readonly (readonly FoundLine[])[] };
  replace: { readonly task: ReplaceTask; readonly result: readonly (readonly Replaceable[])[] };
  check: { readonly task: CheckTask; readonly result: readonly (readonly ReplacementProblem[])[] };
}

export const findTasks: {
  readonly [Kind in keyof FindTasks]: (task: FindTasks[Kind]['task']) => FindTasks[Kind]['result'];
} = {
  find: findAll,
  replace({ query, texts, most, by }) {
    const pattern = patternOf(query);
    return texts.map((text) => {
      const replaced = replacementsIn(text, pattern, { by, isRegex: query.isRegex }, most);
      const kinds = kindsOf(text, replaced);
      const lines = linesOf(text, replaced);
      return replaced.map((each, index) => ({ ...each, ...lines[index]!, kind: kinds[index] ?? 'unclear' }));
    });
  },
  check: ({ pages }) => pages.map(({ base, text }) => problemsOfReplacement(base, text)),
};
