/** As much of VS Code as pages that are written in need outside of it. */

export interface FakeDocument {
  readonly uri: FakeUri;
  text: string;
  isDirty: boolean;
  readonly lineCount: number;
  getText(): string;
  lineAt(line: number): { readonly range: Range };
  save(): Promise<boolean>;
}

class Position {
  readonly line: number;
  readonly character: number;

  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

class Range {
  readonly start: Position;
  readonly end: Position;

  constructor(start: Position, end: Position) {
    this.start = start;
    this.end = end;
  }
}

class TextEdit {
  readonly range: Range;
  readonly newText: string;

  constructor(range: Range, newText: string) {
    this.range = range;
    this.newText = newText;
  }

  static replace = (range: Range, text: string) => new TextEdit(range, text);
  static delete = (range: Range) => new TextEdit(range, '');
  static insert = (at: Position, text: string) => new TextEdit(new Range(at, at), text);
}

class WorkspaceEdit {
  readonly all: { readonly uri: FakeUri; readonly edits: readonly TextEdit[] }[] = [];

  set(uri: FakeUri, edits: readonly TextEdit[]): void {
    this.all.push({ uri, edits });
  }
}

/** A document with as much as an edit of lines needs. */
export function documentOver(document: Pick<FakeDocument, 'uri' | 'text' | 'isDirty' | 'save'>): FakeDocument {
  return Object.defineProperties(document as FakeDocument, {
    lineCount: { get: () => document.text.split('\n').length },
    getText: { value: () => document.text },
    lineAt: {
      value: (line: number) => {
        const { length } = document.text.split('\n')[line] ?? '';
        return { range: new Range(new Position(line, 0), new Position(line, length)) };
      },
    },
  });
}

/** Puts edits into a document, the last one first. */
export function edit(document: FakeDocument, edits: readonly TextEdit[]): void {
  if (edits.length === 0) return;
  const lines = () => document.text.split('\n');
  const offset = ({ line, character }: Position) =>
    lines()
      .slice(0, line)
      .reduce((sum, each) => sum + each.length + 1, character);
  for (const { range, newText } of [...edits].reverse()) {
    document.text = document.text.slice(0, offset(range.start)) + newText + document.text.slice(offset(range.end));
  }
  document.isDirty = true;
  changedDocument.fire({ document, contentChanges: [{}] });
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
const changedDocument = new EventEmitter<{
  document: FakeDocument;
  contentChanges: readonly unknown[];
  reason?: number;
}>();
const savedDocument = new EventEmitter<FakeDocument>();
const closedDocument = new EventEmitter<FakeDocument>();
const nothing = () => new Disposable(() => undefined);
const untitled: string[] = [];
const said: string[] = [];
const say = async (text: string) => void said.push(text);

export const fakeCode = {
  changedDocument,
  savedDocument,
  closedDocument,
  /** Texts of the documents that were made. */
  untitled,
  /** In messages and the status bar. */
  said,
  EventEmitter,
  Disposable,
  Position,
  Range,
  Selection: class {
    readonly active = new Position(0, 0);
  },
  TextEdit,
  WorkspaceEdit,
  Diagnostic: class {},
  DiagnosticSeverity: { Error: 0 },
  TextEditorRevealType: { InCenterIfOutsideViewport: 2 },
  Uri: FakeUri,
  MarkdownString: Tooltip,
  ThemeColor: class {},
  ThemeIcon: class {},
  FileDecoration: class {},
  TabInputText: class {},
  TabInputTextDiff: class {},
  TabInputCustom: class {},
  TabInputWebview: class {},
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
  ProgressLocation: { Window: 10 },
  TextDocumentSaveReason: { Manual: 1, AfterDelay: 2 },
  l10n: { t: (text: string, ...values: unknown[]) => text.replace(/\{(\d)\}/g, (_, at) => String(values[Number(at)])) },
  commands: { executeCommand: async () => undefined, registerCommand: nothing },
  languages: {
    createDiagnosticCollection: () => ({ set: () => undefined, delete: () => undefined, dispose: () => undefined }),
    registerCodeLensProvider: nothing,
  },
  window: {
    tabGroups: { all: [], activeTabGroup: {}, onDidChangeTabs: nothing },
    createStatusBarItem: () => ({ hide: () => undefined, show: () => undefined, dispose: () => undefined }),
    registerFileDecorationProvider: nothing,
    onDidChangeActiveTextEditor: nothing,
    setStatusBarMessage: say,
    withProgress: <Result>(_: unknown, task: () => Result) => task(),
    showInformationMessage: say,
    showTextDocument: async () => ({ selection: { active: new Position(0, 0) }, revealRange: () => undefined }),
  },
  workspace: {
    textDocuments: [] as FakeDocument[],
    registerTextDocumentContentProvider: nothing,
    onDidChangeTextDocument: changedDocument.event,
    onDidSaveTextDocument: savedDocument.event,
    onDidCloseTextDocument: closedDocument.event,
    applyEdit: async ({ all }: WorkspaceEdit) => {
      for (const { uri, edits } of all) {
        const document = fakeCode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
        if (document) edit(document, edits);
      }
      return true;
    },
    openTextDocument: async ({ content }: { content: string }) => void untitled.push(content),
  },
};
