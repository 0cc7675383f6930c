import * as vscode from 'vscode';
import { pictureOf } from '../../../model/shared/emoji.ts';
import type { Version } from '../../../model/shared/address.ts';
import { pageUri } from '../../ground/places/pageUri.ts';
import { kindInWords, letterOf } from '../../ground/changeRequests/changeDecorations.ts';
import type { Account } from '../../ground/services/accounts.ts';
import type { Uses } from '../../ground/services/services.ts';
import type { ChangedPage } from '../../../protocol/renderedChanges.ts';
import type { ChangesSource, PageVersion } from './context.ts';
import type { VersionsPlace } from './place.ts';

/** The changes of one page between two versions, such as two revisions. */
export async function versionsSource(
  { stores }: Uses<'stores'>,
  account: Account,
  { space, title, of }: { readonly space: string; readonly title: string; readonly of: VersionsPlace },
): Promise<ChangesSource> {
  const content = await stores(account).contents();

  async function versionOf(version: Version): Promise<PageVersion | undefined> {
    const node = (await content.pages(space, version)).byId.get(of.page);
    if (node?.path === undefined) return undefined;
    return {
      uri: pageUri(account.key, space, node.path, version),
      read: async (signal) => (await content.text(space, version, of.page, { signal })).text,
    };
  }

  return {
    comments: undefined,
    async changes() {
      const [former, present] = await Promise.all([content.pages(space, of.before), content.pages(space, of.after)]);
      const node = present.byId.get(of.page) ?? former.byId.get(of.page);
      if (!node) throw new Error(vscode.l10n.t('The page is in neither of these versions.'));
      const kind: ChangedPage['kind'] = !former.byId.has(of.page)
        ? 'added'
        : present.byId.has(of.page)
          ? 'modified'
          : 'deleted';
      const picture = pictureOf(node.page.emoji);
      const page: ChangedPage = {
        ...{ id: of.page, title: node.title, above: [], kind, version: '', isViewed: false },
        ...{ letter: letterOf(kind), kindInWords: kindInWords(kind) },
        ...(picture !== undefined && { picture }),
      };
      return { title, pages: [page], ofChangeRequest: false };
    },
    async versionsOf() {
      const [before, after] = await Promise.all([versionOf(of.before), versionOf(of.after)]);
      return { before, after, isSameText: false, sentences: [] };
    },
    markViewed: undefined,
    async openDiff() {
      const [before, after] = await Promise.all([versionOf(of.before), versionOf(of.after)]);
      if (before && after) await vscode.commands.executeCommand('vscode.diff', before.uri, after.uri, title);
      else await vscode.commands.executeCommand('vscode.open', (after ?? before)?.uri);
    },
    async suggestion() {
      throw new Error(vscode.l10n.t('Suggestions can only be made in a change request.'));
    },
    onDidChange: () => new vscode.Disposable(() => undefined),
  };
}
