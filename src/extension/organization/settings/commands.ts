import { onRowIfAny } from '../../ground/commands/neededRow.ts';
import { isLibraryRowOf } from '../../ground/places/place.ts';
import type { CommandTable } from '../../ground/commands/table.ts';
import type { Services } from '../../ground/services/services.ts';
import type { SettingsFiles } from './files.ts';

/** The commands of settings documents and of documents with all details. */
export function settingsCommands(parts: Services, files: () => Promise<SettingsFiles>) {
  const opening = () => import('./open.ts');
  return {
    'docsPlatform.settings.edit': async (given) => (await opening()).openSettings(parts, given, false),
    'docsPlatform.settings.apply': async () => (await opening()).applySettings(await files()),
    'docsPlatform.settings.resetCustomization': async (given) =>
      (await import('./resetCustomization.ts')).resetCustomization(parts, given),
    'docsPlatform.settings.confirm': async () => (await files()).confirmation.answer(true),
    'docsPlatform.settings.decline': async () => (await files()).confirmation.answer(false),
    'docsPlatform.showDetails': async (given) => (await opening()).openSettings(parts, given, true),
    'docsPlatform.openInRepository': onRowIfAny(isLibraryRowOf('space', 'page'), async (row) => {
      if (row) await (await import('./openInRepository.ts')).openInRepository(row);
    }),
  } satisfies CommandTable;
}
