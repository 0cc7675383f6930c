import { hasBrokenSuggestion } from '../../model/comments/suggestions.ts';
import { isSame } from '../../model/shared/same.ts';
import type { PanelState } from './panelState.ts';
import { texts } from './words.ts';

/**
 * Says once what is wrong with a suggestion, and returns whether it was said now. The user may mean it so: a second
 * attempt with the same text isn't held up.
 */
export function createSuggestionCheck(
  { suggesting }: PanelState,
  say: (key: string, sentence: string) => void,
): (key: string, text: string) => boolean {
  /** Texts by box that the user was told about. */
  const meant = new Map<string, string>();
  return (key, text) => {
    const { suggestion } = suggesting.get(key) ?? {};
    const isUnchanged = suggestion && isSame(suggestion.oldLines, suggestion.newLines);
    const problem = isUnchanged ? texts.sameSuggestion : hasBrokenSuggestion(text) ? texts.brokenSuggestion : undefined;
    if (problem === undefined || meant.get(key) === text) return false;
    meant.set(key, text);
    say(key, problem);
    return true;
  };
}
