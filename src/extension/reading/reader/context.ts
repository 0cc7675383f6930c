import type * as vscode from 'vscode';
import type { ReaderPlace } from '../../../protocol/reader.ts';
import type { Services } from '../../ground/services/services.ts';

export interface ReaderContext extends Services {
  readonly extensionUri: vscode.Uri;
}

/** The readers of this window. */
export interface Readers {
  /** Loads the reader into a panel that VS Code has created for a page. */
  show(uri: vscode.Uri, panel: vscode.WebviewPanel): void;
  /**
   * Opens a page of a row, an editor, or the active editor, at the line that the editor shows at its top. It replaces the
   * editor, except that of an editable page, which it opens beside. Without a page, the user picks one.
   */
  open(given: unknown): Promise<void>;
  /**
   * Opens a page as the user has chosen in the settings.
   *
   * @param ofRow the first click on a row leaves the focus in its tree, as with a file of the Explorer
   */
  openPage(uri: unknown, place?: unknown, ofRow?: unknown): Promise<void>;
  /** Opens a page that the user passes through, which replaces the last one of this kind in its column. */
  passTo(uri: vscode.Uri, place?: ReaderPlace, options?: vscode.TextDocumentShowOptions): Promise<void>;
  /** Goes back or forward on the way to a reader's page, or else in the history of editors. */
  navigate(reader: OpenReader, direction: 'Back' | 'Forward'): Promise<void>;
  /** Replaces a reader, or the active one, by the Markdown of its page at the same line, or at that of a place in it. */
  showSource(reader?: OpenReader, at?: unknown): Promise<void>;
  /** Begins a comment in the active reader, on what is selected there or pointed at. */
  comment(): void;
}

/** The pages before and after one on the user's way, the nearest last. VS Code forgets editors that were closed. */
export interface Trail {
  readonly back: readonly Passed[];
  readonly forward: readonly Passed[];
}

export interface Passed {
  readonly uri: vscode.Uri;
  /** The line of the source at the top of the view, from 0. */
  readonly line: number;
}

/** An open reader. */
export interface OpenReader {
  readonly uri: vscode.Uri;
  readonly panel: vscode.WebviewPanel;
  /** The line of the source at its top. */
  line: number;
  /** Whether the next page that the user passes to replaces it. VS Code keeps each editor that an extension opens. */
  readonly isPassing: boolean;
  trail: Trail;
  /** Where it begins when its webview asks for the page. Undefined once that was shown. */
  begin?: ReaderPlace | undefined;
  /** Shows a place; undefined until the code that answers the webview is loaded. */
  reveal?: (place: ReaderPlace) => void;
  comment?: () => void;
}
