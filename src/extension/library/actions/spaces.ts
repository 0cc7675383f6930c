import * as vscode from 'vscode';
import type { Space } from '../../../contract/spaces/spaces.ts';
import { pictureOf } from '../../../model/shared/emoji.ts';
import { problemOfEmoji, problemOfTitle } from '../../../model/library/limits.ts';
import { lockedText } from '../../ground/words/lockedSpace.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import { isOpen } from './picking.ts';
import { reveal, say, type Session } from './session.ts';
import type { Uses } from '../../ground/services/services.ts';

export async function renameSpace(parts: Uses<'prompts'>, session: Session, space: Space): Promise<void> {
  await parts.prompts.ask({
    title: vscode.l10n.t('Rename “{0}”', titleText(space.title)),
    prompt: vscode.l10n.t('Space title'),
    value: space.title,
    isAction: true,
    async accept(text) {
      const problem = problemOfTitle(text);
      if (problem) return { problem };
      const title = text.trim();
      if (title !== space.title) await session.actions.updateSpace(space.id, { title });
      return { value: true };
    },
  });
}

export async function changeEmoji(parts: Uses<'prompts'>, session: Session, space: Space): Promise<void> {
  await parts.prompts.ask({
    title: vscode.l10n.t('Emoji for “{0}”', titleText(space.title)),
    prompt: vscode.l10n.t('One emoji or its code. To pick one, press Windows+. or Ctrl+Command+Space.'),
    placeholder: '📘',
    value: pictureOf(space.emoji) ?? '',
    isAction: true,
    async accept(text) {
      const emoji = text.trim();
      const problem = problemOfEmoji(emoji);
      if (problem) return { problem };
      if (emoji !== space.emoji) await session.actions.updateSpace(space.id, { emoji });
      return { value: true };
    },
  });
}

export async function setLocked(session: Session, space: Space, isLocked: boolean): Promise<void> {
  await session.actions.updateSpace(space.id, { editMode: isLocked ? 'locked' : 'live' });
  say(isLocked ? lockedText() : vscode.l10n.t('Unlocked “{0}”.', titleText(space.title)));
}

export async function duplicateSpace({ library, actions }: Session, space: Space): Promise<void> {
  const hierarchy = await library.hierarchy(space.organization);
  const organization = (await library.organizations()).find(({ id }) => id === space.organization);
  if (organization && !isOpen({ organization, collection: hierarchy.above(space).at(-1) })) {
    throw new Error(vscode.l10n.t("You don't have permission to create spaces next to “{0}”.", titleText(space.title)));
  }
  const copy = await vscode.window.withProgress({ location: { viewId: 'docsPlatform.library' } }, () =>
    actions.duplicateSpace(space),
  );
  await reveal(await library.placeOf(copy.id));
}
