import type * as vscode from 'vscode';
import type { ReaderPlace } from '../../protocol/reader.ts';
import type { Uses } from '../services/services.ts';

export interface ReaderContext extends Uses<'accounts' | 'edge' | 'fetchImage' | 'stores'> {
  readonly extensionUri: vscode.Uri;
}

/** The readers of this window. */
export interface Readers {
  /** Loads the reader into a panel that VS Code has created for a page. */
  show(uri: vscode.Uri, panel: vscode.WebviewPanel): void;
  /** Opens a page of a row, an editor, or the active editor, at the line that the editor shows at its top. */
  open(given: unknown): Promise<void>;
  openAt(uri: vscode.Uri, place?: ReaderPlace): Promise<void>;
  /** Opens the Markdown of the active reader's page, at the same line. */
  showSource(): Promise<void>;
}

/** An open reader. */
export interface OpenReader {
  readonly uri: vscode.Uri;
  readonly panel: vscode.WebviewPanel;
  /** The line of the source at its top. */
  line: number;
  /** Shows a place; undefined until the webview has asked for the page. */
  reveal?: (place: ReaderPlace) => void;
}
