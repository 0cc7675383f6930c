import type { CommandTable } from '../commands/table.ts';
import type { ImportParts } from './parts.ts';

/** The commands that import files or web content as pages of a space. */
export function importCommands(given: Omit<ImportParts, 'refusedSources'>): CommandTable {
  const parts: ImportParts = { ...given, refusedSources: new Set() };
  return {
    'docsPlatform.importIntoSpace': async (place) => (await import('./intoSpace.ts')).importIntoSpace(parts, place),
  };
}
