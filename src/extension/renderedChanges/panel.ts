import * as vscode from 'vscode';
import { scheme } from '../../model/shared/schemes.ts';
import type { Handlers } from '../../protocol/answering.ts';
import { renderedChangesProtocol, type Layout, type RenderedChangesProtocol } from '../../protocol/renderedChanges.ts';
import type { ThreadsProtocol } from '../../protocol/threads.ts';
import type { Account } from '../services/accounts.ts';
import { serveThreads } from '../threads/serve.ts';
import type { OpenPanel } from '../webviews/panels.ts';
import { linkedUri, pageImage } from '../webviews/pageContent.ts';
import { connect, type Port } from '../webviews/port.ts';
import { changeRequestSource } from './changeRequestSource.ts';
import { createComparisons } from './comparisons.ts';
import type { ChangesPanels, ChangesSource, RenderedChangesContext } from './context.ts';
import { keyOf, type PanelPlace } from './place.ts';
import { versionsSource } from './versionsSource.ts';

/** Where the layout that was chosen last is stored. */
const layoutKey = 'renderedChanges.layout';

/** Answers a view of rendered changes until it is closed, and notifies it of changes. */
export async function serveChanges(
  parts: RenderedChangesContext,
  panels: ChangesPanels,
  place: PanelPlace,
  open: OpenPanel,
): Promise<vscode.Disposable> {
  const account = parts.accounts.byKey(place.account);
  if (!account) {
    throw new Error(vscode.l10n.t('These changes belong to an account that is signed out. Sign in again.'));
  }
  const source = await sourceOf(parts, account, place);
  const comparisons = createComparisons(parts, source);
  const threads = source.comments
    ? await serveThreads(parts, {
        account,
        place: source.comments,
        title: place.title,
        panel: open.panel,
        notify: (name, news) => port.notify(name, news),
        toShow: () => undefined,
      })
    : undefined;
  const handlers = { ...(threads?.handlers ?? withoutComments()), ...ownHandlers() };
  const port: Port<RenderedChangesProtocol> = connect(open, renderedChangesProtocol, handlers, parts.edge);

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

  async function uriIn(page: string, isBefore: boolean): Promise<vscode.Uri> {
    const { before, after } = await source.versionsOf(page);
    const version = (isBefore ? before : after) ?? after ?? before;
    if (!version) throw new Error(vscode.l10n.t('This page has no text.'));
    return version.uri;
  }

  function ownHandlers(): Omit<Handlers<RenderedChangesProtocol>, keyof ThreadsProtocol['requests']> {
    return {
      async changes() {
        const changes = await source.changes();
        const at = panels.takePlace(place);
        return { ...changes, layout: layoutOf(parts), ...(at && { place: at }) };
      },
      page: ({ page }) => comparisons.page(page),
      unfold: ({ page, from, to }) => comparisons.rows(page, from, to),
      places: ({ page, quotes }) => comparisons.places(page, quotes),
      async markViewed({ page, isViewed }) {
        await source.markViewed?.(page, isViewed);
        return null;
      },
      openDiff: (at) => nothing(source.openDiff(at)),
      openAllDiffs: () => nothing(source.openDiff(undefined)),
      async openChangedPage({ page, line = 0 }) {
        const selection = new vscode.Range(line, 0, line, 0);
        await vscode.window.showTextDocument(await uriIn(page, false), { selection });
        return null;
      },
      suggestion: ({ page, line, end }) => source.suggestion(page, { start: line, end }),
      async follow({ page, address, isBefore }) {
        const target = linkedUri(await uriIn(page, isBefore), address);
        if (target.scheme !== scheme) throw new Error(vscode.l10n.t("This link doesn't lead to a page."));
        return nothing(vscode.commands.executeCommand('vscode.open', target, vscode.ViewColumn.Beside));
      },
      picture: async ({ page, address, isBefore }) => pageImage(parts, await uriIn(page, isBefore), address),
      keepLayout: ({ layout }) => nothing(parts.globalState.update(layoutKey, layout)),
    };
  }
}

async function sourceOf(parts: RenderedChangesContext, account: Account, place: PanelPlace): Promise<ChangesSource> {
  const { space, title, of } = place;
  if (of.kind === 'versions') return versionsSource(parts, account, { space, title, of });
  return changeRequestSource(parts, { account, space, number: of.number });
}

function layoutOf({ globalState }: RenderedChangesContext): Layout {
  return globalState.get(layoutKey) === 'columns' ? 'columns' : 'marked';
}

/** A comparison of two versions takes no comments. */
function withoutComments(): Handlers<ThreadsProtocol> {
  const refuse = (): never => {
    throw new Error(vscode.l10n.t('Comments can only be made in a change request.'));
  };
  return {
    open: () => ({
      header: { title: '', isOutdated: false, description: '', actions: [], mayComment: false },
      threads: [],
      extent: { hasMore: false, isLoading: false },
      drafts: [],
    }),
    ...{ refresh: refuse, more: refuse, replies: refuse, resolve: refuse, reopen: refuse, react: refuse },
    ...{ delete: refuse, send: refuse, addToReview: refuse, keepDraft: refuse, discardDraft: refuse, goTo: refuse },
    ...{ openPage: refuse, openInBrowser: refuse, applySuggestion: refuse, action: refuse, image: refuse },
  };
}

async function nothing(done: Thenable<unknown>): Promise<null> {
  await done;
  return null;
}
