import * as vscode from 'vscode';
import type { LibraryReasons } from '../../../model/shared/reasons.ts';
import { plural } from './plural.ts';
import type { WordsFor } from './reasonTable.ts';

export const libraryWords: WordsFor<LibraryReasons> = {
  createSpaceUnsupported: () => vscode.l10n.t("This server can't create an empty space."),
  siteWithoutSpace: () =>
    vscode.l10n.t("The new site has no space, or the server doesn't return it. Check the site in the Sites view."),
  partGone: () => vscode.l10n.t("This no longer exists, or can't be moved there. The structure was refreshed."),
  changesIncomplete: () =>
    vscode.l10n.t("This server doesn't list all changes of the change request, so some of them may be missing here."),
  spacesUnlisted: () =>
    vscode.l10n.t(
      "This server doesn't list spaces outside of collections. A space appears here after you open its URL or find it with Search.",
    ),
  itemsSkipped: ({ count }) =>
    plural(
      vscode.l10n.t(
        "Couldn't load {0} item. See the log for details.|Couldn't load {0} items. See the log for details.",
      ),
      count,
    ),
  notPageAddress: () => vscode.l10n.t("This isn't a URL from your browser. Enter one that starts with https://."),
  noSpaceAtAddress: () => vscode.l10n.t("No space has this URL, or you don't have access to it. Check the URL."),
  browserOnly: () =>
    vscode.l10n.t('Only your browser can show this view. Enter the URL of a page or a change request.'),
};
