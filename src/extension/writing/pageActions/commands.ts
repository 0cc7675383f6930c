import * as vscode from 'vscode';
import type { CommandTable } from '../../ground/commands/table.ts';
import { sessionGiven } from '../../ground/sessions/pageSession.ts';
import { newPage } from './create.ts';
import { pageForAction, sessionForSelected } from './givenPage.ts';
import { movePage, moveQuestion } from './move.ts';
import { deletePage, revertPage } from './delete.ts';
import { renamePage } from './rename.ts';
import type { Uses } from '../../ground/services/services.ts';

export function pageActionCommands(parts: Uses<'accounts' | 'prompts' | 'edge' | 'state' | 'stores'>) {
  const { l10n } = vscode;
  const addQuestion = (space: string) => l10n.t('Select a change request in {0} to add a page to', space);
  const renameQuestion = (space: string) => l10n.t('Select a change request in {0} to rename the page in', space);
  const deleteQuestion = (space: string) => l10n.t('Select a change request in {0} to delete the page from', space);
  const revertQuestion = (space: string) => l10n.t('Select a change request in {0} to revert the page in', space);

  return {
    'docsPlatform.editing.newPage': async (given) => {
      const found = await sessionGiven(parts, given, addQuestion);
      if (found) await newPage(parts, found);
    },
    'docsPlatform.editing.renamePage': async (given) => {
      const questions = { page: l10n.t('Select a page to rename'), changeRequest: renameQuestion };
      const found = await pageForAction(parts, given, questions);
      if (found) await renamePage(parts, found);
    },
    'docsPlatform.editing.movePage': async (given) => {
      const questions = { page: l10n.t('Select a page to move'), changeRequest: moveQuestion };
      const found = await pageForAction(parts, given, questions);
      if (found) await movePage(parts, found);
    },
    'docsPlatform.editing.deletePage': async (given, selected) => {
      const found = await sessionForSelected(parts, given, selected, deleteQuestion);
      if (found) await deletePage(parts, found);
    },
    'docsPlatform.editing.revertPage': async (given, selected) => {
      const found = await sessionForSelected(parts, given, selected, revertQuestion);
      if (found) await revertPage(parts, found);
    },
  } satisfies CommandTable;
}
