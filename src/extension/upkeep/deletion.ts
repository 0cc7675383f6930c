import * as vscode from 'vscode';
import type { Space } from '../../contract/spaces.ts';
import { pictureOf } from '../../model/emoji.ts';
import { titleText } from '../../model/titleText.ts';
import { asApiError } from '../commands/errorEdge.ts';
import { isPlace } from '../commands/givenPlace.ts';
import { showInformation } from '../prompts/messages.ts';
import { withoutIcons } from '../prompts/plainText.ts';
import { pickSpace } from './picking.ts';
import { deskOf, reveal, say, type Desk, type UpkeepParts } from './upkeepParts.ts';

/** Asks once, naming what goes; then offers to undo it. */
export async function deleteSpace(parts: UpkeepParts, given: unknown): Promise<void> {
  const desk = await deskOf(parts);
  const space = desk && (await pickSpace(parts, desk, given, vscode.l10n.t('Delete which space?')));
  if (!space) return;
  const title = titleText(space.title);
  const remove = vscode.l10n.t('Delete');
  const answer = await parts.prompts.choose({
    message: vscode.l10n.t('Delete the space “{0}”?', title),
    detail: whatGoes(space, desk),
    modal: true,
    severity: 'warning',
    actions: [remove],
  });
  if (answer !== remove) return;
  await desk.upkeep.deleteSpace(space);
  const undo = vscode.l10n.t('Undo');
  const next = await parts.prompts.choose({
    message: vscode.l10n.t('“{0}” was deleted. For 7 days, Restore a Space… brings it back.', title),
    actions: [undo],
  });
  if (next === undo) await restore(desk, space.id, title);
}

/** The space of the row, else one that the person picks of those that can still be restored. */
export async function restoreSpace(parts: UpkeepParts, given: unknown): Promise<void> {
  const desk = await deskOf(parts);
  if (!desk) return;
  if (isPlace(given) && given.kind === 'space') return restore(desk, given.space.id, titleText(given.space.title));
  const spaces = await desk.upkeep.restorableSpaces();
  if (spaces.length === 0) {
    await showInformation(
      vscode.l10n.t(
        'No deleted space is known. Listed are those deleted here within 7 days, and those that the server lists as deleted.',
      ),
    );
    return;
  }
  const organizations = await desk.library.organizations();
  const items = spaces.map(({ id, title, emoji, organization, deletedAt }) => ({
    label: withoutIcons([pictureOf(emoji), titleText(title)].filter(Boolean).join(' ')),
    description: withoutIcons(titleText(organizations.find((each) => each.id === organization)?.title, '')),
    detail: vscode.l10n.t('Deleted {0}, to be restored until {1}.', inWords(deletedAt), inWords(deletedAt + sevenDays)),
    id,
    title: titleText(title),
  }));
  const chosen = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Restore which space?') });
  if (chosen) await restore(desk, chosen.id, chosen.title);
}

const sevenDays = 7 * 24 * 60 * 60 * 1000;

async function restore({ library, upkeep }: Desk, id: string, title: string): Promise<void> {
  try {
    await upkeep.restoreSpace(id);
  } catch (error) {
    const { kind } = asApiError(error) ?? {};
    if (kind === 'missing') {
      throw new Error(vscode.l10n.t('“{0}” is gone for good: 7 days have passed, or somebody removed it.', title), {
        cause: error,
      });
    }
    if (kind !== 'conflict') throw error;
    // Somebody else was quicker.
    library.learn(await library.space(id));
  }
  say(vscode.l10n.t('“{0}” is back.', title));
  await reveal(await library.placeOf(id));
}

function whatGoes(space: Space, { library }: Desk): string {
  const pages = library.knownPages(space.id)?.byId.size;
  const counts = [
    pages === undefined
      ? vscode.l10n.t('its pages')
      : pages === 1
        ? vscode.l10n.t('1 page')
        : vscode.l10n.t('{0} pages', pages),
    space.changeRequests === 1
      ? vscode.l10n.t('1 change request')
      : vscode.l10n.t('{0} change requests', space.changeRequests),
    space.comments === 1 ? vscode.l10n.t('1 open comment') : vscode.l10n.t('{0} open comments', space.comments),
  ];
  return vscode.l10n.t(
    'With it go {0}, {1} and {2}, and sites no longer show it. It can be restored for 7 days; then it is gone for good.',
    ...counts,
  );
}

function inWords(time: number): string {
  return new Date(time).toLocaleString(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' });
}
