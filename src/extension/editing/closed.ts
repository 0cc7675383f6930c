import * as vscode from 'vscode';
import { run, type CommandName } from '../contributions/run.ts';
import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import { isKind } from '../../model/shared/failure.ts';
import { titleText } from '../../model/shared/titleText.ts';
import { editUri } from './shared/sessions.ts';
import type { Desk, OpenPage } from './shared/openPages.ts';
import type { Uses } from '../services/services.ts';
import { plural } from '../words/plural.ts';

/** Whether a change request takes nothing more. */
export function isClosed({ status }: Pick<ChangeRequest, 'status'>): boolean {
  return status === 'merged' || status === 'archived';
}

export function closedInWords({ status }: Pick<ChangeRequest, 'status'>): string {
  return status === 'merged' ? vscode.l10n.t('merged') : vscode.l10n.t('archived');
}

/** Undefined when it is gone: deleted, or lost when the sample workspace was reset. */
export async function presentChangeRequest({ content, space, number }: Desk): Promise<ChangeRequest | undefined> {
  try {
    return await content.changeRequest(space, number);
  } catch (error) {
    if (isKind(error, 'missing')) return undefined;
    throw error;
  }
}

/** What helps after a save that a closed change request did not take, as links for the message in which VS Code tells that it failed. */
export function waysOut({ uri, desk }: Pick<OpenPage, 'uri' | 'desk'>, changeRequest: ChangeRequest): string {
  const another = link(vscode.l10n.t('Edit in Another Change Request…'), 'docsPlatform.writing.edit', uri.toString());
  if (changeRequest.status === 'merged') return another;
  const { account, space } = desk;
  const { id, number } = changeRequest;
  const at = { account: account.key, space: { id: space }, changeRequest: { id, number } };
  return `${link(vscode.l10n.t('Reopen'), 'docsPlatform.changeRequest.reopen', at)} · ${another}`;
}

/** The same of a locked space, for those who may unlock it. */
export function wayToUnlock({ id, title, permissions }: Space): string {
  if (permissions?.['admin'] === false) return '';
  const given = { kind: 'space', key: id, space: { id, title } };
  return link(vscode.l10n.t('Unlock Space'), 'docsPlatform.space.unlock', given);
}

/** VS Code cuts long messages: then the command takes the page in front. */
export function link(label: string, command: CommandName, given: unknown): string {
  const argument = encodeURIComponent(JSON.stringify([given]))
    .replaceAll('(', '%28')
    .replaceAll(')', '%29');
  const address = argument.length > longestArgument ? command : `${command}?${argument}`;
  return `[${label}](command:${address})`;
}

const longestArgument = 300;

/** Offers what helps when all that was written is to be sent to a change request that takes nothing more. */
export async function offerWaysOut(
  { stores, prompts }: Uses<'prompts' | 'stores'>,
  desk: Desk,
  changeRequest: ChangeRequest,
  count: number,
  takeElsewhere: () => Promise<void>,
): Promise<void> {
  const reopen = vscode.l10n.t('Reopen and Save All');
  const another = vscode.l10n.t('Edit in Another Change Request…');
  const name = `#${desk.number} ${titleText(changeRequest.subject, vscode.l10n.t('(no subject)'))}`;
  const answer = await prompts.choose({
    message: plural(
      vscode.l10n.t(
        '{1} is {2} by now, so {0} page was not sent. It is kept here.|{1} is {2} by now, so {0} pages were not sent. They are kept here.',
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
  const store = await stores(desk.account).changeRequests();
  const at = store.known(desk.space, changeRequest.id) ?? (await store.find(desk.space, changeRequest.id));
  await run('changeRequest.reopen', { ...at, account: desk.account.key });
  const { status } = await desk.content.changeRequest(desk.space, desk.number);
  // Why it could not be reopened was told.
  if (status === 'archived') return;
  await run('writing.saveAll', editUri(desk, 'page.md'));
}
