import type { Place } from '../../store/library/library.ts';
import { call, type Commands } from '../ground/contributions/command.ts';
import { all, hasAccount, inView } from '../ground/contributions/conditions.ts';
import { onRow } from '../ground/contributions/rows.ts';
import type { SignaturesOf } from '../ground/contributions/run.ts';

export const contributions = {
  'library.refresh': {
    title: 'Refresh Library',
    icon: 'refresh',
    menus: { viewTitle: { 'navigation@3': all(inView('library'), hasAccount) } },
  },
  'library.refreshPlace': {
    title: 'Refresh',
    icon: 'refresh',
    menus: {
      row: { '8_refresh@1': onRow('library', ['organization', 'collection', 'files']) },
      more: { '8_refresh@1': onRow('library', 'space') },
    },
  },
  'library.loadMore': { title: 'Load More' },
  'library.reveal': {
    call: call<(place: Place, options?: { readonly focus: boolean }) => void>(),
    title: 'Reveal in Library',
  },
  'library.openLink': { title: 'Open Link', icon: 'link-external' },
  'library.openInBrowser': {
    title: 'Open in Browser',
    icon: 'link-external',
    menus: {
      row: { '3_share@3': onRow('library', ['organization', 'collection', 'space', 'page'], { has: 'browser' }) },
    },
  },
  'library.copyLink': {
    title: 'Copy Link',
    icon: 'link',
    menus: { row: { '3_share@1': onRow('library', ['organization', 'collection', 'space'], { has: 'browser' }) } },
  },
} as const satisfies Commands;

declare module '../ground/contributions/run.ts' {
  interface Signatures extends SignaturesOf<typeof contributions> {}
}
