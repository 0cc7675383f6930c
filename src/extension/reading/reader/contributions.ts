import type { Uri } from 'vscode';
import { call, type Commands } from '../../ground/contributions/command.ts';
import {
  all,
  inPreview,
  inReader,
  isInDiff,
  not,
  onEditableMarkdown,
  onReadOnlyMarkdown,
} from '../../ground/contributions/conditions.ts';
import { onRow } from '../../ground/contributions/rows.ts';
import type { SignaturesOf } from '../../ground/contributions/run.ts';

export const contributions = {
  'reader.open': {
    call: call<(page?: Uri) => void>(),
    title: 'Show Page',
    icon: 'book',
    menus: {
      editorTitle: {
        'navigation@0': [all(onReadOnlyMarkdown, not(inReader), not(isInDiff)), inPreview],
        'navigation@1': all(onEditableMarkdown, not(inReader), not(isInDiff)),
      },
    },
    onRows: { title: 'Open in Reader', menus: { row: { '1_open@1': onRow('library', 'page', { is: 'document' }) } } },
  },
  'reader.openPage': {
    call: call<(page: Uri, place?: { readonly anchor?: string; readonly line?: number }) => void>(),
    title: 'Open Page',
  },
  'reader.showSource': {
    title: 'Show Source',
    icon: 'code',
    menus: { editorTitle: { 'navigation@0': inReader } },
  },
} as const satisfies Commands;

declare module '../../ground/contributions/run.ts' {
  interface Signatures extends SignaturesOf<typeof contributions> {}
}
