import * as vscode from 'vscode';
import type { EditAddress } from '../../../model/shared/address.ts';
import { addressKey, editAddressOf, editUriOf } from '../../ground/places/pageUri.ts';
import { placeAt } from '../../ground/places/place.ts';
import type { Account } from '../../ground/services/accounts.ts';
import { withNewFiles } from '../../../model/editing/newFiles.ts';
import type { LinkContext } from '../../../model/pages/links.ts';
import type { Contents } from '../../../store/content/content.ts';
import type { UnsentFile } from '../../../store/editing/edits.ts';
import type { Library, Read } from '../../../store/library/library.ts';
import type { Uses } from '../../ground/services/services.ts';

/** The pages and files of the change request, which an editable page can link to. */
export interface PageSurroundings {
  readonly account: Account;
  readonly address: EditAddress;
  readonly content: Contents;
  readonly library: Library;
  readonly context: LinkContext;
  /** Those of its files that the server doesn't have yet. */
  readonly newFiles: readonly UnsentFile[];
  /** The text of a page of the change request: from its open editor, else from the platform. */
  readonly textOf: (pageId: string) => Promise<string>;
}

/** Undefined if this is no page of a change request, or its user isn't signed in. Rejects with an ApiError. */
export async function surroundingsOf(
  parts: Uses<'accounts' | 'stores'>,
  uri: vscode.Uri,
  read: Read = {},
): Promise<PageSurroundings | undefined> {
  const address = editAddressOf(uri);
  const account = placeAt(parts, uri)?.account;
  if (!address || !account) return undefined;
  const { stores } = parts;
  const { space, version, path } = address;
  const [content, library] = await Promise.all([stores(account).contents(), stores(account).library()]);
  const entry = await content.entry(space, version, path, read);
  if (entry?.kind !== 'page') return undefined;
  const known = await content.linkContext(space, version.number, entry.node, { files: true }, read);
  const newFiles = await (await stores(account).edits()).files.of({ space, number: version.number });
  const context = { ...known, files: withNewFiles(known.files, newFiles) };

  return {
    account,
    address,
    content,
    library,
    context,
    newFiles,
    async textOf(pageId) {
      const path = context.tree.byId.get(pageId)?.path;
      const key = path === undefined ? undefined : addressKey(editUriOf({ ...address, path }));
      const open = vscode.workspace.textDocuments.find((document) => addressKey(document.uri) === key);
      return open ? open.getText() : (await content.text(space, version, pageId, read)).text;
    },
  };
}
