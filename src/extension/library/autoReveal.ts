import * as vscode from 'vscode';
import type { Accounts } from '../ground/services/accounts.ts';
import type { ActivePage, ActivePages } from '../ground/services/activePages.ts';
import type { ErrorEdge } from '../ground/messages/errorEdge.ts';
import { revealRow } from '../ground/trees/reveal.ts';
import type { Row } from './rows.ts';

/** How long the tree doesn't move after the user selected a row, in ms: that row's page is about to open. */
const clickingFor = 1000;

/** Selects the active page in the Library, as the Explorer selects the active file. */
export interface AutoReveal extends vscode.Disposable {
  /** Whether the current selection change comes from revealing the active page rather than from the user. */
  readonly isRevealing: () => boolean;
}

export function createAutoReveal(parts: {
  readonly view: vscode.TreeView<Row>;
  readonly accounts: Accounts;
  readonly activePages: ActivePages;
  readonly edge: ErrorEdge;
}): AutoReveal {
  const { view, accounts, activePages, edge } = parts;
  /** Increases with each selection by the user and each page to reveal, which cancels a reveal in progress. */
  let turn = 0;
  let isRevealing = false;
  /** In ms since the epoch. */
  let selectedAt = -Infinity;

  function follow(page: ActivePage | undefined): void {
    if (page) reveal(page).catch((error: unknown) => edge.note('Active page in the Library', error));
  }

  async function reveal(page: ActivePage): Promise<void> {
    const isWanted = vscode.workspace.getConfiguration('docsPlatform').get('library.autoReveal', true);
    if (!isWanted || !mayReveal(page)) return;
    const own = ++turn;
    const place = await page.library.placeOf(page.space, page.node.id, { fromCache: true });
    if (!place || own !== turn || activePages.now() !== page || !mayReveal(page)) return;
    isRevealing = true;
    try {
      await revealRow(view, place, { focus: false, expand: false });
    } finally {
      isRevealing = false;
    }
  }

  /**
   * Revealing would open a hidden view. A row that is already selected, or that the user is clicking through, stays
   * selected.
   */
  function mayReveal({ account, space, node }: ActivePage): boolean {
    const [row] = view.selection;
    const isSelected = row?.kind === 'page' && row.space.id === space && row.node.id === node.id;
    const isClicking = Date.now() - selectedAt < clickingFor;
    return view.visible && account.key === accounts.active?.key && !isSelected && !isClicking;
  }

  const following = vscode.Disposable.from(
    view.onDidChangeSelection(() => {
      if (isRevealing) return;
      turn++;
      selectedAt = Date.now();
    }),
    view.onDidChangeVisibility(({ visible }) => void (visible && follow(activePages.now()))),
    activePages.onDidChange(follow),
  );
  follow(activePages.now());
  return { isRevealing: () => isRevealing, dispose: () => void following.dispose() };
}
