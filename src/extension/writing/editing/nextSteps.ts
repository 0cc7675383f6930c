import * as vscode from 'vscode';
import type { CommandName } from '../../ground/contributions/run.ts';
import { nameOf } from '../../ground/words/changeRequestName.ts';
import { countInWords } from './saving/conflictWording.ts';
import type { EditSession, OpenPages } from '../../ground/sessions/openPages.ts';
import { cachedConflicts, cachedUnsent } from '../../ground/sessions/unsentPages.ts';
import type { Uses } from '../../ground/services/services.ts';
import { plural } from '../../ground/words/plural.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';

interface Step extends vscode.QuickPickItem {
  readonly command: CommandName;
  readonly given: unknown;
}

/** The change request as its commands take it, with the account of the page, which may not be the active one. */
export async function changeRequestOf({ stores }: Uses<'stores'>, { account, space, number, content }: EditSession) {
  const changeRequest = await content.changeRequest(space, number);
  const store = await stores(account).changeRequests();
  const found = store.cached(space, changeRequest.id) ?? (await store.find(space, changeRequest.id));
  return { store, changeRequest, known: { ...found, account: account.key } };
}

/** Offers the next steps for the change request of the editable page. */
export async function pickNextStep(
  { stores }: Uses<'stores'>,
  session: EditSession,
  uri: vscode.Uri,
  pages: OpenPages,
): Promise<void> {
  const { account, space, number } = session;
  const { store, changeRequest, known } = await changeRequestOf({ stores }, session);
  const unsent = cachedUnsent(session, pages);
  const count = unsent.length;
  const step = (icon: string, label: string, command: CommandName, given: unknown, description = ''): Step => ({
    label,
    description,
    iconPath: new vscode.ThemeIcon(icon),
    command,
    given,
  });
  const isOpen = changeRequest.status === 'open' || changeRequest.status === 'draft';
  const page = pages.get(uri.toString())?.target.page;
  const withMain = (await stores(account).conflicts()).cached(space, number);
  const inConflict = isOpen ? cachedConflicts(session, pages, withMain) : [];
  const isHereInConflict = page !== undefined && inConflict.includes(page);
  const steps = [
    ...(inConflict.length > 0
      ? [
          step(
            'warning',
            vscode.l10n.t('Resolve Conflicts'),
            'docsPlatform.editing.resolveConflicts',
            isHereInConflict ? uri : { at: { account, space, changeRequest } },
            countInWords(inConflict.length),
          ),
        ]
      : []),
    ...(!isOpen
      ? [step('edit', vscode.l10n.t('Edit in Another Change Request…'), 'docsPlatform.editing.edit', uri)]
      : []),
    ...(isOpen && count > 0
      ? [
          step(
            'cloud-upload',
            vscode.l10n.t('Save All'),
            'docsPlatform.editing.saveAll',
            uri,
            plural(vscode.l10n.t('{0} unsent'), count),
          ),
        ]
      : []),
    ...(count > 0
      ? [
          step(
            'list-unordered',
            vscode.l10n.t('Show Unsent Changes…'),
            'docsPlatform.editing.unsent',
            undefined,
            isOpen ? '' : plural(vscode.l10n.t('{0} unsent'), count),
          ),
        ]
      : []),
    step('diff-multiple', vscode.l10n.t('Open Changes'), 'docsPlatform.changes.open', {
      account,
      space,
      changeRequest,
    }),
    ...(isOpen && !store.hasNoReviews
      ? [step('organization', vscode.l10n.t('Request Review…'), 'docsPlatform.changeRequest.requestReviewers', known)]
      : []),
    ...(changeRequest.status === 'draft'
      ? [step('git-pull-request', vscode.l10n.t('Open for Review'), 'docsPlatform.changeRequest.openForReview', known)]
      : []),
    ...(isOpen ? [step('git-merge', vscode.l10n.t('Merge…'), 'docsPlatform.changeRequest.merge', known)] : []),
    step('list-tree', vscode.l10n.t('Reveal in Change Requests'), 'docsPlatform.changeRequests.reveal', known),
  ];
  const title = nameOf(changeRequest);
  const chosen = await showQuickPick(steps, { title });
  if (chosen) await vscode.commands.executeCommand(chosen.command, chosen.given);
}
