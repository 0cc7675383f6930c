import * as vscode from 'vscode';
import type { ErrorEdge } from '../messages/errorEdge.ts';
import { shellHtml } from './html.ts';

/** A kind of panel: a webview next to the editors, one for each place. */
export interface PanelKind<Place> {
  /**
   * Also listed in `activationEvents`, as `onWebviewPanel:<viewType>`, so that the panel is restored after a reload.
   */
  readonly viewType: `docsPlatform.${string}`;
  /** The folder in `src/webview`: the build turns its `main.ts` into `dist/webview/<bundle>.js`. */
  readonly bundle: string;
  readonly icon?: string;
  /** The texts of the webview, in VS Code's language. */
  texts(): Readonly<Record<string, string>>;
  keyOf(place: Place): string;
  titleOf(place: Place): string;
  /** Reads a place from the stored state; undefined if it isn't one. */
  placeOf(stored: unknown): Place | undefined;
  /** Answers the webview, with `connect` of `port.ts`, until the returned object is disposed. */
  serve(place: Place, open: OpenPanel): Promise<vscode.Disposable>;
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
export interface Shown<Place> extends Pick<PanelKind<Place>, 'viewType' | 'bundle'> {
  readonly texts: () => Readonly<Record<string, string>>;
  readonly place: Place;
  readonly serve: (open: OpenPanel) => Promise<vscode.Disposable>;
}

/** Loads a webview into a panel, and answers it until the panel is closed. */
export function showInPanel<Place>(
  panel: vscode.WebviewPanel,
  { viewType, bundle, texts, place, serve }: Shown<Place>,
  extensionUri: vscode.Uri,
  edge: ErrorEdge,
): void {
  const { webview } = panel;
  const messages = heldUntilReceived(webview);
  const serving = serve({ panel, onMessage: messages.onMessage });
  serving.catch((error: unknown) => {
    edge.explain(viewType, error);
    panel.dispose();
  });
  panel.onDidDispose(() => {
    messages.dispose();
    void serving.then(
      (served) => void served.dispose(),
      () => undefined,
    );
  });
  webview.options = optionsOf(extensionUri);
  const script = webview.asWebviewUri(vscode.Uri.joinPath(rootOf(extensionUri), `${bundle}.js`)).toString(true);
  webview.html = shellHtml({
    script,
    nonce: crypto.randomUUID(),
    title: panel.title,
    // Without a translation the texts are English, and only dates and numbers are in the language of VS Code.
    language: vscode.l10n.bundle ? vscode.env.language : 'en',
    words: { language: vscode.env.language, texts: texts() },
    place,
  });
}

function rootOf(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
}

function optionsOf(extensionUri: vscode.Uri): vscode.WebviewOptions {
  return { enableScripts: true, localResourceRoots: [rootOf(extensionUri)] };
}

export function createPanels<Place>(kind: PanelKind<Place>, extensionUri: vscode.Uri, edge: ErrorEdge): Panels<Place> {
  const open = new Map<string, vscode.WebviewPanel>();

  function show(place: Place, panel: vscode.WebviewPanel): void {
    const key = kind.keyOf(place);
    open.set(key, panel);
    if (kind.icon) panel.iconPath = new vscode.ThemeIcon(kind.icon);
    panel.title = kind.titleOf(place);
    panel.onDidDispose(() => {
      if (open.get(key) === panel) open.delete(key);
    });
    const { viewType, bundle } = kind;
    const texts = () => kind.texts();
    const serve = (opened: OpenPanel) => kind.serve(place, opened);
    showInPanel(panel, { viewType, bundle, texts, place, serve }, extensionUri, edge);
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
