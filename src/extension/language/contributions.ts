import type { Commands } from '../contributions/command.ts';
import { all, isInDiff, not, onEditablePage } from '../contributions/conditions.ts';
import type { SignaturesOf } from '../contributions/run.ts';

export const contributions = {
  'editing.insertFile': {
    title: 'Insert File or Image…',
    icon: 'file-media',
    palette: onEditablePage,
    menus: {
      editorTitle: { '1_docsPlatform@5': all(onEditablePage, not(isInDiff)) },
      editorContext: { '1_modification@9': onEditablePage },
    },
  },
} as const satisfies Commands;

declare module '../contributions/run.ts' {
  interface Signatures extends SignaturesOf<typeof contributions> {}
}
