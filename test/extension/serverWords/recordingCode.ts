import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { patience } from '../../patience.ts';
import { Document as FakeDocument } from '../../fakes/vscode/documents.ts';
import * as enums from '../../fakes/vscode/enums.ts';
import { Disposable, EventEmitter, never } from '../../fakes/vscode/events.ts';
import * as places from '../../fakes/vscode/places.ts';
import * as values from '../../fakes/vscode/values.ts';

const { Position, Range, Selection, Uri } = places;
const { MarkdownString, TabInputText, TabInputTextDiff } = values;
type Position = places.Position;
type Range = places.Range;
type Uri = places.Uri;
type CodeAction = values.CodeAction;
type CompletionItem = values.CompletionItem;
type Diagnostic = values.Diagnostic;
type TreeItem = values.TreeItem;

/** How VS Code renders a text, as found in its source (1.10x). Most texts are shown as they are. */
type Reading = 'links and icons' | 'icons' | 'Markdown' | 'as it is';

export interface Shown {
  /** The API that got the text, such as `QuickPickItem.label`. */
  readonly where: string;
  readonly reading: Reading;
  readonly text: string;
  readonly mayRunCommands?: boolean;
}

/** All texts shown so far. */
export const shown: Shown[] = [];

function record(where: string, reading: Reading, text: unknown): void {
  if (typeof text === 'string') shown.push({ where, reading, text });
  else if (text instanceof MarkdownString) {
    const { value, isTrusted, supportThemeIcons } = text;
    shown.push({
      where,
      reading: supportThemeIcons ? 'icons' : 'Markdown',
      text: value,
      mayRunCommands: Boolean(isTrusted),
    });
  }
}

const emitter = <Value>() => new EventEmitter<Value>();

class Document extends FakeDocument {
  /** As VS Code does it: will-save, its own comparison, then the write. */
  override async save(reason = 1): Promise<boolean> {
    const files = fileSystems.get(this.uri.scheme);
    if (!files) return false;
    const waited: unknown[] = [];
    willSave.fire({ document: this, reason, waitUntil: (other: unknown) => void waited.push(other) });
    await Promise.allSettled(waited);
    try {
      await files.stat(this.uri);
      await files.writeFile(this.uri, new TextEncoder().encode(this.text));
    } catch (error) {
      fails('save', error);
      return false;
    }
    this.isDirty = false;
    changedDocument.fire({ document: this, contentChanges: [] });
    savedDocument.fire(this);
    return true;
  }
}

/** VS Code shows the error in a notification. */
function fails(where: string, error: unknown): void {
  const { name, message } = error as Error;
  record(`error of ${where}`, 'links and icons', `${name}: ${message}`);
}

interface Files {
  stat(uri: Uri): unknown;
  readFile(uri: Uri): unknown;
  readDirectory(uri: Uri): unknown;
  writeFile(uri: Uri, bytes: Uint8Array): unknown;
}

interface Provider<Row = unknown> {
  getChildren(row?: Row): Promise<Row[] | undefined>;
  getTreeItem(row: Row): Promise<TreeItem>;
  resolveTreeItem?(item: TreeItem, row: Row, token: object): Promise<TreeItem | undefined>;
}

const fileSystems = new Map<string, Files>();
const texts = new Map<string, (uri: Uri) => Promise<string>>();
const commands = new Map<string, (...given: unknown[]) => unknown>();
const documents: Document[] = [];
const group = { tabs: [] as object[], activeTab: undefined as object | undefined, viewColumn: 1, isActive: true };
const changedDocument = emitter<object>();
const savedDocument = emitter<object>();
const openedDocument = emitter<object>();
const closedDocument = emitter<object>();
const willSave = emitter<object>();
const activeEditor = emitter<object | undefined>();
const windowState = emitter<{ focused: boolean; active: boolean }>();
const token = { isCancellationRequested: false, onCancellationRequested: () => new Disposable(() => undefined) };

/** The user's answers, which the walk sets. */
export const person = {
  /** The index of the picked entry, which the walk increases. */
  turn: 0,
  /** The answers to an input box, one after the other, by its title. */
  types: (_title: string, _value: string): string[] => [],
  /** The file to choose where one is asked for. */
  file: '',
};
export const trees = new Map<string, Provider>();
export const threads: { uri: Uri; label?: string; comments: readonly object[] }[] = [];
export const completions: {
  provideCompletionItems(...given: unknown[]): Promise<{ items: CompletionItem[] } | CompletionItem[] | undefined>;
}[] = [];
export const codeActions: { provideCodeActions(...given: unknown[]): Promise<CodeAction[] | undefined> }[] = [];
export const codeLenses: {
  provideCodeLenses(document: Document): readonly { readonly command?: { readonly title: string } }[] | undefined;
}[] = [];
export const panels: { panel: object; says: (message: unknown) => void }[] = [];
/** Errors that the extension logged as its own bugs. */
export const bugs: string[] = [];

