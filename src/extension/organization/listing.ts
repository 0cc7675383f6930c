import * as vscode from 'vscode';
import { emailDomainOf } from '../../model/organizations/limits.ts';
import type { IntegrationFilter, TeamFilter } from '../../store/organizations/organizations.ts';
import { activeAccount } from '../ground/prompts/activeAccount.ts';
import type { Filter, Filters } from './filters.ts';
import type { RowOf } from './rows.ts';
import { listOf, type ListRow } from './rowLists.ts';
import { roleItems } from './words.ts';
import type { Problem } from '../ground/services/prompts.ts';
import type { Uses } from '../ground/services/services.ts';
import { showQuickPick } from '../ground/services/quickPick.ts';

const inView = { location: { viewId: 'docsPlatform.organization' } };

export async function refresh({ accounts, stores }: Uses<'accounts' | 'stores'>): Promise<void> {
  const account = accounts.active;
  if (!account) return;
  await vscode.window.withProgress(inView, async () => {
    const [organizations, library] = await Promise.all([stores(account).organizations(), stores(account).library()]);
    // Permissions are part of the organizations' records, which the Library caches.
    await Promise.all([organizations.refresh(), library.refresh()]);
  });
}

export async function loadMore(
  { accounts, stores }: Uses<'accounts' | 'stores'>,
  row: RowOf<'more'>,
  filters: Filters,
): Promise<void> {
  if (!accounts.active) return;
  const organizations = await stores(accounts.active).organizations();
  const { list } = listOf(organizations, row.parent as ListRow, filters);
  await vscode.window.withProgress(inView, () => list.more());
}

/** Sets the filter of one of the view's lists. */
type Narrow = (filters: Filters) => void;

/** The filter and the order are chosen separately: choosing one keeps the other. */
export async function filterMembers(
  parts: Uses<'accounts' | 'prompts'>,
  narrow: Narrow,
  { members, memberOrder }: Filters,
): Promise<void> {
  if (!(await activeAccount(parts))) return;
  const filter = (label: string, next: Filters['members']): Choice => ({
    label,
    ...checked(next?.inWords === members?.inWords),
    filters: async () => ({ members: next }),
  });
  const order = (label: string, next: Filters['memberOrder'], detail?: string): Choice => ({
    label,
    ...checked(next?.inWords === memberOrder?.inWords),
    ...(detail !== undefined && { detail }),
    filters: async () => ({ memberOrder: next }),
  });
  const { l10n } = vscode;
  const leavesOut = l10n.t('Excludes members who never signed in');
  await chooseFilter(narrow, l10n.t('Filter or Sort Members'), [
    separator(l10n.t('Show')),
    filter(l10n.t('All members'), undefined),
    {
      label: l10n.t('By name or email…'),
      ...checked(members?.by.search !== undefined),
      async filters() {
        const search = await askFor(parts, l10n.t('Find Members'), l10n.t('Part of a name or email address'));
        return search === undefined ? undefined : { members: { by: { search }, inWords: `“${search}”` } };
      },
    },
    ...roleItems().flatMap(({ role, label }) =>
      role === null ? [] : [filter(l10n.t('Role: {0}', label), { by: { role }, inWords: l10n.t('role: {0}', label) })],
    ),
    separator(l10n.t('Sort')),
    order(l10n.t('Newest first'), undefined),
    order(l10n.t('Oldest first'), { by: { order: 'asc' }, inWords: l10n.t('oldest first') }),
    order(
      l10n.t('Recently active first'),
      { by: { sort: 'lastSeenAt' }, inWords: l10n.t('recently active first') },
      leavesOut,
    ),
    order(
      l10n.t('Longest inactive first'),
      { by: { sort: 'lastSeenAt', order: 'asc' }, inWords: l10n.t('longest inactive first') },
      leavesOut,
    ),
  ]);
}

/** Marks the current choice. */
function checked(isChecked: boolean): Pick<vscode.QuickPickItem, 'iconPath'> {
  return isChecked ? { iconPath: new vscode.ThemeIcon('check') } : {};
}

function separator(label: string): Choice {
  return { label, kind: vscode.QuickPickItemKind.Separator, filters: async () => undefined };
}

