import type * as vscode from 'vscode';
import { failureOf } from '../../../model/shared/failure.ts';
import { answer, type Handlers } from '../../../protocol/answering.ts';
import type { InputState, Notification, Refusal, Reply } from '../../../protocol/envelopes.ts';
import type { NewsGiven, NotificationName, Protocol } from '../../../protocol/protocol.ts';
import type { ErrorEdge } from '../messages/errorEdge.ts';
import { sentenceOf } from '../messages/sentence.ts';
import { isInputOpen, onDidOpenInput } from '../services/openInput.ts';
import { inAccount } from '../services/otherAccount.ts';
import type { OpenPanel } from './panels.ts';

/** The extension's end of the connection to a webview. */
export interface Port<P extends Protocol> extends vscode.Disposable {
  /**
   * Sends a notification. A hidden webview doesn't get it, but sends its first request again when it becomes visible.
   */
  notify<Name extends NotificationName<P>>(name: Name, news: NewsGiven<P, Name>): void;
}

/**
 * Answers the requests of the webview, which acts for the account with that key. Errors of handlers are logged and sent
 * to the webview, which shows them.
 */
export function connect<P extends Protocol>(
  { panel, onMessage }: OpenPanel,
  protocol: P,
  handlers: Handlers<P>,
  edge: ErrorEdge,
  account: string,
): Port<P> {
  let isOver = false;
  const refusalOf = (request: string, error: unknown): Refusal => {
    edge.note(`${panel.viewType}.${request}`, error);
    return { message: sentenceOf(error), kind: failureOf(error)?.kind };
  };
  const hearing = onMessage((message) => {
    void inAccount(account, () => answer(protocol, handlers, message, refusalOf)).then((reply) => post(reply));
  });
  const watching = onDidOpenInput((isInputOpen) => post({ isInputOpen }));
  if (isInputOpen()) post({ isInputOpen: true });
  return {
    notify(notification, params) {
      post({ notification, params } satisfies Notification);
    },
    dispose() {
      isOver = true;
      hearing.dispose();
      watching.dispose();
    },
  };

  /** A closed panel has no webview any more. */
  function post(message: Reply | Notification | InputState): void {
    if (isOver) return;
    try {
      panel.webview.postMessage(message).then(undefined, lost);
    } catch (error) {
      lost(error);
    }
  }

  /** The panel may have been closed in the meantime, so the error is only logged. */
  function lost(error: unknown): void {
    edge.note(panel.viewType, error);
  }
}
