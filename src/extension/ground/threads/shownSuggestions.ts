import { outdatedIn } from '../../../model/comments/appliedSuggestions.ts';
import { linesOf, suggestionsIn, type Suggestion } from '../../../model/comments/suggestions.ts';
import type { Body } from '../../../model/comments/threads.ts';
import type { LinkContext } from '../../../model/pages/links.ts';
import { readingOf } from '../../../model/pages/text.ts';

/** How a comment's suggestions are shown. Nothing for a comment without. */
export interface ShownSuggestions {
  /** With addresses as editors show them, in order. */
  readonly suggestions?: readonly Suggestion[];
  /** Whether the text of the page no longer fits some or all of them. Undefined if it fits, or wasn't read. */
  readonly outdated?: 'some' | 'all' | undefined;
}

export function shownSuggestions(
  body: Body,
  { text, context }: { readonly text: string | undefined; readonly context: LinkContext | undefined },
): ShownSuggestions {
  const suggestions = body.kind === 'markdown' ? suggestionsIn(body.markdown) : [];
  if (suggestions.length === 0) return {};
  const outdated = outdatedPart(suggestions, text);
  return {
    ...(context && { suggestions: suggestions.map((each) => withPaths(each, context)) }),
    ...(outdated && { outdated }),
  };
}

function outdatedPart(suggestions: readonly Suggestion[], text: string | undefined): 'some' | 'all' | undefined {
  if (text === undefined) return undefined;
  const reason = outdatedIn(text);
  const count = suggestions.filter((each) => reason(each) !== undefined).length;
  return count === 0 ? undefined : count < suggestions.length ? 'some' : 'all';
}

/**
 * Paths of files instead of the server's addresses, unless lines that differ would then look the same: nothing may be
 * applied that isn't seen.
 */
export function withPaths({ oldLines, newLines }: Suggestion, context: LinkContext): Suggestion {
  const all = [...oldLines, ...newLines];
  if (!all.some((line) => mayHaveAddress.test(line))) return { oldLines, newLines };
  const [oldShown, newShown] = [oldLines, newLines].map((lines) =>
    lines.length === 0 ? [] : linesOf(readingOf(lines.join('\n'), context).text),
  ) as [string[], string[]];
  const shown = [...oldShown, ...newShown];
  const isAlike =
    oldShown.length === oldLines.length &&
    newShown.length === newLines.length &&
    new Set(shown).size === new Set(all).size &&
    new Set(all.map((line, at) => `${shown[at]}\n${line}`)).size === new Set(all).size;
  return isAlike ? { oldLines: oldShown, newLines: newShown } : { oldLines, newLines };
}

const mayHaveAddress = /\]\(|\]:|</;
