import * as vscode from 'vscode';
import type { ApiError } from '../../client/errors.ts';
import type { SitePart } from '../../model/sites/tree.ts';
import { titleText } from '../../model/shared/titleText.ts';
import type { Library } from '../../store/library/library.ts';
import type { SiteAddress } from '../../store/sites/calls.ts';
import type { SiteFilter, Sites, SitesChange } from '../../store/sites/sites.ts';
import { asApiError, sentenceOf, type ErrorEdge } from '../messages/errorEdge.ts';
import type { Platforms } from '../services/platforms.ts';
import type { AccountTreeHost, RowTree } from '../trees/accountTree.ts';
import { createAgeLine, type Stale } from '../trees/ageLine.ts';
import { holdRows } from '../trees/heldRows.ts';
import { settingsOfPart, settingsOfSite } from './rowSettings.ts';
import { itemOf, mayChangeSites, type Row, type RowOf } from './rows.ts';

export interface SitesTreeParts extends AccountTreeHost<Row> {
  readonly platforms: Platforms;
  readonly edge: ErrorEdge;
  readonly filter: () => SiteFilter | undefined;
}

/** The rows of one account's sites. */
export interface SitesTree extends RowTree<Row> {
  /** The rows that lead to a site, to its share links, or to the part of it with that id; undefined when it is not listed. */
  rowOf(at: SiteAddress, part?: string): Promise<Row | undefined>;
}

