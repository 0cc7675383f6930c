import * as vscode from 'vscode';
import type { ErrorEdge } from '../messages/errorEdge.ts';
import type { Account } from '../services/accounts.ts';
import type { Uses } from '../services/services.ts';
import { signedOut, wayBack } from '../words/unreachablePage.ts';
import { noticeHtml, shellHtml } from './html.ts';

interface PlaceOfAccount {
  /** The account's key. */
  readonly account: string;
}

/** A kind of panel: a webview next to the editors, one for each place. */
export interface PanelKind<Place extends PlaceOfAccount> {
  /**
   * Also listed in `activationEvents`, as `onWebviewPanel:<viewType>`, so that the panel is restored after a reload.
   */
  readonly viewType: `docsPlatform.${string}`;
  /** The folder in `src/webview`: the build turns its `main.ts` into `dist/webview/<bundle>.js`. */
  readonly bundle: string;
  readonly icon?: string;
  keyOf(place: Place): string;
  titleOf(place: Place): string;
  /** Reads a place from the stored state; undefined if it isn't one. */
  placeOf(stored: unknown): Place | undefined;
  /** Answers the webview, with `connect` of `port.ts`, until the returned object is disposed. */
  serve(place: Place, open: OpenPanel, account: Account): Promise<vscode.Disposable>;
}

export interface OpenPanel {
  readonly panel: vscode.WebviewPanel;
  /** Reports all messages, including those that arrived before there was a listener. */
  readonly onMessage: (listener: (message: unknown) => void) => vscode.Disposable;
}

export interface Panels<Place> {
  /** Shows the panel of the place. Creates it if there is none. */
  open(place: Place, column?: vscode.ViewColumn): vscode.WebviewPanel;
  /** Whether its panel exists and is visible. */
  isInSight(place: Place): boolean;
  /** Restores a panel of the previous window, with its stored state. */
  restore(panel: vscode.WebviewPanel, state: unknown): void;
}

/** What is shown in a panel that VS Code or we have created. */
export interface Shown {
  readonly viewType: `docsPlatform.${string}`;
  readonly bundle: string;
  readonly place: unknown;
  readonly serve: (open: OpenPanel) => Promise<vscode.Disposable>;
}

/** Loads a webview into a panel, and answers it until the panel is closed or the returned object is disposed. */
export function showInPanel(
  panel: vscode.WebviewPanel,
  { viewType, bundle, place, serve }: Shown,
  extensionUri: vscode.Uri,
  edge: ErrorEdge,
): vscode.Disposable {
  const { webview } = panel;
  const messages = heldUntilReceived(webview);
  const serving = serve({ panel, onMessage: messages.onMessage });
  let isOver = false;
  serving.catch((error: unknown) => {
    if (isOver) return edge.note(viewType, error);
    edge.explain(viewType, error);
    panel.dispose();
  });
  const shown = new vscode.Disposable(() => {
    isOver = true;
    messages.dispose();
    void serving.then(
      (served) => void served.dispose(),
      () => undefined,
    );
  });
  panel.onDidDispose(() => void shown.dispose());
  webview.options = optionsOf(extensionUri);
  const script = webview.asWebviewUri(vscode.Uri.joinPath(rootOf(extensionUri), `${bundle}.js`)).toString(true);
  webview.html = shellHtml({
    script,
    nonce: crypto.randomUUID(),
    title: panel.title,
    language: languageOfTexts(),
    words: { language: vscode.env.language, bundle: vscode.l10n.bundle },
    place,
  });
  return shown;
}

/** Says in the panel that its account is signed out. The webview's stored state stays, as no script replaces it. */
function showSignedOut({ webview, title }: vscode.WebviewPanel, key: string): void {
  const [label, command, ...given] = wayBack(key);
  webview.options = { enableScripts: false, enableCommandUris: [command], localResourceRoots: [] };
  const address = `command:${command}?${encodeURIComponent(JSON.stringify(given))}`;
  webview.html = noticeHtml({ title, language: languageOfTexts(), text: signedOut(key), link: { label, address } });
}

/** Without a translation the texts are English, and only dates and numbers are in the language of VS Code. */
function languageOfTexts(): string {
  return vscode.l10n.bundle ? vscode.env.language : 'en';
}

function rootOf(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
}

function optionsOf(extensionUri: vscode.Uri): vscode.WebviewOptions {
  return { enableScripts: true, localResourceRoots: [rootOf(extensionUri)] };
}

export function createPanels<Place extends PlaceOfAccount>(
  kind: PanelKind<Place>,
  { accounts, edge, extensionUri }: Uses<'accounts' | 'edge'> & { readonly extensionUri: vscode.Uri },
): Panels<Place> {
  const open = new Map<string, vscode.WebviewPanel>();

  function show(place: Place, panel: vscode.WebviewPanel): void {
    const key = kind.keyOf(place);
    open.set(key, panel);
    if (kind.icon) panel.iconPath = new vscode.ThemeIcon(kind.icon);
    panel.title = kind.titleOf(place);
    const { viewType, bundle } = kind;
    let isSignedIn: boolean | undefined;
    let shown: vscode.Disposable | undefined;
    /** The tab stays when its account is signed out, and shows its content again after the next sign-in. */
    const follow = (): void => {
      const account = accounts.byKey(place.account);
      if (isSignedIn === (account !== undefined)) return;
      isSignedIn = account !== undefined;
      void shown?.dispose();
      shown = undefined;
      if (!account) return showSignedOut(panel, place.account);
      const serve = async (opened: OpenPanel) => kind.serve(place, opened, account);
      shown = showInPanel(panel, { viewType, bundle, place, serve }, extensionUri, edge);
    };
    const following = accounts.onDidChange(follow);
    panel.onDidDispose(() => {
      following.dispose();
      if (open.get(key) === panel) open.delete(key);
    });
    follow();
  }

  return {
    open(place, column = vscode.ViewColumn.Active) {
      const known = open.get(kind.keyOf(place));
      if (known) {
        known.reveal();
        return known;
      }
      const panel = vscode.window.createWebviewPanel(
        kind.viewType,
        kind.titleOf(place),
        column,
        optionsOf(extensionUri),
      );
      show(place, panel);
      return panel;
    },
    isInSight: (place) => open.get(kind.keyOf(place))?.visible === true,
    restore(panel, state) {
      const stored = typeof state === 'object' && state !== null && 'place' in state ? state.place : undefined;
      const place = kind.placeOf(stored);
      if (place === undefined || open.has(kind.keyOf(place))) panel.dispose();
      else show(place, panel);
    },
  };
}

/** The code that answers a webview is loaded on first use, so messages that arrive earlier are queued. */
function heldUntilReceived(webview: vscode.Webview): Pick<OpenPanel, 'onMessage'> & vscode.Disposable {
  const held: unknown[] = [];
  const listeners = new Set<(message: unknown) => void>();
  const hearing = webview.onDidReceiveMessage((message: unknown) => {
    if (listeners.size === 0) held.push(message);
    for (const listener of listeners) listener(message);
  });
  return {
    onMessage(listener) {
      listeners.add(listener);
      for (const message of held.splice(0)) listener(message);
      return new vscode.Disposable(() => listeners.delete(listener));
    },
    dispose: () => void hearing.dispose(),
  };
}
