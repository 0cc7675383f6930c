import * as vscode from 'vscode';
import { editAddressOf, editUriOf } from '../../ground/places/pageUri.ts';
import { nodeAt, placeAt, type Place } from '../../ground/places/place.ts';
import { isDirtyAt } from '../../ground/services/openDocuments.ts';
import type { Uses } from '../../ground/services/services.ts';

/** Moves the editors of editable pages to the URIs of their pages. */
export interface FollowPages extends vscode.Disposable {
  /** Moves the editors of pages whose URI has changed. Unsaved text stays in its editor until it is saved. */
  catchUp(): Promise<void>;
}

export function createFollowPages(parts: Uses<'accounts' | 'edge' | 'stores'>): FollowPages {
  const { stores, edge } = parts;
  let last: Promise<unknown> = Promise.resolve();

  function catchUp(): Promise<void> {
    const next = last.then(() => moveEditors());
    last = next.catch(() => undefined);
    return next;
  }

  function catchUpSoon(): void {
    catchUp().catch((error: unknown) => edge.note('Pages that moved', error));
  }

  async function moveEditors(): Promise<void> {
    for (const group of vscode.window.tabGroups.all) {
      const moves: Move[] = [];
      for (const tab of group.tabs) {
        const uri = tab.input instanceof vscode.TabInputText ? tab.input.uri : undefined;
        const to = uri && !tab.isDirty && (await presentAddress(uri));
        if (to) moves.push({ tab, to });
      }
      await moveIn(group, moves);
    }
  }

  /** Undefined if the URI is still right, belongs to no page, or can't be looked up. */
  async function presentAddress(uri: vscode.Uri): Promise<vscode.Uri | undefined> {
    const address = editAddressOf(uri);
    const place = placeAt(parts, uri);
    if (!address || !place) return undefined;
    const path = await pathOf(place);
    if (path === undefined || path === address.path) return undefined;
    return editUriOf({ ...address, path });
  }

  async function pathOf(place: Place): Promise<string | undefined> {
    try {
      return (await nodeAt(parts, place))?.path;
    } catch (error) {
      edge.note('Pages that moved', error);
      return undefined;
    }
  }

  const following = vscode.Disposable.from(
    vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      if (editAddressOf(uri)) catchUpSoon();
    }),
    stores.onDidChange('content', (_, { kind }) => {
      if (kind === 'changed') catchUpSoon();
    }),
  );

  return {
    catchUp,
    dispose: () => void following.dispose(),
  };
}

interface Move {
  readonly tab: vscode.Tab;
  readonly to: vscode.Uri;
}

/** The active tab of the group stays active. */
async function moveIn({ activeTab, viewColumn }: vscode.TabGroup, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return;
  const active = activeTab && uriOf(activeTab);
  const isFocused = vscode.window.tabGroups.activeTabGroup.viewColumn === viewColumn;
  const focus = vscode.window.activeTextEditor?.document.uri.toString();
  const ordered = [...moves].sort((one, other) => Number(one.tab === activeTab) - Number(other.tab === activeTab));
  for (const { tab, to } of ordered) {
    const from = uriOf(tab);
    if (!from || isDirtyAt(from)) continue;
    const editor = vscode.window.visibleTextEditors.find(
      ({ document, viewColumn: column }) => document.uri.toString() === from.toString() && column === viewColumn,
    );
    const hasFocus = isFocused && tab === activeTab && focus === from.toString();
    const selection = editor?.selection;
    await vscode.window.showTextDocument(to, {
      viewColumn,
      preview: tab.isPreview,
      preserveFocus: !hasFocus,
      ...(selection && { selection }),
    });
    // The user may have typed in it in the meantime.
    if (!isDirtyAt(from)) await vscode.window.tabGroups.close(tab, true);
  }
  const isShown = active && !moves.some(({ tab }) => tab === activeTab);
  if (isShown) await vscode.window.showTextDocument(active, { viewColumn, preserveFocus: true, preview: false });
}

function uriOf({ input }: vscode.Tab): vscode.Uri | undefined {
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}
