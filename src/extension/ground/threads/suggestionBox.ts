import { linesOf, suggestingComment, suggestingMarkdown } from '../../../model/comments/suggestions.ts';
import { sentText } from '../../../model/editing/sentText.ts';
import type { LinkContext } from '../../../model/pages/links.ts';
import { readingOf } from '../../../model/pages/text.ts';
import { isSame } from '../../../model/shared/same.ts';
import { withPaths } from './shownSuggestions.ts';

/** The text of a comment as its box has it. */
export interface BoxText {
  /** The new lines of its suggestion have addresses as editors show them. The old ones are as the server has them. */
  readonly text: string;
  /** The old lines in the form of the new ones, to compare them. Undefined if that is no other form. */
  readonly shownOldLines?: readonly string[];
}

/** The inverse of `sentFromBox`. A text that would be sent in another form than it has is shown as it is. */
export function shownInBox(text: string, context: LinkContext | undefined): BoxText {
  const parts = context && suggestingComment(text);
  if (!parts) return { text };
  const { suggestion } = parts;
  const shown = withPaths(suggestion, context);
  if (isSame(shown, suggestion)) return { text };
  const boxText = suggestingMarkdown({ ...parts, suggestion: { ...suggestion, newLines: shown.newLines } });
  return sentFromBox(boxText, context) === text ? { text: boxText, shownOldLines: shown.oldLines } : { text };
}

/** The comment to store and to send: with the addresses of its suggestion in the server's form. */
export function sentFromBox(text: string, context: LinkContext | undefined): string {
  const parts = context && suggestingComment(text);
  if (!parts || parts.suggestion.newLines.length === 0) return text;
  const { oldLines, newLines } = parts.suggestion;
  const sent = linesOf(sentText(newLines.join('\n'), readingOf(oldLines.join('\n'), context), context));
  return isSame(sent, newLines) ? text : suggestingMarkdown({ ...parts, suggestion: { oldLines, newLines: sent } });
}
