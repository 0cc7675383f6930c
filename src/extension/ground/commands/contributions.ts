import type { Commands } from '../contributions/command.ts';
import { hasAccount } from '../contributions/conditions.ts';
import type { SignaturesOf } from '../contributions/run.ts';

export const contributions = {
  showLog: { title: 'Show Log', icon: 'output', palette: 'always' },
  refresh: { title: 'Refresh', palette: hasAccount },
} as const satisfies Commands;

declare module '../contributions/run.ts' {
  interface Signatures extends SignaturesOf<typeof contributions> {}
}
