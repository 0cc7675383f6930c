import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { fakeCode } from '../fakeCode.ts';

/** How VS Code reads a text, as found in its source (1.10x): most it shows as it is. */
type Reading = 'links and icons' | 'icons' | 'Markdown' | 'as it is';

export interface Shown {
  /** Such as `QuickPickItem.label`. */
  readonly where: string;
  readonly reading: Reading;
  readonly text: string;
  readonly mayRunCommands?: boolean;
}

/** All that was shown so far. */
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

const { EventEmitter, Disposable } = fakeCode;
type Emitter<Value> = InstanceType<typeof EventEmitter<Value>>;
const emitter = <Value>(): Emitter<Value> => new EventEmitter<Value>();

class Uri {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;

  constructor(parts: { scheme?: string; authority?: string; path?: string; query?: string; fragment?: string }) {
    this.scheme = parts.scheme ?? '';
    this.authority = parts.authority ?? '';
    this.path = parts.path ?? '';
    this.query = parts.query ?? '';
    this.fragment = parts.fragment ?? '';
  }

  static from(parts: ConstructorParameters<typeof Uri>[0]): Uri {
    return new Uri(parts);
  }

  static file(path: string): Uri {
    return new Uri({ scheme: 'file', path });
  }

  static parse(text: string): Uri {
    const [, scheme, authority, path, query, fragment] =
      /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/.exec(text) ?? [];
    const plain = (part = ''): string => decodeURIComponent(part);
    return new Uri({
      scheme: scheme ?? '',
      authority: plain(authority),
      path: plain(path),
      query: plain(query),
      fragment: plain(fragment),
    });
  }

  static joinPath(uri: Uri, ...parts: string[]): Uri {
    return uri.with({ path: [uri.path, ...parts].join('/') });
  }

  get fsPath(): string {
    return this.path;
  }

  with(change: ConstructorParameters<typeof Uri>[0]): Uri {
    return new Uri({ ...this, ...change });
  }

  toString(): string {
    const path = this.path.split('/').map(encodeURIComponent).join('/');
    const query = this.query && `?${encodeURIComponent(this.query)}`;
    const fragment = this.fragment && `#${encodeURIComponent(this.fragment)}`;
    return `${this.scheme}://${this.authority}${path}${query}${fragment}`;
  }
}

class Position {
  readonly line: number;
  readonly character: number;

  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }

  translate(lines = 0, characters = 0): Position {
    return new Position(this.line + lines, this.character + characters);
  }

  with({ line = this.line, character = this.character }: { line?: number; character?: number }): Position {
    return new Position(line, character);
  }

  compareTo(other: Position): number {
    return this.line - other.line || this.character - other.character;
  }

  isBefore(other: Position): boolean {
    return this.compareTo(other) < 0;
  }

  isAfter(other: Position): boolean {
    return this.compareTo(other) > 0;
  }

  isEqual(other: Position): boolean {
    return this.compareTo(other) === 0;
  }
}

class Range {
  readonly start: Position;
  readonly end: Position;

  constructor(start: Position | number, end: Position | number, line?: number, character?: number) {
    if (typeof start === 'number') {
      this.start = new Position(start, end as number);
      this.end = new Position(line ?? 0, character ?? 0);
    } else {
      this.start = start;
      this.end = end as Position;
    }
  }

  get isEmpty(): boolean {
    return this.start.isEqual(this.end);
  }

  contains(other: Position | Range): boolean {
    const [start, end] = other instanceof Range ? [other.start, other.end] : [other, other];
    return this.start.compareTo(start) <= 0 && this.end.compareTo(end) >= 0;
  }

  intersection(other: Range): Range | undefined {
    return this.end.isBefore(other.start) || other.end.isBefore(this.start) ? undefined : this;
  }

  isEqual(other: Range): boolean {
    return this.start.isEqual(other.start) && this.end.isEqual(other.end);
  }
}

class Selection extends Range {
  get active(): Position {
    return this.end;
  }

  get anchor(): Position {
    return this.start;
  }
}

/** Escapes as VS Code does. */
class MarkdownString {
  value: string;
  isTrusted: boolean | object | undefined;
  supportThemeIcons = false;
  supportHtml = false;

