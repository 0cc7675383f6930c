import * as vscode from 'vscode';
import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import { titleText } from '../../model/shared/titleText.ts';

/** So many characters of a subject stand in a question, and leave room for the rest of it. */
const mostInQuestion = 50;

/** `#42 Rewrite calibration steps`; one without a subject has its number. */
export function nameOf({ number, subject }: Pick<ChangeRequest, 'number' | 'subject'>): string {
  return `#${number} ${titleText(subject, vscode.l10n.t('(no subject)'))}`;
}

/** The same for questions and titles of boxes: a long subject is shortened. */
export function shortNameOf(changeRequest: Pick<ChangeRequest, 'number' | 'subject'>): string {
  return shortened(nameOf(changeRequest));
}

export function shortened(name: string): string {
  const letters = [...name];
  if (letters.length <= mostInQuestion) return name;
  const start = letters.slice(0, mostInQuestion).join('').trimEnd();
  // At the end of a word, unless that leaves next to nothing.
  const words = start.slice(0, start.lastIndexOf(' '));
  return `${words.length > mostInQuestion / 2 ? words : start}…`;
}
