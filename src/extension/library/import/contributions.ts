import type { Commands } from '../../ground/contributions/command.ts';
import { hasAccount } from '../../ground/contributions/conditions.ts';
import { onRow } from '../../ground/contributions/rows.ts';
import type { SignaturesOf } from '../../ground/contributions/run.ts';

export const contributions = {
  importIntoSpace: {
    title: 'Import into Space…',
    icon: 'cloud-download',
    palette: hasAccount,
    onRows: { title: 'Import…', menus: { row: { '2_write@5': onRow('library', 'space', { may: 'edit' }) } } },
  },
} as const satisfies Commands;

declare module '../../ground/contributions/run.ts' {
  interface Signatures extends SignaturesOf<typeof contributions> {}
}