  constructor(value = '') {
    this.value = value;
  }

  appendText(text: string): this {
    this.value += text
      .replace(/[\\`*_{}[\]()#+\-!~]/g, '\\$&')
      .replace(/([ \t]+)/g, (_, blanks: string) => '&nbsp;'.repeat(blanks.length))
      .replace(/>/gm, '\\>')
      .replace(/\n/g, '\n\n');
    return this;
  }

  appendMarkdown(text: string): this {
    this.value += text;
    return this;
  }

  appendCodeblock(text: string): this {
    this.value += `\n\`\`\`\n${text}\n\`\`\`\n`;
    return this;
  }
}

class TreeItem {
  label: unknown;
  description: unknown;
  tooltip: unknown;
  contextValue: string | undefined;
  command: { command: string; arguments?: unknown[] } | undefined;
  collapsibleState: number;

  constructor(label: unknown, state = 0) {
    this.label = label;
    this.collapsibleState = state;
  }
}

class CompletionItem {
  label: string | { label: string; detail?: string; description?: string };
  documentation: unknown;
  detail: unknown;

  constructor(label: CompletionItem['label']) {
    this.label = label;
  }
}

class Diagnostic {
  readonly range: unknown;
  readonly message: string;
  readonly severity: unknown;
  source: unknown;
  code: unknown;

  constructor(range: unknown, message: string, severity?: unknown) {
    this.range = range;
    this.message = message;
    this.severity = severity;
  }
}

class CodeAction {
  readonly title: string;
  readonly kind: unknown;

  constructor(title: string, kind?: unknown) {
    this.title = title;
    this.kind = kind;
  }
}

class CodeActionKind {
  static readonly QuickFix = new CodeActionKind('quickfix');
  static readonly Source = new CodeActionKind('source');
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }

  append(part: string): CodeActionKind {
    return new CodeActionKind(`${this.value}.${part}`);
  }
}

/** A plain class that keeps what it is made with. */
const holds = (...names: string[]) =>
  class {
    constructor(...given: unknown[]) {
      names.forEach((name, at) => Object.assign(this, { [name]: given[at] }));
    }
  };

class TabInputText {
  readonly uri: Uri;

  constructor(uri: Uri) {
    this.uri = uri;
  }
}

class TabInputTextDiff {
  readonly original: Uri;
  readonly modified: Uri;

  constructor(original: Uri, modified: Uri) {
    this.original = original;
    this.modified = modified;
  }
}

class Document {
  readonly uri: Uri;
  text: string;
  isDirty = false;
  isClosed = false;
  version = 1;
  languageId: string;
  readonly isUntitled = false;

  constructor(uri: Uri, text: string, languageId: string) {
    this.uri = uri;
    this.text = text;
    this.languageId = languageId;
  }

  get fileName(): string {
    return this.uri.path;
  }

  get lineCount(): number {
    return this.text.split('\n').length;
  }

  getText(range?: Range): string {
    return range ? this.text.slice(this.offsetAt(range.start), this.offsetAt(range.end)) : this.text;
  }

  lineAt(at: number | Position) {
    const line = typeof at === 'number' ? at : at.line;
    const text = this.text.split('\n')[line] ?? '';
    return {
      text,
      lineNumber: line,
      range: new Range(line, 0, line, text.length),
      isEmptyOrWhitespace: text.trim() === '',
    };
  }

  offsetAt({ line, character }: Position): number {
    return this.text.split('\n').slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + character;
  }

  positionAt(offset: number): Position {
    const before = this.text.slice(0, offset).split('\n');
    return new Position(before.length - 1, before.at(-1)?.length ?? 0);
  }

  validateRange(range: Range): Range {
    return range;
  }

