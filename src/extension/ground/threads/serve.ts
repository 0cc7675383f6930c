import * as vscode from 'vscode';
import type { CommentsPlace } from '../../../model/comments/place.ts';
import type { Thread } from '../../../model/comments/threads.ts';
import { contextIn, type LinkContext } from '../../../model/pages/links.ts';
import type { PageTree } from '../../../model/pages/tree.ts';
import type { Handlers } from '../../../protocol/answering.ts';
import type { NewsGiven, NotificationName } from '../../../protocol/protocol.ts';
import type { Header, Show, ThreadsProtocol } from '../../../protocol/threads.ts';
import { run } from '../contributions/run.ts';
import { sentenceOf } from '../messages/sentence.ts';
import type { Account } from '../services/accounts.ts';
import { openInBrowser } from '../services/openInBrowser.ts';
import type { Services } from '../services/services.ts';
import { lostReplies } from '../words/lostReplies.ts';
import { threadsAnswers } from './answers.ts';
import { poll } from '../services/polling.ts';
import { goToPlace, openLinkedPage, pagesOf } from './goToPlace.ts';
import { headerOf, runAction } from './header.ts';
import { outdatedBy } from './outdatedThreads.ts';
import { shownSuggestions } from './shownSuggestions.ts';
import { shownInBox, type BoxText } from './suggestionBox.ts';

/** The view that shows the threads of a space or change request. */
export interface ThreadsView {
  readonly account: Account;
  readonly place: CommentsPlace;
  /** The page whose threads are shown; undefined for those of all pages. */
  readonly page?: string;
  /** Its title if nothing can be loaded. */
  readonly title: string;
  readonly panel: vscode.WebviewPanel;
  readonly notify: <Name extends NotificationName<ThreadsProtocol>>(
    name: Name,
    news: NewsGiven<ThreadsProtocol, Name>,
  ) => void;
  /** What the view should show when it opens; undefined after the first call. */
  readonly toShow?: () => Show | undefined;
  /** The text of a page that the view has read, to tell what is outdated. */
  readonly textOf?: (page: string) => string | undefined;
  /** What the user may do; without it, it is loaded with the state of the change request. */
  readonly header?: () => Promise<Header>;
}

export interface ServedThreads {
  readonly handlers: Handlers<ThreadsProtocol>;
  /** Notifies the view of changes, and refreshes while it is visible. */
  follow(): vscode.Disposable;
  /** Called when the view has read a page, perhaps with another text than before. */
  pageRead(page: string): void;
  /** How a comment on a page begins in its box. */
  shownInBox(page: string, text: string): BoxText;
}

/** Connects a view to the store of comments: answers its webview, and notifies it of changes. */
export async function serveThreads(parts: Services, view: ThreadsView): Promise<ServedThreads> {
  const { stores, fetchImage, reachability, edge } = parts;
  const { account, place, panel, notify } = view;
  const [threads, changeRequests] = await Promise.all([stores(account).comments(), stores(account).changeRequests()]);
  const { space, changeRequest } = place;
  const at = { parts, account, space, changeRequest };
  const header = view.header ?? (() => headerOf(at));

  /** Read in the background: the threads are shown without it. */
  let tree: PageTree | undefined;
  const linkContext = (page: string): LinkContext | undefined => {
    const node = tree?.byId.get(page);
    return tree && node && contextIn(space, node, tree);
  };
  const answers = threadsAnswers({
    threads,
    place,
    page: view.page,
    isOutdated: outdatedBy({
      textOf: (page) => view.textOf?.(page),
      isGone: (page) => tree?.byId.has(page) === false,
    }),
    shownSuggestions: (page, body) => {
      // Asking for a text may begin to read it.
      const text = body.kind === 'markdown' && body.markdown.includes('suggestion') ? view.textOf?.(page) : undefined;
      return shownSuggestions(body, { text, context: linkContext(page) });
    },
    linkContext,
    notify,
    header,
    plainHeader: { title: view.title, isOutdated: false, description: '', actions: [], mayComment: true },
    action: (action) => runAction(at, action),
    confirmDelete: (thread, isThread) => confirmDelete(parts, thread, isThread),
    goTo: (thread) => goToPlace(at, thread, panel.viewColumn),
    openPage: (thread, link) => openLinkedPage(at, thread, link, panel.viewColumn),
    applySuggestion: (post, body) => run('comments.applySuggestion', { account: account.key, place, ...post, body }),
    compareSuggestion: (post, body) =>
      run('comments.compareSuggestion', { account: account.key, place, ...post, body }),
    openAddress: openInBrowser,
    image: (address) => fetchImage(address, account.key),
    mentions: async (typed) =>
      (await import('./mentions.ts')).mentionsAt(parts, { account, place }, typed, mostMentions),
    toShow: () => view.toShow?.(),
    sentenceOf,
    note: (error) => edge.note('Comment threads', error),
  });

  pagesOf(at).then(
    (pages) => {
      ({ tree } = pages);
      answers.pagesRead();
    },
    (error: unknown) => edge.note('Comment threads', error),
  );
  return {
    handlers: answers.handlers,
    pageRead: answers.pageRead,
    shownInBox: (page, text) => shownInBox(text, linkContext(page)),
    follow: () => {
      return vscode.Disposable.from(
        answers,
        poll('Comment threads', edge, answers.refresh, panel),
        reachability.onDidRecover((key) => {
          if (key === account.key) void answers.refresh();
        }),
        changeRequests.onDidChange((change) => {
          if (change.kind !== 'changed' || change.changeRequest !== changeRequest) return;
          header().then(
            (now) => notify('header', now),
            (error: unknown) => edge.note('Comment threads', error),
          );
        }),
      );
    },
  };
}

/** How many mentions a box offers at once. */
const mostMentions = 8;

async function confirmDelete({ prompts }: Services, thread: Thread, isThread: boolean): Promise<boolean> {
  const remove = vscode.l10n.t('Delete');
  const answer = await prompts.choose({
    modal: true,
    severity: 'warning',
    message: isThread ? vscode.l10n.t('Delete this comment?') : vscode.l10n.t('Delete this reply?'),
    detail: lostReplies(isThread ? thread.replyCount : 0),
    actions: [remove],
  });
  return answer === remove;
}