/** Records what is assigned to it. */
function watched<Thing extends object>(thing: Thing, readings: Readonly<Record<string, Reading>>, name: string): Thing {
  return new Proxy(thing, {
    set(target, key, value) {
      const reading = readings[String(key)];
      if (reading) record(`${name}.${String(key)}`, reading, value);
      if (name === 'CommentThread' && key === 'comments') (value as Commented[]).forEach(recordComment);
      if (name === 'QuickPick' && key === 'items') recordItems(value as Item[]);
      return Reflect.set(target, key, value);
    },
  });
}

interface Commented {
  readonly body: unknown;
  readonly label?: unknown;
  readonly author: { readonly name: string };
}

function recordComment({ body, label, author }: Commented): void {
  record('Comment.body', 'as it is', body);
  record('Comment.label', 'as it is', label);
  record('Comment.author', 'as it is', author.name);
}

interface Item {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly kind?: number;
  readonly buttons?: readonly { readonly tooltip?: string }[];
}

function recordItems(items: readonly (Item | string)[]): void {
  for (const item of items) {
    if (typeof item === 'string') record('QuickPickItem.label', 'icons', item);
    else
      for (const key of ['label', 'description', 'detail'] as const) record(`QuickPickItem.${key}`, 'icons', item[key]);
  }
}

function chosenOf<Each>(items: readonly Each[]): Each | undefined {
  const offered = items.filter((item) => (item as Item).kind !== -1);
  return offered[person.turn++ % Math.max(1, offered.length)];
}

const tick = (ms = 0) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function shows(kind: string) {
  return async (message: string, ...rest: unknown[]): Promise<unknown> => {
    record(`${kind}Message`, 'links and icons', message);
    const [options, ...items] = typeof rest[0] === 'object' ? rest : [undefined, ...rest];
    record(`${kind}Message.detail`, 'links and icons', (options as { detail?: string } | undefined)?.detail);
    const titles = items as string[];
    for (const title of titles) record(`${kind}Message.item`, 'icons', title);
    // Errors offer a retry, which would never end.
    return kind === 'Error' ? undefined : titles[person.turn++ % Math.max(1, titles.length)];
  };
}

/** An input box or quick pick that answers by itself when it is shown. */
function asks(
  name: string,
  readings: Readonly<Record<string, Reading>>,
  answer: (box: Box, fire: Fire) => Promise<void>,
) {
  return () => {
    const events = {
      accept: emitter<void>(),
      change: emitter<string>(),
      hide: emitter<void>(),
      button: emitter<object>(),
      item: emitter<object>(),
      active: emitter<object>(),
      selection: emitter<object>(),
    };
    let isShown = false;
    const box: Box = watched(
      {
        value: '',
        title: '',
        items: [],
        selectedItems: [],
        activeItems: [],
        busy: false,
        isShown: () => isShown,
        onDidAccept: events.accept.event,
        onDidChangeValue: events.change.event,
        onDidHide: events.hide.event,
        onDidTriggerButton: events.button.event,
        onDidTriggerItemButton: events.item.event,
        onDidChangeActive: events.active.event,
        onDidChangeSelection: events.selection.event,
        show() {
          isShown = true;
          void answer(box, events).then(() => box.hide());
        },
        hide() {
          if (!isShown) return;
          isShown = false;
          events.hide.fire();
        },
        dispose: () => undefined,
      } as unknown as Box,
      readings,
      name,
    );
    return box;
  };
}

interface Box {
  value: string;
  title: string;
  items: readonly Item[];
  selectedItems: readonly Item[];
  activeItems: readonly Item[];
  busy: boolean;
  validationMessage?: string;
  isShown(): boolean;
  show(): void;
  hide(): void;
}

interface Fire {
  readonly accept: EventEmitter<void>;
  readonly change: EventEmitter<string>;
}

async function settled(box: Box): Promise<void> {
  for (let at = 0; at < patience / 5; at++) {
    await tick(5);
    if (!box.isShown() || !box.busy) return;
  }
}

