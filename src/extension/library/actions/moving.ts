import * as vscode from 'vscode';
import type { Collection } from '../../../contract/spaces/collections.ts';
import type { Organization } from '../../../contract/organizations/organizations.ts';
import {
  idOf,
  isWithin,
  neighbourOf,
  organizationIdOf,
  titleOf,
  type LibraryItem,
  type LibraryMove,
} from '../../../model/library/moves.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import { showInformation } from '../../ground/messages/show.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';
import { may, pickCollectionIn, pickContainer, type Container } from './picking.ts';
import { reveal, say, type Session } from './session.ts';
import type { Uses } from '../../ground/services/services.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';

/** Asks for the destination and the position there. */
export async function moveItem(session: Session, item: LibraryItem): Promise<void> {
  const title = vscode.l10n.t('Move “{0}” to…', titleText(titleOf(item)));
  const isPossible = ({ organization, collection, hierarchy }: Container): boolean =>
    organization.id === organizationIdOf(item) && !(collection && isWithin(collection, item, hierarchy));
  const container = await pickContainer(session, undefined, title, isPossible);
  const to = container && (await pickPosition(item, container, title));
  if (to) await move(session, item, to);
}

export async function transferItem(parts: Uses<'prompts'>, session: Session, item: LibraryItem): Promise<void> {
  const others = (await session.library.organizations()).filter(
    (organization) => organization.id !== organizationIdOf(item) && may(organization, 'createContent'),
  );
  if (others.length === 0) {
    await showInformation(vscode.l10n.t('There are no other organizations in which you can create content.'));
    return;
  }
  const items = others.map((organization) => ({ label: withoutIcons(titleText(organization.title)), organization }));
  const title = vscode.l10n.t('Select an organization to transfer “{0}” to', titleText(titleOf(item)));
  const chosen = await showQuickPick(items, { title });
  if (!chosen) return;
  const where = vscode.l10n.t(
    'Select a location for “{0}” in “{1}”',
    titleText(titleOf(item)),
    titleText(chosen.organization.title),
  );
  const to = await pickCollectionIn(session, chosen.organization, where);
  if (to) await transfer(parts, session, item, to);
}

export async function move({ library, actions }: Session, item: LibraryItem, to: LibraryMove): Promise<void> {
  const isMoved = await actions.move(item, to);
  const title = titleText(titleOf(item));
  if (!isMoved) {
    say(vscode.l10n.t("“{0}” is already there, or can't be moved there.", title));
    return;
  }
  await show(library, item);
}

/** Asks first, because another organization has its own members and permissions. */
export async function transfer(
  { prompts }: Uses<'prompts'>,
  { library, actions }: Session,
  item: LibraryItem,
  to: { readonly organization: Organization; readonly collection: Collection | undefined },
): Promise<void> {
  const title = titleText(titleOf(item));
  const yes = vscode.l10n.t('Transfer');
  const organizations = await library.organizations();
  const from = organizations.find(({ id }) => id === organizationIdOf(item))?.title;
  const answer = await prompts.choose({
    message: to.collection
      ? vscode.l10n.t(
          'Transfer “{0}” to the collection “{1}” of the organization “{2}”?',
          title,
          titleText(to.collection.title),
          titleText(to.organization.title),
        )
      : vscode.l10n.t('Transfer “{0}” to the organization “{1}”?', title, titleText(to.organization.title)),
    detail:
      item.kind === 'collection'
        ? vscode.l10n.t(
            "The collection and everything in it move out of “{0}”. The other organization's rules determine who gets access.",
            titleText(from),
          )
        : vscode.l10n.t(
            "The space moves out of “{0}” with its pages, change requests, and comments. The other organization's rules determine who gets access.",
            titleText(from),
          ),
    modal: true,
    severity: 'warning',
    actions: [yes],
  });
  if (answer !== yes) return;
  const transferred = await actions.transfer(item, { organization: to.organization.id, parent: to.collection?.id });
  await show(library, transferred);
}

async function show(library: Session['library'], item: LibraryItem): Promise<void> {
  if (item.kind === 'space') return reveal(await library.placeOf(item.space.id));
  const hierarchy = await library.hierarchy(item.collection.organization);
  const now = [...collectionsIn(hierarchy)].find(({ id }) => id === item.collection.id);
  await reveal(await library.placeOfCollection(now ?? item.collection));
}

function* collectionsIn(hierarchy: Container['hierarchy'], parent?: string): Generator<Collection> {
  for (const collection of hierarchy.at(parent).collections) {
    yield collection;
    yield* collectionsIn(hierarchy, collection.id);
  }
}

/** A position before a sibling of the same kind, or the end. */
async function pickPosition(
  item: LibraryItem,
  { collection, hierarchy }: Container,
  title: string,
): Promise<LibraryMove | undefined> {
  const here = hierarchy.at(collection?.id);
  const siblings: readonly LibraryItem[] =
    item.kind === 'space'
      ? here.spaces.map((space) => ({ kind: 'space', space }))
      : here.collections.map((each) => ({ kind: 'collection', collection: each }));
  const others = siblings.filter((sibling) => idOf(sibling) !== idOf(item));
  const parent = collection?.id ?? null;
  if (others.length === 0) return { parent };
  const atEnd: LibraryMove = { parent };
  const items = [
    { label: vscode.l10n.t('At the end'), move: atEnd },
    ...others.map((sibling) => ({
      label: vscode.l10n.t('Before “{0}”', withoutIcons(titleText(titleOf(sibling)))),
      move: { parent, position: { before: neighbourOf(sibling) } } satisfies LibraryMove,
    })),
  ];
  return (await showQuickPick(items, { title }))?.move;
}
