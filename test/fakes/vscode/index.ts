/**
 * VS Code in unit tests: `import … from 'vscode'` resolves to this file (vitest.config.mjs). Values are those of VS
 * Code. UI calls are recorded in `fake`, and prompts are answered from it: a test sets the answers, or assigns a
 * function of its own to `vscode.window`. `reset` restores everything after each test.
 */
import assert from 'node:assert/strict';
import { builtInCommands } from './builtInCommands.ts';
import {
  forgetLanguageFeatures,
  registerCodeActionsProvider,
  registerCodeLensProvider,
  registerCompletionItemProvider,
} from './languageFeatures.ts';
import { documents, changed, closed, Document, opened, saved, willSave } from './documents.ts';
import {
  activeEditorChanged,
  closeAllTabs,
  group,
  labelOf,
  openTab,
  selectionChanged,
  showIn,
  tabGroups,
  tabsChanged,
  visibleEditorsChanged,
  type ShowOptions,
} from './editors.ts';
import { Disposable, EventEmitter, never } from './events.ts';
import {
  fileSystems,
  fs,
  readonlySchemes,
  register,
  stateAt,
  textAt,
  textProviders,
  type FileSystem,
} from './fileSystems.ts';
import { InputBox } from './inputBox.ts';
import { Uri } from './places.ts';
import { QuickPick } from './quickPick.ts';
import { languageOf } from './manifest.ts';
import { settingsChanged, settingsIn, userSettings } from './settings.ts';
import { TreeView } from './treeView.ts';
import { TabInputText, type WorkspaceEdit } from './values.ts';
import { panels, restorePanel, serializers, WebviewPanel } from './webviewPanels.ts';

export { comments } from './comments.ts';
export * from './enums.ts';
export { Disposable, EventEmitter } from './events.ts';
export * from './places.ts';
export * from './values.ts';

export interface Item {
  readonly label: string;
  readonly description?: string;
}

interface DecorationProvider {
  readonly onDidChangeFileDecorations?: (listener: () => unknown) => unknown;
  provideFileDecoration(uri: unknown, token: unknown): unknown;
}

interface StatusBarItem {
  text: string;
  isShown: boolean;
}

interface Diagnostic {
  readonly message: string;
}

interface SessionProvider {
  readonly onDidChangeSessions: (listener: (change: object) => unknown) => unknown;
  getSessions(scopes: undefined, options: object): Promise<readonly { readonly account: object }[]>;
}

const windowState = new EventEmitter<{ readonly focused: boolean }>();
const diagnosticsChanged = new EventEmitter<{ readonly uris: readonly unknown[] }>();
const sessionsChanged = new EventEmitter<{ readonly provider: { readonly id: string } }>();
const sessionProviders = new Map<string, SessionProvider>();
const diagnosticsOf = new Map<object, Map<string, readonly Diagnostic[]>>();

function answersOfNobody() {
  return {
    /** Picks one of the items of a list; cancels if unset. */
    pick: (_items: readonly Item[], _options: { readonly title?: string }): unknown => undefined,
    /** Text on the clipboard. */
    clipboard: '',
    /** The button that is pressed in a message. */
    press: (_message: string, _buttons: readonly string[]): string | undefined => undefined,
  };
}

/** What was shown, and the actions of the user. */
export const fake = {
  ...answersOfNobody(),
  /** Messages and status bar texts, in order. */
  said: [] as string[],
  /** Titles of progress notifications. */
  progress: [] as string[],
  /** Texts of the created documents. */
  untitled: [] as string[],
  inputBoxes: [] as InputBox[],
  /** The most recent one. */
  get box(): InputBox {
    return fake.inputBoxes.at(-1) ?? assert.fail('No input box was shown.');
  },
  statusBarItems: [] as StatusBarItem[],
  quickPicks: [] as QuickPick[],
  decorations: [] as DecorationProvider[],
  fileSystems,
  /** By view id. */
  trees: new Map<string, TreeView>(),
  panels,
  restorePanel,
  commands: new Map<string, (...given: unknown[]) => unknown>(),
  /** The diagnostics that are shown, of all documents. */
  diagnostics: [] as Diagnostic[],
  /** What was logged, without the time. */
  logged: [] as string[],
  documents,
  changed,
  saved,
  opened,
  closed,
  focusWindow(focused: boolean): void {
    window.state = { focused, active: focused };
    windowState.fire(window.state);
  },
};

