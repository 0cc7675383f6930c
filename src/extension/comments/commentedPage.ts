import type * as vscode from 'vscode';
import { editAddressOf, editUriOf, pageAddressOf, uriOf } from '../addresses/pageUri.ts';
import { linkToPage } from '../../model/pages/brokenLinks.ts';
import type { CommentsPlace } from '../../model/comments/place.ts';
import { contextIn } from '../../model/pages/links.ts';
import type { Body } from '../../model/comments/threads.ts';
import type { PageTree } from '../../model/pages/tree.ts';
import type { Comments, Threads } from '../../store/comments/threads.ts';
import type { Account, Accounts } from '../services/accounts.ts';
import type { Services } from '../services/services.ts';
import { shownSuggestions, type ShownSuggestions } from '../threads/shownSuggestions.ts';

/** Where comments about an open page belong. */
export interface CommentedPage {
  readonly account: Account;
  readonly threads: Threads;
  readonly comments: Comments;
  readonly place: CommentsPlace;
  readonly page: string;
  readonly title: string;
  /** Whether the user may comment there, as far as the platform reports it. */
  readonly mayComment: boolean;
  /** Whether the user may apply suggestions there, as far as the platform reports it. */
  readonly mayApply: boolean;
  /** The number of the change request. */
  readonly number: number | undefined;
  /** The page's Markdown in the change request, as last read. */
  readonly markdown: () => string | undefined;
  /** The address, relative to the page, of the page that a comment links to. */
  readonly pageLink: (url: string) => string | undefined;
  /** The suggestions of a comment on the page, as they are shown. */
  readonly shownSuggestions: (body: Body) => ShownSuggestions;
  /** The pages of the same version, and their URIs. */
  around(): Promise<{ readonly pages: PageTree; readonly uriOf: (path: string) => vscode.Uri }>;
}

/**
 * Comments on a published page belong to its space, those on a page of a change request to the change request.
 * Undefined for everything else.
 */
export async function commentedPage(
  { accounts, stores }: { readonly accounts: Accounts; readonly stores: Services['stores'] },
  uri: vscode.Uri,
): Promise<CommentedPage | undefined> {
  const address = pageAddressOf(uri);
  const account = address && accounts.byKey(address.account);
  if (!account || (address.version && address.version.kind !== 'changeRequest')) return undefined;
  const { space, version, path } = address;
  const [library, threads] = await Promise.all([stores(account).library(), stores(account).comments()]);
  const content = version && (await stores(account).changeRequestContent());
  const entry = content ? await content.entry(space, version, path) : await library.entry(space, path);
  if (entry?.kind !== 'page') return undefined;
  const { permissions } = await library.space(space);
  const tree = content ? await content.pages(space, version) : await library.pages(space);
  const context = contextIn(space, entry.node, tree);
  // Other views identify its comments by the id of the change request.
  const changeRequest = content && (await content.changeRequest(space, version.number)).id;
  const editable = editAddressOf(uri);
  const place: CommentsPlace = { space, ...(changeRequest !== undefined && { changeRequest }) };
  const markdown = () =>
    content && version && content.cachedReading(space, version.number, entry.node.id)?.reading.markdown;
  return {
    account,
    threads,
    comments: threads.of(place),
    place,
    page: entry.node.id,
    title: entry.node.title,
    mayComment: permissions?.['comment'] !== false,
    mayApply: content !== undefined && permissions?.['edit'] !== false,
    number: version?.number,
    markdown,
    pageLink: (url) => linkToPage(url, context),
    shownSuggestions: (body) => shownSuggestions(body, { text: markdown(), context }),
    around: async () => ({
      pages: content ? await content.pages(space, version) : await library.pages(space),
      uriOf: (path) => (editable ? editUriOf({ ...editable, path }) : uriOf({ ...address, path })),
    }),
  };
}
