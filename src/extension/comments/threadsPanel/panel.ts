import * as vscode from 'vscode';
import { threadsProtocol, type ThreadsProtocol } from '../../../protocol/threads.ts';
import type { Account } from '../../ground/services/accounts.ts';
import { serveThreads } from '../../ground/threads/serve.ts';
import type { OpenPanel } from '../../ground/webviews/panels.ts';
import { connect, type Port } from '../../ground/webviews/port.ts';
import { pageTexts } from './pageTexts.ts';
import type { ThreadsPanelContext, ThreadsPanels } from './context.ts';
import { keyOf, type PanelPlace } from './place.ts';

/** Connects a panel to the store: answers its webview, notifies it of changes, and refreshes while it is visible. */
export async function serveThreadsPanel(
  parts: ThreadsPanelContext & { readonly account: Account },
  panels: ThreadsPanels,
  place: PanelPlace,
  open: OpenPanel,
): Promise<vscode.Disposable> {
  const { account } = parts;
  const { space, changeRequest, title } = place;
  // A panel that can't read the texts shows the threads nevertheless.
  const texts = await pageTexts(parts, account, place, (page) => threads.pageRead(page)).catch((error: unknown) =>
    parts.edge.note('Comment threads', error),
  );
  const threads = await serveThreads(parts, {
    account,
    place: { space, ...(changeRequest !== undefined && { changeRequest }) },
    title,
    panel: open.panel,
    notify: (name, news) => port.notify(name, news),
    toShow: () => panels.takeShow(place),
    ...(texts && { textOf: (page) => texts.of(page) }),
  });
  const port: Port<ThreadsProtocol> = connect(open, threadsProtocol, threads.handlers, parts.edge, account.key);

  return vscode.Disposable.from(
    port,
    ...(texts ? [texts] : []),
    threads.follow(),
    panels.onShow((shown) => {
      const show = keyOf(shown) === keyOf(place) ? panels.takeShow(place) : undefined;
      if (show) port.notify('show', show);
    }),
  );
}
