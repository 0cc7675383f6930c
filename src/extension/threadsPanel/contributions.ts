import type { Commands } from '../contributions/command.ts';
import { any, onPage } from '../contributions/conditions.ts';
import { hasAccount } from '../contributions/contextKeys.ts';
import { onRow } from '../contributions/rows.ts';

export const contributions = {
  openThreads: {
    title: 'Open Comment Threads',
    icon: 'comment-discussion',
    palette: hasAccount,
    menus: {
      row: {
        '1_open@2': any(onRow('library', 'space', { may: 'view' }), onRow('library', 'page', { is: 'document' })),
        '1_open@3': onRow('changeRequests', 'changeRequest'),
        'inline@2': [onRow('library', 'space', { may: 'view' }), onRow('library', 'page', { is: 'document' })],
      },
      editorTitle: { 'navigation@8': onPage },
    },
  },
} as const satisfies Commands;
