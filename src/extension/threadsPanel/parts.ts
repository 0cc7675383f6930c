import type * as vscode from 'vscode';
import type { Show } from '../../protocol/threads.ts';
import type { Services } from '../services/services.ts';
import type { Panels } from '../webviews/panels.ts';
import type { PanelPlace } from './place.ts';

export interface ThreadsPanelParts extends Services {
  readonly extensionUri: vscode.Uri;
}

/** The panels of comment threads, and what each is to show next. */
export interface ThreadsPanels extends Panels<PanelPlace> {
  /** Opens the panel at a page or at a thread. */
  show(place: PanelPlace, show: Show): void;
  /** Takes what a panel is to show when its webview opens. */
  takeShow(place: PanelPlace): Show | undefined;
  /** Tells when a panel that is in sight is to show something else. */
  readonly onShow: vscode.Event<PanelPlace>;
}
