import type { Uri } from 'vscode';
import { call, type Commands } from '../../ground/contributions/command.ts';
import {
  all,
  any,
  inPreview,
  isInMarkdown,
  isSet,
  onEditablePage,
  onFile,
  onPage,
  onEditableMarkdown,
  onMarkdown,
  onReader,
  onReadOnlyMarkdown,
  onReadOnlyPage,
} from '../../ground/contributions/conditions.ts';
import { contextKeys } from '../../ground/contributions/contextKeys.ts';
import { at } from '../../ground/contributions/menus.ts';
import { onRow } from '../../ground/contributions/rows.ts';
import type { SignaturesOf } from '../../ground/contributions/run.ts';

/** Pages that have an address for the browser, and their previews. */
const withAddress = [onReadOnlyPage, inPreview].map((page) => all(page, isSet(contextKeys.page.hasBrowserAddress)));

export const contributions = {
  'page.preview': {
    title: 'Open Preview',
    icon: 'open-preview',
    palette: onMarkdown,
    menus: {
      // VS Code's own buttons for it are hidden on our pages.
      editorTitle: { '1_docsPlatform@0': [onReadOnlyMarkdown, onEditableMarkdown] },
      row: at(['1_open@1', 'inline@1'], onRow('library', 'page', { is: 'document' })),
      editorContext: { '0_docsPlatform@3': all(onPage, isInMarkdown) },
    },
  },
  'page.openInBrowser': {
    title: 'Open Page in Browser',
    icon: 'link-external',
    palette: isSet(contextKeys.page.hasBrowserAddress),
    menus: { editorTitle: { '1_docsPlatform@2': withAddress } },
  },
  'page.copyLink': {
    title: 'Copy Link to Page',
    icon: 'link',
    palette: isSet(contextKeys.page.hasBrowserAddress),
    menus: { editorTitle: { '1_docsPlatform@3': withAddress } },
    onRows: {
      title: 'Copy Link',
      menus: {
        row: {
          '3_share@1': [
            onRow('library', 'page', { has: 'browser' }),
            any(
              onRow('changeRequests', 'page', { has: 'browser' }),
              onRow('changeRequests', 'changedPage', { is: ['added', 'modified', 'renamed'], has: 'browser' }),
            ),
          ],
        },
      },
    },
  },
  'page.copySectionLink': {
    title: 'Copy Link to Section',
    menus: { webview: { '1_docsPlatform@2': onReader } },
  },
  'page.copyMarkdownLink': {
    title: 'Copy as Markdown Link',
    menus: {
      row: {
        '3_share@2': [
          onRow('library', 'page', { has: 'browser' }),
          any(
            onRow('changeRequests', 'page', { has: 'browser' }),
            onRow('changeRequests', 'changedPage', { is: ['added', 'modified', 'renamed'], has: 'browser' }),
          ),
        ],
      },
      editorTitle: { '1_docsPlatform@4': withAddress },
    },
  },
  'page.revealInLibrary': {
    title: 'Reveal Page in Library',
    icon: 'list-tree',
    palette: any(onReadOnlyPage, isSet(contextKeys.page.isOpen)),
    menus: { editorTitle: { '1_docsPlatform@1': [onReadOnlyPage, inPreview] } },
  },
  'page.refresh': {
    call: call<(page?: Uri) => void>(),
    title: 'Refresh Page',
    icon: 'refresh',
    menus: { editorTitle: { 'navigation@9': onReadOnlyPage, '2_docsPlatform@0': [onEditablePage, inPreview] } },
  },
  'file.download': {
    title: 'Download…',
    icon: 'cloud-download',
    menus: {
      row: {
        '1_open@2': any(
          onRow('library', 'file'),
          onRow('changeRequests', 'changedFile', { is: ['added', 'modified', 'renamed'] }),
        ),
      },
      editorTitle: { '1_docsPlatform@4': onFile },
    },
  },
} as const satisfies Commands;

declare module '../../ground/contributions/run.ts' {
  interface Signatures extends SignaturesOf<typeof contributions> {}
}
