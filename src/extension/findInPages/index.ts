import type { CommandTable } from '../commands/table.ts';
import { laterCommands } from '../commands/laterCommands.ts';
import { createTree } from '../trees/create.ts';
import type { FindContext } from './context.ts';

/** Finds and replaces text in pages. The view is created by the first search, which also makes it visible. */
export function findInPagesFeature(parts: Omit<FindContext, 'createTree'>): CommandTable {
  return laterCommands(
    'docsPlatform.findInPages',
    ['find', 'searchAll', 'refresh', 'stop', 'clear', 'open', 'next', 'previous', 'replace', 'preview', 'apply'],
    async () => (await import('./commands.ts')).findCommands({ ...parts, createTree }),
  );
}
