import * as vscode from 'vscode';
import type { Collection } from '../../../contract/spaces/collections.ts';
import { problemOfDescription, problemOfTitle } from '../../../model/library/limits.ts';
import type { Hierarchy } from '../../../model/library/hierarchy.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import { pickContainer, type ContainerRow } from './picking.ts';
import { sessionOf, reveal, say, type Session } from './session.ts';
import type { Uses } from '../../ground/services/services.ts';
import { plural } from '../../ground/words/plural.ts';

export async function createCollection(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  row: ContainerRow | undefined,
): Promise<void> {
  const session = await sessionOf(parts);
  const container =
    session && (await pickContainer(session, row, vscode.l10n.t('Select a location for the collection')));
  if (!container) return;
  const { organization, collection: parent } = container;
  const made = await parts.prompts.ask({
    title: vscode.l10n.t('Create Collection in “{0}”', titleText((parent ?? organization).title)),
    prompt: vscode.l10n.t('Collection title'),
    isAction: true,
    async accept(text) {
      const problem = problemOfTitle(text);
      if (problem) return { problem };
      return { value: await session.actions.createCollection(organization.id, parent?.id ?? null, text.trim()) };
    },
  });
  if (made) await reveal(await session.library.placeOfCollection(made));
}

export async function renameCollection(
  parts: Uses<'prompts'>,
  session: Session,
  collection: Collection,
): Promise<void> {
  await parts.prompts.ask({
    title: vscode.l10n.t('Rename “{0}”', titleText(collection.title)),
    prompt: vscode.l10n.t('Collection title'),
    value: collection.title,
    isAction: true,
    async accept(text) {
      const problem = problemOfTitle(text);
      if (problem) return { problem };
      const title = text.trim();
      if (title !== collection.title) await session.actions.updateCollection(collection, { title });
      return { value: true };
    },
  });
}

export async function describeCollection(
  parts: Uses<'prompts'>,
  session: Session,
  collection: Collection,
): Promise<void> {
  const before = collection.description ?? '';
  await parts.prompts.ask({
    title: vscode.l10n.t('Description of “{0}”', titleText(collection.title)),
    prompt: vscode.l10n.t('Collection description (up to 100 characters). Leave empty for none.'),
    value: before,
    isAction: true,
    async accept(text) {
      const problem = problemOfDescription(text);
      if (problem) return { problem };
      if (text !== before) await session.actions.updateCollection(collection, { description: text });
      return { value: true };
    },
  });
}

export async function deleteCollection(
  parts: Uses<'prompts'>,
  session: Session,
  collection: Collection,
): Promise<void> {
  const title = titleText(collection.title);
  const remove = vscode.l10n.t('Delete');
  const answer = await parts.prompts.choose({
    message: vscode.l10n.t('Delete the collection “{0}”?', title),
    detail: whatGoes(collection, await session.library.hierarchy(collection.organization)),
    modal: true,
    severity: 'warning',
    actions: [remove],
  });
  if (answer !== remove) return;
  await session.actions.deleteCollection(collection);
  say(vscode.l10n.t('Deleted the collection “{0}”.', title));
}

function whatGoes(collection: Collection, hierarchy: Hierarchy): string {
  let collections = 0;
  let spaces = 0;
  const count = (id: string): void => {
    const here = hierarchy.at(id);
    spaces += here.spaces.length;
    collections += here.collections.length;
    for (const each of here.collections) count(each.id);
  };
  count(collection.id);
  if (collections + spaces === 0) return vscode.l10n.t("The collection is empty. This can't be undone.");
  const held = [
    collections > 0 ? plural(vscode.l10n.t('{0} collection|{0} collections'), collections) : undefined,
    spaces > 0 ? plural(vscode.l10n.t('{0} space|{0} spaces'), spaces) : undefined,
  ];
  return vscode.l10n.t(
    "This can't be undone. The collection contains {0}. Depending on the server, its contents are moved up or deleted. Move them first to be safe.",
    held.filter(Boolean).join(vscode.l10n.t(' and ')),
  );
}
