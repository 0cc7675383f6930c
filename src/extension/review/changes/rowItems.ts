import * as vscode from 'vscode';
import { browserAddressOf } from '../../../model/shared/browserAddress.ts';
import { pictureOf } from '../../../model/shared/emoji.ts';
import type { FileChange } from '../../../store/content/content.ts';
import { noteItem, tooltipOf } from '../../ground/trees/look.ts';
import { uriOfChange } from '../../ground/changeRequests/changeAddresses.ts';
import { kindInWords, letterOf, rowUri } from '../../ground/changeRequests/changeDecorations.ts';
import { kindOfChange } from '../../ground/changeRequests/changeKind.ts';
import type { ChangeRow } from '../../ground/changeRequests/changeRows.ts';
import { changeMarks, changeSentences } from '../../ground/changeRequests/changeWords.ts';

/** The state that a row shows next to its change. */
export interface ChangeState {
  readonly isViewed: boolean;
  /** Whether the page lacks changes of main. */
  readonly isInConflict: boolean;
}

/** The tree item of a changed page or file, or of a line of text. */
export function itemOfChange(
  row: ChangeRow,
  { isViewed, isInConflict }: ChangeState = { isViewed: false, isInConflict: false },
): vscode.TreeItem {
  switch (row.kind) {
    case 'changedPage': {
      const side = row.change.after ?? row.change.before;
      const uri = uriOfChange(row.at, row.change);
      const marks = [isInConflict ? vscode.l10n.t('conflict') : undefined, side?.path, ...changeMarks(row.change)];
      // Without a URI the row has no decoration, so the description shows the letter.
      if (!uri) marks.unshift(letterOf(kindOfChange(row.change)));
      const picture = pictureOf(side?.page.emoji);
      const item = changeItem([picture, side?.title].filter(Boolean).join(' '), row, marks, isViewed);
      const conflict = isInConflict ? vscode.l10n.t('In conflict: changes from main are missing.') : undefined;
      item.tooltip = tooltipOf(side?.title ?? '', [side?.path, conflict, ...sentencesOf(row)]);
      item.contextValue = [
        'changedPage',
        kindOfChange(row.change),
        side?.isReadable ? 'text' : '',
        browserAddressOf(side?.page.urls) === undefined ? '' : 'browser',
        isInConflict ? 'conflict' : '',
        isViewed ? 'viewed' : '',
      ]
        .filter(Boolean)
        .join(';');
      if (uri) item.resourceUri = rowUri(uri);
      item.command = {
        command: 'docsPlatform.changes.openPage',
        title: vscode.l10n.t('Open Diff'),
        arguments: [row],
      };
      return item;
    }
    case 'changedFile':
      return fileItem(row, row.change, isViewed);
    case 'changesNote': {
      const item = noteItem(row, 'docsPlatform.changes.reload', row);
      item.contextValue = 'changesNote';
      return item;
    }
  }
}

function fileItem(row: ChangeRow & { kind: 'changedFile' }, change: FileChange, isViewed: boolean): vscode.TreeItem {
  const uri = uriOfChange(row.at, change);
  const item = changeItem(
    change.name,
    row,
    [uri ? '' : letterOf(kindOfChange(change)), vscode.l10n.t('file')],
    isViewed,
  );
  const removal = change.kind === 'added' ? vscode.l10n.t('You can remove it in the browser.') : undefined;
  item.tooltip = tooltipOf(change.name, [kindInWords(kindOfChange(change)), removal]);
  item.contextValue = `changedFile;${kindOfChange(change)}${isViewed ? ';viewed' : ''}`;
  if (!uri) return item;
  item.resourceUri = rowUri(uri);
  item.command = { command: 'vscode.open', title: vscode.l10n.t('Open File'), arguments: [uri] };
  return item;
}

function changeItem(
  label: string,
  row: ChangeRow & { kind: 'changedPage' | 'changedFile' },
  marks: readonly (string | undefined)[],
  isViewed: boolean,
): vscode.TreeItem {
  const item = new vscode.TreeItem(label);
  const description = marks.filter(Boolean).join(' · ');
  if (description) item.description = description;
  const state = isViewed ? vscode.l10n.t('Viewed') : vscode.l10n.t('Not viewed');
  item.checkboxState = {
    state: isViewed ? vscode.TreeItemCheckboxState.Checked : vscode.TreeItemCheckboxState.Unchecked,
    tooltip: state,
    accessibilityInformation: { label: vscode.l10n.t('{0}: {1}', label, state) },
  };
  item.accessibilityInformation = {
    label: [label, description, kindInWords(kindOfChange(row.change))].filter(Boolean).join(', '),
  };
  return item;
}

function sentencesOf(row: ChangeRow & { kind: 'changedPage' }): string[] {
  const sentences = changeSentences(row.change);
  if (row.change.before && row.change.after && row.change.text === 'other') {
    return [vscode.l10n.t('Text changed.'), ...sentences];
  }
  return sentences.length > 0 ? sentences : [vscode.l10n.t('Updated.')];
}
