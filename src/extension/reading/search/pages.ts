import * as vscode from 'vscode';
import type { SpaceSearchResult } from '../../../contract/spaces/content.ts';
import type { Space } from '../../../contract/spaces/spaces.ts';
import { placeAt } from '../../ground/places/place.ts';
import { lineageOf } from '../../../model/pages/tree.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type { Api } from '../../../client/api.ts';
import type { Library } from '../../../store/library/library.ts';
import type { Account } from '../../ground/services/accounts.ts';
import { isLibraryRow } from '../../ground/places/libraryRows.ts';
import { shownUri } from '../../ground/places/openPageUri.ts';
import { plainText, withoutIcons } from '../../ground/words/plainText.ts';
import type { ErrorEdge } from '../../ground/messages/errorEdge.ts';
import { sentenceOf } from '../../ground/messages/sentence.ts';
import { activeAccount } from '../../ground/prompts/activeAccount.ts';
import { excerptOf, wordsOf } from './excerpt.ts';
import { openPage } from './openPage.ts';
import {
  atLeast,
  scopeButtons,
  scopeInWords,
  scopesAround,
  type LastScope,
  type ScopeButton,
  type ScopeKind,
  type Scopes,
} from './scope.ts';
import type { Uses } from '../../ground/services/services.ts';
import { createQuickPick, showInput } from '../../ground/services/openInput.ts';

interface ResultItem extends vscode.QuickPickItem {
  readonly space: string;
  readonly page: SpaceSearchResult;
  readonly section?: { readonly anchor: string | undefined; readonly title: string | undefined };
}

interface Found {
  readonly space: string;
  readonly spaceTitle: string;
  readonly pages: readonly SpaceSearchResult[];
}

/** What a search uses without any request. */
interface Searched {
  readonly library: Library;
  readonly api: Pick<Api, 'content' | 'organizations'>;
}

interface SearchContext extends Searched {
  readonly scopes: Scopes;
}

/** The results of a search, and a message if there is one to show. */
interface Results {
  readonly items: readonly ResultItem[];
  readonly words: string | undefined;
}

const pause = 200;
const longestQuery = 512;
const mostFound = 50;
/** A query needs at least one letter, digit or symbol such as an emoji. */
const isSearchable = /[\p{L}\p{N}\p{S}]/u;

/** Full-text search while typing, in a space, an organization or all of them. Opens the page at the section found. */
export async function searchPages(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'stores'>,
  given: unknown,
  last: LastScope,
): Promise<void> {
  const { stores, edge } = parts;
  const account = await activeAccount(parts);
  if (!account) return;

  const picker = createQuickPick<ResultItem>();
  picker.title = vscode.l10n.t('Search');
  picker.placeholder = vscode.l10n.t('Search your documentation');
  // VS Code highlights the matches itself.
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.busy = true;
  // Go to Page passes what was typed there.
  if (typeof given === 'string') picker.value = given;
  let context: SearchContext | undefined;
  let kind: ScopeKind = 'all';
  let searching: AbortController | undefined;
  let waiting: NodeJS.Timeout | undefined;
  const leaving = new AbortController();

  const showScope = (scopes: Scopes): void => {
    picker.title = vscode.l10n.t('Search in {0}', scopeInWords(kind, scopes));
    picker.buttons = scopeButtons(kind, scopes);
  };
  const show = ({ items, words }: Results): void => {
    picker.items = items;
    picker.prompt = words === undefined ? undefined : plainText(words);
    picker.busy = false;
  };
  const search = async (): Promise<void> => {
    searching?.abort();
    // A query typed before the scope is known is searched once it is.
    if (!context) return;
    const query = picker.value.trim().slice(0, longestQuery);
    if (!isSearchable.test(query)) return show({ items: [], words: undefined });
    const own = (searching = new AbortController());
    picker.busy = true;
    const results = await found(context, kind, query, own.signal, edge);
    if (!own.signal.aborted) show(results);
  };

  picker.onDidChangeValue(() => {
    clearTimeout(waiting);
    searching?.abort();
    picker.busy = context === undefined || picker.value.trim() !== '';
    waiting = setTimeout(() => void search(), pause);
  });
  picker.onDidTriggerButton((button) => {
    if (!context) return;
    const { kind: pressed } = button as ScopeButton;
    kind = last.kind = pressed === kind ? 'all' : pressed;
    showScope(context.scopes);
    void search();
  });
  picker.onDidAccept(() => {
    const chosen = picker.selectedItems[0];
    if (!chosen || !context) return;
    picker.hide();
    openResult(context.library, account, chosen).catch((error: unknown) => edge.explain('docsPlatform.search', error));
  });
  picker.onDidHide(() => {
    clearTimeout(waiting);
    searching?.abort();
    leaving.abort();
    picker.dispose();
  });
  showInput(picker);

  try {
    const library = await stores(account).library();
    const all = await library.organizations({ signal: leaving.signal });
    const asked = isLibraryRow(given) && 'space' in given ? given.space : undefined;
    const near = asked ?? (await spaceBeingRead(parts, library, account, leaving.signal));
    context = { library, api: await stores(account).api(), scopes: scopesAround(all, near) };
    kind = atLeast(asked ? 'space' : last.kind, context.scopes);
  } catch (error) {
    if (leaving.signal.aborted) return;
    picker.hide();
    throw error;
  }
  if (leaving.signal.aborted) return;
  showScope(context.scopes);
  await search();
}

