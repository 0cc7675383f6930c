import * as vscode from 'vscode';
import type { SpaceSearchResult } from '../../contract/content.ts';
import type { Organization } from '../../contract/organizations.ts';
import type { Space } from '../../contract/spaces.ts';
import { addressOf } from '../pageUri.ts';
import { lineageOf } from '../../model/pageTree.ts';
import { titleText } from '../../model/titleText.ts';
import type { Api } from '../../client/api.ts';
import type { Library, Place } from '../../store/library.ts';
import type { Account } from '../account/accounts.ts';
import { withoutIcons } from '../prompts/plainText.ts';
import { sentenceOf, type ErrorEdge } from '../commands/errorEdge.ts';
import { activeAccount } from '../account/activeAccount.ts';
import type { SearchParts } from './searchParts.ts';
import { openPage } from './openPage.ts';

type Scope = { readonly space: Space } | { readonly organizations: readonly Organization[] };

interface ResultItem extends vscode.QuickPickItem {
  readonly space?: string;
  readonly page?: SpaceSearchResult;
  readonly section?: { readonly anchor: string | undefined; readonly title: string | undefined };
}

interface Found {
  readonly space: string;
  readonly spaceTitle: string;
  readonly pages: readonly SpaceSearchResult[];
}

/** What is searched by, and what is known without asking. */
type Searched = Pick<SearchContext, 'api' | 'library'>;

const pause = 200;
const longestQuery = 512;
const mostFound = 50;

/** Full-text search as one types, in a space or over the organizations; opens the page at the section found. */
export async function searchPages(parts: SearchParts, given: unknown): Promise<void> {
  const { platforms, edge } = parts;
  const account = await activeAccount(parts);
  if (!account) return;

  const picker = vscode.window.createQuickPick<ResultItem>();
  picker.title = vscode.l10n.t('Search');
  picker.placeholder = vscode.l10n.t('Words to look for');
  picker.busy = true;
  // Go to Page gives what was typed there.
  if (typeof given === 'string') picker.value = given;
  let context: SearchContext | undefined;
  let scope: Scope | undefined;
  let searching: AbortController | undefined;
  let waiting: NodeJS.Timeout | undefined;
  const leaving = new AbortController();

  const showScope = (): void => {
    if (!context || !scope) return;
    const { near } = context;
    const places = 'space' in scope ? [scope.space] : scope.organizations;
    const names = places.map(({ title }) => titleText(title));
    picker.title = vscode.l10n.t('Search in {0}', names.join(', '));
    const wider = { iconPath: new vscode.ThemeIcon('organization'), tooltip: vscode.l10n.t('Search all spaces') };
    const narrower = near && {
      iconPath: new vscode.ThemeIcon('book'),
      tooltip: vscode.l10n.t('Search in {0} only', titleText(near.title)),
    };
    picker.buttons = 'space' in scope ? [wider] : narrower ? [narrower] : [];
  };
  const search = async (): Promise<void> => {
    searching?.abort();
    // What is typed before it is known where to search is searched as soon as it is.
    if (!context || !scope) return;
    const query = picker.value.trim().slice(0, longestQuery);
    if (query === '') {
      picker.items = [];
      picker.busy = false;
      return;
    }
    const mine = (searching = new AbortController());
    picker.busy = true;
    const items = await found(context, scope, query, mine.signal, edge);
    if (mine.signal.aborted) return;
    picker.items = items.length > 0 ? items : [note(vscode.l10n.t('Nothing found for “{0}”.', query))];
    picker.busy = false;
  };

  picker.onDidChangeValue(() => {
    clearTimeout(waiting);
    searching?.abort();
    picker.busy = context === undefined || picker.value.trim() !== '';
    waiting = setTimeout(() => void search(), pause);
  });
  picker.onDidTriggerButton(() => {
    if (!context || !scope) return;
    scope = 'space' in scope || !context.near ? { organizations: context.all } : { space: context.near };
    showScope();
    void search();
  });
  picker.onDidAccept(() => {
    const chosen = picker.selectedItems[0];
    if (!chosen?.page || !chosen.space || !context) return;
    picker.hide();
    openResult(context.library, account, chosen).catch((error: unknown) => edge.explain('docsPlatform.search', error));
  });
  picker.onDidHide(() => {
    clearTimeout(waiting);
    searching?.abort();
    leaving.abort();
    picker.dispose();
  });
  picker.show();

  try {
    const library = await platforms.library(account);
    const all = await library.organizations({ signal: leaving.signal });
    const near = await spaceNearby(library, account, given, leaving.signal);
    context = { library, api: await platforms.api(account), all, near: near.space };
    scope = near.asked && near.space ? { space: near.space } : { organizations: all };
  } catch (error) {
    if (leaving.signal.aborted) return;
    picker.hide();
    throw error;
  }
  if (leaving.signal.aborted) return;
  showScope();
  await search();
}

