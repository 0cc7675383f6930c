import * as vscode from 'vscode';
import { contextKeys } from '../../ground/contributions/contextKeys.ts';
import { setContext } from '../../ground/contributions/run.ts';
import type { AccountRows, Tree } from '../../ground/trees/create.ts';
import type { FindContext } from './context.ts';
import { findItem } from './items.ts';
import { messageOf } from './message.ts';
import { mayBeFoundAgain, type ActionRow, type FindRow } from './rows.ts';
import { countOf, isPartial, stageOf, unpreviewedIn, whereIs, type FindState } from './state.ts';

/** The view of the results. */
export interface FindView extends vscode.Disposable {
  readonly tree: Tree<FindRow, AccountRows<FindRow>>;
  /** Shows the state as it is now. */
  show(): void;
}

/** Shows in the view that something is running. */
export async function inFindView<Result>(task: () => Promise<Result>): Promise<Result> {
  return vscode.window.withProgress({ location: { viewId: 'docsPlatform.findInPages' } }, task);
}

export function createFindView(
  { createTree, accounts, edge, reachability }: FindContext,
  now: () => FindState,
  onOtherAccount: () => void,
): FindView {
  let say: (message: string | undefined) => void = () => undefined;
  const tree = createTree<FindRow, AccountRows<FindRow>>({
    viewId: 'docsPlatform.findInPages',
    name: 'Find in Pages',
    ...{ accounts, edge, reachability, onOtherAccount },
    options: { showCollapseAll: true, manageCheckboxStateManually: true },
    load: async () => (host) => {
      say = host.say;
      say(messageOf(now()));
      return {
        children: async (parent) => (parent ? (parent.kind === 'page' ? [...parent.matches] : []) : topRows()),
        item: (row) => findItem(row, { where: (page) => whereIs(now(), page), matches: countOf(now().rows) }),
        retry: async () => undefined,
        dispose: () => undefined,
      };
    },
  });
  const ticking = tree.view.onDidChangeCheckboxState(({ items }) => {
    for (const [row, box] of items) {
      const isTicked = box === vscode.TreeItemCheckboxState.Checked;
      for (const each of row.kind === 'page' ? row.matches : row.kind === 'match' ? [row] : [])
        each.isTicked = isTicked;
    }
    for (const [row] of items) {
      const page = row.kind === 'match' ? row.parent : row;
      if (page.kind === 'page') page.problems = [];
    }
    show();
  });

  function topRows(): FindRow[] {
    const state = now();
    const actions = actionsIn(state).map((key): ActionRow => ({ kind: 'action', key }));
    return [...actions, ...state.rows];
  }

  function show(): void {
    const state = now();
    const { search } = state;
    say(messageOf(state));
    tree.view.description = search ? `“${search.query.text}” · ${search.scope.name}` : '';
    void setContext(contextKeys.findInPages.shows, search && stageOf(state));
    tree.loadAgain();
  }

  return {
    tree,
    show,
    dispose() {
      ticking.dispose();
      tree.dispose();
    },
  };
}

/** What the user may do next, besides what is in the title. */
function actionsIn(state: FindState): ActionRow['key'][] {
  const stage = stageOf(state);
  const mayPreview = stage === 'replacements' || (stage === 'previewed' && unpreviewedIn(state).length > 0);
  return [
    ...(mayPreview ? ['preview' as const] : []),
    ...(stage === 'previewed' ? ['apply' as const] : []),
    ...(stage === 'skipped' && state.rows.some(({ skipped }) => mayBeFoundAgain(skipped)) ? ['refresh' as const] : []),
    ...(isPartial(state) ? ['searchAll' as const] : []),
  ];
}
