import type { Uri } from 'vscode';
import type { ChangeRequestAt } from '../../../store/changeRequests/changeRequests.ts';
import type { GivenPage } from '../../ground/places/changeRequestRows.ts';
import { call, type Commands } from '../../ground/contributions/command.ts';
import {
  all,
  any,
  hasAccount,
  hasSelection,
  inPreviewOfEditablePage,
  inPreviewOfReadOnlyPage,
  isInDiff,
  not,
  onChangedGroup,
  onChangedPageRow,
  onClosedUnsentRow,
  onEditablePage,
  onGutterChange,
  onMarkdown,
  onOpenSourceControl,
  onOpenUnsentGroup,
  onOpenUnsentRow,
  onPageToEdit,
  onReaderOfReadOnlyPage,
  onSourceControl,
  onSourceControlOfDraft,
  onUnsentGroup,
  onUnsentRow,
} from '../../ground/contributions/conditions.ts';
import { at } from '../../ground/contributions/menus.ts';
import { onRow } from '../../ground/contributions/rows.ts';
import type { SignaturesOf } from '../../ground/contributions/run.ts';

export const contributions = {
  'editing.edit': {
    call: call<(changeRequest: ChangeRequestAt & { readonly account?: string }) => void>(),
    title: 'Edit in Change Request…',
    icon: 'edit',
    palette: all(hasAccount, any(onMarkdown, inPreviewOfReadOnlyPage)),
    menus: {
      row: {
        '2_write@2': onRow('library', 'page', { is: 'document' }),
        '2_write@1': onRow('changeRequests', 'changedPage', { is: ['added', 'modified', 'renamed'], has: 'text' }),
      },
      editorTitle: { 'navigation@7': [onPageToEdit, inPreviewOfReadOnlyPage], '1_docsPlatform@2': onEditablePage },
      editorContext: { '0_docsPlatform@2': onPageToEdit },
      webview: { '1_docsPlatform@4': onReaderOfReadOnlyPage },
      sourceControlRow: at(['inline@1', '1_open@1'], [onChangedPageRow, onClosedUnsentRow]),
    },
  },
  'editing.saveAll': {
    call: call<(page: Uri) => void>(),
    title: 'Save All to Change Request',
    icon: 'cloud-upload',
    palette: any(onEditablePage, inPreviewOfEditablePage),
    menus: {
      editorTitle: { 'navigation@0': [onEditablePage, inPreviewOfEditablePage] },
      sourceControl: { navigation: onOpenSourceControl },
      sourceControlGroup: at(['inline@2', '1_save@1'], onOpenUnsentGroup),
    },
  },
  'editing.save': {
    title: 'Save to Change Request',
    icon: 'save',
    menus: { sourceControlRow: at(['inline@3', '1_save@1'], onOpenUnsentRow) },
  },
  'editing.openForReview': {
    title: 'Save All and Open for Review',
    menus: { sourceControl: { '1_save@2': onSourceControlOfDraft } },
  },
  'editing.openChanges': {
    title: 'Open Changes',
    icon: 'diff-multiple',
    menus: {
      sourceControl: { '2_review@1': onSourceControl },
      sourceControlGroup: at(['inline@1', '1_open@1'], onChangedGroup),
    },
  },
  'editing.merge': { title: 'Merge…', menus: { sourceControl: { '2_review@2': onOpenSourceControl } } },
  'editing.revertChange': {
    title: 'Revert This Change',
    icon: 'discard',
    menus: { gutterChange: { 'primary@2': onGutterChange } },
  },
  'editing.revertLines': {
    title: 'Revert Selected Lines',
    icon: 'list-selection',
    menus: {
      editorContext: { '0_docsPlatform@3': all(onEditablePage, hasSelection) },
      gutterChange: { 'primary@1': onGutterChange },
    },
  },
  'editing.discardDraft': {
    call: call<(page: Uri) => void>(),
    title: 'Discard Unsent Changes…',
    icon: 'discard',
    palette: any(onEditablePage, inPreviewOfEditablePage),
    menus: {
      editorTitle: { '9_docsPlatform@1': onEditablePage },
      sourceControlGroup: at(['inline@1', '1_save@2'], onUnsentGroup),
      sourceControlRow: at(['inline@2', '1_save@2'], onUnsentRow),
    },
  },
  'editing.showDiff': {
    title: 'Compare with Saved Version',
    icon: 'diff',
    menus: {
      editorTitle: { 'navigation@2': all(onEditablePage, not(isInDiff)) },
      sourceControlRow: { '1_open@2': onUnsentRow },
    },
  },
  'editing.nextSteps': {
    title: 'Show Next Steps…',
    menus: { editorTitle: { '1_docsPlatform@1': [onEditablePage, inPreviewOfEditablePage] } },
  },
  'editing.resolveConflicts': {
    call: call<(given: Uri | { readonly at: Omit<GivenPage, 'page'> }) => void>(),
    title: 'Resolve Conflicts',
    palette: any(onEditablePage, inPreviewOfEditablePage),
    menus: {
      row: {
        '0_conflict@1': any(
          onRow('changeRequests', 'changedPage', { has: 'conflict', may: 'edit' }),
          onRow('changeRequests', 'changeRequest', { is: ['open', 'draft'], has: 'conflicts', may: 'edit' }),
        ),
      },
    },
  },
  'editing.unsent': { title: 'Show Unsent Changes…', palette: hasAccount },
} as const satisfies Commands;

declare module '../../ground/contributions/run.ts' {
  interface Signatures extends SignaturesOf<typeof contributions> {}
}