interface SearchContext {
  readonly library: Library;
  readonly api: Pick<Api, 'content' | 'organizations'>;
  readonly all: readonly Organization[];
  readonly near: Space | undefined;
}

/** The space of the row that was asked for, else the one of the page in the active editor. */
async function spaceNearby(
  library: Library,
  account: Account,
  given: unknown,
  signal: AbortSignal,
): Promise<{ space: Space | undefined; asked: boolean }> {
  const place = typeof given === 'string' ? undefined : (given as Place | undefined);
  if (place && 'space' in place) return { space: place.space, asked: true };
  const uri = vscode.window.activeTextEditor?.document.uri;
  const address = uri && addressOf(uri);
  if (address?.account !== account.key) return { space: undefined, asked: false };
  return { space: await library.space(address.space, { signal }).catch(() => undefined), asked: false };
}

/** The rows of what was found. A part that could not be searched is a row of its own, and hides none of the others. */
async function found(
  searched: Searched,
  scope: Scope,
  query: string,
  signal: AbortSignal,
  edge: ErrorEdge,
): Promise<ResultItem[]> {
  const parts =
    'space' in scope
      ? [{ title: scope.space.title, rows: inSpace(searched, scope.space, query, signal) }]
      : scope.organizations.map(({ id, title }) => ({ title, rows: inOrganization(searched, id, query, signal) }));
  const all = await Promise.all(
    parts.map(({ title, rows }) =>
      rows.catch((error: unknown) => {
        edge.note('Search', error);
        return [note(vscode.l10n.t('Could not search in {0}: {1}', titleText(title), sentenceOf(error)))];
      }),
    ),
  );
  return all.flat();
}

async function inSpace(
  { api, library }: Searched,
  space: Space,
  query: string,
  signal: AbortSignal,
): Promise<ResultItem[]> {
  const { items, next } = await api.content.search({ spaceId: space.id, query, limit: mostFound }, { signal });
  return [...itemsOf(library, { space: space.id, spaceTitle: titleText(space.title), pages: items }), ...more(next)];
}

async function inOrganization(
  { api, library }: Searched,
  organizationId: string,
  query: string,
  signal: AbortSignal,
): Promise<ResultItem[]> {
  const { items, next } = await api.organizations.search({ organizationId, query, limit: mostFound }, { signal });
  const rows = items.flatMap((space) =>
    itemsOf(library, { space: space.id, spaceTitle: titleText(space.title, ''), pages: space.pages ?? [] }),
  );
  return [...rows, ...more(next)];
}

function more(next: unknown): ResultItem[] {
  return next ? [note(vscode.l10n.t('There is more: type further words to narrow it down.'))] : [];
}

/** A row per section found; the page itself only where none of its sections was. */
function itemsOf(library: Library, { space, spaceTitle, pages }: Found): ResultItem[] {
  return pages.flatMap((page): ResultItem[] => {
    const where = [spaceTitle, ...namesAbove(library, space, page)].filter(Boolean).join(' › ');
    const title = titleText(page.title, vscode.l10n.t('Untitled'));
    const found = page.sections ?? [];
    if (found.length === 0) {
      return [
        {
          label: withoutIcons(title),
          description: withoutIcons(where),
          alwaysShow: true,
          space,
          page,
          iconPath: pageIcon,
        },
      ];
    }
    return found.map((section) => {
      const heading = titleText(section.title, title);
      const isPage = heading === title;
      return {
        label: withoutIcons(heading),
        description: withoutIcons(isPage ? where : `${title} · ${where}`),
        detail: withoutIcons(titleText(section.body, '')),
        alwaysShow: true,
        space,
        page,
        section: { anchor: section.path?.split('#')[1], title: section.title ?? undefined },
        iconPath: isPage ? pageIcon : sectionIcon,
      };
    });
  });
}

/** What a page stands in: by title where its space's pages are known, else as the platform's path of it says. */
function namesAbove(library: Library, space: string, { id, path }: SpaceSearchResult): string[] {
  const node = library.knownPages(space)?.byId.get(id);
  if (node)
    return lineageOf(node)
      .slice(0, -1)
      .map(({ title }) => title);
  return (path ?? '')
    .split('/')
    .filter(Boolean)
    .slice(0, -1)
    .map((segment) => titleText(segment));
}

const pageIcon = new vscode.ThemeIcon('file');
const sectionIcon = new vscode.ThemeIcon('symbol-string');

async function openResult(library: Library, account: Account, item: ResultItem): Promise<void> {
  const { space, page, section } = item;
  if (!space || !page) return;
  const node = (await library.pages(space)).byId.get(page.id);
  if (!node?.path) {
    throw new Error(vscode.l10n.t('“{0}” no longer exists on the platform.', titleText(page.title, page.id)));
  }
  await openPage({ account: account.key, space, path: node.path, anchor: section?.anchor, section: section?.title });
}

function note(text: string): ResultItem {
  return { label: withoutIcons(text), alwaysShow: true };
}
