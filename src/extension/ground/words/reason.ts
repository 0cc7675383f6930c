import * as vscode from 'vscode';
import type { Reason, Reasons } from '../../../model/shared/reasons.ts';
import { commentWords } from './comments.ts';
import { connectionWords } from './connection.ts';
import { downloadWords } from './downloads.ts';
import { editingWords } from './editing.ts';
import { libraryWords } from './library.ts';
import { limitWords } from './limits.ts';
import type { WordsFor } from './reasonTable.ts';
import { replyWords } from './replies.ts';
import { requestWords } from './requests.ts';
import { settingsWords } from './settings.ts';
import { signInWords } from './signIn.ts';

const table: WordsFor<Reasons> = {
  ...connectionWords,
  ...replyWords,
  ...requestWords,
  ...signInWords,
  ...downloadWords,
  ...limitWords,
  ...editingWords,
  ...commentWords,
  ...libraryWords,
  ...settingsWords,
};

/** The reason as a sentence, and mostly another one that says what to do. */
export function wordsOf(reason: Reason): string {
  // Another version of the extension may have stored a draft with another code, or with other values.
  const unknown = () => vscode.l10n.t('Something went wrong ({0}).', String(reason.code));
  if (!Object.hasOwn(table, reason.code)) return unknown();
  try {
    return (table[reason.code] as WordsFor<Record<string, Reason>>[string])(reason, wordsOf);
  } catch {
    return unknown();
  }
}
