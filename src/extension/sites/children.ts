import * as vscode from 'vscode';
import type { SitePart } from '../../model/sites/tree.ts';
import { titleText } from '../../model/shared/titleText.ts';
import type { Library } from '../../store/library/library.ts';
import type { SiteAddress } from '../../store/sites/calls.ts';
import type { SiteFilter, Sites, SitesChange } from '../../store/sites/sites.ts';
import { sentenceOf } from '../ground/messages/sentence.ts';
import type { Services } from '../ground/services/services.ts';
import { onDidChangeOpenWith } from '../ground/services/openWith.ts';
import type { AccountRows, TreeHost } from '../ground/trees/create.ts';
import { followLatest } from '../ground/trees/followLatest.ts';
import { wordsOf } from '../ground/words/reason.ts';
import { itemOf } from './items.ts';
import { settingsOfPart, settingsOfSite } from './rowSettings.ts';
import { mayChangeSites, type Row, type RowOf } from './rows.ts';

export interface SiteRowsContext extends TreeHost<Row> {
  readonly stores: Services['stores'];
  readonly filter: () => SiteFilter | undefined;
}

/** The rows of one account's sites. */
export interface SiteRows extends AccountRows<Row> {
  /** The row of a site, of its share links, or of its part with that id; undefined if it isn't listed. */
  rowOf(at: SiteAddress, part?: string): Promise<Row | undefined>;
}

