import * as vscode from 'vscode';
import type { Space } from '../../../contract/spaces/spaces.ts';
import { problemOfTitle } from '../../../model/library/limits.ts';
import { isKind } from '../../../model/shared/failure.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type { SpaceOrigin } from '../../../store/libraryActions/libraryActions.ts';
import { pickSpace } from '../../ground/prompts/pickSpace.ts';
import { may, pickContainer, type Container, type ContainerRow } from './picking.ts';
import { sessionOf, reveal, type Session } from './session.ts';
import type { Uses } from '../../ground/services/services.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';

/** Creates a space. If the server can't create an empty one, it is created from another space or with a new site. */
export async function createSpace(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'stores'>,
  row: ContainerRow | undefined,
): Promise<void> {
  const session = await sessionOf(parts);
  const container = session && (await pickContainer(session, row, vscode.l10n.t('Select a location for the space')));
  if (!container) return;
  const typed = { title: '' };
  let space = await ask(parts, session, container, { kind: 'nothing' }, typed);
  if (space === 'unsupported') {
    const origin = await pickOrigin(parts, session, container);
    if (!origin) return;
    space = await ask(parts, session, container, origin, typed);
  }
  if (!space || space === 'unsupported') return;
  await reveal(await session.library.placeOf(space.id));
}

/** The input box stays open until the space is created. `typed` is its initial text. */
function ask(
  { prompts }: Uses<'prompts'>,
  { actions }: Session,
  { organization, collection }: Container,
  origin: SpaceOrigin,
  typed: { title: string },
): Promise<Space | 'unsupported' | undefined> {
  return prompts.ask<Space | 'unsupported'>({
    title: vscode.l10n.t('Create Space in “{0}”', titleText((collection ?? organization).title)),
    prompt: vscode.l10n.t('Space title'),
    isAction: true,
    value: typed.title,
    changed: (text) => void (typed.title = text),
    async accept(text) {
      const problem = problemOfTitle(text);
      if (problem) return { problem };
      const wanted = { organizationId: organization.id, parent: collection?.id ?? null, title: text.trim(), origin };
      try {
        return { value: await actions.createSpace(wanted) };
      } catch (error) {
        if (origin.kind === 'nothing' && isKind(error, 'unsupported', 'missing')) return { value: 'unsupported' };
        throw error;
      }
    },
  });
}

async function pickOrigin(
  parts: Uses<'edge'>,
  session: Session,
  { organization }: Container,
): Promise<SpaceOrigin | undefined> {
  const choice = await showQuickPick(
    [
      { label: vscode.l10n.t('$(copy) Copy of another space…'), origin: 'copy' },
      { label: vscode.l10n.t('$(globe) Empty space with a new site'), origin: 'site' },
    ],
    { title: vscode.l10n.t("This server can't create an empty space. Choose how to create it.") },
  );
  if (choice?.origin !== 'copy') return choice && { kind: 'site' };
  const isHere = (space: Space): boolean => space.organization === organization.id && may(space, 'view');
  const of = await pickSpace(parts, session.library, vscode.l10n.t('Select a space to copy'), isHere);
  return of && { kind: 'copy', of };
}
