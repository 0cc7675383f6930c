import * as vscode from 'vscode';
import type { PageAddress } from '../../model/shared/address.ts';
import { isKind } from '../../model/shared/failure.ts';
import { pageAddressOf } from '../addresses/pageUri.ts';
import type { PageChange } from '../../model/changeRequests/changes.ts';
import type { Contents, ChangeSet } from '../../store/content/content.ts';
import { besideAddressOf } from '../changeRequests/shared/besideDocuments.ts';
import { isChangeRequestAt, isChangeRow, type ChangeRequestAt } from '../changeRequests/shared/changeRows.ts';
import type { ChangesContext } from './context.ts';
import { incompleteText } from '../changeRequests/shared/changeWords.ts';
import { activeUris } from '../changeRequests/shared/openDiffUris.ts';
import { targetOf } from '../changeRequests/shared/target.ts';

/** The changes of a change request, and the change request they belong to. */
export interface CachedChanges {
  readonly at: ChangeRequestAt;
  readonly content: Contents;
  readonly set: ChangeSet;
}

/** The change request that a command applies to: the given row, an open page or diff, or one that the user picks. */
export async function changesGiven(parts: ChangesContext, given: unknown): Promise<CachedChanges | undefined> {
  if (isChangeRow(given)) return changesOf(parts, given.at);
  if (isChangeRequestAt(given)) return changesOf(parts, given);
  const address = given instanceof vscode.Uri || given === undefined ? openAddress(given) : undefined;
  const opened = address && (await requestAt(parts, address));
  if (opened) return changesOf(parts, opened);
  const target = await targetOf(parts, given, {
    picker: {
      title: vscode.l10n.t('Select a change request to open its changes'),
      none: vscode.l10n.t('There are no open change requests or drafts.'),
    },
    statuses: ['open', 'draft'],
  });
  if (!target) return undefined;
  const { account, at } = target;
  return changesOf(parts, { account, space: at.space.id, changeRequest: at.changeRequest });
}

/** The changed page that a command applies to: the given row, or the page of the open diff. */
export async function changedPageGiven(
  parts: ChangesContext,
  given: unknown,
): Promise<(CachedChanges & { readonly change: PageChange }) | undefined> {
  if (isChangeRow(given)) {
    if (given.kind !== 'changedPage') return undefined;
    const known = await changesOf(parts, given.at);
    // The change may be newer than the row.
    const change = known.set.pages.find(({ id }) => id === given.change.id);
    if (!change) throw new Error(vscode.l10n.t('“{0}” no longer has changes.', titleOf(given.change)));
    return { ...known, change };
  }
  const address = openAddress(given);
  const at = address && (await requestAt(parts, address));
  if (!at) return undefined;
  const known = await changesOf(parts, at);
  const { content, set } = known;
  const entry = await content.entry(at.space, address.version, address.path);
  const id = entry?.kind === 'page' ? entry.node.id : undefined;
  const isThis = ({ id: each, before, after }: PageChange): boolean =>
    id === undefined ? (after ?? before)?.path === address.path : each === id;
  const change = set.pages.find(isThis);
  if (!change) throw new Error(vscode.l10n.t("#{0} doesn't change this page.", at.changeRequest.number));
  return { ...known, change };
}

export function titleOf({ before, after }: PageChange): string {
  return (after ?? before)?.title ?? '';
}

async function changesOf({ stores, decorations }: ChangesContext, at: ChangeRequestAt): Promise<CachedChanges> {
  const content = await stores(at.account).contents();
  const { space } = at;
  content.learn(space, [at.changeRequest]);
  const set = await reported(content.changes(space, at.changeRequest.number));
  const present = { ...at, changeRequest: set.changeRequest };
  decorations.show(present, set);
  return { at: present, content, set };
}

/** Replaces the error of an unsupported endpoint with one that says what to do. */
async function reported(changes: Promise<ChangeSet>): Promise<ChangeSet> {
  try {
    return await changes;
  } catch (error) {
    if (isKind(error, 'unsupported')) throw new Error(incompleteText(), { cause: error });
    throw error;
  }
}

type VersionAddress = PageAddress & {
  readonly version: { readonly kind: 'changeRequest' | 'base'; readonly number: number };
};

async function requestAt(
  { accounts, stores }: ChangesContext,
  { account: key, space, version }: VersionAddress,
): Promise<ChangeRequestAt | undefined> {
  const account = accounts.byKey(key);
  if (!account) return undefined;
  const content = await stores(account).contents();
  return { account, space, changeRequest: await content.changeRequest(space, version.number) };
}

/** The address of the change request's page that is given or open, as a diff or on its own. */
function openAddress(given: unknown): VersionAddress | undefined {
  const uris = given instanceof vscode.Uri ? [given] : activeUris();
  for (const uri of uris) {
    const address = pageAddressOf(uri) ?? besideAddressOf(uri);
    if (!address) continue;
    const { version } = address;
    if (version.kind === 'changeRequest' || version.kind === 'base') return { ...address, version };
  }
  return undefined;
}
