/** As much of VS Code as pages that are written in need outside of it. */

export interface FakeDocument {
  readonly uri: FakeUri;
  text: string;
  isDirty: boolean;
  getText(): string;
  save(): Promise<boolean>;
}

interface Parts {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
}

class FakeUri implements Parts {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;

  constructor({ scheme, authority, path }: Parts) {
    this.scheme = scheme;
    this.authority = authority;
    this.path = path;
  }

  static from(parts: Parts): FakeUri {
    return new FakeUri(parts);
  }

  toString(): string {
    return `${this.scheme}://${this.authority}${this.path}`;
  }
}

class EventEmitter<Value> {
  readonly #listeners = new Set<(value: Value) => void>();

  readonly event = (listener: (value: Value) => void) => {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  };

  fire(value: Value): void {
    for (const listener of [...this.#listeners]) listener(value);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

class Disposable {
  readonly dispose: () => void;

  constructor(dispose: () => void) {
    this.dispose = dispose;
  }

  static from(...all: readonly { dispose(): void }[]): Disposable {
    return new Disposable(() => all.forEach((each) => each.dispose()));
  }
}

class Tooltip {
  appendText(): this {
    return this;
  }

  appendMarkdown(): this {
    return this;
  }
}

const failure = (name: string) => (about: unknown) => Object.assign(new Error(String(about)), { name });
const changedDocument = new EventEmitter<{ document: FakeDocument; contentChanges: readonly unknown[] }>();
const savedDocument = new EventEmitter<FakeDocument>();
const nothing = () => new Disposable(() => undefined);
const untitled: string[] = [];
const said: string[] = [];
const say = async (text: string) => void said.push(text);

export const fakeCode = {
  changedDocument,
  savedDocument,
  /** Texts of the documents that were made. */
  untitled,
  /** In messages and the status bar. */
  said,
  EventEmitter,
  Disposable,
  Uri: FakeUri,
  MarkdownString: Tooltip,
  ThemeColor: class {},
  ThemeIcon: class {},
  FileDecoration: class {},
  TabInputText: class {},
  TabInputTextDiff: class {},
  TabInputCustom: class {},
  CancellationError: class extends Error {},
  FileSystemError: {
    FileNotFound: failure('FileNotFound'),
    Unavailable: failure('Unavailable'),
    NoPermissions: failure('NoPermissions'),
  },
  FileType: { File: 1, Directory: 2 },
  FilePermission: { Readonly: 1 },
  FileChangeType: { Changed: 1, Created: 2, Deleted: 3 },
  StatusBarAlignment: { Left: 1 },
  TextDocumentSaveReason: { Manual: 1, AfterDelay: 2 },
  l10n: { t: (text: string, ...values: unknown[]) => text.replace(/\{(\d)\}/g, (_, at) => String(values[Number(at)])) },
  commands: { executeCommand: async () => undefined },
  window: {
    tabGroups: { all: [], activeTabGroup: {}, onDidChangeTabs: nothing },
    createStatusBarItem: () => ({ hide: () => undefined, show: () => undefined, dispose: () => undefined }),
    registerFileDecorationProvider: nothing,
    onDidChangeActiveTextEditor: nothing,
    setStatusBarMessage: say,
    showInformationMessage: say,
    showTextDocument: async () => undefined,
  },
  workspace: {
    textDocuments: [] as FakeDocument[],
    registerTextDocumentContentProvider: nothing,
    onDidChangeTextDocument: changedDocument.event,
    onDidSaveTextDocument: savedDocument.event,
    onDidCloseTextDocument: nothing,
    openTextDocument: async ({ content }: { content: string }) => void untitled.push(content),
  },
};