const show = async (message: string, ...rest: unknown[]): Promise<unknown> => {
  fake.said.push(message);
  return fake.press(
    message,
    rest.filter((each) => typeof each === 'string'),
  );
};

export const window = {
  activeTextEditor: undefined as object | undefined,
  visibleTextEditors: [] as object[],
  state: { focused: true, active: true },
  tabGroups,
  onDidChangeWindowState: windowState.event,
  onDidChangeActiveTextEditor: activeEditorChanged.event,
  onDidChangeVisibleTextEditors: visibleEditorsChanged.event,
  onDidChangeTextEditorSelection: selectionChanged.event,
  showInformationMessage: show,
  showWarningMessage: show,
  showErrorMessage: show,
  setStatusBarMessage(text: string) {
    fake.said.push(text);
    return never();
  },
  withProgress(options: { title?: string }, work: (progress: object, token: object) => unknown) {
    if (options.title) fake.progress.push(options.title);
    return work({ report: () => undefined }, { isCancellationRequested: false, onCancellationRequested: never });
  },
  showQuickPick: async (items: readonly Item[] | Promise<readonly Item[]>, options: { title?: string } = {}) =>
    fake.pick(await items, options),
  showOpenDialog: async (_options: object): Promise<readonly Uri[] | undefined> => undefined,
  showSaveDialog: async (_options: object): Promise<Uri | undefined> => undefined,
  createQuickPick() {
    const picker = new QuickPick();
    fake.quickPicks.push(picker);
    return picker;
  },
  createInputBox() {
    const box = new InputBox();
    fake.inputBoxes.push(box);
    return box;
  },
  createStatusBarItem() {
    const item = {
      text: '',
      isShown: false,
      show: () => void (item.isShown = true),
      hide: () => void (item.isShown = false),
      dispose: () => undefined,
    };
    fake.statusBarItems.push(item);
    return item;
  },
  registerFileDecorationProvider(provider: DecorationProvider) {
    fake.decorations.push(provider);
    return never();
  },
  createTreeView(id: string, { treeDataProvider }: { treeDataProvider: ConstructorParameters<typeof TreeView>[0] }) {
    const view = new TreeView(treeDataProvider);
    fake.trees.set(id, view);
    return view;
  },
  createOutputChannel() {
    const write = (text: string) => void fake.logged.push(text);
    return {
      trace: write,
      debug: write,
      info: write,
      warn: write,
      error: write,
      append: write,
      appendLine: write,
      show: () => undefined,
      dispose: () => undefined,
    };
  },
  createWebviewPanel: (...given: ConstructorParameters<typeof WebviewPanel>) => new WebviewPanel(...given),
  registerWebviewPanelSerializer: (viewType: string, serializer: NonNullable<ReturnType<typeof serializers.get>>) =>
    register(serializers, viewType, serializer, undefined),
  registerCustomEditorProvider: never,
  async showTextDocument(given: Document | Uri, options?: ShowOptions | number) {
    const document = given instanceof Uri ? await openDocument(given) : given;
    const shown = typeof options === 'number' ? { viewColumn: options } : options;
    return openTab(new TabInputText(document.uri), labelOf(document.uri), { ...shown, document });
  },
};

