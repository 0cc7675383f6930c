import { ReasonedError, reasonFor } from '../../model/shared/failure.ts';
import { wordsOf } from '../words/reason.ts';
import { isMissingCode, missingCodeText } from './missingCode.ts';

/** An error in words for the user. Activation doesn't load this: there `laterSentenceOf` gives them. */
export function sentenceOf(error: unknown): string {
  if (isMissingCode(error)) return missingCodeText();
  if (error instanceof ReasonedError) return wordsOf(error.reason);
  return error instanceof Error ? error.message : String(error);
}

/** The server's own words in an error. */
export function serverWordsIn(error: unknown): string {
  const reason = reasonFor(error);
  return ('words' in reason && reason.words) || '';
}
