import { call, type Commands } from '../ground/contributions/command.ts';
import { all, hasAccount, inView, is, isSet, not } from '../ground/contributions/conditions.ts';
import { contextKeys } from '../ground/contributions/contextKeys.ts';
import type { SignaturesOf } from '../ground/contributions/run.ts';

export const contributions = {
  signIn: {
    call: call<(host?: string) => void>(),
    title: 'Sign In…',
    icon: 'sign-in',
    palette: 'always',
    menus: {
      viewTitle: {
        '2_account@2': all(inView('library'), is(contextKeys.account, 'sample'), not(isSet(contextKeys.signedIn))),
      },
    },
  },
  signOut: {
    call: call<(account: string) => void>(),
    title: 'Sign Out…',
    icon: 'sign-out',
    palette: hasAccount,
    menus: { viewTitle: { '2_account@4': all(inView('library'), hasAccount) } },
  },
  replaceToken: {
    call: call<(account?: string) => void>(),
    title: 'Replace Token…',
    icon: 'key',
    palette: isSet(contextKeys.signedIn),
    menus: { viewTitle: { '2_account@3': all(inView('library'), is(contextKeys.account, 'server')) } },
  },
  switchAccount: {
    title: 'Switch Account…',
    icon: 'account',
    palette: hasAccount,
    menus: { viewTitle: { '2_account@1': all(inView('library'), hasAccount) } },
  },
  openSample: { title: 'Open Sample Workspace', icon: 'beaker', palette: 'always' },
  resetSample: {
    title: 'Reset Sample Workspace…',
    palette: is(contextKeys.account, 'sample'),
    menus: { viewTitle: { '3_sample@1': all(inView('library'), is(contextKeys.account, 'sample')) } },
  },
  openGuide: { title: 'Open Docs Platform Guide', category: 'Help', palette: 'always' },
  copyDiagnostics: { title: 'Copy Diagnostics', palette: 'always' },
  showRecentRequests: { title: 'Show Recent Requests', palette: 'always' },
  retryConnection: {
    title: 'Retry Connection',
    icon: 'debug-disconnect',
    menus: {
      viewTitle: {
        'navigation@0': all(
          inView('library', 'changeRequests', 'inbox', 'sites', 'organization'),
          isSet(contextKeys.isUnreachable),
        ),
      },
    },
  },
} as const satisfies Commands;

declare module '../ground/contributions/run.ts' {
  interface Signatures extends SignaturesOf<typeof contributions> {}
}
