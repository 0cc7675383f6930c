import type { Place } from '../../../store/library/library.ts';
import { call, type Commands } from '../../ground/contributions/command.ts';
import { all, any, hasAccount, inView, isSet, onFile, onPublishedPage } from '../../ground/contributions/conditions.ts';
import { contextKeys } from '../../ground/contributions/contextKeys.ts';
import { at } from '../../ground/contributions/menus.ts';
import { onRow } from '../../ground/contributions/rows.ts';
import type { SignaturesOf } from '../../ground/contributions/run.ts';

export const contributions = {
  'collection.create': {
    title: 'Create Collection…',
    icon: 'new-folder',
    palette: hasAccount,
    menus: {
      row: {
        '2_write@4': any(
          onRow('library', 'organization', { may: 'createContent' }),
          onRow('library', 'collection', { may: 'create' }),
        ),
      },
    },
  },
  'collection.rename': {
    title: 'Rename…',
    menus: { row: { '4_change@1': onRow('library', 'collection', { may: 'admin' }) } },
  },
  'collection.describe': {
    title: 'Change Description…',
    menus: { organize: { '1_change@1': onRow('library', 'collection', { may: 'admin' }) } },
  },
  'collection.delete': {
    title: 'Delete…',
    menus: { row: { '9_danger@1': onRow('library', 'collection', { may: 'admin' }) } },
  },
  'space.create': {
    title: 'Create Space…',
    icon: 'add',
    palette: hasAccount,
    menus: {
      row: at(
        ['2_write@3', 'inline@1'],
        any(
          onRow('library', 'organization', { may: 'createContent' }),
          onRow('library', 'collection', { may: 'create' }),
        ),
      ),
    },
  },
  'space.rename': {
    title: 'Rename…',
    menus: { row: { '4_change@1': onRow('library', 'space', { is: ['live', 'locked'], may: 'admin' }) } },
  },
  'space.changeEmoji': {
    title: 'Change Emoji…',
    menus: { organize: { '1_change@2': onRow('library', 'space', { may: 'admin' }) } },
  },
  'space.lock': {
    title: 'Lock',
    menus: { organize: { '1_change@3': onRow('library', 'space', { is: 'live', may: 'admin' }) } },
  },
  'space.unlock': {
    call: call<(place: Extract<Place, { readonly kind: 'space' }>) => void>(),
    title: 'Unlock',
    menus: { organize: { '1_change@3': onRow('library', 'space', { is: 'locked', may: 'admin' }) } },
  },
  'space.duplicate': {
    title: 'Duplicate',
    menus: { organize: { '2_move@1': onRow('library', 'space', { may: 'view' }) } },
  },
  'space.delete': {
    title: 'Delete…',
    menus: { row: { '9_danger@1': onRow('library', 'space', { is: ['live', 'locked'], may: 'admin' }) } },
  },
  'space.restore': {
    call: call<(place: Extract<Place, { readonly kind: 'space' }>) => void>(),
    title: 'Restore Space…',
    icon: 'discard',
    palette: hasAccount,
    menus: {
      viewTitle: { '1_open@3': all(inView('library'), hasAccount) },
      row: { '4_change@1': onRow('sites', 'part', { has: ['site-space', 'deleted'] }) },
    },
    onRows: {
      title: 'Restore…',
      menus: { row: { '4_change@1': onRow('library', 'space', { is: 'deleted', may: 'admin' }) } },
    },
  },
  'library.move': {
    title: 'Move…',
    menus: { organize: { '2_move@2': onRow('library', ['collection', 'space'], { may: 'admin' }) } },
  },
  'library.transfer': {
    title: 'Transfer to Another Organization…',
    menus: { organize: { '2_move@3': onRow('library', ['collection', 'space'], { may: 'admin' }) } },
  },
  'links.report': {
    title: 'Find Broken Links',
    icon: 'link',
    palette: hasAccount,
    menus: {
      editorTitle: { '2_docsPlatform@5': onPublishedPage },
      more: {
        '1_find@2': any(onRow('library', 'space', { may: 'view' }), onRow('library', 'page', { is: 'document' })),
      },
    },
  },
  'links.clear': {
    title: 'Clear Link Problems',
    icon: 'clear-all',
    menus: { viewTitle: { '1_open@4': all(inView('library'), hasAccount, isSet(contextKeys.links.areReported)) } },
  },
  'links.backlinks': {
    title: 'What Links Here',
    icon: 'references',
    menus: {
      row: { '1_open@1': onRow('library', 'file') },
      more: { '1_find@3': onRow('library', 'page', { is: 'document' }) },
      editorTitle: { '1_docsPlatform@5': onFile, '2_docsPlatform@6': onPublishedPage },
    },
  },
} as const satisfies Commands;

declare module '../../ground/contributions/run.ts' {
  interface Signatures extends SignaturesOf<typeof contributions> {}
}
