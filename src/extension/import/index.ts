import type { CommandTable } from '../commands/commandTable.ts';
import type { ImportParts } from './importParts.ts';

/** Content of the web becomes pages of a space. */
export function importCommands(parts: ImportParts): CommandTable {
  return {
    'docsPlatform.importIntoSpace': async (given) =>
      (await import('./importIntoSpace.ts')).importIntoSpace(parts, given),
  };
}
