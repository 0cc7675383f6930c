import * as vscode from 'vscode';
import { numberOf } from '../../../model/shared/address.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type { ChangeRequestAt, ChangeRequests, Status } from '../../../store/changeRequests/changeRequests.ts';
import type { Account } from '../services/accounts.ts';
import { activeAccount } from '../prompts/activeAccount.ts';
import { pageGiven } from '../places/changeRequestRows.ts';
import { askIfSignedOut, comparedPlaceAt, neededAccount, type DocumentPlace } from '../places/place.ts';
import { RowMissing } from '../commands/neededRow.ts';
import { showInformation } from '../messages/show.ts';
import { withoutIcons } from '../words/plainText.ts';
import { isChangesAt, isChangeRow, type ChangesAt } from './changeRows.ts';
import { isOffered } from './contextValue.ts';
import { activeUris } from './openDiffUris.ts';
import { isAt, type GivenAt } from './rows.ts';
import { ageOf, nameOf, pendingMark, personName, statusInWords } from './wording.ts';
import type { Uses } from '../services/services.ts';
import { showQuickPick } from '../services/quickPick.ts';

/** The change request that a command acts on. */
export interface Target {
  readonly account: Account;
  readonly store: ChangeRequests;
  readonly at: ChangeRequestAt;
}

/** Which change requests a command can act on. */
export interface Wanted {
  /** What a command of the palette asks. Others are in menus only, and refuse if they don't know which one. */
  readonly picker?: {
    /** “Select a change request to merge” */
    readonly title: string;
    /** The message when there is no suitable change request. */
    readonly none: string;
  };
  readonly statuses: readonly Status[];
  /** The permission on its space that the command needs, as `permissionsOn` names it. */
  readonly permission?: string;
  /** Whether the command itself explains what to do about one with another status. */
  readonly isReported?: boolean;
  /** Whether change requests with a pending review of the user are listed first. Their status doesn't matter. */
  readonly isPendingFirst?: boolean;
}

/**
 * The change request that a command applies to: the given row, or the editor of one of its pages. From the palette it
 * is that of the selected row or open page if it is suitable, else one that the user picks.
 */
export async function targetOf(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'selected' | 'stores'>,
  given: unknown,
  wanted: Wanted,
): Promise<Target | undefined> {
  const { stores } = parts;
  const givenAccount = isAt(given) ? accountOfRow(parts, given) : undefined;
  if (isAt(given) && givenAccount) {
    const store = await stores(givenAccount).changeRequests();
    const at = store.cached(given.space.id, given.changeRequest.id) ?? given;
    return { account: givenAccount, store, at };
  }
  const selected = given === undefined ? await selectedTarget(parts) : undefined;
  if (selected && suits(selected.at, wanted)) return selected;
  const opened = await openTarget(parts, given);
  if (given instanceof vscode.Uri && !opened && askIfSignedOut(parts, given)) return undefined;
  // An editor's menu is shown regardless of the user's permissions.
  if (opened && given instanceof vscode.Uri && wanted.permission && !isOffered(opened.at, wanted.permission)) {
    const space = titleText(opened.at.space.title);
    throw new Error(
      vscode.l10n.t("You don't have permission to do this in “{0}”. Ask an administrator of the organization.", space),
    );
  }
  if (opened && given instanceof vscode.Uri) return wanted.isReported ? opened : suited(opened, wanted);
  if (opened && suits(opened.at, wanted)) return opened;
  const account = await activeAccount(parts);
  if (!account) return undefined;
  const store = await stores(account).changeRequests();
  if (!wanted.picker) throw new RowMissing();
  const at = await pick(parts, { account, store }, wanted, wanted.picker);
  return at && { account, store, at };
}

/** The change request of the selected row, which may also be a row below one. */
async function selectedTarget({
  accounts,
  stores,
  selected,
}: Uses<'accounts' | 'selected' | 'stores'>): Promise<Target | undefined> {
  const row = selected.forCommand();
  const page = pageGiven(row);
  const at = page ? { space: { id: page.space }, changeRequest: page.changeRequest } : isAt(row) ? row : undefined;
  const account = page?.account ?? accounts.active;
  if (!at || !account) return undefined;
  const store = await stores(account).changeRequests();
  const found = store.cached(at.space.id, at.changeRequest.id);
  return found && { account, store, at: found };
}

/** An editor's menu is shown regardless of the status as well, and the cached record may be outdated. */
async function suited(target: Target, { statuses }: Wanted): Promise<Target> {
  const isSuited = ({ changeRequest }: ChangeRequestAt) => statuses.some((status) => status === changeRequest.status);
  if (isSuited(target.at)) return target;
  const at = await target.store.refreshOne(target.at.space.id, target.at.changeRequest.id);
  if (isSuited(at)) return { ...target, at };
  const name = nameOf(at.changeRequest);
  switch (at.changeRequest.status) {
    case 'merged':
      throw new Error(vscode.l10n.t('{0} is merged and can no longer be changed.', name));
    case 'archived':
      throw new Error(vscode.l10n.t('{0} is archived. Reopen it first.', name));
    default:
      throw new Error(vscode.l10n.t('The status of {0} is already {1}.', name, statusInWords(at.changeRequest.status)));
  }
}

/** The account of the given change request. A notification or a panel may be older than a switch to another account. */
export function accountOfRow(parts: Uses<'accounts'>, { account: key }: GivenAt): Account | undefined {
  return key === undefined ? parts.accounts.active : neededAccount(parts, key);
}

