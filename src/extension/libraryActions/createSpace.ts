import * as vscode from 'vscode';
import type { Space } from '../../contract/spaces/spaces.ts';
import { problemOfTitle } from '../../model/library/limits.ts';
import { isKind } from '../../model/shared/failure.ts';
import { titleText } from '../../model/shared/titleText.ts';
import type { SpaceOrigin } from '../../store/libraryActions/libraryActions.ts';
import { may, pickShelf, pickSpace, type Shelf } from './picking.ts';
import { deskOf, reveal, type Desk } from './session.ts';
import type { Uses } from '../services/services.ts';

/** Creates a space. If the server can't create an empty one, it is created from another space or with a new site. */
export async function createSpace(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'stores'>,
  given: unknown,
): Promise<void> {
  const desk = await deskOf(parts);
  const shelf = desk && (await pickShelf(desk, given, vscode.l10n.t('Create a space where?')));
  if (!shelf) return;
  const typed = { title: '' };
  let space = await ask(parts, desk, shelf, { kind: 'nothing' }, typed);
  if (space === 'unsupported') {
    const origin = await pickOrigin(parts, desk, shelf);
    if (!origin) return;
    space = await ask(parts, desk, shelf, origin, typed);
  }
  if (!space || space === 'unsupported') return;
  await reveal(await desk.library.placeOf(space.id));
}

/** The input box stays open until the space is created. `typed` is its initial text. */
function ask(
  { prompts }: Uses<'prompts'>,
  { upkeep }: Desk,
  { organization, collection }: Shelf,
  origin: SpaceOrigin,
  typed: { title: string },
): Promise<Space | 'unsupported' | undefined> {
  return prompts.ask<Space | 'unsupported'>({
    title: vscode.l10n.t('New Space in “{0}”', titleText((collection ?? organization).title)),
    prompt: vscode.l10n.t('Title of the space'),
    isAct: true,
    value: typed.title,
    changed: (text) => void (typed.title = text),
    async accept(text) {
      const problem = problemOfTitle(text);
      if (problem) return { problem };
      const wanted = { organizationId: organization.id, parent: collection?.id ?? null, title: text.trim(), origin };
      try {
        return { value: await upkeep.createSpace(wanted) };
      } catch (error) {
        if (origin.kind === 'nothing' && isKind(error, 'unsupported', 'missing')) return { value: 'unsupported' };
        throw error;
      }
    },
  });
}

async function pickOrigin(parts: Uses<'edge'>, desk: Desk, { organization }: Shelf): Promise<SpaceOrigin | undefined> {
  const choice = await vscode.window.showQuickPick(
    [
      { label: vscode.l10n.t('$(copy) A copy of another space…'), origin: 'copy' },
      { label: vscode.l10n.t('$(globe) An empty one, with a new site that shows it'), origin: 'site' },
    ],
    { title: vscode.l10n.t('This server makes no space from nothing. What is it to be?') },
  );
  if (choice?.origin !== 'copy') return choice && { kind: 'site' };
  const isHere = (space: Space): boolean => space.organization === organization.id && may(space, 'view');
  const of = await pickSpace(parts, desk, undefined, vscode.l10n.t('A copy of which space?'), isHere);
  return of && { kind: 'copy', of };
}
