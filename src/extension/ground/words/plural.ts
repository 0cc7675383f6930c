import * as vscode from 'vscode';
import { filledIn, pluralForm } from '../../../model/shared/pluralForm.ts';

/**
 * The form of a text that fits a count. `text` has one form per plural category of the language, separated by `|`:
 * `plural(vscode.l10n.t('{0} comment|{0} comments'), count)`. `{0}` is the count, and `{1}`… are the further values.
 */
export function plural(text: string, count: number, ...more: readonly (string | number)[]): string {
  // For languages that Intl doesn't know, such as the pseudo-language, the rules of English apply.
  const languages = [vscode.env.language, 'en'];
  return filledIn(pluralForm(text, count, languages), [count, ...more.map(String)], languages);
}
