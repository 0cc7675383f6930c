import { reasonFor, type ReasonedError } from '../../../model/shared/failure.ts';
import { wordsOf } from '../words/reason.ts';
import { isMissingCode, missingCodeText } from './missingCode.ts';

/** An error in words for the user. Activation doesn't load this: there `laterSentenceOf` gives them. */
export function sentenceOf(error: unknown): string {
  if (isMissingCode(error)) return missingCodeText();
  if (hasReason(error)) return wordsOf(error.reason);
  return error instanceof Error ? error.message : String(error);
}

/** By its form, because tests inside VS Code have classes of their own. */
function hasReason(error: unknown): error is ReasonedError {
  return error instanceof Error && 'reason' in error && typeof error.reason === 'object' && error.reason !== null;
}

/** The server's own words in an error. */
export function serverWordsIn(error: unknown): string {
  const reason = reasonFor(error);
  return ('words' in reason && reason.words) || '';
}
