import * as vscode from 'vscode';
import type { Prompts } from '../services/prompts.ts';
import { plural } from '../words/plural.ts';

/** Section 4.7 of the API document. */
export const longestSubject = 100;

/**
 * Asks for the subject of a change request, reports while typing if it is too long, and sends it while the input box is
 * still open, so that the typed subject isn't lost if the server refuses it.
 */
export async function askSubject<Result>(
  prompts: Prompts,
  { title, value = '', send }: { title: string; value?: string; send: (subject: string) => Promise<Result> },
): Promise<Result | undefined> {
  return prompts.ask<Result>({
    title,
    prompt: plural(
      vscode.l10n.t('Describe the change (up to {0} character)|Describe the change (up to {0} characters)'),
      longestSubject,
    ),
    placeholder: vscode.l10n.t('Subject'),
    value,
    isAction: true,
    check: problemWith,
    async accept(text) {
      const subject = text.trim();
      const problem = subject === '' ? vscode.l10n.t('Describe the change in a few words.') : problemWith(subject);
      return problem === undefined ? { value: await send(subject) } : { problem };
    },
  });
}

/** Checks text while it is typed: empty text is no problem yet. */
function problemWith(text: string): string | undefined {
  const tooMany = text.trim().length - longestSubject;
  if (tooMany <= 0) return undefined;
  return plural(
    vscode.l10n.t(
      '{0} character too many. A subject can have at most {1}.|{0} characters too many. A subject can have at most {1}.',
    ),
    tooMany,
    longestSubject,
  );
}
