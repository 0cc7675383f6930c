import * as vscode from 'vscode';
import type { CommandTable } from '../commands/commandTable.ts';
import { registerBesideDocuments } from './besideDocuments.ts';
import { createChangeDecorations } from './changeDecorations.ts';
import type { ChangeRows } from './changeRows.ts';
import type { ChangesParts } from './changesParts.ts';
import { createChangeRows } from './createChangeRows.ts';
import type { OpenDiffs } from './openDiffs.ts';
import type { ChangeRequestParts } from './parts.ts';

/** What change requests change: rows for a tree, diffs, and what can be done with them. */
export function changesFeature(given: ChangeRequestParts): {
  commands: CommandTable;
  rows: ChangeRows;
  register(): vscode.Disposable;
} {
  const decorations = createChangeDecorations();
  const rows = createChangeRows({ ...given, decorations });
  let beside: ReturnType<typeof registerBesideDocuments> | undefined;
  let diffs: Promise<OpenDiffs> | undefined;
  let isOver = false;

  /** Loaded with the first diff. */
  function openDiffs(): Promise<OpenDiffs> {
    diffs ??= import('./openDiffs.ts').then(({ followOpenDiffs }) => {
      const made = followOpenDiffs({ ...given, decorations }, (at) => beside?.changed(at));
      if (isOver) made.dispose();
      return made;
    });
    return diffs;
  }

  const parts: ChangesParts = {
    ...given,
    decorations,
    opened: (opened) => {
      openDiffs().then(
        (follower) => follower.opened(opened),
        (error: unknown) => given.edge.note('Open diffs', error),
      );
    },
  };

  const commands: CommandTable = {
    'docsPlatform.changes.open': async (row) => (await import('./openChanges.ts')).openChanges(parts, row),
    'docsPlatform.changes.openPage': async (row) => (await import('./openChanges.ts')).openPageChanges(parts, row),
    'docsPlatform.changes.openProposed': async (row) => (await import('./openChanges.ts')).openProposedPage(parts, row),
    'docsPlatform.changes.next': async (uri) => (await import('./openChanges.ts')).stepToPage(parts, uri, 1),
    'docsPlatform.changes.previous': async (uri) => (await import('./openChanges.ts')).stepToPage(parts, uri, -1),
    'docsPlatform.changes.markViewed': async (row, selected) =>
      (await import('./viewed.ts')).markViewed(parts, row, selected, true),
    'docsPlatform.changes.markNotViewed': async (row, selected) =>
      (await import('./viewed.ts')).markViewed(parts, row, selected, false),
    'docsPlatform.changes.reload': (row) => rows.reload(row),
  };

  return {
    commands,
    rows,
    register() {
      const documents = registerBesideDocuments(given);
      beside = documents;
      // Pages of change requests may be open from before.
      const isOpen = vscode.workspace.textDocuments.some(({ uri }) => uri.path.includes('change-request-'));
      if (isOpen) void openDiffs();
      return vscode.Disposable.from(
        decorations,
        rows,
        documents,
        vscode.window.registerFileDecorationProvider(decorations),
        vscode.workspace.onDidOpenTextDocument(({ uri }) => {
          if (uri.scheme === 'docs-platform' && uri.path.includes('change-request-')) void openDiffs();
        }),
        new vscode.Disposable(() => {
          isOver = true;
          void diffs?.then((follower) => follower.dispose());
        }),
      );
    },
  };
}
