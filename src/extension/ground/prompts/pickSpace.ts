import * as vscode from 'vscode';
import type { Space } from '../../../contract/spaces/spaces.ts';
import { pictureOf } from '../../../model/shared/emoji.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type { Library } from '../../../store/library/library.ts';
import { showInformation } from '../messages/show.ts';
import { showQuickPick } from '../services/quickPick.ts';
import type { Uses } from '../services/services.ts';
import { withoutIcons } from '../words/plainText.ts';

interface SpaceItem extends vscode.QuickPickItem {
  readonly space: Space;
}

type Spaces = Pick<Library, 'availableSpaces' | 'organizations'>;

/** The account's spaces as quick pick items, with the names of their organizations if they are of several. */
export async function spaceItems(
  { edge }: Uses<'edge'>,
  library: Spaces,
  isMeant: (space: Space) => boolean,
): Promise<SpaceItem[]> {
  const { spaces, failures } = await library.availableSpaces();
  for (const failure of failures) edge.note('Spaces', failure);
  const organizations = await library.organizations();
  const names = new Map(organizations.map(({ id, title }) => [id, withoutIcons(titleText(title))]));
  const meant = spaces.filter((space) => !space.deletedAt && isMeant(space));
  const isOfSeveral = new Set(meant.map(({ organization }) => organization)).size > 1;
  return meant.map((space) => {
    const label = withoutIcons([pictureOf(space.emoji), titleText(space.title)].filter(Boolean).join(' '));
    const name = isOfSeveral ? names.get(space.organization) : undefined;
    return { label, space, ...(name !== undefined && { description: name }) };
  });
}

/** One of the spaces that the user picks. `none` is the message when there are none. */
export async function pickSpace(
  parts: Uses<'edge'>,
  library: Spaces,
  title: string,
  isMeant: (space: Space) => boolean = () => true,
  none = vscode.l10n.t('There are no spaces to choose from.'),
): Promise<Space | undefined> {
  const items = await spaceItems(parts, library, isMeant);
  if (items.length > 0) return (await showQuickPick(items, { title, matchOnDescription: true }))?.space;
  await showInformation(none);
  return undefined;
}
