import type * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { PageChange } from '../../../../model/changeRequests/changes.ts';
import { titleText } from '../../../../model/shared/titleText.ts';
import { titledText } from '../../../../model/text/titleHeading.ts';
import type { FileChange } from '../../../../store/content/content.ts';
import type { EditTarget } from '../../../../store/editing/edits.ts';
import { uriOfChange } from '../../../ground/changeRequests/changeAddresses.ts';
import type { ChangesAt } from '../../../ground/changeRequests/changeRows.ts';
import { documentAt } from '../../../ground/services/openDocuments.ts';
import { changeSentences } from '../../../ground/changeRequests/changeWords.ts';
import { sameTarget, type EditSession, type OpenPages } from '../../../ground/sessions/openPages.ts';
import { editUri } from '../../../ground/sessions/sessions.ts';
import { titleOfPage, uriOfPage } from '../../../ground/sessions/unsentPages.ts';

/** A page with unsent changes. A click compares it with the saved page. */
export async function unsentRow(
  session: EditSession,
  pages: OpenPages,
  target: EditTarget,
): Promise<vscode.SourceControlResourceState> {
  const open = [...pages.values()].find(
    (page) => sameTarget(page.target, target) && page.session.account.key === session.account.key,
  );
  const uri = open?.uri ?? (await uriOfPage(session, target.page).catch(() => undefined));
  if (uri) {
    // An open page is shown without a request.
    const title = open ? titleIn(open.uri) : await titleOfPage(session, target.page).catch(() => undefined);
    return {
      resourceUri: uri,
      contextValue: 'unsent',
      ...(title !== undefined && { decorations: { tooltip: title } }),
      command: {
        command: 'docsPlatform.editing.showDiff',
        title: l10n.t('Compare with Saved Version'),
        arguments: [uri],
      },
    };
  }
  return {
    resourceUri: editUri(session, `${target.page}.md`),
    contextValue: 'gone',
    decorations: { strikeThrough: true, tooltip: l10n.t('This page is no longer in the change request.') },
    command: { command: 'docsPlatform.editing.unsent', title: l10n.t('Show Unsent Changes…') },
  };
}

/** Gives changed pages another URI than unsent ones, so that both have marks of their own. */
export const changedQuery = 'changed';

/** A page or file that the change request changes. A click opens its diff. */
export function changedRow(
  session: EditSession,
  at: ChangesAt,
  change: PageChange | FileChange,
  kind: string,
): vscode.SourceControlResourceState | undefined {
  const path = 'path' in change ? change.path : (change.after ?? change.before)?.path;
  const uri = uriOfChange(at, change);
  if (path === undefined || !uri) return undefined;
  const resourceUri = editUri(session, path).with({ query: changedQuery });
  if ('path' in change) {
    return {
      resourceUri,
      contextValue: 'file',
      decorations: { tooltip: kind, strikeThrough: change.kind === 'removed' },
      command: { command: 'vscode.open', title: l10n.t('Open'), arguments: [uri] },
    };
  }
  const row = { kind: 'changedPage', key: change.id, at, change } as const;
  return {
    // Commands take it as a row of the Change Requests view.
    ...row,
    resourceUri,
    contextValue: change.after?.isReadable ? 'changed' : 'deleted',
    decorations: { tooltip: tooltipOf(change, kind), strikeThrough: !change.after },
    command: { command: 'docsPlatform.changes.openPage', title: l10n.t('Open Diff'), arguments: [row] },
  };
}

/** Rows are named after files, so it begins with the title of the page. */
function tooltipOf(change: PageChange, kind: string): string {
  const title = titleText((change.after ?? change.before)?.title);
  return `${title}: ${changeSentences(change).join(' ') || kind}`;
}

/** The first heading of an open document. */
function titleIn(uri: vscode.Uri): string | undefined {
  const first = documentAt(uri)?.lineAt(0).text;
  const heading = first === undefined ? undefined : titledText(first).heading;
  return heading === undefined ? undefined : titleText(heading);
}