async function spaceBeingRead(
  parts: Uses<'accounts'>,
  library: Library,
  account: Account,
  signal: AbortSignal,
): Promise<Space | undefined> {
  const place = placeAt(parts, shownUri());
  if (place?.account.key !== account.key) return undefined;
  return library.space(place.space, { signal }).catch(() => undefined);
}

/** If one part can't be searched, the results of the others are still shown. The same error is shown only once. */
async function found(
  { scopes, ...searched }: SearchContext,
  kind: ScopeKind,
  query: string,
  signal: AbortSignal,
  edge: ErrorEdge,
): Promise<Results> {
  const { space, organization, all } = scopes;
  const organizations = kind === 'organization' && organization ? [organization] : all;
  const parts =
    kind === 'space' && space
      ? [{ title: space.title, page: inSpace(searched, space, query, signal) }]
      : organizations.map(({ id, title }) => ({ title, page: inOrganization(searched, id, query, signal) }));
  const failed = new Map<string, string[]>();
  const pages = await Promise.all(
    parts.map(async ({ title, page }) => {
      try {
        return await page;
      } catch (error) {
        edge.note('Search', error);
        const reason = sentenceOf(error);
        failed.set(reason, [...(failed.get(reason) ?? []), titleText(title)]);
        return { items: [], hasMore: false };
      }
    }),
  );
  const items = pages.flatMap((page) => page.items);
  const words = [
    ...[...failed].map(([reason, titles]) =>
      titles.length === parts.length
        ? vscode.l10n.t("Couldn't search: {0}", reason)
        : vscode.l10n.t("Couldn't search in {0}: {1}", titles.join(', '), reason),
    ),
    ...(items.length === 0 && failed.size === 0
      ? [vscode.l10n.t('Nothing found for “{0}” in {1}.', query, scopeInWords(kind, scopes))]
      : []),
    ...(pages.some(({ hasMore }) => hasMore)
      ? [vscode.l10n.t('There are more results. Add words to narrow them down.')]
      : []),
  ];
  return { items, words: words.length > 0 ? words.join(' ') : undefined };
}

interface ResultPage {
  readonly items: readonly ResultItem[];
  readonly hasMore: boolean;
}

async function inSpace(
  { api, library }: Searched,
  space: Space,
  query: string,
  signal: AbortSignal,
): Promise<ResultPage> {
  const { items, next } = await api.content.search({ spaceId: space.id, query, limit: mostFound }, { signal });
  const found = { space: space.id, spaceTitle: titleText(space.title), pages: items };
  return { items: itemsOf(library, found, wordsOf(query)), hasMore: Boolean(next) };
}

async function inOrganization(
  { api, library }: Searched,
  organizationId: string,
  query: string,
  signal: AbortSignal,
): Promise<ResultPage> {
  const { items, next } = await api.organizations.search({ organizationId, query, limit: mostFound }, { signal });
  const words = wordsOf(query);
  const rows = items.flatMap((space) =>
    itemsOf(library, { space: space.id, spaceTitle: titleText(space.title, ''), pages: space.pages ?? [] }, words),
  );
  return { items: rows, hasMore: Boolean(next) };
}

/** One row per matching section; the page itself only if none of its sections matches. */
function itemsOf(library: Library, { space, spaceTitle, pages }: Found, words: readonly string[]): ResultItem[] {
  return pages.flatMap((page): ResultItem[] => {
    const where = [spaceTitle, ...namesAbove(library, space, page)].filter(Boolean).join(' › ');
    const title = titleText(page.title, vscode.l10n.t('Untitled'));
    const found = page.sections ?? [];
    const common = { alwaysShow: true, space, page };
    if (found.length === 0) {
      return [{ ...common, label: withoutIcons(title), description: withoutIcons(where), iconPath: pageIcon }];
    }
    return found.map((section) => {
      const heading = titleText(section.title, title);
      const isPage = heading === title;
      return {
        ...common,
        label: withoutIcons(heading),
        description: withoutIcons(isPage ? where : `${title} · ${where}`),
        detail: withoutIcons(excerptOf(titleText(section.body, ''), words)),
        section: { anchor: section.path?.split('#')[1], title: section.title ?? undefined },
        iconPath: isPage ? pageIcon : sectionIcon,
      };
    });
  });
}

/** The ancestors of a page: by title if the space's pages are cached, else from the platform's path. */
function namesAbove(library: Library, space: string, { id, path }: SpaceSearchResult): string[] {
  const node = library.cachedPages(space)?.byId.get(id);
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
const sectionIcon = new vscode.ThemeIcon('symbol-number');

async function openResult(library: Library, account: Account, item: ResultItem): Promise<void> {
  const { space, page, section } = item;
  const node = (await library.pages(space)).byId.get(page.id);
  if (!node?.path) {
    throw new Error(vscode.l10n.t('“{0}” no longer exists on the server.', titleText(page.title, page.id)));
  }
  await openPage({ account: account.key, space, path: node.path, anchor: section?.anchor, section: section?.title });
}
