import type { Commands } from '../../ground/contributions/command.ts';
import { any, hasAccount, inPreviewOfEditablePage, onEditablePage } from '../../ground/contributions/conditions.ts';
import { at } from '../../ground/contributions/menus.ts';
import { onRow } from '../../ground/contributions/rows.ts';
import type { SignaturesOf } from '../../ground/contributions/run.ts';

export const contributions = {
  'editing.newPage': {
    title: 'Create Page…',
    icon: 'new-file',
    palette: hasAccount,
    menus: {
      row: {
        '2_write@3': onRow('library', ['page', 'space'], { may: 'propose' }),
        ...at(['2_write@1', 'inline@1'], onRow('changeRequests', ['page', 'pages'])),
      },
      editorTitle: { '3_pages@1': [onEditablePage, inPreviewOfEditablePage] },
      more: { '1_write@2': onRow('changeRequests', 'changeRequest', { is: ['open', 'draft'], may: 'edit' }) },
    },
  },
  'editing.renamePage': {
    title: 'Rename Page…',
    icon: 'edit',
    palette: hasAccount,
    menus: { editorTitle: { '3_pages@2': [onEditablePage, inPreviewOfEditablePage] } },
    onRows: {
      title: 'Rename…',
      menus: {
        row: {
          '4_change@1': [
            onRow('library', 'page', { may: 'propose' }),
            any(
              onRow('changeRequests', 'page'),
              onRow('changeRequests', 'changedPage', { is: ['added', 'modified', 'renamed'], may: 'edit' }),
            ),
          ],
        },
      },
    },
  },
  'editing.movePage': {
    title: 'Move Page…',
    palette: hasAccount,
    menus: { editorTitle: { '3_pages@3': [onEditablePage, inPreviewOfEditablePage] } },
    onRows: {
      title: 'Move…',
      menus: {
        row: {
          '4_change@2': any(
            onRow('changeRequests', 'page'),
            onRow('changeRequests', 'changedPage', { is: ['added', 'modified', 'renamed'], may: 'edit' }),
          ),
        },
      },
    },
  },
  'editing.deletePage': {
    title: 'Delete Page…',
    icon: 'trash',
    palette: hasAccount,
    menus: { editorTitle: { '3_pages@5': [onEditablePage, inPreviewOfEditablePage] } },
    onRows: {
      title: 'Delete…',
      menus: {
        row: {
          '9_danger@1': onRow('library', 'page', { may: 'propose' }),
          '9_danger@2': any(
            onRow('changeRequests', 'page'),
            onRow('changeRequests', 'changedPage', { is: ['added', 'modified', 'renamed'], may: 'edit' }),
          ),
        },
      },
    },
  },
  'editing.revertPage': {
    title: 'Revert to Main…',
    icon: 'discard',
    menus: {
      row: {
        '9_danger@1': any(
          onRow('changeRequests', 'page', { has: 'changed' }),
          onRow('changeRequests', 'changedPage', { may: 'edit' }),
        ),
      },
      editorTitle: { '3_pages@4': [onEditablePage, inPreviewOfEditablePage] },
    },
  },
} as const satisfies Commands;

declare module '../../ground/contributions/run.ts' {
  interface Signatures extends SignaturesOf<typeof contributions> {}
}
