import { longestText, longestTitle } from '../editing/limits.ts';
import { parsedTags, tagProblems } from '../tags/problems.ts';
import { isTagName } from '../tags/syntax.ts';
import { isExpensiveToParse } from '../text/parsingCost.ts';
import { titledText } from '../text/titleHeading.ts';

/**
 * What a replacement would do to a page: break a template tag, empty the page, leave it without a title or with one that
 * is too long, or make it too long.
 */
export type ReplacementProblem = 'tag' | 'empty' | 'noTitle' | 'longTitle' | 'tooLong';

export function problemsOfReplacement(before: string, after: string): ReplacementProblem[] {
  const [old, now] = [titledText(before), titledText(after)];
  return [
    ...(breaksTag(before, after) ? (['tag'] as const) : []),
    ...(old.body.trim() !== '' && now.body.trim() === '' ? (['empty'] as const) : []),
    ...(old.heading !== undefined && !now.heading?.trim() ? (['noTitle'] as const) : []),
    ...((now.heading?.length ?? 0) > Math.max(longestTitle, old.heading?.length ?? 0) ? (['longTitle'] as const) : []),
    ...(after.length > longestText ? (['tooLong'] as const) : []),
  ];
}

/** Whether there are more problems with tags than before, or fewer tags. */
function breaksTag(before: string, after: string): boolean {
  if (!before.includes('{%') && !after.includes('{%')) return false;
  const counts = (text: string) => Map.groupBy(tagProblems(text), ({ kind, name }) => `${kind} ${name}`);
  const old = counts(before);
  for (const [key, problems] of counts(after)) if (problems.length > (old.get(key)?.length ?? 0)) return true;
  return tagCount(after) < tagCount(before);
}

function tagCount(text: string): number {
  const plain = text.replace(/^\ufeff/, '');
  if (!plain.includes('{%') || isExpensiveToParse(plain)) return 0;
  return parsedTags(plain).filter(({ tag }) => tag && isTagName(tag.name)).length;
}