export async function filterTeams(parts: Uses<'accounts' | 'prompts' | 'stores'>, narrow: Narrow): Promise<void> {
  const account = await activeAccount(parts);
  if (!account) return;
  const currentUserId = await (await parts.stores(account).currentUser()).load();
  const teams = (by: TeamFilter, inWords: string): Filters => ({ teams: { by, inWords } });
  const own = vscode.l10n.t('teams you can manage');
  await chooseFilter(narrow, vscode.l10n.t('Filter Teams'), [
    { label: vscode.l10n.t('All'), filters: async () => ({ teams: undefined }) },
    ...(currentUserId === undefined ? [] : [{ label: own, filters: async () => teams({ owner: currentUserId }, own) }]),
    {
      label: vscode.l10n.t('By title…'),
      async filters() {
        const title = await askFor(parts, vscode.l10n.t('Find Teams'), vscode.l10n.t('Part of a title'));
        return title === undefined ? undefined : teams({ title }, `“${title}”`);
      },
    },
  ]);
}

/** All filters of section 4.19 except the owner, which is the organization itself if there is no filter. */
export async function filterIntegrations(parts: Uses<'accounts' | 'prompts'>, narrow: Narrow): Promise<void> {
  if (!(await activeAccount(parts))) return;
  const title = vscode.l10n.t('Find Integrations');
  const all = (by: IntegrationFilter, inWords: string): Choice => ({
    label: inWords,
    filters: async () => ({ integrations: { by, inWords } satisfies Filter<IntegrationFilter> }),
  });
  const asked = (
    label: string,
    prompt: string,
    by: (text: string) => IntegrationFilter,
    problem?: (text: string) => Problem | undefined,
  ): Choice => ({
    label,
    async filters() {
      const text = await askFor(parts, title, prompt, problem);
      return text === undefined ? undefined : { integrations: { by: by(text), inWords: `“${text}”` } };
    },
  });
  await chooseFilter(narrow, vscode.l10n.t('Filter Integrations'), [
    {
      label: vscode.l10n.t('Created by the organization'),
      filters: async () => ({ integrations: undefined }),
    },
    asked(vscode.l10n.t('By name…'), vscode.l10n.t('Part of a name or title'), (search) => ({ search })),
    ...targets().map(({ label, target }) => all({ target }, label)),
    ...categories().map(({ label, category }) => all({ category }, label)),
    all({ blocks: true }, vscode.l10n.t('with blocks')),
    all({ contentSources: true }, vscode.l10n.t('with content sources')),
    asked(
      vscode.l10n.t('With blocks for URLs of a domain…'),
      vscode.l10n.t('A domain, such as example.com'),
      (blockDomain) => ({ blockDomain }),
      (text) =>
        emailDomainOf(text) === text.toLowerCase() ? undefined : vscode.l10n.t('Enter a domain, such as example.com.'),
    ),
    asked(vscode.l10n.t('With a scope…'), vscode.l10n.t('A scope, such as space:content:read'), (scope) => ({
      scope,
    })),
  ]);
}

function targets() {
  return [
    { label: vscode.l10n.t('for everything'), target: 'all' },
    { label: vscode.l10n.t('for sites'), target: 'site' },
    { label: vscode.l10n.t('for spaces'), target: 'space' },
    { label: vscode.l10n.t('for organizations'), target: 'organization' },
  ] as const;
}

function categories() {
  return [
    { label: vscode.l10n.t('category: analytics'), category: 'analytics' },
    { label: vscode.l10n.t('category: collaboration'), category: 'collaboration' },
    { label: vscode.l10n.t('category: content'), category: 'content' },
    { label: vscode.l10n.t('category: marketing'), category: 'marketing' },
    { label: vscode.l10n.t('category: visitor sign-in'), category: 'visitor-auth' },
    { label: vscode.l10n.t('category: other'), category: 'other' },
  ] as const;
}

interface Choice extends vscode.QuickPickItem {
  /** Undefined if the user dismisses the question. */
  filters(): Promise<Filters | undefined>;
}

async function chooseFilter(narrow: Narrow, title: string, choices: readonly Choice[]): Promise<void> {
  const chosen = await showQuickPick(choices, { title });
  const filters = await chosen?.filters();
  if (filters) narrow(filters);
}

async function askFor(
  { prompts }: Uses<'prompts'>,
  title: string,
  prompt: string,
  problem: (text: string) => Problem | undefined = () => undefined,
): Promise<string | undefined> {
  return prompts.ask({
    title,
    prompt,
    async accept(text) {
      const value = text.trim();
      const wrong = value === '' ? vscode.l10n.t('Enter text to search for.') : problem(value);
      return wrong === undefined ? { value } : { problem: wrong };
    },
  });
}
