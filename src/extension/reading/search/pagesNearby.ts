import type * as vscode from 'vscode';
import type { Space } from '../../../contract/spaces/spaces.ts';
import { isDocument } from '../../../model/pages/readable.ts';
import type { PageNode, PageTree } from '../../../model/pages/tree.ts';
import { editScheme } from '../../../model/shared/schemes.ts';
import { shownUri } from '../../ground/places/openPageUri.ts';
import { editUriOf, pageUri } from '../../ground/places/pageUri.ts';
import { placeAt } from '../../ground/places/place.ts';
import type { Account } from '../../ground/services/accounts.ts';
import type { Uses } from '../../ground/services/services.ts';

/** The pages of the change request of the page in front. */
export interface PagesNearby {
  readonly space: Space;
  readonly number: number;
  readonly tree: PageTree;
  /** Where a page of it opens: for editing if the page in front is edited, and it can be. */
  readonly uriOf: (node: PageNode) => vscode.Uri;
}

/** Undefined if the page in front is published or belongs to another account. */
export async function pagesNearby(
  parts: Uses<'accounts' | 'stores'>,
  account: Account,
  read: { readonly signal: AbortSignal },
): Promise<PagesNearby | undefined> {
  const place = placeAt(parts, shownUri());
  if (place?.account.key !== account.key || place.version.kind !== 'changeRequest') return undefined;
  const { version, uri } = place;
  const [library, contents] = await Promise.all([parts.stores(account).library(), parts.stores(account).contents()]);
  const [space, tree] = await Promise.all([
    library.space(place.space, read),
    contents.pages(place.space, version, read),
  ]);
  const uriOf = ({ page, path = '' }: PageNode): vscode.Uri =>
    uri.scheme === editScheme && isDocument(page)
      ? editUriOf({ account: account.key, space: space.id, version, path })
      : pageUri(account.key, space.id, path, version);
  return { space, number: version.number, tree, uriOf };
}
