import type { GivenAt } from '../../ground/changeRequests/rows.ts';
import { call, type Commands } from '../../ground/contributions/command.ts';
import { all, hasAccount, isInDiff, not, onEditablePage } from '../../ground/contributions/conditions.ts';
import { onRow } from '../../ground/contributions/rows.ts';
import type { SignaturesOf } from '../../ground/contributions/run.ts';
import type { CheckSummary, QuietCheck } from './checkChangeRequest.ts';

export const contributions = {
  'editing.insertFile': {
    title: 'Insert File or Image…',
    icon: 'file-media',
    palette: onEditablePage,
    menus: {
      editorTitle: { '1_docsPlatform@5': all(onEditablePage, not(isInDiff)) },
      editorContext: { '1_modification@9': onEditablePage },
    },
  },
  'changeRequest.check': {
    call: call<(changeRequest: GivenAt, options?: QuietCheck) => Promise<CheckSummary | undefined>>(),
    title: 'Check Change Request',
    icon: 'tasklist',
    palette: hasAccount,
    onRows: {
      title: 'Check for Problems',
      menus: {
        // With the verdicts of a requested review, the menu is full.
        row: { '2_write@4': onRow('changeRequests', 'changeRequest', { is: ['open', 'draft'], lacks: 'requested' }) },
        more: { '2_change@0': onRow('changeRequests', 'changeRequest', { is: ['open', 'draft'], has: 'requested' }) },
        changeRequest: { '2_review@0': 'always' },
      },
    },
  },
} as const satisfies Commands;

declare module '../../ground/contributions/run.ts' {
  interface Signatures extends SignaturesOf<typeof contributions> {}
}
