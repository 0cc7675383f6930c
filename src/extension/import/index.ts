import type { CommandTable } from '../commands/commandTable.ts';
import type { ImportParts } from './importParts.ts';

/** Content of the web becomes pages of a space. */
export function importCommands(given: Omit<ImportParts, 'refusedSources'>): CommandTable {
  const parts: ImportParts = { ...given, refusedSources: new Set() };
  return {
    'docsPlatform.importIntoSpace': async (place) =>
      (await import('./importIntoSpace.ts')).importIntoSpace(parts, place),
  };
}
