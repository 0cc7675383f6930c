import { call, type Commands } from '../../ground/contributions/command.ts';
import { all, hasAccount, inView } from '../../ground/contributions/conditions.ts';
import { at } from '../../ground/contributions/menus.ts';
import { onRow } from '../../ground/contributions/rows.ts';
import type { SignaturesOf } from '../../ground/contributions/run.ts';

export const contributions = {
  goToPage: {
    title: 'Go to Page…',
    icon: 'go-to-file',
    palette: hasAccount,
    menus: { viewTitle: { 'navigation@2': all(inView('library'), hasAccount) } },
  },
  search: {
    call: call<(words: string) => void>(),
    title: 'Search…',
    icon: 'search',
    palette: hasAccount,
    menus: {
      viewTitle: { 'navigation@1': all(inView('library'), hasAccount) },
      row: at(['1_open@1', 'inline@1'], onRow('library', 'space', { may: 'view' })),
    },
  },
  openFromUrl: {
    title: 'Open from URL…',
    icon: 'link',
    palette: hasAccount,
    menus: { viewTitle: { '1_open@1': all(inView('library'), hasAccount) } },
  },
} as const satisfies Commands;

declare module '../../ground/contributions/run.ts' {
  interface Signatures extends SignaturesOf<typeof contributions> {}
}
