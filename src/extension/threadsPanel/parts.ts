import type * as vscode from 'vscode';
import type { Show } from '../../protocol/threads.ts';
import type { Accounts } from '../services/accounts.ts';
import type { ErrorEdge } from '../messages/errorEdge.ts';
import type { Platforms } from '../services/platforms.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { Panels } from '../webviews/panels.ts';
import type { PanelPlace } from './place.ts';

export interface ThreadsPanelParts {
  readonly accounts: Accounts;
  readonly platforms: Platforms;
  readonly edge: ErrorEdge;
  readonly prompts: Prompts;
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
