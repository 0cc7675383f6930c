import * as vscode from 'vscode';
import type { Space } from '../../../contract/spaces/spaces.ts';
import { headOf, type Version } from '../../../model/shared/address.ts';
import { isKind } from '../../../model/shared/failure.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import { firstPageOf, readableAt } from '../../../model/pages/lookup.ts';
import type { PageNode } from '../../../model/pages/tree.ts';
import { nodeAt, type WebAddress } from '../../../model/pages/webAddress.ts';
import type { ChangeRequestAt } from '../../../store/changeRequests/changeRequests.ts';
import type { Answer } from '../../ground/services/prompts.ts';
import type { Stores } from '../../ground/services/services.ts';

/** What the URL of a change request or a revision leads to: a page of it, or the change request itself. */
export type InVersion =
  | { readonly kind: 'changeRequest'; readonly at: ChangeRequestAt }
  | {
      readonly kind: 'inVersion';
      readonly space: Space;
      readonly version: Version;
      readonly node: PageNode;
      readonly anchor: string | undefined;
    };

export async function inVersion(
  stores: Stores,
  { space, version: named, path, anchor }: Extract<WebAddress, { kind: 'version' }>,
  signal: AbortSignal,
): Promise<Answer<InVersion>> {
  const title = titleText(space.title);
  const isRevision = named.kind === 'revision';
  try {
    const at = isRevision ? undefined : await (await stores.changeRequests()).find(space.id, named.id, { signal });
    if (at && path === '') return { value: { kind: 'changeRequest', at } };
    const version: Version = at ? headOf(at.changeRequest.number) : { kind: 'revision', revision: named.id };
    const tree = await (await stores.contents()).pages(space.id, version, { signal });
    const found = path === '' ? firstPageOf(tree) : nodeAt(tree, path);
    const node = found && readableAt(found);
    if (node) return { value: { kind: 'inVersion', space, version, node, anchor } };
  } catch (error) {
    if (!isKind(error, 'missing')) throw error;
    return {
      problem: isRevision
        ? vscode.l10n.t("“{0}” has no revision {1}, or you don't have access to it.", title, named.id)
        : vscode.l10n.t("“{0}” has no change request {1}, or you don't have access to it.", title, named.id),
    };
  }
  return {
    problem: isRevision
      ? vscode.l10n.t('“{0}” has no page at {1} in this revision.', title, path)
      : vscode.l10n.t('“{0}” has no page at {1} in this change request.', title, path),
  };
}
