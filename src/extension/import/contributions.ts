import type { Commands } from '../contributions/command.ts';
import { hasAccount } from '../contributions/conditions.ts';
import { onRow } from '../contributions/rows.ts';
import type { SignaturesOf } from '../contributions/run.ts';

export const contributions = {
  importIntoSpace: {
    title: 'Import into Space…',
    icon: 'cloud-download',
    palette: hasAccount,
    onRows: { title: 'Import…', menus: { row: { '2_write@5': onRow('library', 'space', { may: 'edit' }) } } },
  },
} as const satisfies Commands;

declare module '../contributions/run.ts' {
  interface Signatures extends SignaturesOf<typeof contributions> {}
}
