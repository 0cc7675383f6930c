import type { FindQuery } from '../../../model/find/query.ts';
import { call, type Commands } from '../../ground/contributions/command.ts';
import {
  all,
  any,
  hasAccount,
  inSearchOfFiles,
  inView,
  is,
  isNot,
  mayWalkMatches,
} from '../../ground/contributions/conditions.ts';
import { contextKeys } from '../../ground/contributions/contextKeys.ts';
import { onRow } from '../../ground/contributions/rows.ts';
import type { SignaturesOf } from '../../ground/contributions/run.ts';

const { shows } = contextKeys.findInPages;
const inOurView = inView('findInPages');

export const contributions = {
  'findInPages.find': {
    call: call<(given?: unknown, query?: FindQuery) => unknown>(),
    title: 'Find in Pages…',
    icon: 'search',
    palette: hasAccount,
    menus: {
      viewTitle: { 'navigation@1': inOurView, '1_docsPlatform@1': all(inSearchOfFiles, hasAccount) },
      more: { '1_find@3': onRow('library', ['organization', 'collection', 'space', 'page']) },
    },
  },
  'findInPages.searchAll': { title: 'Search All Pages' },
  'findInPages.replace': {
    title: 'Replace…',
    icon: 'replace',
    menus: {
      viewTitle: {
        'navigation@2': all(inOurView, any(is(shows, 'matches'), is(shows, 'replacements'), is(shows, 'previewed'))),
      },
    },
  },
  'findInPages.preview': {
    title: 'Preview Replacements',
    menus: {
      // Its row is always visible, and the title has no room for a third icon.
      viewTitle: { '1_find@1': all(inOurView, any(is(shows, 'replacements'), is(shows, 'previewed'))) },
    },
  },
  'findInPages.apply': {
    title: 'Apply Replacements…',
    menus: { viewTitle: { '1_find@2': all(inOurView, is(shows, 'previewed')) } },
  },
  'findInPages.stop': {
    title: 'Stop Search',
    icon: 'search-stop',
    menus: { viewTitle: { 'navigation@2': all(inOurView, is(shows, 'search')) } },
  },
  'findInPages.refresh': {
    title: 'Refresh',
    menus: { viewTitle: { '2_results@1': all(inOurView, isNot(shows, 'search')) } },
  },
  'findInPages.clear': {
    title: 'Clear Search Results',
    menus: { viewTitle: { '2_results@2': inOurView } },
  },
  'findInPages.open': { title: 'Open Match' },
  'findInPages.next': {
    title: 'Go to Next Match',
    keybinding: { key: 'f4', when: mayWalkMatches },
  },
  'findInPages.previous': {
    title: 'Go to Previous Match',
    keybinding: { key: 'shift+f4', when: mayWalkMatches },
  },
} as const satisfies Commands;

declare module '../../ground/contributions/run.ts' {
  interface Signatures extends SignaturesOf<typeof contributions> {}
}
