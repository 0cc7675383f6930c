import type { CommandTable } from '../commands/table.ts';
import type { Writing } from './createEditing.ts';

/** The commands for editable pages. */
export function writingCommands(writing: () => Promise<Writing>) {
  return {
    'docsPlatform.writing.edit': async (given) => (await writing()).edit(given),
    'docsPlatform.writing.saveAll': async (given) => (await writing()).saveAll(given),
    'docsPlatform.writing.discardDraft': async (given) => (await writing()).discardDraft(given),
    'docsPlatform.writing.showDiff': async (given) => (await writing()).showDiff(given),
    'docsPlatform.writing.nextSteps': async (given) => (await writing()).nextSteps(given),
    'docsPlatform.writing.resolveConflicts': async (given) => (await writing()).resolveConflicts(given),
    'docsPlatform.writing.unsent': async () => (await writing()).unsent(),
  } satisfies CommandTable;
}
