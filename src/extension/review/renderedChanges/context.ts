import type * as vscode from 'vscode';
import type { ChangedPlace, Changes } from '../../../protocol/renderedChanges.ts';
import type { CommentsPlace } from '../../../model/comments/place.ts';
import type { Services } from '../../ground/services/services.ts';
import type { Panels } from '../../ground/webviews/panels.ts';
import type { PanelPlace } from './place.ts';

export interface RenderedChangesContext extends Services {
  readonly extensionUri: vscode.Uri;
}

/** The views of rendered changes, and the place that each should show next. */
export interface ChangesPanels extends Panels<PanelPlace> {
  /** Opens the view, at a place in one of its pages if given. */
  show(place: PanelPlace, at: ChangedPlace | undefined): void;
  /** Returns the place that a view should show when its webview opens, and forgets it. */
  takePlace(place: PanelPlace): ChangedPlace | undefined;
  /** Fires when a visible view should show another place. */
  readonly onShow: vscode.Event<PanelPlace>;
}

/** One of the two versions of a page. Its Markdown has the links of its document. */
export interface PageVersion {
  readonly uri: vscode.Uri;
  read(signal: AbortSignal): Promise<string>;
}

/** A page in two versions. */
export interface PageVersions {
  /** Undefined if the page isn't in this version, or has no text there. */
  readonly before: PageVersion | undefined;
  readonly after: PageVersion | undefined;
  /** Whether its text is known to be the same in both. */
  readonly isSameText: boolean;
  readonly sentences: readonly string[];
}

/** What a view of rendered changes shows: the changes of a change request, or of a page between two versions. */
export interface ChangesSource {
  /** Where comments belong; undefined if there are none. */
  readonly comments: CommentsPlace | undefined;
  changes(): Promise<Changes>;
  versionsOf(page: string): Promise<PageVersions>;
  /** Undefined if pages can't be marked. */
  readonly markViewed: ((page: string, isViewed: boolean) => Promise<void>) | undefined;
  /** Opens the diff of the Markdown of a page, at a line of its second version, or of all pages. */
  openDiff(place: ChangedPlace | undefined): Promise<void>;
  /** The Markdown of a page as the server has it; undefined if it wasn't read yet. */
  readonly textOf?: (page: string) => string | undefined;
  /** The lines of a page for a suggestion. Fails if they can't be told apart from others. */
  suggestion(page: string, lines: { readonly start: number; readonly end: number }): Promise<SuggestionStart>;
  onDidChange(listener: () => void): { dispose(): void };
}

export interface SuggestionStart {
  readonly quote: string;
  readonly text: string;
}
