import * as vscode from 'vscode';
import type { Space } from '../../contract/spaces/spaces.ts';
import { isLocked } from '../../model/library/lockedSpace.ts';
import { lockedText } from '../ground/words/lockedSpace.ts';
import type { PageNode } from '../../model/pages/tree.ts';
import { isReadable } from '../../model/pages/readable.ts';
import { titleText } from '../../model/shared/titleText.ts';
import type { Place } from '../../store/library/library.ts';
import { dateInWords } from '../ground/words/dates.ts';
import { pageUri } from '../ground/places/pageUri.ts';
import { sizeInWords } from '../ground/words/sizes.ts';
import { look, moreItem, noteItem, openingPage } from '../ground/trees/look.ts';
import { pageIcon, pageMarks } from '../ground/trees/pageLook.ts';
import { plural } from '../ground/words/plural.ts';
import { contextValueOf } from './contextValue.ts';
import type { Row } from './rows.ts';

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

/** The tree item of a row, without its id. `account` is the key of the row's account. */
export function itemOf(row: Row, account: string): vscode.TreeItem {
  switch (row.kind) {
    case 'more':
      return moreItem('docsPlatform.library.loadMore', row);
    case 'note':
      return noteItem(row, 'docsPlatform.library.refreshPlace', row.parent);
    default:
      return placeItem(row, account);
  }
}

function placeItem(place: Place, account: string): vscode.TreeItem {
  const item = appearanceOf(place, account);
  item.contextValue = contextValueOf(place);
  return item;
}

function appearanceOf(place: Place, account: string): vscode.TreeItem {
  switch (place.kind) {
    case 'organization':
      return look(titleText(place.organization.title), Collapsed, { icon: 'organization' });
    case 'collection':
      return look(titleText(place.collection.title), Collapsed, {
        icon: 'folder-library',
        tooltip: [place.collection.description ?? undefined],
      });
    case 'space':
      return spaceItem(place.space);
    case 'page':
      return pageItem(place.space, place.node, account);
    case 'files':
      return look(vscode.l10n.t('Files'), Collapsed, { icon: 'files' });
    case 'file': {
      const uri = pageUri(account, place.space.id, place.path);
      const item = look(titleText(place.file.name, place.file.id), None, {
        description: place.file.size ? sizeInWords(place.file.size) : undefined,
      });
      item.resourceUri = uri;
      item.command = { command: 'vscode.open', title: vscode.l10n.t('Open'), arguments: [uri] };
      return item;
    }
  }
}

function spaceItem(space: Space): vscode.TreeItem {
  const changeRequests = space.changeRequestsOpen;
  const marks = [
    space.deletedAt ? vscode.l10n.t('deleted') : undefined,
    space.editMode === 'locked' ? vscode.l10n.t('locked') : undefined,
    // The widest and the most common visibility need no mark.
    ['public', 'in-collection'].includes(space.visibility) ? undefined : visibilityMark(space.visibility),
    changeRequests > 0 ? plural(vscode.l10n.t('{0} change request|{0} change requests'), changeRequests) : undefined,
    space.comments > 0 ? plural(vscode.l10n.t('{0} comment|{0} comments'), space.comments) : undefined,
  ];
  return look(titleText(space.title), Collapsed, {
    emoji: space.emoji,
    icon: space.deletedAt ? 'trash' : space.editMode === 'locked' ? 'lock' : 'book',
    description: marks.filter(Boolean).join(' · '),
    tooltip: [
      visibilityInWords(space.visibility),
      isLocked(space)
        ? lockedText()
        : space.permissions?.['edit'] === true
          ? vscode.l10n.t('You can edit it.')
          : undefined,
      vscode.l10n.t('Change requests: {0} open, {1} draft.', changeRequests, space.changeRequestsDraft),
      space.deletedAt
        ? vscode.l10n.t('Deleted {0}. You can restore it for 7 days after that.', dateInWords(space.deletedAt))
        : vscode.l10n.t('Updated {0}.', dateInWords(space.updatedAt)),
      space.urls?.['published'] ?? space.urls?.['app'] ?? undefined,
    ],
  });
}

function pageItem(space: Space, node: PageNode, account: string): vscode.TreeItem {
  const { page } = node;
  const type = page.type ?? 'document';
  const item = look(node.title, node.children.length > 0 || type === 'group' ? Collapsed : None, {
    emoji: page.emoji,
    icon: pageIcon(type),
    description: pageMarks(page).filter(Boolean).join(' · '),
    tooltip: [
      page.description ?? undefined,
      page.hidden ? vscode.l10n.t('Hidden from the published table of contents.') : undefined,
      type === 'link' ? linkTargetOf(page) : undefined,
      page.updatedAt ? vscode.l10n.t('Updated {0}.', dateInWords(page.updatedAt)) : undefined,
    ],
  });
  if (isReadable(node)) {
    openingPage(item, vscode.l10n.t('Open Page'), pageUri(account, space.id, node.path));
  } else if (type === 'link') {
    item.command = {
      command: 'docsPlatform.library.openLink',
      title: vscode.l10n.t('Open Link'),
      arguments: [{ kind: 'page', key: node.id, space, node } satisfies Place],
    };
  }
  return item;
}

function linkTargetOf(page: PageNode['page']): string | undefined {
  return page.href ?? page.target?.kind ?? undefined;
}

function visibilityMark(visibility: string): string {
  switch (visibility) {
    case 'private':
      return vscode.l10n.t('private');
    case 'unlisted':
      return vscode.l10n.t('unlisted');
    case 'share-link':
      return vscode.l10n.t('share link');
    case 'visitor-auth':
      return vscode.l10n.t('signed-in visitors');
    default:
      return visibility;
  }
}

function visibilityInWords(visibility: string): string {
  switch (visibility) {
    case 'public':
      return vscode.l10n.t('Public: anyone can read it, and search engines list it.');
    case 'unlisted':
      return vscode.l10n.t("Unlisted: anyone with the URL can read it, and search engines don't list it.");
    case 'share-link':
      return vscode.l10n.t('Share link: anyone with a share link can read it.');
    case 'visitor-auth':
      return vscode.l10n.t('Visitors must sign in to read it.');
    case 'in-collection':
      return vscode.l10n.t('Anyone who can access the collection can read it.');
    case 'private':
      return vscode.l10n.t('Private: members with access can read it.');
    default:
      return vscode.l10n.t('Visibility: {0}', visibility);
  }
}