export function createSiteRows(parts: SiteRowsContext): SiteRows {
  const { stores, account, held, filter, children } = parts;
  const followed = followLatest<Sites>((sites) => sites.onDidChange(follow));
  const choosing = onDidChangeOpenWith(() => parts.changed(undefined));

  async function loadStores(): Promise<{ readonly sites: Sites; readonly library: Library }> {
    const [library, sites] = await Promise.all([stores(account).library(), stores(account).sites()]);
    return { sites: followed.use(sites), library };
  }

  function follow(change: SitesChange): void {
    for (const row of held.values()) {
      const isMeant =
        change.kind === 'sites'
          ? row.key === organizationKey(change.organizationId)
          : row.kind === 'site' && row.at.siteId === change.siteId;
      if (!isMeant) continue;
      // VS Code doesn't load a collapsed row again, but the age line above the rows must still be right.
      if (row.kind === 'site' && held.isStale(row)) noteAgeOf(row);
      held.later(row);
    }
  }

  function noteAgeOf(row: RowOf<'site'>): void {
    const content = followed.cached?.at(row.at);
    if (content) held.noteAge(row, { failure: content.failure(), asOf: content.asOf() });
  }

  async function below(row: Row | undefined): Promise<Row[]> {
    switch (row?.kind) {
      case undefined:
        return organizations();
      case 'organization':
        return sitesIn(row);
      case 'site':
        return insideOf(row);
      case 'part':
        return row.part.kind === 'site-space' ? pagesIn(row) : partRows(row.part.children, row);
      case 'shareLinks':
        return shareLinks(row);
      case 'audience':
        return conditions(row);
      case 'page':
        return row.node.children.map((node) => ({ ...row, key: `${row.key}/${node.id}`, parent: row, node }));
      default:
        return [];
    }
  }

  async function organizations(): Promise<Row[]> {
    const { library } = await loadStores();
    const rows = (await library.organizations()).map((organization): Row => ({
      kind: 'organization',
      key: organizationKey(organization.id),
      organization,
    }));
    return rows.length > 0
      ? rows
      : [note(undefined, vscode.l10n.t("This account doesn't belong to any organizations yet."))];
  }

  async function sitesIn(row: RowOf<'organization'>): Promise<Row[]> {
    const { sites } = await loadStores();
    const organizationId = row.organization.id;
    const children = await sites.sites(organizationId, filter());
    const mayChange = mayChangeSites(row.organization);
    held.noteAge(row, children);
    const rows = children.sites.map((site): Row => ({
      kind: 'site',
      key: `${row.key}/site:${site.id}`,
      parent: row,
      at: { organizationId, siteId: site.id },
      mayChange,
      settings: settingsOfSite({ organizationId, siteId: site.id }, titleText(site.title), 'site'),
    }));
    if (children.hasMore) rows.push({ kind: 'more', key: `${row.key}/more`, parent: row, organizationId });
    if (children.skipped > 0) rows.push(note(row, wordsOf({ code: 'itemsSkipped', count: children.skipped })));
    if (rows.length > 0) return rows;
    return [note(row, filter() ? vscode.l10n.t('No sites match the filter.') : vscode.l10n.t('No sites yet.'))];
  }

  async function insideOf(row: RowOf<'site'>): Promise<Row[]> {
    const { sites } = await loadStores();
    const content = sites.at(row.at);
    const { top } = await content.loadTree();
    noteAgeOf(row);
    const { at, mayChange } = row;
    const title = titleText(sites.cached(at.siteId)?.title);
    const shared = (kind: string) => ({ key: `${row.key}/${kind}`, parent: row, at, mayChange });
    return [
      ...partRows(top, row),
      ...(top.length === 0 ? [note(row, vscode.l10n.t('This site is empty.'))] : []),
      ...(mayChange ? [{ kind: 'shareLinks', ...shared('shareLinks') } as const] : []),
      { kind: 'audience', ...shared('audience'), settings: settingsOfSite(at, title, 'adaptiveSchema') },
      { kind: 'customization', ...shared('customization'), settings: settingsOfSite(at, title, 'siteCustomization') },
    ];
  }

  async function pagesIn(row: RowOf<'part'>): Promise<Row[]> {
    const { library } = await loadStores();
    const space = row.part.space?.id;
    if (space === undefined) return [];
    const { roots } = await library.pages(space);
    if (roots.length === 0) return [note(row, vscode.l10n.t('No pages yet.'))];
    return roots.map((node) => ({ kind: 'page', key: `${row.key}/${node.id}`, parent: row, space, node }));
  }

  async function shareLinks(row: RowOf<'shareLinks'>): Promise<Row[]> {
    const { sites } = await loadStores();
    const links = await sites.at(row.at).shareLinks.load();
    if (links.length === 0) return [note(row, vscode.l10n.t('No share links yet.'))];
    return links.map((link) => ({ kind: 'shareLink', key: `${row.key}/${link.id}`, parent: row, at: row.at, link }));
  }

  async function conditions(row: RowOf<'audience'>): Promise<Row[]> {
    const { sites } = await loadStores();
    const { conditions } = await sites.at(row.at).audience();
    if (conditions.length === 0) return [note(row, vscode.l10n.t('No visitor attributes.'))];
    return conditions.map(({ condition, description }) => ({
      kind: 'condition',
      key: `${row.key}/${condition}`,
      parent: row,
      condition,
      description: description ?? '',
    }));
  }

  return {
    children: below,
    failed: (parent, error) => ({
      kind: 'note',
      key: `${parent?.key ?? ''}/failed`,
      parent,
      failed: true,
      text: sentenceOf(error),
    }),
    item: (row) => itemOf(row, 'at' in row ? followed.cached?.cached(row.at.siteId) : undefined, account.key),
    async rowOf({ organizationId, siteId }, wanted) {
      const organization = (await children(undefined)).find(({ key }) => key === organizationKey(organizationId));
      const site = organization && (await children(organization)).find(({ key }) => key.endsWith(`/site:${siteId}`));
      return site && wanted !== undefined ? ((await find(children, wanted, site)) ?? site) : site;
    },
    retry: async (isStale) => {
      if (isStale) await followed.cached?.refresh();
    },
    dispose: () => vscode.Disposable.from(followed, choosing).dispose() as void,
  };
}

function partRows(children: readonly SitePart[], parent: RowOf<'site' | 'part'>): Row[] {
  const { at, mayChange } = parent;
  if (children.length === 0 && parent.kind === 'part') {
    const isGroup = parent.part.kind === 'site-section-group';
    return [
      note(parent, isGroup ? vscode.l10n.t('No sections in this group.') : vscode.l10n.t('No spaces in this section.')),
    ];
  }
  return children.map((part) => ({
    kind: 'part',
    key: `${parent.key}/${part.id}`,
    parent,
    at,
    part,
    mayChange,
    settings: settingsOfPart(at, part),
  }));
}

/** The row of a part, or of the share links, below a row. */
async function find(children: SiteRowsContext['children'], wanted: string, above: Row): Promise<Row | undefined> {
  for (const each of await children(above)) {
    if (each.kind === wanted && each.kind === 'shareLinks') return each;
    if (each.kind !== 'part') continue;
    if (each.part.id === wanted) return each;
    const found = each.part.kind === 'site-space' ? undefined : await find(children, wanted, each);
    if (found) return found;
  }
  return undefined;
}

function organizationKey(id: string): string {
  return `organization:${id}`;
}

function note(parent: Row | undefined, text: string): Row {
  return { kind: 'note', key: `${parent?.key ?? ''}/note`, parent, text, failed: false };
}
