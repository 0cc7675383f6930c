import type { Uri } from 'vscode';
import { call, type Commands } from '../../ground/contributions/command.ts';
import {
  all,
  any,
  hasFocus,
  inPreview,
  inReader,
  isInDiff,
  not,
  onEditableMarkdown,
  onMarkdown,
  onReader,
  onReaderToComment,
  onReadOnlyMarkdown,
} from '../../ground/contributions/conditions.ts';
import { onRow } from '../../ground/contributions/rows.ts';
import type { SignaturesOf } from '../../ground/contributions/run.ts';

/** The key that toggles VS Code's own preview. */
const toggle = { key: 'ctrl+shift+v', mac: 'cmd+shift+v' };
const asMarkdown = all(onMarkdown, not(inReader), not(isInDiff));

export const contributions = {
  'reader.open': {
    call: call<(page?: Uri) => void>(),
    title: 'Open in Reader',
    icon: 'book',
    palette: any(asMarkdown, inPreview),
    keybinding: { ...toggle, when: all(asMarkdown, hasFocus) },
    menus: {
      editorTitle: {
        'navigation@0': [all(onReadOnlyMarkdown, asMarkdown), inPreview],
        'navigation@1': all(onEditableMarkdown, asMarkdown),
      },
      row: { '1_open@1': onRow('library', 'page', { is: 'document' }) },
    },
  },
  'reader.openPage': {
    call: call<(page: Uri, place?: { readonly anchor?: string; readonly line?: number }) => void>(),
    title: 'Open Page',
  },
  'reader.showSource': {
    title: 'Show Source',
    icon: 'code',
    palette: inReader,
    keybinding: { ...toggle, when: inReader },
    menus: { editorTitle: { 'navigation@0': inReader }, webview: { '1_docsPlatform@3': onReader } },
  },
  'reader.comment': {
    title: 'Add Comment',
    menus: { webview: { '1_docsPlatform@1': onReaderToComment } },
  },
} as const satisfies Commands;

declare module '../../ground/contributions/run.ts' {
  interface Signatures extends SignaturesOf<typeof contributions> {}
}
