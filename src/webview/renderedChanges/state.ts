import * as z from 'zod/mini';
import {
  RenderedChangesViewState,
  type ChangedPage,
  type Changes,
  type ComparedPage,
  type Layout,
  type RenderedChangesProtocol,
  type Row,
} from '../../protocol/renderedChanges.ts';
import { ThreadsViewState } from '../../protocol/threads.ts';
import type { Port } from '../shared/port.ts';
import { storedState, type StoredState } from '../shared/storedState.ts';
import { createPanelState, type PanelState } from '../threads/panelState.ts';

export type ChangesPort = Port<RenderedChangesProtocol>;

/** A row in the document. */
export interface ShownRow {
  readonly row: Row;
  readonly element: HTMLElement;
  /** Holds the threads about it. */
  readonly margin: HTMLElement;
}

/** A changed page as the view shows it. */
export interface ShownPage {
  page: ChangedPage;
  /** It isn't among the changes, but there are comments on it. */
  isGone: boolean;
  readonly section: HTMLElement;
  readonly head: HTMLElement;
  /** Holds what stands above the rows. */
  readonly introduction: HTMLElement;
  readonly body: HTMLElement;
  status: 'notLoaded' | 'loading' | 'shown' | 'failed';
  /** What was received; forgotten when the page is far from what is visible. */
  compared: ComparedPage | undefined;
  rows: ShownRow[];
  /** The lines of quotes on the page; null for those that aren't there. */
  readonly places: Map<string, number | null>;
  /** Resolves when its rows are in the document. */
  ready: Promise<void>;
  /** Other than before each time it is loaded. */
  turn: number;
}

/** All data of the view. */
export interface ViewState {
  readonly port: ChangesPort;
  readonly view: StoredState<z.output<typeof StoredView>>;
  readonly comments: PanelState;
  changes: Changes | undefined;
  layout: Layout;
  readonly pages: Map<string, ShownPage>;
  /** Whether a box that is being typed in is about to be shown again. */
  isReplacing: boolean;
}

const StoredView = z.extend(ThreadsViewState, RenderedChangesViewState.shape);

export function createViewState(port: ChangesPort): ViewState {
  const view = storedState(StoredView);
  return {
    port,
    view,
    comments: createPanelState(view),
    changes: undefined,
    layout: 'marked',
    pages: new Map(),
    isReplacing: false,
  };
}

/** Whether the content of a page is shown. Viewed pages are folded, unless the user unfolds them. */
export function isUnfolded({ view }: ViewState, { id, isViewed }: ChangedPage): boolean {
  return view.get().toggled.includes(id) === isViewed;
}

export function setUnfolded(state: ViewState, page: ChangedPage, isNowUnfolded: boolean): void {
  const { view } = state;
  const others = view.get().toggled.filter((id) => id !== page.id);
  view.set({ toggled: isNowUnfolded === page.isViewed ? [...others, page.id] : others });
}
