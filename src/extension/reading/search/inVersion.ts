import * as vscode from 'vscode';
import { headOf, type Version } from '../../../model/shared/address.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import { firstPageOf, readableAt } from '../../../model/pages/lookup.ts';
import { nodeAt, type WebAddress } from '../../../model/pages/webAddress.ts';
import type { ChangeRequestAt } from '../../../store/changeRequests/changeRequests.ts';
import { pageUri } from '../../ground/places/pageUri.ts';
import type { Account } from '../../ground/services/accounts.ts';
import type { Answer } from '../../ground/services/prompts.ts';
import type { Uses } from '../../ground/services/services.ts';
import type { Destination } from './openPage.ts';

/** What the URL of a change request or a revision leads to: a page of it, or the change request itself. */
export type InVersion =
  | { readonly kind: 'changeRequest'; readonly at: ChangeRequestAt }
  | { readonly kind: 'version'; readonly page: Destination; readonly uri: vscode.Uri };

export async function inVersion(
  { stores, account }: Uses<'stores'> & { account: Account },
  { space, version: { kind, id }, path, anchor }: Extract<WebAddress, { kind: 'version' }>,
  signal: AbortSignal,
): Promise<Answer<InVersion>> {
  const store = stores(account);
  const at = kind === 'revision' ? undefined : await (await store.changeRequests()).find(space.id, id, { signal });
  if (at && path === '') return { value: { kind: 'changeRequest', at } };
  const version: Version = at ? headOf(at.changeRequest.number) : { kind: 'revision', revision: id };
  const tree = await (await store.contents()).pages(space.id, version, { signal });
  const found = path === '' ? firstPageOf(tree) : nodeAt(tree, path);
  const page = { account: account.key, space: space.id, path: found && readableAt(found)?.path, anchor };
  const title = `${titleText(space.title)} ${at ? `#${at.changeRequest.number}` : `@${id}`}`;
  return page.path === undefined
    ? { problem: noPageAt(title, path) }
    : {
        value: {
          kind: 'version',
          page: { ...page, path: page.path },
          uri: pageUri(account.key, space.id, page.path, version),
        },
      };
}

export function noPageAt(title: string, path: string): string {
  return vscode.l10n.t('“{0}” has no page at {1}.', title, path);
}
