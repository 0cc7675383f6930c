import * as vscode from 'vscode';
import type { DownloadReasons } from '../../model/shared/reasons.ts';
import type { WordsFor } from './reasonTable.ts';

export const downloadWords: WordsFor<DownloadReasons> = {
  fileRedirectsForever: () => vscode.l10n.t("Couldn't load the file: its address redirects too many times."),
  fileInPrivateNetwork: () => vscode.l10n.t("Couldn't load the file: its address leads into a private network."),
  fileNotHttps: () => vscode.l10n.t("Couldn't load the file: its address doesn't start with https://."),
  fileWithoutAddress: () => vscode.l10n.t("Couldn't load the file: it has no usable address."),
  fileRefused: () =>
    vscode.l10n.t(
      "Couldn't load the file: access was refused, and its link may have expired. Refresh, then try again.",
    ),
  fileGone: () => vscode.l10n.t("Couldn't load the file: it's no longer at its address. Refresh, then try again."),
  notImage: () => vscode.l10n.t('There is no image at this address.'),
  fileServerFailed: () =>
    vscode.l10n.t("Couldn't load the file: the server that holds it has a problem. Try again later."),
};
