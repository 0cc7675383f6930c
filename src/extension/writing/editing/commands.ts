import type { CommandTable } from '../../ground/commands/table.ts';
import type { Editing } from './createEditing.ts';

/** The commands for editable pages. */
export function editingCommands(editing: () => Promise<Editing>) {
  return {
    'docsPlatform.editing.edit': async (given) => (await editing()).edit(given),
    'docsPlatform.editing.saveAll': async (...given) => (await editing()).saveAll(...given),
    'docsPlatform.editing.discardDraft': async (...given) => (await editing()).discardDraft(...given),
    'docsPlatform.editing.showDiff': async (given) => (await editing()).showDiff(given),
    'docsPlatform.editing.nextSteps': async (given) => (await editing()).nextSteps(given),
    'docsPlatform.editing.resolveConflicts': async (given) => (await editing()).resolveConflicts(given),
    'docsPlatform.editing.save': async (...rows) => (await editing()).save(...rows),
    'docsPlatform.editing.openForReview': async (control) => (await editing()).openForReview(control),
    'docsPlatform.editing.openChanges': async (control) => (await editing()).openChanges(control),
    'docsPlatform.editing.merge': async (control) => (await editing()).merge(control),
    'docsPlatform.editing.revertChange': async (...given) => (await editing()).revertChange(...given),
    'docsPlatform.editing.revertLines': async (given) => (await editing()).revertLines(given),
    'docsPlatform.editing.unsent': async () => (await editing()).unsent(),
  } satisfies CommandTable;
}