/** A page of a change request or of its base. */
type PlaceInChangeRequest = DocumentPlace & {
  readonly version: { readonly kind: 'changeRequest' | 'base'; readonly number: number };
};

/** The page of a change request that is given, else the one that the active editor shows, as a diff or on its own. */
export function openPlace(parts: Uses<'accounts'>, given: unknown): PlaceInChangeRequest | undefined {
  const uris = given instanceof vscode.Uri ? [given] : activeUris();
  return uris.map((uri) => comparedPlaceAt(parts, uri)).find(isInChangeRequest);
}

function isInChangeRequest(place: DocumentPlace | undefined): place is PlaceInChangeRequest {
  return place !== undefined && numberOf(place.version) !== undefined;
}

/** The change request of the page in the active editor, if it has one. */
async function openTarget(parts: Uses<'accounts' | 'stores'>, given: unknown): Promise<Target | undefined> {
  const place = openPlace(parts, given);
  if (!place) return undefined;
  const { account, space: id, version } = place;
  const { number } = version;
  const store = await parts.stores(account).changeRequests();
  const known = store.all().find(({ space, changeRequest }) => space.id === id && changeRequest.number === number);
  return { account, store, at: known ?? (await store.find(id, String(number))) };
}

/**
 * The change request whose changes a command shows: of the given row, of an open page or diff, or one that the user
 * picks.
 */
export async function changedGiven(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'selected' | 'stores'>,
  given: unknown,
): Promise<{ readonly at: ChangesAt; readonly place?: PlaceInChangeRequest } | undefined> {
  if (isChangeRow(given)) return { at: given.at };
  if (isChangesAt(given)) return { at: given };
  const place = given instanceof vscode.Uri || given === undefined ? openPlace(parts, given) : undefined;
  if (place) return { at: await changesAt(parts, place), place };
  const target = await targetOf(parts, given, {
    picker: {
      title: vscode.l10n.t('Select a change request to open its changes'),
      none: vscode.l10n.t('There are no open change requests or drafts.'),
    },
    statuses: ['open', 'draft'],
  });
  if (!target) return undefined;
  const { account, at } = target;
  return { at: { account, space: at.space.id, changeRequest: at.changeRequest } };
}

export async function changesAt(
  { stores }: Uses<'stores'>,
  { account, space, version }: PlaceInChangeRequest,
): Promise<ChangesAt> {
  const contents = await stores(account).contents();
  return { account, space, changeRequest: await contents.changeRequest(space, version.number) };
}

async function pick(
  parts: Uses<'edge' | 'stores'>,
  of: Omit<Target, 'at'>,
  wanted: Wanted,
  { title, none }: NonNullable<Wanted['picker']>,
): Promise<ChangeRequestAt | undefined> {
  const location = { viewId: 'docsPlatform.changeRequests' };
  const items = await vscode.window.withProgress({ location }, async () => {
    const first = wanted.isPendingFirst ? await pendingItems(parts, of) : [];
    const isFirst = new Set(first.map(({ at }) => at.changeRequest.id));
    const found = await of.store.having(wanted.statuses);
    const others = found.filter((at) => suits(at, wanted) && !isFirst.has(at.changeRequest.id));
    return [...first, ...others.map(itemOf)];
  });
  if (items.length === 0) {
    await showInformation(none);
    return undefined;
  }
  const options = { title, matchOnDescription: true, matchOnDetail: true };
  return (await showQuickPick(items, options))?.at;
}

/** One that is gone or can't be loaded doesn't hide the others. */
async function pendingItems(
  { stores, edge }: Uses<'edge' | 'stores'>,
  { account, store }: Omit<Target, 'at'>,
): Promise<ChangeRequestItem[]> {
  const { drafts, reviews } = await stores(account).comments();
  await drafts.load();
  const places = new Map(drafts.pending().map(({ target: { place } }) => [place.changeRequest, place]));
  const items = [...places.values()].map(async (place): Promise<ChangeRequestItem[]> => {
    if (place.changeRequest === undefined) return [];
    try {
      const item = itemOf(await store.find(place.space, place.changeRequest));
      const mark = pendingMark(reviews.comments(place).length);
      return [{ ...item, description: [mark, item.description].join(' · ') }];
    } catch (error) {
      edge.note('Pending reviews', error);
      return [];
    }
  });
  return (await Promise.all(items)).flat();
}

export type ChangeRequestItem = vscode.QuickPickItem & { readonly at: ChangeRequestAt };

/** A quick pick item for the change request. */
export function itemOf({ space, changeRequest }: ChangeRequestAt): ChangeRequestItem {
  const marks = [
    personName(changeRequest.createdBy),
    ageOf(changeRequest.updatedAt ?? changeRequest.createdAt),
    changeRequest.status === 'open' ? undefined : statusInWords(changeRequest.status),
    changeRequest.outdated ? vscode.l10n.t('outdated') : undefined,
  ];
  return {
    label: withoutIcons(nameOf(changeRequest)),
    description: withoutIcons(marks.filter(Boolean).join(' · ')),
    detail: withoutIcons(titleText(space.title)),
    at: { space, changeRequest },
  };
}

function suits(at: ChangeRequestAt, { statuses, permission }: Wanted): boolean {
  if (!statuses.some((status) => status === at.changeRequest.status)) return false;
  return permission === undefined || isOffered(at, permission);
}
