import type { GivenAt } from '../../ground/changeRequests/rows.ts';
import type { ChangesAt } from '../../ground/changeRequests/changeRows.ts';
import { call, type Commands } from '../../ground/contributions/command.ts';
import { any, hasAccount, inDiffOfChangeRequest } from '../../ground/contributions/conditions.ts';
import { onRow } from '../../ground/contributions/rows.ts';
import type { SignaturesOf } from '../../ground/contributions/run.ts';
import type { PanelPlace } from './place.ts';

export const contributions = {
  'renderedChanges.open': {
    call: call<(given: GivenAt | ChangesAt | PanelPlace) => void>(),
    title: 'Open Rendered Changes',
    icon: 'open-preview',
    palette: hasAccount,
    menus: {
      row: {
        '1_open@2': any(onRow('changeRequests', 'changeRequest'), onRow('changeRequests', 'changedPage')),
      },
      editorTitle: { 'navigation@0': inDiffOfChangeRequest },
    },
  },
} as const satisfies Commands;

declare module '../../ground/contributions/run.ts' {
  interface Signatures extends SignaturesOf<typeof contributions> {}
}