const createInputBox = asks(
  'InputBox',
  { prompt: 'links and icons', validationMessage: 'links and icons', title: 'as it is', placeholder: 'as it is' },
  async (box, { accept, change }) => {
    for (const text of person.types(box.title, box.value)) {
      await tick();
      if (!box.isShown()) return;
      box.value = text;
      change.fire(text);
      await settled(box);
      accept.fire();
      await settled(box);
    }
  },
);

const createQuickPick = asks(
  'QuickPick',
  { prompt: 'links and icons', title: 'as it is', placeholder: 'as it is' },
  async (box, { accept, change }) => {
    for (const text of ['robot']) {
      box.value = text;
      change.fire(text);
      // Searches wait for a pause in typing.
      await tick(change.hasListeners() ? 350 : 0);
      await settled(box);
      if (!box.isShown()) return;
    }
    const item = chosenOf(box.items);
    box.selectedItems = item ? [item] : [];
    box.activeItems = box.selectedItems;
    accept.fire();
    await settled(box);
  },
);

function find(uri: Uri): Document | undefined {
  return documents.find((each) => each.uri.toString() === uri.toString());
}

async function openTextDocument(given: Uri | { content?: string; language?: string }): Promise<Document> {
  if (!(given instanceof Uri)) {
    const made = new Document(
      new Uri({ scheme: 'untitled', path: `/${documents.length}` }),
      given.content ?? '',
      given.language ?? 'plaintext',
    );
    documents.push(made);
    return made;
  }
  const known = find(given);
  if (known) return known;
  try {
    const files = fileSystems.get(given.scheme);
    if (files) await files.stat(given);
    const text = files
      ? new TextDecoder().decode((await files.readFile(given)) as Uint8Array)
      : await (texts.get(given.scheme)?.(given) ?? readFile(given.path, 'utf8'));
    const isSettings = given.scheme === 'docs-platform-settings';
    const made = new Document(given, text, isSettings ? 'docs-platform-settings' : 'markdown');
    documents.push(made);
    openedDocument.fire(made);
    return made;
  } catch (error) {
    fails('opening', error);
    throw error;
  }
}

async function showTextDocument(given: Document | Uri): Promise<object> {
  const document = given instanceof Document ? given : await openTextDocument(given);
  focus(document);
  return window.activeTextEditor!;
}

/** Shows a document in the active editor. */
export function focus(document: Document | undefined): void {
  const editor = document && {
    document,
    selection: new Selection(new Position(0, 0), new Position(0, 0)),
    selections: [],
    visibleRanges: [new Range(0, 0, 10, 0)],
    viewColumn: 1,
    revealRange: () => undefined,
    insertSnippet: async () => true,
    edit: async () => true,
  };
  window.activeTextEditor = editor;
  window.visibleTextEditors = editor ? [editor] : [];
  group.activeTab = document && { input: new TabInputText(document.uri), isActive: true, isDirty: false, group };
  group.tabs = group.activeTab ? [group.activeTab] : [];
  activeEditor.fire(editor);
  selectedText.fire({ textEditor: editor, selections: editor ? [editor.selection] : [], kind: 1 });
}

const selectedText = emitter<object>();

/** Gives the window the focus, or takes it away. */
export function focusWindow(focused: boolean): void {
  window.state = { focused, active: focused };
  windowState.fire(window.state);
}

/** Types in the document. */
export function type(document: Document, text: string): void {
  const range = new Range(0, 0, document.text.split('\n').length, 0);
  const change = { text, range, rangeOffset: 0, rangeLength: document.text.length };
  document.text = text;
  document.isDirty = true;
  document.version++;
  changedDocument.fire({ document, contentChanges: [change] });
  for (const provider of codeLenses) {
    for (const { command } of provider.provideCodeLenses(document) ?? [])
      record('CodeLens.title', 'icons', command?.title);
  }
}

async function openByCommand(id: string, [first, second]: unknown[]): Promise<void> {
  if (id === 'vscode.open' && first instanceof Uri && fileSystems.has(first.scheme)) await showTextDocument(first);
  if (id !== 'vscode.diff' || !(first instanceof Uri) || !(second instanceof Uri)) return;
  await openTextDocument(first);
  await showTextDocument(second);
  group.activeTab = { input: new TabInputTextDiff(first, second), isActive: true, group };
  group.tabs = [group.activeTab];
}

const log = {
  info: () => undefined,
  debug: () => undefined,
  trace: () => undefined,
  warn: () => undefined,
  error: (...parts: unknown[]) => void bugs.push(parts.join(' ')),
  show: () => undefined,
  dispose: () => undefined,
};

