import * as vscode from 'vscode';
import { run, type CommandName } from '../../../ground/contributions/run.ts';
import type { ChangeRequest } from '../../../../contract/changeRequests/changeRequests.ts';
import type { Space } from '../../../../contract/spaces/spaces.ts';
import { instead } from '../../../../model/shared/failure.ts';
import { titleText } from '../../../../model/shared/titleText.ts';
import { editUri } from '../../../ground/sessions/sessions.ts';
import type { EditSession, OpenPage } from '../../../ground/sessions/openPages.ts';
import type { Uses } from '../../../ground/services/services.ts';
import { plural } from '../../../ground/words/plural.ts';

/** Whether a change request no longer accepts edits. */
export function isClosed({ status }: Pick<ChangeRequest, 'status'>): boolean {
  return status === 'merged' || status === 'archived';
}

export function closedInWords({ status }: Pick<ChangeRequest, 'status'>): string {
  return status === 'merged' ? vscode.l10n.t('merged') : vscode.l10n.t('archived');
}

/** Undefined if the change request is gone: it was deleted, or lost when the sample workspace was reset. */
export async function presentChangeRequest({
  content,
  space,
  number,
}: EditSession): Promise<ChangeRequest | undefined> {
  return content.changeRequest(space, number).catch(instead(undefined, 'missing'));
}

/** Offers what helps when a save failed because the change request is closed, as links for VS Code's error message. */
export function waysOut({ uri, session }: Pick<OpenPage, 'uri' | 'session'>, changeRequest: ChangeRequest): string {
  const another = link(vscode.l10n.t('Edit in Another Change Request…'), 'docsPlatform.editing.edit', uri.toString());
  if (changeRequest.status === 'merged') return another;
  const { account, space } = session;
  const { id, number } = changeRequest;
  const at = { account: account.key, space: { id: space }, changeRequest: { id, number } };
  return `${link(vscode.l10n.t('Reopen'), 'docsPlatform.changeRequest.reopen', at)} · ${another}`;
}

/** Offers to unlock a locked space, for users who may do that. */
export function wayToUnlock({ id, title, permissions }: Space): string {
  if (permissions?.['admin'] === false) return '';
  const given = { kind: 'space', key: id, space: { id, title } };
  return link(vscode.l10n.t('Unlock Space'), 'docsPlatform.space.unlock', given);
}

/** VS Code truncates long messages, so a long argument is left out and the command uses the active page. */
export function link(label: string, command: CommandName, given: unknown): string {
  const argument = encodeURIComponent(JSON.stringify([given]))
    .replaceAll('(', '%28')
    .replaceAll(')', '%29');
  const address = argument.length > longestArgument ? command : `${command}?${argument}`;
  return `[${label}](command:${address})`;
}

const longestArgument = 300;

/** Offers what helps when everything unsent should be sent to a closed change request. */
export async function offerWaysOut(
  { stores, prompts }: Uses<'prompts' | 'stores'>,
  session: EditSession,
  changeRequest: ChangeRequest,
  count: number,
  takeElsewhere: () => Promise<void>,
): Promise<void> {
  const reopen = vscode.l10n.t('Reopen and Save All');
  const another = vscode.l10n.t('Edit in Another Change Request…');
  const name = `#${session.number} ${titleText(changeRequest.subject, vscode.l10n.t('(no subject)'))}`;
  const answer = await prompts.choose({
    message: plural(
      vscode.l10n.t(
        "{1} is {2}, so {0} page wasn't saved. It stays here as an unsent change.|{1} is {2}, so {0} pages weren't saved. They stay here as unsent changes.",
      ),
      count,
      name,
      closedInWords(changeRequest),
    ),
    severity: 'warning',
    actions: [...(changeRequest.status === 'archived' ? [reopen] : []), another],
  });
  if (answer === another) await takeElsewhere();
  if (answer !== reopen) return;
  const store = await stores(session.account).changeRequests();
  const at = store.cached(session.space, changeRequest.id) ?? (await store.find(session.space, changeRequest.id));
  await run('changeRequest.reopen', { ...at, account: session.account.key });
  const { status } = await session.content.changeRequest(session.space, session.number);
  // If it is still archived, the failed reopening has already been explained.
  if (status === 'archived') return;
  await run('editing.saveAll', editUri(session, 'page.md'));
}
