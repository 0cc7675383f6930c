import type { GivenAt } from '../changeRequests/shared/rows.ts';
import type { ChangesAt } from '../changeRequests/shared/changeRows.ts';
import { call, type Commands } from '../contributions/command.ts';
import { any, hasAccount, inDiffOfChangeRequest } from '../contributions/conditions.ts';
import { onRow } from '../contributions/rows.ts';
import type { SignaturesOf } from '../contributions/run.ts';
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

declare module '../contributions/run.ts' {
  interface Signatures extends SignaturesOf<typeof contributions> {}
}
