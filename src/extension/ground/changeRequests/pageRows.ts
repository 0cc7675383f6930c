import * as vscode from 'vscode';
import { browserAddressOf } from '../../../model/shared/browserAddress.ts';
import { isLocked } from '../../../model/library/lockedSpace.ts';
import type { CurrentUser } from '../../../store/account/currentUser.ts';
import type { PageNode } from '../../../model/pages/tree.ts';
import { isDocument, isReadable } from '../../../model/pages/readable.ts';
import { isKind } from '../../../model/shared/failure.ts';
import { editUriOf, pageUri, uriOf } from '../places/pageUri.ts';
import type { Services } from '../services/services.ts';
import { look, openingPage } from '../trees/look.ts';
import { pageIcon, pageMarks } from '../trees/pageLook.ts';
import { kindInWords, letterOf, rowUri } from './changeDecorations.ts';
import { kindOfChange, type ChangeKind } from './changeKind.ts';
import { permissionsOn } from './contextValue.ts';
import type { ChangeRequestRow, PageRow, PagesRow } from './rows.ts';

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

/**
 * Whether the change request can be edited, as far as is known. If the server doesn't report permissions, editing is
 * offered and the server decides.
 */
export async function isWritable(
  row: Pick<ChangeRequestRow, 'space' | 'changeRequest'>,
  currentUser: Pick<CurrentUser, 'load'>,
): Promise<boolean> {
  const { status, createdBy } = row.changeRequest;
  if (status !== 'open' && status !== 'draft') return false;
  if (isLocked(row.space)) return false;
  return (
    permissionsOn(row).includes('edit') || (createdBy?.id !== undefined && createdBy.id === (await currentUser.load()))
  );
}

/** The top-level pages of the change request's head. */
export async function topPages(stores: Services['stores'], row: PagesRow): Promise<PageRow[]> {
  const { account, space, changeRequest } = row.at;
  const { number } = changeRequest;
  const content = await stores(account).contents();
  const [{ roots }, kinds] = await Promise.all([
    content.pages(space, { kind: 'changeRequest', number }),
    content.changes(space, number).then(
      ({ pages }) => new Map(pages.map((change) => [change.id, kindOfChange(change)])),
      (error: unknown) => {
        // Not every server reports the changes of a change request.
        if (!isKind(error, 'unsupported')) throw error;
        return new Map<string, ChangeKind>();
      },
    ),
  ]);
  return roots.map((node) => rowOf(row, node, kinds));
}

export function pagesBelow(row: PageRow): PageRow[] {
  return row.node.children.map((node) => rowOf(row, node, row.kinds));
}

function rowOf(parent: PagesRow | PageRow, node: PageNode, kinds: PageRow['kinds']): PageRow {
  return { kind: 'page', key: `${parent.key}/${node.id}`, parent, at: parent.at, node, kinds };
}

/** The tree item of such a row, without its id. */
export function itemOfPages(row: PagesRow | PageRow): vscode.TreeItem {
  return row.kind === 'page' ? pageItem(row) : pagesItem();
}

function pagesItem(): vscode.TreeItem {
  return look(vscode.l10n.t('All Pages'), Collapsed, {
    icon: 'list-tree',
    tooltip: [vscode.l10n.t('All pages of this change request. Edit them, drag to move them, or add new ones.')],
    context: 'pages',
  });
}

/**
 * `page;<type>;text;changed;browser`. The last three are set if the page has text, if the change request changes it,
 * and if it has an address that a browser can open.
 */
function pageItem({ at, node, kinds }: PageRow): vscode.TreeItem {
  const { account, space, changeRequest } = at;
  const { page, path, title } = node;
  const type = page.type ?? 'document';
  const kind = kinds.get(node.id);
  const version = { kind: 'changeRequest', number: changeRequest.number } as const;
  const marks = [
    // Without an address there is no decoration.
    kind && path === undefined ? letterOf(kind) : undefined,
    path,
    ...pageMarks(page),
  ].filter(Boolean);
  const item = look(title, node.children.length > 0 ? Collapsed : None, {
    emoji: page.emoji,
    icon: pageIcon(type),
    description: marks.join(' · '),
    tooltip: [path, kind && kindInWords(kind)],
    context: [
      'page',
      type,
      isReadable(node) ? 'text' : '',
      kind ? 'changed' : '',
      browserAddressOf(page.urls) === undefined ? '' : 'browser',
    ]
      .filter(Boolean)
      .join(';'),
  });
  // Screen readers don't read decorations.
  item.accessibilityInformation = { label: [title, ...marks, kind && kindInWords(kind)].filter(Boolean).join(', ') };
  if (path !== undefined) item.resourceUri = rowUri(pageUri(account.key, space, path, version));
  if (isReadable(node)) {
    const isEditable = isDocument(page);
    const address = { account: account.key, space, version, path: node.path };
    const uri = isEditable ? editUriOf(address) : uriOf(address);
    return openingPage(item, isEditable ? vscode.l10n.t('Edit Page') : vscode.l10n.t('Open Page'), uri);
  }
  return item;
}