/** The open document, or a new one with the text that its provider returns. */
async function openDocument(uri: Uri): Promise<Document> {
  const known = () => documents.find((each) => each.uri.toString() === uri.toString());
  const state = known() ? undefined : await stateAt(uri);
  const text = known() ? undefined : await textAt(uri);
  const document = known() ?? new Document(uri, text, languageOf(uri.path));
  document.onDisk ??= state;
  // Without a provider it isn't a document of VS Code's.
  if (text !== undefined && !documents.includes(document)) {
    documents.push(document);
    opened.fire(document);
  }
  return document;
}

function readAgain(uris: readonly Uri[]): void {
  const names = new Set(uris.map(String));
  for (const document of documents)
    if (names.has(document.uri.toString()) && !document.isDirty) void document.revert().catch(() => undefined);
}

let untitled = 0;

export const workspace = {
  textDocuments: documents,
  workspaceFolders: undefined as readonly object[] | undefined,
  isTrusted: true,
  fs,
  onDidChangeTextDocument: changed.event,
  onDidSaveTextDocument: saved.event,
  onDidOpenTextDocument: opened.event,
  onDidCloseTextDocument: closed.event,
  onWillSaveTextDocument: willSave.event,
  onDidChangeConfiguration: settingsChanged.event,
  getConfiguration: settingsIn,
  asRelativePath: (uri: Uri | string) => (typeof uri === 'string' ? uri : uri.fsPath),
  createFileSystemWatcher: () => ({
    onDidChange: never,
    onDidCreate: never,
    onDidDelete: never,
    dispose: () => undefined,
  }),
  registerTextDocumentContentProvider: (scheme: string, provider: NonNullable<ReturnType<typeof textProviders.get>>) =>
    register(
      textProviders,
      scheme,
      provider,
      provider.onDidChange?.((uri) => readAgain([uri])),
    ),
  registerFileSystemProvider(scheme: string, files: FileSystem, options: { readonly isReadonly?: unknown } = {}) {
    if (options.isReadonly) readonlySchemes.add(scheme);
    return register(
      fileSystems,
      scheme,
      files,
      files.onDidChangeFile?.((changes) => readAgain(changes.map(({ uri }) => uri))),
    );
  },
  async applyEdit(edit: WorkspaceEdit) {
    for (const [uri, edits] of edit.entries())
      documents.find((each) => each.uri.toString() === uri.toString())?.edit(edits);
    return true;
  },
  async openTextDocument(given: Uri | { readonly content?: string; readonly language?: string }) {
    if (given instanceof Uri) return openDocument(given);
    const { content = '', language = 'plaintext' } = given;
    fake.untitled.push(content);
    const uri = Uri.from({ scheme: 'untitled', path: `Untitled-${++untitled}` });
    return new Document(uri, content, language);
  },
};

export const scm = {
  createSourceControl: () => ({
    inputBox: {},
    createResourceGroup: () => ({ resourceStates: [] as object[] }),
    dispose: () => undefined,
  }),
};

export const commands = {
  registerCommand(id: string, run: (...given: unknown[]) => unknown) {
    fake.commands.set(id, run);
    return new Disposable(() => fake.commands.delete(id));
  },
  executeCommand: async (id: string, ...given: unknown[]) =>
    (fake.commands.get(id) ?? (builtIn as Readonly<Record<string, Command>>)[id])?.(...given),
  getCommands: async () => [...fake.commands.keys(), ...Object.keys(builtIn)],
};

type Command = (...given: unknown[]) => unknown;
const builtIn: object = builtInCommands(openDocument, fake);

export const authentication = {
  registerAuthenticationProvider(id: string, _label: string, provider: SessionProvider) {
    provider.onDidChangeSessions(() => sessionsChanged.fire({ provider: { id } }));
    return register(sessionProviders, id, provider, undefined);
  },
  getAccounts: async (id: string) =>
    ((await sessionProviders.get(id)?.getSessions(undefined, {})) ?? []).map(({ account }) => account),
  onDidChangeSessions: sessionsChanged.event,
};

