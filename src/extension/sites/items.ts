import * as vscode from 'vscode';
import type { Site } from '../../contract/sites/sites.ts';
import { isReadable } from '../../model/pages/readable.ts';
import type { SitePart } from '../../model/sites/tree.ts';
import { titleText } from '../../model/shared/titleText.ts';
import { pageUri } from '../ground/places/pageUri.ts';
import { look, moreItem, noteItem, opening, openingPage } from '../ground/trees/look.ts';
import { pageIcon, pageMarks } from '../ground/trees/pageLook.ts';
import { plural } from '../ground/words/plural.ts';
import { mayChangeSites, type Row, type RowOf } from './rows.ts';
import { visibilityInWords, visibilityMark } from './words.ts';

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

/** The tree item of a row, without its id. `site` is the cached record of its site. */
export function itemOf(row: Row, site: Site | undefined, account: string): vscode.TreeItem {
  switch (row.kind) {
    case 'organization':
      return look(titleText(row.organization.title), Collapsed, {
        icon: 'organization',
        context: context('organization', { mayChange: mayChangeSites(row.organization) }),
      });
    case 'site':
      return siteItem(row, site);
    case 'part':
      return partItem(row.part, row.mayChange);
    case 'shareLinks':
      return look(vscode.l10n.t('Share Links'), Collapsed, { icon: 'link', context: context('shareLinks', row) });
    case 'audience':
      return look(vscode.l10n.t('Audience'), Collapsed, {
        icon: 'person',
        context: context('audience', row),
        description: site?.adaptiveContent?.enabled
          ? vscode.l10n.t('adaptive content on')
          : vscode.l10n.t('adaptive content off'),
      });
    case 'customization': {
      const item = look(vscode.l10n.t('Customization'), None, {
        icon: 'paintcan',
        context: context('customization', row),
      });
      return row.mayChange
        ? opening(item, 'docsPlatform.settings.edit', vscode.l10n.t('Edit Settings'), row)
        : opening(item, 'docsPlatform.sites.showCustomization', vscode.l10n.t('Show Customization'), row);
    }
    case 'shareLink': {
      const { link } = row;
      const isActive = link.active !== false;
      return look(titleText(link.name, link.id), None, {
        icon: isActive ? 'link' : 'circle-slash',
        description: isActive ? undefined : vscode.l10n.t('disabled'),
        context: ['shareLink', isActive ? 'active' : 'inactive', ...(link.urls?.published ? ['address'] : [])].join(
          ';',
        ),
      });
    }
    case 'condition':
      return look(titleText(row.description || row.condition), None, {
        icon: 'filter',
        description: row.description ? titleText(row.condition) : undefined,
        tooltip: [row.description ? row.condition : undefined],
        context: 'condition',
      });
    case 'page':
      return pageItem(row, account);
    case 'more':
      return moreItem('docsPlatform.sites.loadMore', row);
    case 'note':
      return noteItem(row, 'docsPlatform.sites.refresh');
  }
}

function siteItem(row: RowOf<'site'>, site: Site | undefined): vscode.TreeItem {
  if (!site) return look(row.at.siteId, None, { icon: 'warning', context: 'note' });
  const marks = [
    site.published ? vscode.l10n.t('published') : vscode.l10n.t('not published'),
    visibilityMark(site.visibility),
    ['basic', 'legacy-basic'].includes(site.type) ? undefined : site.type,
  ];
  return look(titleText(site.title), Collapsed, {
    icon: site.published ? 'globe' : 'circle-large-outline',
    description: marks.filter(Boolean).join(' · '),
    tooltip: [
      visibilityInWords(site.visibility),
      site.published
        ? (site.urls?.published ?? vscode.l10n.t('Published.'))
        : vscode.l10n.t('No one can visit it until it is published.'),
      plural(vscode.l10n.t('{0} space.|{0} spaces.'), site.siteSpaces),
      site.proxy?.origin ? vscode.l10n.t('Behind proxy {0}.', site.proxy.origin) : undefined,
    ],
    context: [
      context('site', row),
      site.published ? 'live' : 'unpublished',
      ...(site.urls?.published ? ['address'] : []),
      ...(site.visibility === 'share-link' ? ['shared'] : []),
    ].join(';'),
  });
}

function partItem(part: SitePart, mayChange: boolean): vscode.TreeItem {
  const marks = [
    part.path && part.kind !== 'site-section-group' ? `/${part.path}` : undefined,
    part.isDefault ? vscode.l10n.t('default') : undefined,
    part.condition ? vscode.l10n.t('if {0}', titleText(part.condition)) : undefined,
    brokenMark(part),
  ];
  const isBroken = brokenMark(part) !== undefined;
  const description = marks.filter(Boolean).join(' · ');
  return look(titleText(part.title), part.kind === 'site-space' && isBroken ? None : Collapsed, {
    emoji: part.kind === 'site-space' && !isBroken ? part.space?.emoji : undefined,
    icon: isBroken ? 'warning' : partIcons[part.kind],
    description,
    tooltip: [part.description, description, part.published],
    context: [
      'part',
      part.kind,
      ...(part.published ? ['address'] : []),
      ...(part.space?.isDeleted ? ['deleted'] : []),
      ...(mayChange ? ['change'] : []),
    ].join(';'),
  });
}

const partIcons = { 'site-section-group': 'folder', 'site-section': 'list-tree', 'site-space': 'book' } as const;

/** What is wrong with the target of a site space; undefined if nothing is. */
function brokenMark(part: SitePart): string | undefined {
  if (part.kind !== 'site-space') return undefined;
  if (!part.space) return vscode.l10n.t('space deleted or not visible to you');
  return part.space.isDeleted ? vscode.l10n.t('space deleted') : undefined;
}

function pageItem({ space, node }: RowOf<'page'>, account: string): vscode.TreeItem {
  const type = node.page.type ?? 'document';
  const item = look(node.title, node.children.length > 0 ? Collapsed : None, {
    emoji: node.page.emoji,
    icon: pageIcon(type),
    description: pageMarks(node.page).filter(Boolean).join(' · '),
    context: 'page',
  });
  if (type === 'link') {
    const page = { kind: 'page', key: node.id, space: { id: space }, node };
    return opening(item, 'docsPlatform.library.openLink', vscode.l10n.t('Open Link'), page);
  }
  if (!isReadable(node) || node.path === undefined) return item;
  return openingPage(item, vscode.l10n.t('Open Page'), pageUri(account, space, node.path));
}

function context(kind: string, { mayChange }: { readonly mayChange: boolean }): string {
  return mayChange ? `${kind};change` : kind;
}