export function createSitesTree(parts: SitesTreeParts): SitesTree {
  const { platforms, edge, account, filter, changed, say } = parts;
  const held = holdRows<Row>(changed);
  const ageLine = createAgeLine(say, platforms.reachability, () => account.key);
  ageLine.show([]);
  const failures = new Map<string, Stale>();
  let sites: Sites | undefined;
  let following: { dispose(): void } | undefined;
  let isDisposed = false;

  /** Made anew when the account was signed in again, or the sample workspace was reset. */
  async function stores(): Promise<{ readonly sites: Sites; readonly library: Library }> {
    const [library, present] = await Promise.all([platforms.library(account), platforms.sites(account)]);
    if (present !== sites && !isDisposed) {
      following?.dispose();
      following = present.onDidChange(heard);
    }
    sites = present;
    return { sites, library };
  }

  function heard(change: SitesChange): void {
    if (change.kind === 'site') hearFailure(change.siteId);
    for (const row of held.values()) {
      const isMeant =
        change.kind === 'sites'
          ? row.key === organizationKey(change.organizationId)
          : row.kind === 'site' && row.at.siteId === change.siteId;
      if (isMeant) held.later(row);
    }
  }

  /** A row that is closed is not asked for again: what is said above the rows is to be true all the same. */
  function hearFailure(siteId: string): void {
    for (const row of held.values()) {
      if (row.kind !== 'site' || row.at.siteId !== siteId || !failures.has(row.key)) continue;
      const content = sites?.at(row.at);
      if (content) holdFailure(row.key, content.failure(), content.asOf());
    }
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
    const { library } = await stores();
    const rows = (await library.organizations()).map((organization): Row => ({
      kind: 'organization',
      key: organizationKey(organization.id),
      organization,
    }));
    return rows.length > 0 ? rows : [note(undefined, vscode.l10n.t('This account belongs to no organization yet.'))];
  }

  async function sitesIn(row: RowOf<'organization'>): Promise<Row[]> {
    const { sites } = await stores();
    const organizationId = row.organization.id;
    const shelf = await sites.sites(organizationId, filter());
    const mayChange = mayChangeSites(row.organization);
    holdFailure(row.key, shelf.failure, shelf.asOf);
    const rows = shelf.sites.map((site): Row => ({
      kind: 'site',
      key: `${row.key}/site:${site.id}`,
      parent: row,
      at: { organizationId, siteId: site.id },
      mayChange,
      settings: settingsOfSite({ organizationId, siteId: site.id }, titleText(site.title), 'site'),
    }));
    const listed = new Set(rows.map(({ key }) => key));
    for (const key of failures.keys()) if (key.startsWith(`${row.key}/site:`) && !listed.has(key)) failures.delete(key);
    ageLine.show(failures.values());
    if (shelf.hasMore) rows.push({ kind: 'more', key: `${row.key}/more`, parent: row, organizationId });
    if (shelf.skipped > 0)
      rows.push(note(row, vscode.l10n.t('{0} could not be read. The log says why.', shelf.skipped)));
    if (rows.length > 0) return rows;
    return [note(row, filter() ? vscode.l10n.t('No site matches the filter.') : vscode.l10n.t('No sites yet.'))];
  }

  async function insideOf(row: RowOf<'site'>): Promise<Row[]> {
    const { sites } = await stores();
    const content = sites.at(row.at);
    const { top } = await content.loadTree();
    holdFailure(row.key, content.failure(), content.asOf());
    const { at, mayChange } = row;
    const title = titleText(sites.known(at.siteId)?.title);
    const shared = (kind: string) => ({ key: `${row.key}/${kind}`, parent: row, at, mayChange });
    return [
      ...partRows(top, row),
      ...(top.length === 0 ? [note(row, vscode.l10n.t('Nothing stands in this site yet.'))] : []),
      ...(mayChange ? [{ kind: 'shareLinks', ...shared('shareLinks') } as const] : []),
      { kind: 'audience', ...shared('audience'), settings: settingsOfSite(at, title, 'adaptiveSchema') },
      { kind: 'customization', ...shared('customization'), settings: settingsOfSite(at, title, 'siteCustomization') },
    ];
  }

  function partRows(children: readonly SitePart[], parent: RowOf<'site' | 'part'>): Row[] {
    const { at, mayChange } = parent;
    if (children.length === 0 && parent.kind === 'part') {
      const isGroup = parent.part.kind === 'site-section-group';
      return [
        note(
          parent,
          isGroup ? vscode.l10n.t('No sections in this group.') : vscode.l10n.t('No spaces in this section.'),
        ),
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

  async function pagesIn(row: RowOf<'part'>): Promise<Row[]> {
    const { library } = await stores();
    const space = row.part.space?.id;
    if (space === undefined) return [];
    const { roots } = await library.pages(space);
    if (roots.length === 0) return [note(row, vscode.l10n.t('No pages yet.'))];
    return roots.map((node) => ({ kind: 'page', key: `${row.key}/${node.id}`, parent: row, space, node }));
  }

  async function shareLinks(row: RowOf<'shareLinks'>): Promise<Row[]> {
    const { sites } = await stores();
    const links = await sites.at(row.at).shareLinks.load();
    if (links.length === 0) return [note(row, vscode.l10n.t('No share links yet.'))];
    return links.map((link) => ({ kind: 'shareLink', key: `${row.key}/${link.id}`, parent: row, at: row.at, link }));
  }

  async function conditions(row: RowOf<'audience'>): Promise<Row[]> {
    const { sites } = await stores();
    const { conditions } = await sites.at(row.at).audience();
    if (conditions.length === 0) return [note(row, vscode.l10n.t('Its visitors have no attributes.'))];
    return conditions.map(({ condition, description }) => ({
      kind: 'condition',
      key: `${row.key}/${condition}`,
      parent: row,
      condition,
      description: description ?? '',
    }));
  }

  function holdFailure(key: string, failure: ApiError | undefined, asOf: number): void {
    if (failure) failures.set(key, { failure, asOf });
    else failures.delete(key);
    ageLine.show(failures.values());
  }

  return {
    async children(row) {
      let rows: Row[];
      try {
        rows = await below(row);
      } catch (error) {
        if (!asApiError(error)) throw error;
        edge.note('Sites', error);
        rows = [{ kind: 'note', key: `${row?.key ?? ''}/failed`, parent: row, failed: true, text: sentenceOf(error) }];
      }
      held.hold(rows);
      return rows;
    },
    item: (row) => itemOf(row, 'at' in row ? sites?.known(row.at.siteId) : undefined, account.key),
    async rowOf({ organizationId, siteId }, wanted) {
      let row: Row | undefined;
      const way = [
        (each: Row) => each.key === organizationKey(organizationId),
        (each: Row) => each.key.endsWith(`/site:${siteId}`),
      ];
      for (const isNext of way) {
        row = (await this.children(row)).find(isNext);
        if (!row) return undefined;
      }
      const find = async (above: Row): Promise<Row | undefined> => {
        for (const each of await this.children(above)) {
          if (each.kind === wanted && each.kind === 'shareLinks') return each;
          if (each.kind !== 'part') continue;
          if (each.part.id === wanted) return each;
          const found = each.part.kind === 'site-space' ? undefined : await find(each);
          if (found) return found;
        }
        return undefined;
      };
      return row && wanted !== undefined ? ((await find(row)) ?? row) : row;
    },
    retry: async () => {
      if (failures.size > 0) await sites?.refresh();
    },
    dispose() {
      isDisposed = true;
      ageLine.dispose();
      following?.dispose();
      held.dispose();
    },
  };
}

function organizationKey(id: string): string {
  return `organization:${id}`;
}

function note(parent: Row | undefined, text: string): Row {
  return { kind: 'note', key: `${parent?.key ?? ''}/note`, parent, text, failed: false };
}
