import * as vscode from 'vscode';
import type { ChangeRequest } from '../../../contract/changeRequests/changeRequests.ts';
import { titleText } from '../../../model/shared/titleText.ts';

/** How many characters of a subject fit in a question. */
const mostInQuestion = 50;

/** `#42 Rewrite calibration steps`, or only the number if there is no subject. */
export function nameOf({ number, subject }: Pick<ChangeRequest, 'number' | 'subject'>): string {
  return `#${number} ${titleText(subject, vscode.l10n.t('(no subject)'))}`;
}

/** The same for questions and titles of input boxes, with a shortened subject. */
export function shortNameOf(changeRequest: Pick<ChangeRequest, 'number' | 'subject'>): string {
  return shortened(nameOf(changeRequest));
}

export function shortened(name: string): string {
  const letters = [...name];
  if (letters.length <= mostInQuestion) return name;
  const start = letters.slice(0, mostInQuestion).join('').trimEnd();
  // Cut at the end of a word, unless that leaves too little.
  const words = start.slice(0, start.lastIndexOf(' '));
  return `${words.length > mostInQuestion / 2 ? words : start}…`;
}
