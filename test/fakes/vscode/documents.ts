import { TextDocumentSaveReason } from './enums.ts';
import { EventEmitter } from './events.ts';
import { beforeSave } from './languageFeatures.ts';
import { fileSystems, stateAt, textAt, type FileState } from './fileSystems.ts';
import { Position, Range, type Uri } from './places.ts';
import type { TextEdit } from './values.ts';

export interface DocumentChange {
  readonly document: Document;
  readonly contentChanges: readonly unknown[];
  readonly reason?: number;
}

/** The open documents, and their changes. */
export const documents: Document[] = [];
export const changed = new EventEmitter<DocumentChange>();
export const saved = new EventEmitter<Document>();
export const opened = new EventEmitter<{ readonly languageId: string }>();
export const closed = new EventEmitter<Document>();
export const willSave = new EventEmitter<object>();

export class Document {
  readonly uri: Uri;
  text: string;
  languageId: string;
  isDirty = false;
  isClosed = false;
  version = 1;
  readonly eol = 1;
  /** The state of its file when it was last read or written. */
  onDisk: FileState | undefined;

  constructor(uri: Uri, text = '', languageId = 'markdown') {
    this.uri = uri;
    this.text = text;
    this.languageId = languageId;
  }

  get isUntitled(): boolean {
    return this.uri.scheme === 'untitled';
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

  /**
   * As VS Code does: code actions may cancel a save by hand, listeners may add edits, then the file system writes. False
   * if that failed, or if the file was changed by someone else.
   */
  /** Why the last failed save failed, which VS Code shows. */
  failure: unknown;

  async save(reason = TextDocumentSaveReason.Manual): Promise<boolean> {
    if (reason === TextDocumentSaveReason.Manual && !(await beforeSave(this))) return false;
    const waited: Promise<readonly TextEdit[] | undefined>[] = [];
    const waitUntil = (other: Promise<readonly TextEdit[] | undefined>) => void waited.push(other);
    willSave.fire({ document: this, reason, waitUntil });
    for (const edits of await Promise.all(waited)) this.edit(edits ?? []);
    const { version } = this;
    try {
      if (isNewer(await stateAt(this.uri), this.onDisk)) return false;
      const bytes = new TextEncoder().encode(this.text);
      await fileSystems.get(this.uri.scheme)?.writeFile(this.uri, bytes, { create: false, overwrite: true });
      this.onDisk = await stateAt(this.uri);
    } catch (error) {
      this.failure = error;
      return false;
    }
    // What was typed in the meantime is still unsaved.
    if (this.version === version) this.isDirty = false;
    saved.fire(this);
    return true;
  }

  /** Takes the text of its file again, and loses what was typed. */
  async revert(): Promise<void> {
    this.onDisk = await stateAt(this.uri);
    const text = await textAt(this.uri);
    if (text !== undefined && (text !== this.text || this.isDirty)) this.type(text, { isDirty: false });
  }

  /** Edits like a user; Undo and Redo have a reason. */
  type(text: string, { reason, isDirty = true }: { reason?: number; isDirty?: boolean } = {}): void {
    const range = new Range(new Position(0, 0), this.positionAt(this.text.length));
    const change = { range, rangeOffset: 0, rangeLength: this.text.length, text };
    this.text = text;
    this.isDirty = isDirty;
    this.version++;
    changed.fire({ document: this, contentChanges: [change], ...(reason !== undefined && { reason }) });
  }

  /** Applies edits to the text, the last one first. */
  edit(edits: readonly TextEdit[]): void {
    if (edits.length === 0) return;
    const text = [...edits]
      .reverse()
      .reduce(
        (text, { range, newText }) =>
          text.slice(0, this.offsetAt(range.start)) + newText + text.slice(this.offsetAt(range.end)),
        this.text,
      );
    this.type(text);
  }
}

/** VS Code takes a file with another time but the same size for the same. */
function isNewer(found: FileState | undefined, known: FileState | undefined): boolean {
  return found !== undefined && known !== undefined && found.mtime > known.mtime && found.size !== known.size;
}
