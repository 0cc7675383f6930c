import { LRUCache } from 'lru-cache';
import * as vscode from 'vscode';
import type { ChangeSet } from '../../../store/content/content.ts';
import type { PageConflict } from '../../../store/editing/conflicts.ts';
import { addressKey } from '../places/pageUri.ts';
import { uriOfChange } from './changeAddresses.ts';
import { kindOfChange, type ChangeKind } from './changeKind.ts';
import type { ChangesAt } from './changeRows.ts';

/** Marks changed pages and files with A, M, R or D, and conflicts with !, in the theme's colors for version control. */
export interface ChangeDecorations extends vscode.FileDecorationProvider {
  /** Decorates the pages of this change request from this change set from now on. */
  show(at: ChangesAt, set: ChangeSet): void;
  dispose(): void;
}

/**
 * The URI of a tree row, which gets the same decoration as the page. It has a scheme of its own because VS Code shows a
 * lock instead of the letter on an open read-only file.
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

export function createChangeDecorations(conflictsOf: (at: ChangesAt) => readonly PageConflict[]): ChangeDecorations {
  const changed = new vscode.EventEmitter<vscode.Uri[]>();
  /** Marks by address, for each account, space and number. */
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
