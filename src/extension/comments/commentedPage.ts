import type * as vscode from 'vscode';
import { headOf, numberOf, type Version } from '../../model/shared/address.ts';
import { editAddressOf, editUriOf, uriOf } from '../ground/places/pageUri.ts';
import { placeAt } from '../ground/places/place.ts';
import { linkToPage } from '../../model/pages/brokenLinks.ts';
import type { CommentsPlace } from '../../model/comments/place.ts';
import { contextIn } from '../../model/pages/links.ts';
import type { Body } from '../../model/comments/threads.ts';
import type { TextSpan } from '../../model/comments/quotePlace.ts';
import type { DraftTarget } from '../../store/comments/drafts.ts';
import type { Contents } from '../../store/content/content.ts';
import type { PageNode, PageTree } from '../../model/pages/tree.ts';
import type { Comments, Threads } from '../../store/comments/threads.ts';
import type { Account, Accounts } from '../ground/services/accounts.ts';
import type { Services } from '../ground/services/services.ts';
import { shownSuggestions, type ShownSuggestions } from '../ground/threads/shownSuggestions.ts';

/** A page in the base of a change request. */
export interface FormerPage {
  /** The target of a comment on a part of its text. */
  targetOf(text: string, span: TextSpan): Promise<Pick<NewThread, 'page' | 'quote'>>;
}

type NewThread = DraftTarget & { readonly kind: 'thread' };

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
  /** Set for the base of a change request, where comments begin, but aren't shown. */
  readonly former?: FormerPage;
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
 * Comments on a published page belong to its space, those on a page of a change request or its base to the
 * change request.
 * Undefined for everything else.
 */
export async function commentedPage(
  { accounts, stores }: { readonly accounts: Accounts; readonly stores: Services['stores'] },
  uri: vscode.Uri,
): Promise<CommentedPage | undefined> {
  const at = placeAt({ accounts }, uri);
  if (!at || at.version.kind === 'revision') return undefined;
  const { account, space, version, path } = at;
  const isFormer = version.kind === 'base';
  const number = numberOf(version);
  const [library, threads, content] = await Promise.all([
    stores(account).library(),
    stores(account).comments(),
    stores(account).contents(),
  ]);
  const entry = await content.entry(space, version, path);
  if (entry?.kind !== 'page') return undefined;
  const { permissions } = await library.space(space);
  const context = contextIn(space, entry.node, await content.pages(space, version));
  // Other views identify its comments by the id of the change request.
  const changeRequest = number === undefined ? undefined : (await content.changeRequest(space, number)).id;
  const editable = editAddressOf(uri);
  const place: CommentsPlace = { space, ...(changeRequest !== undefined && { changeRequest }) };
  const markdown = () =>
    version.kind === 'changeRequest'
      ? content.cachedReading(space, version.number, entry.node.id)?.reading.markdown
      : undefined;
  return {
    account,
    threads,
    comments: threads.of(place),
    place,
    page: entry.node.id,
    title: entry.node.title,
    mayComment: permissions?.['comment'] !== false,
    mayApply: version.kind === 'changeRequest' && permissions?.['edit'] !== false,
    number: isFormer ? undefined : number,
    ...(isFormer && { former: formerPage(content, { space, version: headOf(version.number), node: entry.node }) }),
    markdown,
    pageLink: (url) => linkToPage(url, context),
    shownSuggestions: (body) => shownSuggestions(body, { text: markdown(), context }),
    around: async () => ({
      pages: await content.pages(space, version),
      uriOf: (path) =>
        editable ? editUriOf({ ...editable, path }) : uriOf({ account: account.key, space, version, path }),
    }),
  };
}

function formerPage(
  content: Contents,
  { space, version, node }: { readonly space: string; readonly version: Version; readonly node: PageNode },
): FormerPage {
  return {
    async targetOf(text, span) {
      const isThere = (await content.pages(space, version)).byId.has(node.id);
      const deleted = text.slice(span.start, span.end);
      if (!isThere) {
        const { deletedMarkdown, quotedTitle } = await import('../../model/comments/deletedQuote.ts');
        return {
          quote:
            deleted.trim() === ''
              ? quotedTitle(node.title)
              : deletedMarkdown({ beside: quotedTitle(node.title), deleted }),
        };
      }
      const [{ formerQuote }, present] = await Promise.all([
        import('../../model/comments/formerQuote.ts'),
        content.text(space, version, node.id),
      ]);
      const quote = formerQuote(text, present.text, span);
      return { page: node.id, ...(quote && { quote }) };
    },
  };
}
