import type * as vscode from 'vscode';
import { editScheme } from '../../model/shared/schemes.ts';
import type { PageTree } from '../../model/pages/tree.ts';
import { shownUri } from '../places/openPageUri.ts';
import { pageUri } from '../places/pageUri.ts';
import { placeAt } from '../places/place.ts';
import type { Account } from '../services/accounts.ts';
import type { Uses } from '../services/services.ts';

/** The pages of the change request of the page in front. */
export interface PagesNearby {
  readonly space: string;
  readonly number: number;
  readonly tree: PageTree;
  /** Where a page of it opens: for editing if the page in front is edited. */
  readonly uriOf: (path: string) => vscode.Uri;
}

/** Undefined if the page in front is published or belongs to another account. */
export function pagesNearby(
  parts: Uses<'accounts' | 'stores'>,
  account: Account,
): ((read: { readonly signal: AbortSignal }) => Promise<PagesNearby>) | undefined {
  const place = placeAt(parts, shownUri());
  if (place?.account.key !== account.key || place.version.kind !== 'changeRequest') return undefined;
  const { space, version, uri } = place;
  return async (read) => {
    const tree = await (await parts.stores(account).contents()).pages(space, version, read);
    const uriOf = (path: string): vscode.Uri => {
      const page = pageUri(account.key, space, path, version);
      return uri.scheme === editScheme ? page.with({ scheme: editScheme }) : page;
    };
    return { space, number: version.number, tree, uriOf };
  };
}