export const languages = {
  createDiagnosticCollection: () => {
    const shown = new Map<string, readonly Diagnostic[]>();
    const show = () =>
      void fake.diagnostics.splice(
        0,
        Infinity,
        ...[...diagnosticsOf.values()].flatMap((each) => [...each.values()]).flat(),
      );
    const collection = {
      has: (uri: unknown) => shown.has(String(uri)),
      get: (uri: unknown) => shown.get(String(uri)),
      set: (uri: unknown, diagnostics: readonly Diagnostic[]) => {
        shown.set(String(uri), diagnostics);
        show();
        diagnosticsChanged.fire({ uris: [uri] });
      },
      delete: (uri: unknown) => {
        if (!shown.delete(String(uri))) return;
        show();
        diagnosticsChanged.fire({ uris: [uri] });
      },
      clear: () => {
        shown.clear();
        show();
      },
      dispose: () => {
        diagnosticsOf.delete(collection);
        show();
      },
    };
    diagnosticsOf.set(collection, shown);
    return collection;
  },
  onDidChangeDiagnostics: diagnosticsChanged.event,
  getDiagnostics: (uri?: Uri) => {
    const all = [...diagnosticsOf.values()].flatMap((each) => [...each]);
    if (uri !== undefined) return all.flatMap(([name, found]) => (name === uri.toString() ? found : []));
    return [...Map.groupBy(all, ([name]) => name)].map(([name, each]) => [
      Uri.parse(name),
      each.flatMap(([, found]) => found),
    ]);
  },
  setTextDocumentLanguage: async (document: Document, language: string) =>
    Object.assign(document, { languageId: language }),
  registerCodeLensProvider,
  registerCompletionItemProvider,
  registerCodeActionsProvider,
  registerDocumentPasteEditProvider: never,
  registerDocumentDropEditProvider: never,
};

export const version = '1.125.0';

export const env = {
  language: 'en',
  uiKind: 1,
  remoteName: undefined as string | undefined,
  appName: 'Visual Studio Code',
  appHost: 'desktop',
  openExternal: async (_uri: Uri) => true,
  clipboard: { readText: async () => fake.clipboard, writeText: async (text: string) => void (fake.clipboard = text) },
};

export const extensions = {
  getExtension: (_id: string): { activate(): Promise<unknown> } | undefined => undefined,
};

const asAtFirst = [group, tabGroups, window, workspace, commands, languages, env, extensions].map(
  (part) => [part, { ...part }] as const,
);
showIn(window);

/** Whether an extension is active: then what it registered stays until it is deactivated. */
let isActive = false;

export function keepRegistrations(keep: boolean): void {
  isActive = keep;
}

/**
 * Resets it to a newly opened window, whatever the last test did. While an extension is active, only forgets what was
 * shown.
 */
export function reset(): void {
  Object.assign(fake, answersOfNobody());
  for (const stored of [fake.said, fake.progress, fake.untitled, fake.inputBoxes, fake.quickPicks, fake.logged])
    stored.length = 0;
  if (isActive) return;
  for (const [part, first] of asAtFirst) {
    for (const added of Object.keys(part)) if (!(added in first)) Reflect.deleteProperty(part, added);
    Object.assign(part, first);
  }
  closeAllTabs();
  for (const stored of [fake.statusBarItems, fake.decorations, fake.diagnostics, panels, documents]) stored.length = 0;
  for (const stored of [
    fake.commands,
    fake.trees,
    fileSystems,
    userSettings,
    diagnosticsOf,
    sessionProviders,
    serializers,
  ])
    stored.clear();
  // Text providers stay: a module that has registered one for the session isn't loaded again.
  readonlySchemes.clear();
  forgetLanguageFeatures();
  for (const event of [
    windowState,
    changed,
    saved,
    opened,
    closed,
    willSave,
    settingsChanged,
    sessionsChanged,
    tabsChanged,
    activeEditorChanged,
    visibleEditorsChanged,
    selectionChanged,
  ])
    event.dispose();
}
