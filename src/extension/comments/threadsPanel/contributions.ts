import type { CommentsPlace } from '../../../model/comments/place.ts';
import { call, type Commands } from '../../ground/contributions/command.ts';
import { any, hasAccount, inPreview, onPage } from '../../ground/contributions/conditions.ts';
import { onRow } from '../../ground/contributions/rows.ts';
import type { SignaturesOf } from '../../ground/contributions/run.ts';

export const contributions = {
  openThreads: {
    call: call<
      (given: { readonly account: string; readonly place: CommentsPlace; readonly thread?: string | undefined }) => void
    >(),
    title: 'Open Comment Threads',
    icon: 'comment-discussion',
    palette: hasAccount,
    menus: {
      row: {
        '1_open@2': any(onRow('library', 'space', { may: 'view' }), onRow('library', 'page', { is: 'document' })),
        '1_open@3': onRow('changeRequests', 'changeRequest'),
        'inline@2': [onRow('library', 'space', { may: 'view' }), onRow('library', 'page', { is: 'document' })],
      },
      editorTitle: { 'navigation@8': [onPage, inPreview] },
    },
  },
} as const satisfies Commands;

declare module '../../ground/contributions/run.ts' {
  interface Signatures extends SignaturesOf<typeof contributions> {}
}
