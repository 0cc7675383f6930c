import * as vscode from 'vscode';
import type { Space } from '../../../contract/spaces/spaces.ts';
import { pictureOf } from '../../../model/shared/emoji.ts';
import { isKind } from '../../../model/shared/failure.ts';
import type { LinkedSpace, SitePart } from '../../../model/sites/tree.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import { spaceIdIn } from '../../../model/pages/webAddress.ts';
import type { SiteAddress } from '../../../store/sites/calls.ts';
import type { DeletedSpace } from '../../../store/libraryActions/libraryActions.ts';
import type { PlaceOf } from '../../../store/library/places.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';
import type { Answer } from '../../ground/services/prompts.ts';
import { sessionOf, reveal, say, type Session } from './session.ts';
import type { Uses } from '../../ground/services/services.ts';
import { plural } from '../../ground/words/plural.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';

/** Asks once, naming what will be deleted, and then offers to undo it. */
export async function deleteSpace(parts: Uses<'prompts'>, session: Session, space: Space): Promise<void> {
  const title = titleText(space.title);
  const remove = vscode.l10n.t('Delete');
  const answer = await parts.prompts.choose({
    message: vscode.l10n.t('Delete the space “{0}”?', title),
    detail: whatGoes(space, session),
    modal: true,
    severity: 'warning',
    actions: [remove],
  });
  if (answer !== remove) return;
  await session.actions.deleteSpace(space);
  const undo = vscode.l10n.t('Undo');
  const next = await parts.prompts.choose({
    message: vscode.l10n.t('Deleted “{0}”. To restore it within 7 days, run Restore Space.', title),
    actions: [undo],
  });
  if (next === undo) await restore(session, space.id, title);
}

/** Restores the row's space, or one that the user picks or identifies by its ID or URL. */
export async function restoreSpace(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  row: PlaceOf<'space'> | DeletedInSite | undefined,
): Promise<void> {
  const session = await sessionOf(parts);
  if (!session) return;
  if (row && 'part' in row) {
    await restore(session, row.part.space.id, titleText(row.part.space.title));
    return (await parts.stores(session.account).sites()).reread(row.at);
  }
  if (row) return restore(session, row.space.id, titleText(row.space.title));
  const byId: RestorableItem = {
    label: `$(link) ${vscode.l10n.t('Restore by ID or URL…')}`,
    space: undefined,
    // This entry is always shown, so that users who type an ID or a URL into the list see where it belongs.
    alwaysShow: true,
  };
  const chosen = await showQuickPick([...(await restorable(session)), byId], {
    title: vscode.l10n.t('Select a space to restore'),
    placeHolder: vscode.l10n.t('Recently deleted spaces'),
  });
  if (chosen?.space) await restore(session, chosen.space.id, titleText(chosen.space.title));
  else if (chosen) await restoreNamed(parts, session);
}

/** A row of the Sites view whose space was deleted. Only sites still refer to deleted spaces. */
export interface DeletedInSite {
  readonly at: SiteAddress;
  readonly part: SitePart & { readonly space: LinkedSpace };
}

export function isDeletedInSite(given: unknown): given is DeletedInSite {
  const { at, part } = (given ?? {}) as Partial<DeletedInSite>;
  return at !== undefined && part?.space?.isDeleted === true;
}

interface RestorableItem extends vscode.QuickPickItem {
  /** Undefined for the entry that asks for an ID or URL. */
  readonly space: DeletedSpace | undefined;
}

async function restorable({ library, actions }: Session): Promise<RestorableItem[]> {
  const location = { location: { viewId: 'docsPlatform.library' } };
  const [spaces, organizations] = await vscode.window.withProgress(location, () =>
    Promise.all([actions.restorableSpaces(), library.organizations()]),
  );
  return spaces.map((space) => {
    const { title, emoji, organization, deletedAt } = space;
    const until = inWords(deletedAt + sevenDays);
    return {
      label: withoutIcons([pictureOf(emoji), titleText(title)].filter(Boolean).join(' ')),
      description: withoutIcons(titleText(organizations.find((each) => each.id === organization)?.title, '')),
      detail: vscode.l10n.t('Deleted {0}. Can be restored until {1}.', inWords(deletedAt), until),
      space,
    };
  });
}

/** Restores a space that someone else deleted, or that was deleted on another computer. */
async function restoreNamed({ prompts }: Uses<'prompts'>, session: Session): Promise<void> {
  const space = await prompts.ask<Space>({
    title: vscode.l10n.t('Restore Space by ID or URL'),
    prompt: vscode.l10n.t('ID of the deleted space, or its URL in the browser'),
    accept: async (text, signal) => deletedSpaceAt(session, text.trim(), signal),
  });
  if (space) await restore(session, space.id, titleText(space.title));
}

async function deletedSpaceAt({ actions }: Session, text: string, signal: AbortSignal): Promise<Answer<Space>> {
  const id = /^[\w-]+$/.test(text) ? text : spaceIdIn(text);
  if (id === undefined) {
    return { problem: vscode.l10n.t('Enter the ID of a space, or a URL that contains it after /s/ or /spaces/.') };
  }
  try {
    const space = await actions.askSpace(id, { signal });
    const title = titleText(space.title);
    if (!space.deletedAt) return { problem: vscode.l10n.t("“{0}” isn't deleted.", title) };
    if (space.permissions?.['admin'] === false) {
      return { problem: vscode.l10n.t("You don't have permission to restore “{0}”. Ask an administrator.", title) };
    }
    return { value: space };
  } catch (error) {
    if (!isKind(error, 'missing')) throw error;
    return { problem: vscode.l10n.t('No space has this ID. Deleted spaces are permanently removed after 7 days.') };
  }
}

const sevenDays = 7 * 24 * 60 * 60 * 1000;

async function restore({ library, actions }: Session, id: string, title: string): Promise<void> {
  try {
    await actions.restoreSpace(id);
  } catch (error) {
    if (!isKind(error, 'missing')) throw error;
    throw new Error(vscode.l10n.t('“{0}” is permanently deleted: 7 days have passed, or someone removed it.', title), {
      cause: error,
    });
  }
  say(vscode.l10n.t('Restored “{0}”.', title));
  await reveal(await library.placeOf(id));
}

function whatGoes(space: Space, { library }: Session): string {
  const pages = library.cachedPages(space.id)?.byId.size;
  const counts = [
    pages === undefined ? vscode.l10n.t('its pages') : plural(vscode.l10n.t('{0} page|{0} pages'), pages),
    plural(vscode.l10n.t('{0} change request|{0} change requests'), space.changeRequests),
    plural(vscode.l10n.t('{0} open comment|{0} open comments'), space.comments),
  ];
  return vscode.l10n.t(
    'This also removes {0}, {1}, and {2}, and takes the space off all sites. You can restore the space within 7 days.',
    ...counts,
  );
}

function inWords(time: number): string {
  return new Date(time).toLocaleString(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' });
}
