import * as vscode from 'vscode';
import type { SpaceSearchResult } from '../../contract/content.ts';
import type { Organization } from '../../contract/organizations.ts';
import type { Space } from '../../contract/spaces.ts';
import { addressOf } from '../../model/address.ts';
import type { Api } from '../../client/api.ts';
import type { Library, Place } from '../../store/library.ts';
import type { Account } from '../account/accounts.ts';
import { withoutIcons } from '../prompts/plainText.ts';
import { sentenceOf } from '../commands/errorEdge.ts';
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

const pause = 200;
const longestQuery = 512;

/** Full-text search as one types, in a space or over the organizations; opens the page at the section found. */
export async function searchPages(parts: SearchParts, given: unknown): Promise<void> {
  const { platforms, edge } = parts;
  const account = await activeAccount(parts);
  if (!account) return;
  const library = await platforms.library(account);
  const api = await platforms.api(account);
  const all = await organizationsOf(library);
  const near = await spaceNearby(library, account, given);
  let scope: Scope = near.asked && near.space ? { space: near.space } : { organizations: all };

  const picker = vscode.window.createQuickPick<ResultItem>();
  picker.placeholder = vscode.l10n.t('Words to look for');
  let searching: AbortController | undefined;
  let waiting: NodeJS.Timeout | undefined;

  const showScope = (): void => {
    picker.title =
      'space' in scope
        ? vscode.l10n.t('Search in {0}', scope.space.title)
        : vscode.l10n.t('Search in {0}', scope.organizations.map(({ title }) => title).join(', '));
    const wider = { iconPath: new vscode.ThemeIcon('organization'), tooltip: vscode.l10n.t('Search all spaces') };
    const narrower = near.space && {
      iconPath: new vscode.ThemeIcon('book'),
      tooltip: vscode.l10n.t('Search in {0} only', near.space.title),
    };
    picker.buttons = 'space' in scope ? [wider] : narrower ? [narrower] : [];
  };
  const search = async (): Promise<void> => {
    searching?.abort();
    const query = picker.value.trim().slice(0, longestQuery);
    if (query === '') {
      picker.items = [];
      picker.busy = false;
      return;
    }
    const mine = (searching = new AbortController());
    picker.busy = true;
    try {
      const found = await results(api, scope, query, mine.signal);
      if (mine.signal.aborted) return;
      const items = found.flatMap(itemsOf);
      picker.items = items.length > 0 ? items : [note(vscode.l10n.t('Nothing found for “{0}”.', query))];
    } catch (error) {
      if (mine.signal.aborted) return;
      edge.note('Search', error);
      picker.items = [note(vscode.l10n.t('Could not search: {0}', sentenceOf(error)))];
    } finally {
      if (searching === mine) picker.busy = false;
    }
  };

  picker.onDidChangeValue(() => {
    clearTimeout(waiting);
    searching?.abort();
    picker.busy = picker.value.trim() !== '';
    waiting = setTimeout(() => void search(), pause);
  });
  picker.onDidTriggerButton(() => {
    scope = 'space' in scope || !near.space ? { organizations: all } : { space: near.space };
    showScope();
    void search();
  });
  picker.onDidAccept(async () => {
    const chosen = picker.selectedItems[0];
    if (!chosen?.page || !chosen.space) return;
    picker.hide();
    await openResult(library, account, chosen).catch((error: unknown) => edge.explain('docsPlatform.search', error));
  });
  picker.onDidHide(() => {
    clearTimeout(waiting);
    searching?.abort();
    picker.dispose();
  });
  showScope();
  picker.show();
}

async function organizationsOf(library: Library): Promise<readonly Organization[]> {
  const { places } = await library.children(undefined);
  return places.flatMap((place) => (place.kind === 'organization' ? [place.organization] : []));
}

/** The space of the row that was asked for, else the one of the page in the active editor. */
async function spaceNearby(
  library: Library,
  account: Account,
  given: unknown,
): Promise<{ space: Space | undefined; asked: boolean }> {
  const place = given as Place | undefined;
  if (place && 'space' in place) return { space: place.space, asked: true };
  const uri = vscode.window.activeTextEditor?.document.uri;
  const address = uri && addressOf(uri);
  if (address?.account !== account.key) return { space: undefined, asked: false };
  return { space: await library.space(address.space).catch(() => undefined), asked: false };
}

async function results(
  api: Pick<Api, 'content' | 'organizations'>,
  scope: Scope,
  query: string,
  signal: AbortSignal,
): Promise<Found[]> {
  if ('space' in scope) {
    const { items } = await api.content.search({ spaceId: scope.space.id, query, limit: 50 }, { signal });
    return [{ space: scope.space.id, spaceTitle: scope.space.title, pages: items }];
  }
  const lists = await Promise.all(
    scope.organizations.map(({ id }) => api.organizations.search({ organizationId: id, query, limit: 50 }, { signal })),
  );
  return lists.flatMap(({ items }) =>
    items.map((space) => ({ space: space.id, spaceTitle: space.title ?? '', pages: space.pages ?? [] })),
  );
}

/** A row per section found; the page itself only where none of its sections was. */
function itemsOf({ space, spaceTitle, pages }: Found): ResultItem[] {
  return pages.flatMap((page): ResultItem[] => {
    const title = page.title || vscode.l10n.t('Untitled');
    const found = page.sections ?? [];
    if (found.length === 0) {
      return [
        {
          label: withoutIcons(title),
          description: withoutIcons(spaceTitle),
          alwaysShow: true,
          space,
          page,
          iconPath: pageIcon,
        },
      ];
    }
    return found.map((section) => {
      const isPage = !section.title || section.title === title;
      return {
        label: withoutIcons(isPage ? title : (section.title ?? title)),
        description: withoutIcons(isPage ? spaceTitle : `${title} · ${spaceTitle}`),
        detail: withoutIcons(section.body ?? ''),
        alwaysShow: true,
        space,
        page,
        section: { anchor: section.path?.split('#')[1], title: section.title ?? undefined },
        iconPath: isPage ? pageIcon : sectionIcon,
      };
    });
  });
}

const pageIcon = new vscode.ThemeIcon('file');
const sectionIcon = new vscode.ThemeIcon('symbol-string');

async function openResult(library: Library, account: Account, item: ResultItem): Promise<void> {
  const { space, page, section } = item;
  if (!space || !page) return;
  const node = (await library.pages(space)).byId.get(page.id);
  if (!node?.path) {
    throw new Error(vscode.l10n.t('“{0}” no longer exists on the platform.', page.title ?? page.id));
  }
  await openPage({ account: account.key, space, path: node.path, anchor: section?.anchor, section: section?.title });
}

function note(text: string): ResultItem {
  return { label: withoutIcons(text), alwaysShow: true };
}
