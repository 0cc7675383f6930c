import { closeTab, openTab, showTab, tabGroups, tabsChanged } from './editors.ts';
import { EventEmitter } from './events.ts';
import type { Uri } from './places.ts';
import { TabInputWebview } from './values.ts';

type Tab = Parameters<typeof closeTab>[0] & { label: string };

/** The panels that were created in this window, also the closed ones. */
export const panels: WebviewPanel[] = [];

interface Serializer {
  deserializeWebviewPanel(panel: WebviewPanel, state: unknown): Promise<void>;
}

/** By view type. */
export const serializers = new Map<string, Serializer>();

/** A panel of the previous window, as it is restored after a reload. */
export async function restorePanel(viewType: string, title: string, state: unknown): Promise<WebviewPanel> {
  const panel = new WebviewPanel(viewType, title, 1);
  await serializers.get(viewType)?.deserializeWebviewPanel(panel, state);
  return panel;
}

/** A webview in a tab. No script runs in it: a test sends its messages, and reads those that were posted to it. */
export class WebviewPanel {
  readonly viewType: string;
  readonly options: object;
  iconPath: unknown;
  readonly posted: unknown[] = [];
  readonly #messages = new EventEmitter<unknown>();
  readonly #disposed = new EventEmitter<void>();
  readonly #viewState = new EventEmitter<{ readonly webviewPanel: WebviewPanel }>();
  readonly onDidDispose = this.#disposed.event;
  readonly onDidChangeViewState = this.#viewState.event;
  readonly #tab: Tab;
  readonly #webview: { html: string; options: object };
  #isClosed = false;
  #state: string;

  constructor(viewType: string, title: string, column: number | { readonly viewColumn: number }, options: object = {}) {
    this.viewType = viewType;
    this.options = options;
    const webview = {
      html: '',
      options,
      cspSource: '',
      asWebviewUri: (uri: Uri) => uri,
      onDidReceiveMessage: this.#messages.event,
      postMessage: async (message: unknown) => this.posted.push(structuredClone(message)) > 0,
    };
    this.#webview = webview;
    const viewColumn = typeof column === 'number' ? column : column.viewColumn;
    openTab(new TabInputWebview(`mainThreadWebview-${viewType}`), title, { viewColumn, isNew: true });
    this.#tab = tabGroups.activeTabGroup.activeTab as Tab;
    this.#state = this.#viewStateNow();
    tabsChanged.event(({ closed }) => {
      if (closed.includes(this.#tab)) this.#close();
      else if (!this.#isClosed) this.#follow();
    });
    panels.push(this);
  }

  /** Like VS Code, throws once the panel is closed. */
  get webview(): { html: string; options: object } {
    return this.#open().#webview;
  }

  get title(): string {
    return this.#open().#tab.label;
  }

  set title(title: string) {
    this.#open().#tab.label = title;
    tabsChanged.fire({ opened: [], closed: [], changed: [this.#tab] });
  }

  get visible(): boolean {
    return this.#open().#tab.isActive;
  }

  get active(): boolean {
    return this.visible && tabGroups.activeTabGroup.activeTab === this.#tab;
  }

  get viewColumn(): number {
    return this.#open().#tab.group.viewColumn;
  }

  reveal(): void {
    showTab(this.#open().#tab);
  }

  dispose(): void {
    closeTab(this.#tab);
  }

  /** Sends a message as the script in the webview does. */
  send(message: unknown): void {
    this.#messages.fire(structuredClone(message));
  }

  #open(): this {
    if (this.#isClosed) throw new Error('Webview is disposed');
    return this;
  }

  #close(): void {
    this.#isClosed = true;
    this.#disposed.fire();
  }

  #viewStateNow(): string {
    return `${this.visible} ${this.active}`;
  }

  #follow(): void {
    const now = this.#viewStateNow();
    if (now === this.#state) return;
    this.#state = now;
    this.#viewState.fire({ webviewPanel: this });
  }
}
