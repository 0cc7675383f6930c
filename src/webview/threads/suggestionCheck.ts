import { suggestionProblem } from '../../model/comments/suggestions.ts';
import * as l10n from '../shared/l10n.ts';

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
    say(
      key,
      problem === 'same'
        ? l10n.t(
            'The suggested text is the same as the present one. Change it, or press the button again to send it as it is.',
          )
        : l10n.t(
            "This suggestion can't be applied. Put a block “original” with the present text above it, and end both blocks with ```. Or press the button again to send it as it is.",
          ),
    );
    return true;
  };
}
