import { EventEmitter } from './events.ts';
import { type Position, Range, type Uri } from './places.ts';

/** Escapes like VS Code. */
export class MarkdownString {
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

export class TreeItem {
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

export class CompletionItem {
  label: string | { label: string; detail?: string; description?: string };
  documentation: unknown;
  detail: unknown;

  kind: number | undefined;

  constructor(label: CompletionItem['label'], kind?: number) {
    this.label = label;
    this.kind = kind;
  }
}

export class Diagnostic {
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

export class CodeAction {
  readonly title: string;
  readonly kind: unknown;

  constructor(title: string, kind?: unknown) {
    this.title = title;
    this.kind = kind;
  }
}

export class CodeActionKind {
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

export class DocumentDropOrPasteEditKind {
  static readonly Empty = new DocumentDropOrPasteEditKind('');
  static readonly Text = new DocumentDropOrPasteEditKind('text');
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }

  append(...parts: string[]): DocumentDropOrPasteEditKind {
    return new DocumentDropOrPasteEditKind([this.value, ...parts].filter(Boolean).join('.'));
  }
}

export class TextEdit {
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

export class WorkspaceEdit {
  readonly #entries = new Map<string, [Uri, readonly TextEdit[]]>();

  set(uri: Uri, edits: readonly TextEdit[]): void {
    this.#entries.set(uri.toString(), [uri, edits]);
  }

  replace(uri: Uri, range: Range, text: string): void {
    const [, before = []] = this.#entries.get(uri.toString()) ?? [];
    this.set(uri, [...before, new TextEdit(range, text)]);
  }

  insert(uri: Uri, at: Position, text: string): void {
    this.replace(uri, new Range(at, at), text);
  }

  delete(uri: Uri, range: Range): void {
    this.replace(uri, range, '');
  }

  entries(): readonly [Uri, readonly TextEdit[]][] {
    return [...this.#entries.values()];
  }
}

export class SnippetString {
  value: string;

  constructor(value = '') {
    this.value = value;
  }

  appendText(text: string): this {
    this.value += text;
    return this;
  }

  appendPlaceholder(text: string): this {
    return this.appendText(text);
  }

  appendTabstop(): this {
    return this;
  }

  appendChoice(): this {
    return this;
  }
}

export class DataTransferItem {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }

  async asString(): Promise<string> {
    return typeof this.value === 'string' ? this.value : JSON.stringify(this.value);
  }
}

/** Types are compared in lower case, as in VS Code. */
export class DataTransfer {
  readonly #items = new Map<string, object>();

  get(type: string): object | undefined {
    return this.#items.get(type.toLowerCase());
  }

  set(type: string, item: object): void {
    this.#items.set(type.toLowerCase(), item);
  }
}

export class CancellationTokenSource {
  readonly #cancelled = new EventEmitter<void>();
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.#cancelled.event };

  cancel(): void {
    this.token.isCancellationRequested = true;
    this.#cancelled.fire();
  }

  dispose(): void {
    this.#cancelled.dispose();
  }
}

/** A plain class that stores its constructor arguments. */
const holds = (...names: string[]) =>
  class {
    constructor(...given: unknown[]) {
      names.forEach((name, at) => Object.assign(this, { [name]: given[at] }));
    }
  };

export const CodeLens = holds('range', 'command');
export const CompletionList = holds('items', 'isIncomplete');
export const FileDecoration = holds('badge', 'tooltip', 'color');
export const TabInputCustom = holds('uri', 'viewType');
export const TabInputNotebook = holds('uri', 'notebookType');
export const TabInputNotebookDiff = holds('original', 'modified', 'notebookType');
export const TabInputTerminal = holds();
export const TabInputText = holds('uri');
export const TabInputTextDiff = holds('original', 'modified');
export const TabInputWebview = holds('viewType');
export const ThemeColor = holds('id');
export const ThemeIcon = Object.assign(holds('id', 'color'), { File: {}, Folder: {} });

export class CancellationError extends Error {}

/** Named as in VS Code, where the name says the code. */
export class FileSystemError extends Error {
  readonly code: string;

  constructor(about?: unknown, code = 'Unknown') {
    super(typeof about === 'string' ? about : (about as Uri | undefined)?.toString());
    this.code = code;
    this.name = code;
  }

  static FileNotFound = (about?: unknown) => new FileSystemError(about, 'FileNotFound');
  static FileExists = (about?: unknown) => new FileSystemError(about, 'FileExists');
  static FileIsADirectory = (about?: unknown) => new FileSystemError(about, 'FileIsADirectory');
  static FileNotADirectory = (about?: unknown) => new FileSystemError(about, 'FileNotADirectory');
  static NoPermissions = (about?: unknown) => new FileSystemError(about, 'NoPermissions');
  static Unavailable = (about?: unknown) => new FileSystemError(about, 'Unavailable');
}

export const l10n = {
  t: (text: string, ...values: (string | number | boolean)[]) =>
    text.replace(/\{(\d+)\}/g, (placeholder, at) => String(values[Number(at)] ?? placeholder)),
};
