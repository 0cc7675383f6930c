import * as vscode from 'vscode';
import { idOf, isWithin, moveOnto, organizationIdOf, titleOf, type LibraryItem } from '../../../model/library/moves.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type { Place } from '../../../store/library/library.ts';
import { move, transfer } from './moving.ts';
import { isOpen, may } from './picking.ts';
import { sessionOf, say } from './session.ts';
import type { Uses } from '../../ground/services/services.ts';

/** Handles a row of the Library that is dropped on another one. */
export async function drop(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  dragged: Place,
  onto: Place | undefined,
): Promise<void> {
  const item = libraryItemOf(dragged);
  const target = onto && libraryItemOf(onto);
  if (!item || (target && idOf(target) === idOf(item))) return;
  if (!onto || (!target && onto.kind !== 'organization')) {
    say(vscode.l10n.t('Drop it on a collection, a space, or an organization.'));
    return;
  }
  const session = await sessionOf(parts);
  if (!session) return;
  const title = titleText(titleOf(item));
  if (!may(resourceOf(item), 'admin'))
    throw new Error(vscode.l10n.t("You don't have permission to move “{0}”.", title));

  const id = target ? organizationIdOf(target) : onto.kind === 'organization' ? onto.organization.id : '';
  const organization = (await session.library.organizations()).find((each) => each.id === id);
  if (!organization) return;
  const hierarchy = await session.library.hierarchy(id);
  const collection = target?.kind === 'space' ? hierarchy.above(target.space).at(-1) : target?.collection;
  if (!isOpen({ organization, collection })) {
    throw new Error(
      vscode.l10n.t(
        "You don't have permission to add content to “{0}”.",
        titleText((collection ?? organization).title),
      ),
    );
  }
  if (id !== organizationIdOf(item)) return transfer(parts, session, item, { organization, collection });
  if (collection && isWithin(collection, item, hierarchy)) {
    throw new Error(vscode.l10n.t("You can't move a collection into itself."));
  }
  const to = moveOnto(item, target, hierarchy);
  if (to) await move(session, item, to);
}

export function libraryItemOf(place: Place): LibraryItem | undefined {
  return place.kind === 'space' || place.kind === 'collection' ? place : undefined;
}

function resourceOf(item: LibraryItem) {
  return item.kind === 'space' ? item.space : item.collection;
}
