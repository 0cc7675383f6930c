import { LRUCache } from 'lru-cache';
import * as vscode from 'vscode';
import type { ChangeSet } from '../../../store/changeRequestContent/content.ts';
import type { PageConflict } from '../../../store/editing/conflicts.ts';
import { addressKey } from '../../addresses/pageUri.ts';
import { uriOfChange } from './changeAddresses.ts';
import { kindOfChange, type ChangeKind } from './changeKind.ts';
import type { ChangeRequestAt } from './changeRows.ts';

/** A, M, R and D on changed pages and files, and ! on conflicts, in the theme's colours, as version control has them. */
export interface ChangeDecorations extends vscode.FileDecorationProvider {
  /** From now on the pages of this change request are decorated by this. */
  show(at: ChangeRequestAt, set: ChangeSet): void;
  dispose(): void;
}

/**
 * By what a row in a tree goes, for the same decoration: on what is open as a read-only file VS Code shows a lock instead of
 * the letter.
 */
export function rowUri(uri: vscode.Uri): vscode.Uri {
  return uri.with({ scheme: rowScheme });
}

const rowScheme = 'docs-platform-changes';

type Mark = ChangeKind | 'conflict';

interface Marked {
  readonly uri: vscode.Uri;
  readonly mark: Mark;
}

export function createChangeDecorations(
  conflictsOf: (at: ChangeRequestAt) => readonly PageConflict[],
): ChangeDecorations {
  const changed = new vscode.EventEmitter<vscode.Uri[]>();
  /** By account, space and number; in each by address. */
  const shown = new LRUCache<string, ReadonlyMap<string, Marked>>({ max: 50 });

  return {
    onDidChangeFileDecorations: changed.event,
    provideFileDecoration(uri) {
      if (uri.scheme !== 'docs-platform' && uri.scheme !== rowScheme) return undefined;
      const address = addressKey(uri.with({ scheme: 'docs-platform' }));
      for (const marks of shown.values()) {
        const { mark } = marks.get(address) ?? {};
        if (mark) return mark === 'conflict' ? conflictDecoration() : decorationOf(mark);
      }
      return undefined;
    },
    show(at, { pages, files }) {
      const key = JSON.stringify([at.account.key, at.space, at.changeRequest.number]);
      const before = shown.get(key);
      const inConflict = new Set(conflictsOf(at).map(({ page }) => page));
      const marks = new Map<string, Marked>();
      for (const change of [...pages, ...files]) {
        const uri = uriOfChange(at, change);
        const mark = inConflict.has(change.id) ? 'conflict' : kindOfChange(change);
        if (uri) marks.set(addressKey(uri), { uri, mark });
      }
      shown.set(key, marks);
      const others = new Set([...(before?.keys() ?? []), ...marks.keys()]);
      const news = [...others].filter((address) => before?.get(address)?.mark !== marks.get(address)?.mark);
      const uris = news
        .flatMap((address) => [before?.get(address)?.uri, marks.get(address)?.uri])
        .filter((uri) => uri !== undefined);
      if (uris.length > 0) changed.fire([...uris, ...uris.map(rowUri)]);
    },
    dispose: () => changed.dispose(),
  };
}

function conflictDecoration(): vscode.FileDecoration {
  const color = new vscode.ThemeColor('gitDecoration.conflictingResourceForeground');
  return new vscode.FileDecoration('!', vscode.l10n.t('In conflict with main'), color);
}

export function decorationOf(kind: ChangeKind): vscode.FileDecoration {
  const color = new vscode.ThemeColor(`gitDecoration.${kind}ResourceForeground`);
  return new vscode.FileDecoration(letterOf(kind), kindInWords(kind), color);
}

export function letterOf(kind: ChangeKind): string {
  return { added: 'A', modified: 'M', renamed: 'R', deleted: 'D' }[kind];
}

export function kindInWords(kind: ChangeKind): string {
  switch (kind) {
    case 'added':
      return vscode.l10n.t('Added');
    case 'modified':
      return vscode.l10n.t('Modified');
    case 'renamed':
      return vscode.l10n.t('Renamed or moved');
    case 'deleted':
      return vscode.l10n.t('Deleted');
  }
}
