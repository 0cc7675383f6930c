import * as vscode from 'vscode';
import { renderedChangesProtocol, type RenderedChangesProtocol } from '../../../protocol/renderedChanges.ts';
import type { Account } from '../../ground/services/accounts.ts';
import { serveThreads } from '../../ground/threads/serve.ts';
import { withoutComments } from '../../ground/threads/withoutComments.ts';
import type { OpenPanel } from '../../ground/webviews/panels.ts';
import { connect, type Port } from '../../ground/webviews/port.ts';
import { changesAnswers } from './answers.ts';
import { changeRequestSource } from './changeRequestSource.ts';
import { createComparisons } from './comparisons.ts';
import type { ChangesPanels, ChangesSource, RenderedChangesContext } from './context.ts';
import { keyOf, type PanelPlace } from './place.ts';
import { versionsSource } from './versionsSource.ts';

/** Where the layout that was chosen last is stored. */
const layoutKey = 'renderedChanges.layout';

/** Answers a view of rendered changes until it is closed, and notifies it of changes. */
export async function serveChanges(
  parts: RenderedChangesContext & { readonly account: Account },
  panels: ChangesPanels,
  place: PanelPlace,
  open: OpenPanel,
): Promise<vscode.Disposable> {
  const { account } = parts;
  const source = await sourceOf(parts, account, place);
  const comparisons = createComparisons(parts, source);
  const threads = source.comments
    ? await serveThreads(parts, {
        account,
        place: source.comments,
        title: place.title,
        panel: open.panel,
        notify: (name, news) => port.notify(name, news),
        ...(source.textOf && { textOf: source.textOf }),
      })
    : undefined;
  const handlers = {
    ...(threads?.handlers ?? withoutComments()),
    ...changesAnswers({
      ...{ source, comparisons },
      edge: parts.edge,
      pageRead: (page) => threads?.pageRead(page),
      shownInBox: (page, text) => threads?.shownInBox(page, text) ?? { text },
      fetchImage: parts.fetchImage,
      globalState: parts.globalState,
      accounts: parts.accounts,
      takePlace: () => panels.takePlace(place),
      layout: () => (parts.globalState.get(layoutKey) === 'columns' ? 'columns' : 'marked'),
      keepLayout: (layout) => parts.globalState.update(layoutKey, layout),
    }),
  };
  const port: Port<RenderedChangesProtocol> = connect(open, renderedChangesProtocol, handlers, parts.edge, account.key);

  return vscode.Disposable.from(
    port,
    new vscode.Disposable(() => comparisons.dispose()),
    ...(threads ? [threads.follow()] : []),
    source.onDidChange(() => void sendChanges()),
    panels.onShow((shown) => {
      const at = keyOf(shown) === keyOf(place) ? panels.takePlace(place) : undefined;
      if (at) port.notify('place', at);
    }),
  );

  async function sendChanges(): Promise<void> {
    try {
      const changes = await source.changes();
      comparisons.forgetOthers(changes.pages);
      port.notify('changes', changes);
    } catch (error) {
      parts.edge.note('Rendered changes', error);
    }
  }
}

async function sourceOf(parts: RenderedChangesContext, account: Account, place: PanelPlace): Promise<ChangesSource> {
  const { space, title, of } = place;
  if (of.kind === 'versions') return versionsSource(parts, account, { space, title, of });
  return changeRequestSource(parts, { account, space, number: of.number });
}