const window = {
  activeTextEditor: undefined as object | undefined,
  visibleTextEditors: [] as object[],
  state: { focused: true, active: true },
  tabGroups: {
    all: [group],
    activeTabGroup: group,
    onDidChangeTabs: never,
    onDidChangeTabGroups: never,
    close: async () => true,
  },
  onDidChangeWindowState: windowState.event,
  onDidChangeActiveTextEditor: activeEditor.event,
  onDidChangeVisibleTextEditors: never,
  onDidChangeTextEditorSelection: selectedText.event,
  onDidChangeActiveColorTheme: never,
  showInformationMessage: shows('Information'),
  showWarningMessage: shows('Warning'),
  showErrorMessage: shows('Error'),
  setStatusBarMessage: (text: string) => record('setStatusBarMessage', 'icons', text),
  createOutputChannel: () => log,
  createInputBox,
  createQuickPick,
  async showQuickPick(
    given: readonly Item[] | Promise<readonly Item[]>,
    options: { title?: string; placeHolder?: string; canPickMany?: boolean } = {},
  ) {
    const items = await given;
    record('QuickPick.title', 'as it is', options.title);
    recordItems(items);
    const chosen = chosenOf(items);
    return options.canPickMany && chosen ? [chosen] : chosen;
  },
  async withProgress(options: { title?: string }, task: (progress: object, token: object) => Promise<unknown>) {
    record('Progress.title', 'links and icons', options.title);
    const report = ({ message }: { message?: string }) => record('Progress.message', 'links and icons', message);
    return task({ report }, token);
  },
  createStatusBarItem: () =>
    watched(
      { show: () => undefined, hide: () => undefined, dispose: () => undefined },
      { text: 'icons', tooltip: 'as it is' },
      'StatusBarItem',
    ),
  createTreeView(id: string, { treeDataProvider }: { treeDataProvider: Provider }) {
    trees.set(id, treeDataProvider);
    const events = [
      'onDidChangeVisibility',
      'onDidChangeSelection',
      'onDidExpandElement',
      'onDidCollapseElement',
      'onDidChangeCheckboxState',
    ];
    return watched(
      {
        visible: true,
        selection: [],
        reveal: async () => undefined,
        dispose: () => undefined,
        ...Object.fromEntries(events.map((event) => [event, never])),
      },
      { message: 'as it is', description: 'as it is', title: 'as it is' },
      'TreeView',
    );
  },
  createWebviewPanel(_: string, title: string) {
    record('WebviewPanel.title', 'as it is', title);
    const messages = emitter<unknown>();
    const disposed = emitter<void>();
    const panel = {
      viewType: _,
      title,
      visible: true,
      active: true,
      viewColumn: 1,
      webview: {
        cspSource: '',
        html: '',
        options: {},
        asWebviewUri: (uri: Uri) => uri,
        onDidReceiveMessage: messages.event,
        postMessage: async (message: unknown) => {
          record('Webview.message', 'as it is', JSON.stringify(message));
          return true;
        },
      },
      reveal: () => undefined,
      onDidDispose: disposed.event,
      onDidChangeViewState: never,
      dispose: () => disposed.fire(),
    };
    panels.push({ panel, says: (message) => messages.fire(message) });
    return panel;
  },
  registerWebviewPanelSerializer: never,
  registerCustomEditorProvider: never,
  registerFileDecorationProvider: never,
  showTextDocument,
  showOpenDialog: async () => [Uri.file(person.file)],
  showSaveDialog: async () => Uri.file(`${person.file}.saved`),
};

const onDisk = {
  stat: async (uri: Uri) => ({ type: 1, ctime: 0, mtime: 0, size: (await stat(uri.path)).size }),
  readFile: async (uri: Uri) => new Uint8Array(await readFile(uri.path)),
  writeFile: (uri: Uri, bytes: Uint8Array) => writeFile(uri.path, bytes),
  rename: (from: Uri, to: Uri) => rename(from.path, to.path),
  delete: (uri: Uri) => rm(uri.path),
};

const workspace = {
  textDocuments: documents,
  workspaceFolders: undefined,
  fs: onDisk,
  getConfiguration: () => ({ get: () => undefined, inspect: () => undefined, update: async () => undefined }),
  onDidChangeConfiguration: never,
  onDidChangeTextDocument: changedDocument.event,
  onDidSaveTextDocument: savedDocument.event,
  onDidOpenTextDocument: openedDocument.event,
  onDidCloseTextDocument: closedDocument.event,
  onWillSaveTextDocument: willSave.event,
  openTextDocument,
  applyEdit: async () => true,
  registerFileSystemProvider(scheme: string, files: Files) {
    fileSystems.set(scheme, files);
    return never();
  },
  registerTextDocumentContentProvider(
    scheme: string,
    provider: { provideTextDocumentContent(uri: Uri): Promise<string> },
  ) {
    texts.set(scheme, async (uri) => provider.provideTextDocumentContent(uri));
    return never();
  },
};

