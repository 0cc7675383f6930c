import * as vscode from 'vscode';
import type { DownloadReasons } from '../../../model/shared/reasons.ts';
import type { WordsFor } from './reasonTable.ts';

export const downloadWords: WordsFor<DownloadReasons> = {
  fileRedirectsForever: () => vscode.l10n.t("Couldn't load the file: its URL redirects too many times."),
  fileInPrivateNetwork: () => vscode.l10n.t("Couldn't load the file: its URL is on a private network."),
  fileNotHttps: () => vscode.l10n.t("Couldn't load the file: its URL doesn't start with https://."),
  fileWithoutAddress: () => vscode.l10n.t("Couldn't load the file: it has no usable URL."),
  fileRefused: () =>
    vscode.l10n.t(
      "Couldn't load the file: access was refused, and its link may have expired. Refresh, then try again.",
    ),
  fileGone: () => vscode.l10n.t("Couldn't load the file: it's no longer at its URL. Refresh, then try again."),
  notImage: () => vscode.l10n.t('There is no image at this URL.'),
  fileServerFailed: () =>
    vscode.l10n.t("Couldn't load the file: the server that stores it has a problem. Try again later."),
};
