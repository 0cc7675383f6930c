import * as vscode from 'vscode';
import type { PageAddress } from '../../../model/shared/address.ts';
import type { PageChange } from '../../../model/changeRequests/changes.ts';
import type { ChangeSet } from '../../../store/content/content.ts';
import { neededAccount } from '../places/place.ts';
import type { Uses } from '../services/services.ts';
import { kindInWords } from './changeDecorations.ts';
import { changeSentences } from './changeWords.ts';
import { nameOf } from './wording.ts';
import { wordsOf } from '../words/reason.ts';

/** A document that describes a change request's changes other than text. */
export async function otherChanges(
  parts: Uses<'accounts' | 'stores'>,
  { account: key, space, version }: PageAddress,
): Promise<string> {
  const account = neededAccount(parts, key);
  if (version?.kind !== 'changeRequest') return '';
  const content = await parts.stores(account).contents();
  return textOf(await content.changes(space, version.number));
}

/** Whether a diff of the page's text doesn't show all of its changes. */
export function hasOtherChanges(change: PageChange): boolean {
  const side = change.after ?? change.before;
  return (
    !side?.isReadable ||
    (change.before !== undefined && change.after !== undefined && changeSentences(change).length > 0)
  );
}

function textOf({ changeRequest, pages, files, incomplete }: ChangeSet): string {
  const blocks = pages.filter(hasOtherChanges).map((change) => {
    const side = change.after ?? change.before;
    const name = [...(side?.above ?? []), side?.title].join(' › ');
    return block(side?.path ? `${name} (${side.path})` : name, changeSentences(change));
  });
  if (files.length > 0) {
    const lines = files.map(
      ({ kind, name }) =>
        `${name}: ${kindInWords(kind === 'edited' ? 'modified' : kind === 'removed' ? 'deleted' : 'added')}`,
    );
    blocks.push(block(vscode.l10n.t('Files'), lines));
  }
  if (blocks.length === 0) blocks.push(vscode.l10n.t('This change request changes only the text of pages.'));
  if (incomplete) blocks.push(wordsOf(incomplete));
  const title = vscode.l10n.t('Other changes in {0}', nameOf(changeRequest));
  return `${[title, ...blocks].join('\n\n')}\n`;
}

function block(title: string, lines: readonly string[]): string {
  return [title, ...lines.map((line) => `  • ${line}`)].join('\n');
}
