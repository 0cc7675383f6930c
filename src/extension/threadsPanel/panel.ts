import * as vscode from 'vscode';
import type { Thread } from '../../model/comments/threads.ts';
import { threadsProtocol, type Header, type HeaderAction, type ThreadsProtocol } from '../../protocol/threads.ts';
import { run } from '../contributions/run.ts';
import { sentenceOf } from '../messages/sentence.ts';
import { openInBrowser } from '../services/openInBrowser.ts';
import { lostReplies } from '../words/lostReplies.ts';
import type { OpenPanel } from '../webviews/panels.ts';
import { connect, type Port } from '../webviews/port.ts';
import { threadsAnswers } from './answers.ts';
import { following } from './following.ts';
import { goToPlace, openLinkedPage } from './goToPlace.ts';
import { headerOf, runAction } from './header.ts';
import type { ThreadsPanelContext, ThreadsPanels } from './context.ts';
import { keyOf, type PanelPlace } from './place.ts';

/** Connects a panel to the store: answers its webview, notifies it of changes, and refreshes while it is visible. */
export async function serveThreads(
  parts: ThreadsPanelContext,
  panels: ThreadsPanels,
  place: PanelPlace,
  open: OpenPanel,
): Promise<vscode.Disposable> {
  const { accounts, stores, fetchImage, reachability, edge } = parts;
  const account = accounts.byKey(place.account);
  if (!account)
    throw new Error(vscode.l10n.t('These comments belong to an account that is signed out. Sign in again.'));
  const [threads, changeRequests] = await Promise.all([stores(account).comments(), stores(account).changeRequests()]);
  const { space, changeRequest } = place;
  const at = { parts, account, space, changeRequest };

  const commentsPlace = { space, ...(changeRequest !== undefined && { changeRequest }) };

  const answers = threadsAnswers({
    threads,
    place: commentsPlace,
    notify: (name, news) => port.notify(name, news),
    header: (): Promise<Header> => headerOf(at),
    plainHeader: { title: place.title, isOutdated: false, description: '', actions: [], mayComment: true },
    action: (action: HeaderAction) => runAction(at, action),
    confirmDelete: (thread, isThread) => confirmDelete(parts, thread, isThread),
    goTo: (thread: Thread) => goToPlace(at, thread, open.panel.viewColumn),
    openPage: (thread, link) => openLinkedPage(at, thread, link, open.panel.viewColumn),
    applySuggestion: (post) => run('comments.applySuggestion', { account: account.key, place: commentsPlace, ...post }),
    openAddress: openInBrowser,
    image: (address) => fetchImage(address),
    toShow: () => panels.takeShow(place),
    sentenceOf,
    note: (error) => edge.note('Comment threads', error),
  });
  const port: Port<ThreadsProtocol> = connect(open, threadsProtocol, answers.handlers, edge);

  return vscode.Disposable.from(
    port,
    answers,
    following(open.panel, answers.refresh),
    reachability.onDidRecover((key) => {
      if (key === account.key) void answers.refresh();
    }),
    panels.onShow((shown) => {
      const show = keyOf(shown) === keyOf(place) ? panels.takeShow(place) : undefined;
      if (show) port.notify('show', show);
    }),
    changeRequests.onDidChange((change) => {
      if (change.kind !== 'changed' || change.changeRequest !== changeRequest) return;
      headerOf(at).then(
        (header) => port.notify('header', header),
        (error: unknown) => edge.note('Comment threads', error),
      );
    }),
    accounts.onDidChange(({ removed }) => {
      if (removed.some(({ key }) => key === place.account)) open.panel.dispose();
    }),
  );
}

async function confirmDelete({ prompts }: ThreadsPanelContext, thread: Thread, isThread: boolean): Promise<boolean> {
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
