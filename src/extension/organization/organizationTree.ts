import * as vscode from 'vscode';
import type { Library } from '../../store/library.ts';
import type { Listed, Organizations, OrganizationsChange } from '../../store/organizations.ts';
import type { Account } from '../account/accounts.ts';
import { ageMessage } from '../ageMessage.ts';
import { asApiError, sentenceOf, type ErrorEdge } from '../commands/errorEdge.ts';
import type { Platforms } from '../platforms.ts';
import type { Filters } from './filters.ts';
import { itemOf } from './organizationItems.ts';
import { may, sections, settingsOfOrganization, type Row, type RowOf, type Section } from './organizationRows.ts';
import { filterOf, listOf, nothingIn, type ListRow } from './rowLists.ts';

export interface OrganizationTreeParts {
  readonly platforms: Platforms;
  readonly edge: ErrorEdge;
  readonly account: Account;
  readonly filters: () => Filters;
  /** Whether somebody sees the rows: what changes by itself is asked for then only. */
  readonly isWatched: () => boolean;
  /** Asks VS Code to ask again for what is below a row; for everything when undefined. */
  readonly changed: (row: Row | undefined) => void;
  /** A line above the rows. */
  readonly say: (message: string | undefined) => void;
}

/** The rows of one account's organizations. */
export interface OrganizationTree extends vscode.Disposable {
  children(row: Row | undefined): Promise<Row[]>;
  item(row: Row): vscode.TreeItem;
  /** The row of an organization, or of something in one of its lists; undefined when it is not listed. */
  rowOf(at: unknown): Promise<Row | undefined>;
}

export function createOrganizationTree(parts: OrganizationTreeParts): OrganizationTree {
  const { platforms, edge, account, filters, isWatched, changed, say } = parts;
  /** What VS Code holds: it takes changes only for the very objects that it was given. */
  const held = new Map<string, Row>();
  const stale = new Map<string, Listed<unknown>>();
  const end = new AbortController();
  const waiting = new Set<Row>();
  let library: Library | undefined;
  let organizations: Organizations | undefined;
  let following: { dispose(): void } | undefined;

  async function stores(): Promise<{ readonly organizations: Organizations; readonly library: Library }> {
    library ??= await platforms.library(account);
    organizations ??= await platforms.organizations(account);
    if (!end.signal.aborted) {
      following ??= vscode.Disposable.from(
        organizations.onDidChange((change) => {
          const row = held.get(keyOf(change));
          if (row) later(row);
        }),
        // What one may do, too, stands in the organizations.
        library.onDidChange((change) => {
          if (change.kind === 'children' && change.place === undefined) changed(undefined);
        }),
      );
    }
    return { organizations, library };
  }

  /** One act is told several times over: VS Code is asked once. */
  function later(row: Row): void {
    waiting.add(row);
    if (waiting.size > 1) return;
    setTimeout(() => {
      const rows = [...waiting];
      waiting.clear();
      if (end.signal.aborted) return;
      for (const each of rows) if (!rows.some((other) => isAbove(other, each))) changed(each);
    }, 30);
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
    const { library } = await stores();
    const rows = (await library.organizations()).map((organization): Row => ({
      kind: 'organization',
      key: `organization:${organization.id}`,
      organization,
      settings: settingsOfOrganization(organization),
    }));
    return rows.length > 0 ? rows : [note(undefined, vscode.l10n.t('This account belongs to no organization yet.'))];
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
    const { organizations } = await stores();
    const { list, rowOf } = listOf(organizations, row, filters());
    const shelf = await list.load({ signal: end.signal });
    if (shelf.failure) stale.set(row.key, shelf);
    else stale.delete(row.key);
    sayAge();
    const rows = shelf.items.map(rowOf);
    for (const each of rows) if (each.kind === 'spec') watch(organizations, each);
    if (shelf.hasMore) rows.push({ kind: 'more', key: `${row.key}/more`, parent: row });
    if (shelf.skipped > 0) {
      rows.push(note(row, vscode.l10n.t('{0} could not be read. The log says why.', shelf.skipped)));
    }
    return rows.length > 0 ? rows : [note(row, nothingIn(row, filters()))];
  }

  function watch(organizations: Organizations, { organization, spec }: RowOf<'spec'>): void {
    if (spec.processingState !== 'pending' && spec.processingState !== 'progress') return;
    const at = { organizationId: organization.id, specSlug: spec.slug };
    organizations
      .settled(at, { signal: end.signal, isWatched })
      .catch((error: unknown) => edge.note('OpenAPI specification', error));
  }

  function sayAge(): void {
    const [oldest] = [...stale.values()].sort((one, other) => one.asOf - other.asOf);
    say(oldest?.failure && ageMessage(oldest.failure, oldest.asOf, Date.now()));
  }

  async function childrenOf(row: Row | undefined): Promise<Row[]> {
    let rows: Row[];
    try {
      rows = await below(row);
    } catch (error) {
      const failure = asApiError(error);
      if (!failure) throw error;
      edge.note('Organization', error);
      const isForbidden = failure.kind === 'forbidden';
      const text = isForbidden ? vscode.l10n.t('Your account may not see this.') : sentenceOf(error);
      rows = [{ ...note(row, text), failed: !isForbidden }];
    }
    for (const each of rows) held.set(each.key, each);
    return rows;
  }

  return {
    children: childrenOf,
    item(row) {
      const list = organizations && isSection(row) ? listOf(organizations, row, filters()).list.known() : undefined;
      return itemOf(row, account.key, { list, filter: filterOf(row, filters()) });
    },
    async rowOf(at) {
      const { organizationId, section, id } = at as { organizationId: string; section?: Section; id?: string };
      const keys = [`organization:${organizationId}`, section, id].filter((each) => each !== undefined);
      let row: Row | undefined;
      for (const end of keys.map((_, index) => keys.slice(0, index + 1).join('/'))) {
        const next = (await childrenOf(row)).find(({ key }) => key === end);
        if (!next) return row;
        row = next;
      }
      return row;
    },
    dispose() {
      end.abort();
      following?.dispose();
      held.clear();
    },
  };
}

function isSection(row: Row): row is RowOf<Section> {
  return sections.includes(row.kind as Section);
}

/** The row below which the list stands. */
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

function isAbove(row: Row, other: Row): boolean {
  for (let next = other.parent; next; next = next.parent) if (next === row) return true;
  return false;
}
