import * as vscode from 'vscode';
import { isKind } from '../../../model/shared/failure.ts';
import { nodeAt } from '../../ground/places/place.ts';
import type { PageChange } from '../../../model/changeRequests/changes.ts';
import type { Contents, ChangeSet } from '../../../store/content/content.ts';
import { isChangeRow, type ChangesAt } from '../../ground/changeRequests/changeRows.ts';
import type { ChangesContext } from './context.ts';
import { incompleteText } from '../../ground/changeRequests/changeWords.ts';
import { changedGiven, changesAt, openPlace } from '../../ground/changeRequests/target.ts';

/** The changes of a change request, and the change request they belong to. */
export interface CachedChanges {
  readonly at: ChangesAt;
  readonly content: Contents;
  readonly set: ChangeSet;
}

/** The changes of the change request that a command applies to. */
export async function changesGiven(parts: ChangesContext, given: unknown): Promise<CachedChanges | undefined> {
  const found = await changedGiven(parts, given);
  return found && changesOf(parts, found.at);
}

export interface ChangedPage extends CachedChanges {
  readonly change: PageChange;
}

/** The changed page that a command applies to: the given row, or the page of the open diff. */
export async function changedPageGiven(parts: ChangesContext, given: unknown): Promise<ChangedPage> {
  if (isChangeRow(given)) {
    if (given.kind !== 'changedPage') throw new Error(nothingOpen());
    const known = await changesOf(parts, given.at);
    // The change may be newer than the row.
    const change = known.set.pages.find(({ id }) => id === given.change.id);
    if (!change) throw new Error(vscode.l10n.t('“{0}” no longer has changes.', titleOf(given.change)));
    return { ...known, change };
  }
  const place = openPlace(parts, given);
  if (!place) throw new Error(nothingOpen());
  const at = await changesAt(parts, place);
  const known = await changesOf(parts, at);
  const id = (await nodeAt(parts, place))?.id;
  const isThis = ({ id: each, before, after }: PageChange): boolean =>
    id === undefined ? (after ?? before)?.path === place.path : each === id;
  const change = known.set.pages.find(isThis);
  if (!change) throw new Error(vscode.l10n.t("#{0} doesn't change this page.", at.changeRequest.number));
  return { ...known, change };
}

function nothingOpen(): string {
  return vscode.l10n.t('Select a changed page in the Change Requests view, or open its diff first.');
}

export function titleOf({ before, after }: PageChange): string {
  return (after ?? before)?.title ?? '';
}

async function changesOf({ stores, decorations }: ChangesContext, at: ChangesAt): Promise<CachedChanges> {
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
