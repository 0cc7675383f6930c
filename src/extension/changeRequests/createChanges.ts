import * as vscode from 'vscode';
import { createBesideDocuments, otherChangesUri } from './besideDocuments.ts';
import { createChangeDecorations } from './changeDecorations.ts';
import type { ChangeRows } from './changeRows.ts';
import type { ChangesParts } from './changesParts.ts';
import { createChangeRows, type ChangedRows } from './createChangeRows.ts';
import { openChanges, openPageChanges, openProposedPage, stepToPage } from './openChanges.ts';
import { followOpenDiffs } from './openDiffs.ts';
import type { ChangeRequestParts } from './parts.ts';
import { markViewed } from './viewed.ts';

/** What `changesFeature` registers, once it is needed. */
export interface Changes extends vscode.Disposable {
  readonly rows: ChangeRows & { reload(row: unknown): void };
  /** All of a change request as one diff. */
  open(given: unknown): Promise<void>;
  openPage(given: unknown): Promise<void>;
  openProposed(given: unknown): Promise<void>;
  step(given: unknown, by: 1 | -1): Promise<void>;
  mark(given: unknown, selected: unknown, viewed: boolean): Promise<void>;
  /** Of a document beside the pages. */
  statOf(uri: vscode.Uri): Promise<vscode.FileStat>;
  readFile(uri: vscode.Uri): Promise<Uint8Array>;
}

export function createChanges(
  given: ChangeRequestParts,
  events: {
    readonly changedRows: ChangedRows;
    readonly changedDocument: vscode.EventEmitter<vscode.FileChangeEvent[]>;
  },
): Changes {
  const decorations = createChangeDecorations();
  const rows = createChangeRows({ ...given, decorations, changed: events.changedRows });
  const diffs = followOpenDiffs({ ...given, decorations }, (at) =>
    events.changedDocument.fire([{ type: vscode.FileChangeType.Changed, uri: otherChangesUri(at) }]),
  );
  const registration = vscode.window.registerFileDecorationProvider(decorations);
  const beside = createBesideDocuments(given);
  const parts: ChangesParts = { ...given, decorations, opened: (opened) => diffs.opened(opened) };

  return {
    rows,
    open: (given) => openChanges(parts, given),
    openPage: (given) => openPageChanges(parts, given),
    openProposed: (given) => openProposedPage(parts, given),
    step: (given, by) => stepToPage(parts, given, by),
    mark: (given, selected, viewed) => markViewed(parts, given, selected, viewed),
    statOf: async (uri) => (await beside(uri)).stat,
    readFile: async (uri) => (await beside(uri)).bytes,
    dispose() {
      for (const each of [registration, diffs, rows, decorations]) each.dispose();
    },
  };
}