/** A fake of VS Code, complete enough for the whole extension. It records each text that it gets to show. */
export const recordingCode = {
  ...enums,
  ...places,
  ...values,
  Disposable,
  EventEmitter,
  env: {
    language: 'en',
    clipboard: { writeText: async () => undefined, readText: async () => '' },
    openExternal: async () => true,
  },
  window,
  workspace,
  commands: {
    registerCommand(id: string, run: (...given: unknown[]) => unknown) {
      commands.set(id, run);
      return never();
    },
    getCommands: async () => [...commands.keys()],
    executeCommand: async (id: string, ...given: unknown[]) => {
      const run = commands.get(id);
      return run ? run(...given) : openByCommand(id, given);
    },
  },
  languages: {
    createDiagnosticCollection() {
      const known = new Map<string, Diagnostic[]>();
      return {
        set(uri: Uri, problems: Diagnostic[] = []) {
          known.set(uri.toString(), problems);
          for (const { message } of problems) record('Diagnostic.message', 'as it is', message);
        },
        get: (uri: Uri) => known.get(uri.toString()),
        has: (uri: Uri) => known.has(uri.toString()),
        delete: (uri: Uri) => void known.delete(uri.toString()),
        clear: () => known.clear(),
        forEach: () => undefined,
        dispose: () => undefined,
      };
    },
    registerCompletionItemProvider(_: unknown, provider: (typeof completions)[number]) {
      completions.push(provider);
      return never();
    },
    registerDocumentPasteEditProvider: never,
    registerDocumentDropEditProvider: never,
    registerCodeLensProvider(_: unknown, provider: (typeof codeLenses)[number]) {
      codeLenses.push(provider);
      return never();
    },
    registerCodeActionsProvider(_: unknown, provider: (typeof codeActions)[number]) {
      codeActions.push(provider);
      return never();
    },
    setTextDocumentLanguage: async (document: Document) => document,
    getDiagnostics: () => [],
    onDidChangeDiagnostics: never,
  },
  comments: {
    createCommentController: () => ({
      dispose: () => undefined,
      createCommentThread(uri: Uri, range: Range, comments: Commented[]) {
        comments.forEach(recordComment);
        const thread = watched(
          { uri, range, comments, dispose: () => undefined },
          { label: 'as it is' },
          'CommentThread',
        );
        threads.push(thread);
        return thread;
      },
    }),
  },
  authentication: { registerAuthenticationProvider: never, getSession: async () => undefined },
  extensions: { getExtension: () => undefined },
};

/** All open documents. */
export function openDocuments(): readonly Document[] {
  return documents;
}

/** Requests the rows of a tree as VS Code does, and returns them with their items. */
export async function expand(id: string, most: number): Promise<{ row: unknown; item: TreeItem }[]> {
  const provider = trees.get(id);
  const found: { row: unknown; item: TreeItem }[] = [];
  const visit = async (row: unknown, depth: number): Promise<void> => {
    const children = (await provider?.getChildren(row).catch((error: unknown) => fails('rows', error))) ?? [];
    for (const child of children.slice(0, most)) {
      const item = await provider!.getTreeItem(child);
      const label = typeof item.label === 'string' ? item.label : (item.label as { label?: string } | undefined)?.label;
      record('TreeItem.label', 'as it is', label);
      record('TreeItem.description', 'as it is', item.description);
      record('TreeItem.tooltip', 'as it is', item.tooltip);
      const resolved = await provider!.resolveTreeItem?.(item, child, token);
      record('TreeItem.tooltip', 'as it is', resolved?.tooltip);
      found.push({ row: child, item });
      if (item.collapsibleState !== 0 && depth < 7) await visit(child, depth + 1);
    }
  };
  await visit(undefined, 0);
  return found;
}

/** Requests the completions at a position of a document. */
export async function complete(document: Document, position: Position): Promise<void> {
  for (const provider of completions) {
    const list = await provider.provideCompletionItems(document, position, token, {});
    for (const { label, detail, documentation } of Array.isArray(list) ? list : (list?.items ?? [])) {
      const parts = typeof label === 'string' ? { label } : label;
      for (const text of Object.values(parts)) record('CompletionItem.label', 'icons', text);
      record('CompletionItem.detail', 'as it is', detail);
      record('CompletionItem.documentation', 'as it is', documentation);
    }
  }
}
