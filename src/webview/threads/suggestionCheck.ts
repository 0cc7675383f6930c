import { suggestionProblem } from '../../model/comments/suggestions.ts';
import { texts } from './words.ts';

/**
 * Says once what is wrong with a suggestion, and returns whether it was said now. The user may mean it so: a second
 * attempt with the same text isn't held up.
 */
export function createSuggestionCheck(
  say: (key: string, sentence: string) => void,
): (key: string, text: string) => boolean {
  /** Texts by box that the user was told about. */
  const meant = new Map<string, string>();
  return (key, text) => {
    const problem = suggestionProblem(text);
    if (!problem || meant.get(key) === text) return false;
    meant.set(key, text);
    say(key, problem === 'same' ? texts.sameSuggestion : texts.brokenSuggestion);
    return true;
  };
}
