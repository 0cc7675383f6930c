import * as vscode from 'vscode';
import { isKind } from '../../model/shared/failure.ts';
import type { Library } from '../../store/library/library.ts';
import type { Organizations, OrganizationsChange } from '../../store/organizations/organizations.ts';
import type { ErrorEdge } from '../ground/messages/errorEdge.ts';
import { sentenceOf } from '../ground/messages/sentence.ts';
import type { Services } from '../ground/services/services.ts';
import type { AccountRows, TreeHost } from '../ground/trees/create.ts';
import { followLatest } from '../ground/trees/followLatest.ts';
import { wordsOf } from '../ground/words/reason.ts';
import type { Filters } from './filters.ts';
import { itemOf } from './items.ts';
import { filterOf, listOf, nothingIn, orderOf, type ListRow } from './rowLists.ts';
import { may, sections, settingsOfOrganization, type Row, type RowOf, type Section } from './rows.ts';

export interface OrganizationRowsContext extends TreeHost<Row> {
  readonly stores: Services['stores'];
  readonly edge: ErrorEdge;
  readonly filters: () => Filters;
}

/** The rows of one account's organizations. */
export interface OrganizationRows extends AccountRows<Row> {
  /** The row of an organization, or of an item in one of its lists; undefined if it isn't listed. */
  rowOf(at: unknown): Promise<Row | undefined>;
}

export function createOrganizationRows(parts: OrganizationRowsContext): OrganizationRows {
  const { stores, edge, account, held, filters, isWatched, changed, children } = parts;
  const end = new AbortController();
  let currentUser: string | undefined;
  const organizations = followLatest<Organizations>((store) =>
    store.onDidChange((change) => {
      const row = held.get(keyOf(change));
      if (row) held.later(row);
    }),
  );
  // The records of organizations also contain the account's permissions.
  const library = followLatest<Library>((store) =>
    store.onDidChange((change) => {
      if (change.kind === 'children' && change.place === undefined) changed(undefined);
    }),
  );

  async function loadStores(): Promise<{ readonly organizations: Organizations; readonly library: Library }> {
    return {
      library: library.use(await stores(account).library()),
      organizations: organizations.use(await stores(account).organizations()),
    };
  }

  async function below(row: Row | undefined): Promise<Row[]> {
    switch (row?.kind) {
      case undefined:
        return roots();
      case 'organization':
        return inside(row);
      case 'members':
      case 'teams':
      case 'specs':
      case 'translations':
      case 'integrations':
      case 'team':
      case 'spec':
        return listedIn(row);
      default:
        return [];
    }
  }

  async function roots(): Promise<Row[]> {
    const { library } = await loadStores();
    const rows = (await library.organizations()).map((organization): Row => ({
      kind: 'organization',
      key: `organization:${organization.id}`,
      organization,
      settings: settingsOfOrganization(organization),
    }));
    return rows.length > 0
      ? rows
      : [note(undefined, vscode.l10n.t("This account doesn't belong to any organizations yet."))];
  }

  function inside(row: RowOf<'organization'>): Row[] {
    const { organization, settings } = row;
    const isMember = may(organization, 'listMembers') || may(organization, 'listTeams');
    const isShown: Readonly<Record<Section, boolean>> = {
      members: may(organization, 'listMembers'),
      teams: may(organization, 'listTeams'),
      specs: isMember,
      translations: isMember,
      integrations: may(organization, 'listIntegrations'),
    };
    return [
      ...sections
        .filter((section) => isShown[section])
        .map((section): Row => ({ kind: section, key: `${row.key}/${section}`, parent: row, organization })),
      { kind: 'settings', key: `${row.key}/settings`, parent: row, organization, settings },
    ];
  }

  async function listedIn(row: ListRow): Promise<Row[]> {
    const { organizations } = await loadStores();
    const { list, rowOf } = listOf(organizations, row, filters());
    const [children] = await Promise.all([
      list.load({ signal: end.signal }),
      row.kind === 'members' || row.kind === 'team' ? learnCurrentUser() : undefined,
    ]);
    held.noteAge(row, children);
    const rows = children.items.map(rowOf);
    for (const each of rows) if (each.kind === 'spec') watch(organizations, each);
    if (children.hasMore) rows.push({ kind: 'more', key: `${row.key}/more`, parent: row });
    if (children.skipped > 0) {
      rows.push(note(row, wordsOf({ code: 'itemsSkipped', count: children.skipped })));
    }
    return rows.length > 0 ? rows : [note(row, nothingIn(row, filters()))];
  }

  /** Without it, no member is marked as the current user. */
  async function learnCurrentUser(): Promise<void> {
    try {
      currentUser ??= await (await stores(account).currentUser()).load({ signal: end.signal });
    } catch (error) {
      edge.note('Organization', error);
    }
  }

  function watch(organizations: Organizations, { organization, spec }: RowOf<'spec'>): void {
    if (spec.processingState !== 'pending' && spec.processingState !== 'progress') return;
    const at = { organizationId: organization.id, specSlug: spec.slug };
    organizations
      .settled(at, { signal: end.signal, isWatched })
      .catch((error: unknown) => edge.note('OpenAPI specification', error));
  }

  return {
    children: below,
    failed(parent, error) {
      const isForbidden = isKind(error, 'forbidden');
      const text = isForbidden ? vscode.l10n.t("You don't have permission to see this.") : sentenceOf(error);
      return { ...note(parent, text), failed: !isForbidden };
    },
    item(row) {
      const store = organizations.cached;
      const list = store && isSection(row) ? listOf(store, row, filters()).list.cached() : undefined;
      return itemOf(row, { list, filter: filterOf(row, filters()), order: orderOf(row, filters()), currentUser });
    },
    async rowOf(at) {
      const { organizationId, section, id } = at as { organizationId: string; section?: Section; id?: string };
      const keys = [`organization:${organizationId}`, section, id].filter((each) => each !== undefined);
      let row: Row | undefined;
      for (const end of keys.map((_, index) => keys.slice(0, index + 1).join('/'))) {
        const next = (await children(row)).find(({ key }) => key === end);
        if (!next) return row;
        row = next;
      }
      return row;
    },
    retry: async (isStale) => {
      if (isStale) await organizations.cached?.refresh();
    },
    dispose() {
      end.abort();
      organizations.dispose();
      library.dispose();
    },
  };
}

function isSection(row: Row): row is RowOf<Section> {
  return sections.includes(row.kind as Section);
}

/** The key of the row that has this list below it. */
function keyOf({ list, organizationId, within }: OrganizationsChange): string {
  const organization = `organization:${organizationId}`;
  switch (list) {
    case 'teamMembers':
      return `${organization}/teams/${within ?? ''}`;
    case 'versions':
      return `${organization}/specs/${within ?? ''}`;
    default:
      return `${organization}/${list}`;
  }
}

function note(parent: Row | undefined, text: string): RowOf<'note'> & Row {
  return { kind: 'note', key: `${parent?.key ?? ''}/note`, parent, text, failed: false };
}
