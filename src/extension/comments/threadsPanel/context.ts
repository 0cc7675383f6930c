import type * as vscode from 'vscode';
import type { Show } from '../../../protocol/threads.ts';
import type { Services } from '../../ground/services/services.ts';
import type { Panels } from '../../ground/webviews/panels.ts';
import type { PanelPlace } from './place.ts';

export interface ThreadsPanelContext extends Services {
  readonly extensionUri: vscode.Uri;
}

/** The comment thread panels, and what each should show next. */
export interface ThreadsPanels extends Panels<PanelPlace> {
  /** Opens the panel at a page or at a thread. */
  show(place: PanelPlace, show: Show): void;
  /** Returns what a panel should show when its webview opens, and forgets it. */
  takeShow(place: PanelPlace): Show | undefined;
  /** Fires when a visible panel should show something else. */
  readonly onShow: vscode.Event<PanelPlace>;
}
