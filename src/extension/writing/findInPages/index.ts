import { laterCommands, type LaterCommands } from '../../ground/commands/laterCommands.ts';
import { createTree } from '../../ground/trees/create.ts';
import type { FindContext } from './context.ts';

/** Finds and replaces text in pages. The view is created by the first search, which also makes it visible. */
export function findInPagesFeature(parts: Omit<FindContext, 'createTree'>): LaterCommands {
  return laterCommands(['findInPages.'], async () =>
    (await import('./commands.ts')).findCommands({ ...parts, createTree }),
  );
}