  /** As VS Code does it: will-save, its own comparison, the write. */
  async save(reason = 1): Promise<boolean> {
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

/** VS Code tells it in a notification. */
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

/** What the walk answers and drives. */
export const person = {
  /** Which of the entries is picked: the walk counts it up. */
  turn: 0,
  /** Answers to a box, one after the other, by its title. */
  types: (_title: string, _value: string): string[] => [],
  /** A file that is chosen where one is asked for. */
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
/** What the extension logged as a bug of its own. */
export const bugs: string[] = [];

/** Records what is set on it. */
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
    // Errors offer to try again: that ends nowhere.
    return kind === 'Error' ? undefined : titles[person.turn++ % Math.max(1, titles.length)];
  };
}

/** A box or a picker: answers by itself when it is shown. */
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
  readonly accept: Emitter<void>;
  readonly change: Emitter<string>;
}

async function settled(box: Box): Promise<void> {
  for (let at = 0; at < 600; at++) {
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
      // Searches wait for a moment until one has typed.
      await tick(350);
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

/** Puts a document before the person. */
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

/** The window gets the focus, or loses it. */
export function focusWindow(focused: boolean): void {
  window.state = { focused, active: focused };
  windowState.fire(window.state);
}

/** Types in it. */
export function type(document: Document, text: string): void {
  document.text = text;
  document.isDirty = true;
  document.version++;
  changedDocument.fire({ document, contentChanges: [{ text }] });
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

const never = () => new Disposable(() => undefined);

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

/** As much of VS Code as the whole extension needs: it remembers each text that it is given to show. */
export const recordingCode = {
  ...fakeCode,
  Uri,
  Position,
  Range,
  Selection,
  MarkdownString,
  TreeItem,
  CompletionItem,
  CompletionList: holds('items', 'isIncomplete'),
  Diagnostic,
  CodeAction,
  CodeLens: holds('range', 'command'),
  CodeActionKind,
  WorkspaceEdit: class {
    replace(): void {
      return undefined;
    }
    set(): void {
      return undefined;
    }
  },
  SnippetString: class {
    value = '';
    appendText(text: string): this {
      this.value += text;
      return this;
    }
    appendPlaceholder(text: string): this {
      this.value += text;
      return this;
    }
    appendTabstop(): this {
      return this;
    }
    appendChoice(): this {
      return this;
    }
  },
  DataTransferItem: holds('value'),
  ThemeColor: holds('id'),
  ThemeIcon: Object.assign(holds('id', 'color'), { File: {}, Folder: {} }),
  FileDecoration: holds('badge', 'tooltip', 'color'),
  TabInputText,
  TabInputTextDiff,
  TabInputCustom: class {},
  TabInputWebview: class {},
  TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
  TreeItemCheckboxState: { Unchecked: 0, Checked: 1 },
  QuickPickItemKind: { Separator: -1, Default: 0 },
  QuickInputButtons: { Back: {} },
  QuickInputButtonLocation: { Title: 1, Inline: 2, Input: 3 },
  ProgressLocation: { SourceControl: 1, Window: 10, Notification: 15 },
  StatusBarAlignment: { Left: 1, Right: 2 },
  ViewColumn: { Active: -1, Beside: -2, One: 1 },
  ExtensionMode: { Production: 1, Development: 2, Test: 3 },
  ConfigurationTarget: { Global: 1 },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  TextEditorRevealType: { Default: 0, InCenter: 1, InCenterIfOutsideViewport: 2, AtTop: 3 },
  TextEditorSelectionChangeKind: { Keyboard: 1, Mouse: 2, Command: 3 },
  TextDocumentSaveReason: { Manual: 1, AfterDelay: 2, FocusOut: 3 },
  CompletionItemKind: { Snippet: 14, Reference: 17, Keyword: 13, File: 16 },
  CompletionItemTag: { Deprecated: 1 },
  CommentMode: { Editing: 0, Preview: 1 },
  CommentThreadState: { Unresolved: 0, Resolved: 1 },
  CommentThreadCollapsibleState: { Collapsed: 0, Expanded: 1 },
  FileSystemError: {
    ...fakeCode.FileSystemError,
    FileIsADirectory: (about: unknown) => Object.assign(new Error(String(about)), { name: 'FileIsADirectory' }),
    FileNotADirectory: (about: unknown) => Object.assign(new Error(String(about)), { name: 'FileNotADirectory' }),
  },
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

/** All that are open. */
export function openDocuments(): readonly Document[] {
  return documents;
}

/** Shows the rows of a tree, as VS Code asks for them, and gives them with their items. */
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

/** Asks for what could stand at a place of a document. */
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
