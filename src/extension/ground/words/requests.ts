import * as vscode from 'vscode';
import type { RequestReasons } from '../../../model/shared/reasons.ts';
import type { WordsFor } from './reasonTable.ts';
import { violationInWords } from './violation.ts';

export const requestWords: WordsFor<RequestReasons> = {
  unknownEndpoint: ({ id }) => vscode.l10n.t("The endpoint {0} doesn't exist.", id),
  notSent: ({ violation }) => vscode.l10n.t('Nothing was sent: {0}.', violationInWords(violation)),
  outcomeUnknown: ({ cause }, sentence) =>
    vscode.l10n.t(
      "The connection dropped and we couldn't check whether your change went through. Try again: we check first, so nothing is sent twice. {0}",
      sentence(cause),
    ),
  other: ({ words }) => words,
};
