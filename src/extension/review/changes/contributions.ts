import type { ChangesAt, ChangeRow } from '../../ground/changeRequests/changeRows.ts';
import type { GivenAt } from '../../ground/changeRequests/rows.ts';
import { call, type Commands } from '../../ground/contributions/command.ts';
import {
  all,
  hasAccount,
  inDiffOfChangeRequest,
  inPreviewOfChangeRequest,
  isInDiff,
  isSet,
  not,
  onDocumentOfChangeRequest,
  onEditablePage,
  onReadOnlyDocumentOfChangeRequest,
} from '../../ground/contributions/conditions.ts';
import { contextKeys } from '../../ground/contributions/contextKeys.ts';
import { at } from '../../ground/contributions/menus.ts';
import { onRow } from '../../ground/contributions/rows.ts';
import type { SignaturesOf } from '../../ground/contributions/run.ts';

export const contributions = {
  'changes.open': {
    call: call<(changeRequest: GivenAt | ChangesAt) => void>(),
    title: 'Open Changes',
    icon: 'diff-multiple',
    palette: hasAccount,
    menus: {
      row: {
        ...at(['1_open@1', 'inline@1'], onRow('changeRequests', 'changeRequest')),
        '1_open@3': onRow('changeRequests', 'changedFile'),
      },
      editorTitle: { '2_changeRequests@0': [onDocumentOfChangeRequest, inPreviewOfChangeRequest] },
    },
  },
  'changes.openPage': {
    /** `line` is that of the head, from 0. */
    call: call<(changedPage: ChangeRow & { readonly line?: number | undefined }) => void>(),
    title: 'Open Diff',
    icon: 'diff',
    menus: {
      row: { '1_open@1': onRow('changeRequests', 'changedPage') },
      editorTitle: {
        'navigation@1': all(onReadOnlyDocumentOfChangeRequest, not(isInDiff)),
        '1_docsPlatform@0': all(onEditablePage, not(isInDiff)),
      },
    },
  },
  'changes.openHead': {
    title: 'Open Modified Version',
    icon: 'go-to-file',
    menus: {
      row: {
        '1_open@2': onRow('changeRequests', 'changedPage', {
          is: ['added', 'modified', 'renamed'],
          has: 'text',
          lacks: 'conflict',
        }),
        'inline@1': onRow('changeRequests', 'changedPage', { is: ['added', 'modified', 'renamed'], has: 'text' }),
      },
      editorTitle: { '1_docsPlatform@0': inDiffOfChangeRequest },
    },
  },
  'changes.next': {
    title: 'Go to Next Changed Page',
    icon: 'arrow-right',
    menus: { editorTitle: { 'navigation@2': inDiffOfChangeRequest } },
  },
  'changes.previous': {
    title: 'Go to Previous Changed Page',
    icon: 'arrow-left',
    menus: { editorTitle: { 'navigation@1': inDiffOfChangeRequest } },
  },
  'changes.markViewed': {
    title: 'Mark as Viewed',
    icon: 'circle-large-outline',
    menus: {
      row: { '2_write@2': onRow('changeRequests', ['changedPage', 'changedFile'], { lacks: 'viewed' }) },
      editorTitle: { 'navigation@3': all(inDiffOfChangeRequest, not(isSet(contextKeys.changes.isViewed))) },
    },
  },
  'changes.markNotViewed': {
    title: 'Mark as Not Viewed',
    icon: 'pass-filled',
    menus: {
      row: { '2_write@2': onRow('changeRequests', ['changedPage', 'changedFile'], { has: 'viewed' }) },
      editorTitle: { 'navigation@3': all(inDiffOfChangeRequest, isSet(contextKeys.changes.isViewed)) },
    },
  },
  'changes.reload': { title: 'Refresh Changes', icon: 'refresh' },
} as const satisfies Commands;

declare module '../../ground/contributions/run.ts' {
  interface Signatures extends SignaturesOf<typeof contributions> {}
}
