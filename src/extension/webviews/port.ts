import type * as vscode from 'vscode';
import { answer, type Handlers } from '../../protocol/answering.ts';
import type { Notification, Refusal } from '../../protocol/envelopes.ts';
import type { NewsGiven, NotificationName, Protocol } from '../../protocol/protocol.ts';
import { asApiError, sentenceOf, type ErrorEdge } from '../commands/errorEdge.ts';
import type { OpenPanel } from './panels.ts';

/** The extension's end of a webview. */
export interface Port<P extends Protocol> extends vscode.Disposable {
  /** A webview that is hidden does not hear it: it asks anew when it is shown again. */
  tell<Name extends NotificationName<P>>(name: Name, news: NewsGiven<P, Name>): void;
}

/** Answers the requests of the webview. What a handler throws is logged, and told to the webview, which tells the person. */
export function connect<P extends Protocol>(
  { panel, onMessage }: OpenPanel,
  protocol: P,
  handlers: Handlers<P>,
  edge: ErrorEdge,
): Port<P> {
  const refusalOf = (request: string, error: unknown): Refusal => {
    edge.note(`${panel.viewType}.${request}`, error);
    return { message: sentenceOf(error), kind: asApiError(error)?.kind };
  };
  const hearing = onMessage((message) => {
    void answer(protocol, handlers, message, refusalOf).then((reply) => panel.webview.postMessage(reply), lost);
  });
  return {
    tell(notification, params) {
      void panel.webview.postMessage({ notification, params } satisfies Notification).then(undefined, lost);
    },
    dispose: () => void hearing.dispose(),
  };

  /** A panel that was closed meanwhile hears nothing. */
  function lost(error: unknown): void {
    edge.note(panel.viewType, error);
  }
}
