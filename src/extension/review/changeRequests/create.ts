import * as vscode from 'vscode';
import { activeUri } from '../../ground/places/openPageUri.ts';
import { run } from '../../ground/contributions/run.ts';
import type { Space } from '../../../contract/spaces/spaces.ts';
import { shaped } from '../../ground/contributions/given.ts';
import { askIfSignedOut, placeAt } from '../../ground/places/place.ts';
import { browserAddressOf } from '../../../model/shared/browserAddress.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type { ChangeRequestAt } from '../../../store/changeRequests/changeRequests.ts';
import type { Library } from '../../../store/library/library.ts';
import type { Account } from '../../ground/services/accounts.ts';
import { activeAccount } from '../../ground/prompts/activeAccount.ts';
import { showInformation } from '../../ground/messages/show.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';
import { permissionsOn } from '../../ground/changeRequests/contextValue.ts';
import type { GivenAt } from '../../ground/changeRequests/rows.ts';
import { askSubject } from '../../ground/prompts/subject.ts';
import { nameOf } from '../../ground/changeRequests/wording.ts';
import type { Uses } from '../../ground/services/services.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';

/**
 * Options that a caller may pass with the row. Another extension can pass the task of an agent that the change request
 * belongs to.
 */
interface Options {
  readonly agentTaskId?: string;
  /** The change request is about to be edited here, so no next step is offered. */
  readonly isForEditing?: boolean;
}

/**
 * Creates a change request in the space of a row or of the open page, or in one that the user picks. Then offers the
 * next steps.
 */
export async function createChangeRequest(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'stores'>,
  given: unknown,
  options: unknown,
): Promise<ChangeRequestAt | undefined> {
  const { stores, prompts } = parts;
  if (given instanceof vscode.Uri && askIfSignedOut(parts, given)) return undefined;
  const place = placeAt(parts, given instanceof vscode.Uri ? given : undefined);
  const account = place?.account ?? (await activeAccount(parts));
  if (!account) return undefined;
  const library = await stores(account).library();
  const space = isAboutSpace(given)
    ? given.space
    : place
      ? await library.space(place.space)
      : await pickSpace(parts, library, account);
  if (!space) return undefined;
  const store = await stores(account).changeRequests();
  const { agentTaskId, isForEditing = false } = (options ?? {}) as Options;
  const task = typeof agentTaskId === 'string' ? { agentTaskId } : {};
  const made = await askSubject(prompts, {
    title: vscode.l10n.t('Create Change Request in {0}', titleText(space.title)),
    send: (subject) => store.create(space, { subject, ...task }),
  });
  if (!made || isForEditing) return made;
  void offerNext(parts, account, { ...made, account: account.key }).catch((error: unknown) =>
    parts.edge.explain('docsPlatform.changeRequests.create', error),
  );
  return made;
}

/** Shows the change request in the view. There is nothing to review before it changes a page. */
async function offerNext(
  { stores, prompts }: Uses<'prompts' | 'stores'>,
  account: Account,
  at: GivenAt,
): Promise<void> {
  await run('changeRequests.reveal', at);
  const address = browserAddressOf(at.changeRequest.urls);
  const isEdited = (await stores(account).edits()).isOffered() !== false;
  const edit = vscode.l10n.t('Edit Page…');
  const write = vscode.l10n.t('Edit in Browser');
  const answer = await prompts.choose({
    message: vscode.l10n.t('Created {0} as a draft in {1}.', nameOf(at.changeRequest), titleText(at.space.title)),
    actions: [...(isEdited ? [edit] : []), ...(address === undefined ? [] : [write])],
  });
  if (answer === edit) await run('editing.edit', at);
  if (answer === write) await run('changeRequest.openInBrowser', at);
}

const isAboutSpace = shaped<{ readonly space: Space }>({ space: 'present' });

async function pickSpace(parts: Uses<'accounts'>, library: Library, account: Account): Promise<Space | undefined> {
  const open = placeAt(parts, activeUri());
  const near = open?.account.key === account.key ? open.space : undefined;
  const { spaces } = await library.availableSpaces();
  const items = spaces
    .filter((space) => !space.deletedAt && permissionsOn({ space }).includes('propose'))
    .map((space) => ({ label: withoutIcons(titleText(space.title)), space }))
    .sort((one, other) => Number(other.space.id === near) - Number(one.space.id === near));
  if (items.length === 0) {
    await showInformation(vscode.l10n.t('There are no spaces you can edit.'));
    return undefined;
  }
  const title = vscode.l10n.t('Select a space for the change request');
  return (await showQuickPick(items, { title }))?.space;
}
