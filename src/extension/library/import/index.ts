import type { CommandTable } from '../../ground/commands/table.ts';
import type { ImportContext } from './context.ts';

/** The commands that import files or web content as pages of a space. */
export function importCommands(given: Omit<ImportContext, 'refusedSources'>): CommandTable {
  const parts: ImportContext = { ...given, refusedSources: new Set() };
  return {
    'docsPlatform.importIntoSpace': async (place) => (await import('./intoSpace.ts')).importIntoSpace(parts, place),
  };
}
