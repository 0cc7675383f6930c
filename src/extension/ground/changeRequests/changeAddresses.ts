import type * as vscode from 'vscode';
import type { PageChange } from '../../../model/changeRequests/changes.ts';
import type { FileChange } from '../../../store/content/content.ts';
import { pageUri } from '../places/pageUri.ts';
import type { ChangesAt } from './changeRows.ts';

/** The URIs of both sides of a changed page or file. A side without text has none. */
export interface Sides {
  readonly before: vscode.Uri | undefined;
  readonly after: vscode.Uri | undefined;
}

export function sidesOf(at: ChangesAt, { before, after }: PageChange): Sides {
  return {
    before: before?.isReadable ? addressed(at, 'base', before.path) : undefined,
    after: after?.isReadable ? addressed(at, 'changeRequest', after.path) : undefined,
  };
}

/** The URI that identifies a page or file in lists: that of its head, or of its base if it was deleted. */
export function uriOfChange(at: ChangesAt, change: PageChange | FileChange): vscode.Uri | undefined {
  if ('path' in change) return addressed(at, change.kind === 'removed' ? 'base' : 'changeRequest', change.path);
  return change.after ? addressed(at, 'changeRequest', change.after.path) : addressed(at, 'base', change.before?.path);
}

function addressed(
  { account, space, changeRequest: { number } }: ChangesAt,
  kind: 'changeRequest' | 'base',
  path: string | undefined,
): vscode.Uri | undefined {
  return path === undefined ? undefined : pageUri(account.key, space, path, { kind, number });
}
