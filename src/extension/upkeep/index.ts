import * as vscode from 'vscode';
import type { CommandTable } from '../commands/commandTable.ts';
import type { LinkProblems } from './linkProblems.ts';
import type { UpkeepParts } from './upkeepParts.ts';

export { libraryDragAndDrop } from './dragAndDrop.ts';

/** What keeps the Library in order: making, naming, moving and deleting what stands in it, and finding links that are broken. */
export function upkeepFeature(parts: UpkeepParts): { commands: CommandTable; register(): vscode.Disposable } {
  const diagnostics = vscode.languages.createDiagnosticCollection('docs-platform-links');
  let built: Promise<LinkProblems> | undefined;
  /** Built with the first report. */
  const problems = (): Promise<LinkProblems> =>
    (built ??= import('./linkProblems.ts').then(({ createLinkProblems }) => createLinkProblems(parts, diagnostics)));

  const collections = () => import('./collections.ts');
  const spaces = () => import('./spaces.ts');
  const deletion = () => import('./deletion.ts');
  const moving = () => import('./moving.ts');

  return {
    commands: {
      'docsPlatform.collection.create': async (given) => (await collections()).createCollection(parts, given),
      'docsPlatform.collection.rename': async (given) => (await collections()).renameCollection(parts, given),
      'docsPlatform.collection.describe': async (given) => (await collections()).describeCollection(parts, given),
      'docsPlatform.collection.delete': async (given) => (await collections()).deleteCollection(parts, given),
      'docsPlatform.space.create': async (given) => (await import('./createSpace.ts')).createSpace(parts, given),
      'docsPlatform.space.rename': async (given) => (await spaces()).renameSpace(parts, given),
      'docsPlatform.space.changeEmoji': async (given) => (await spaces()).changeEmoji(parts, given),
      'docsPlatform.space.lock': async (given) => (await spaces()).setLocked(parts, given, true),
      'docsPlatform.space.unlock': async (given) => (await spaces()).setLocked(parts, given, false),
      'docsPlatform.space.duplicate': async (given) => (await spaces()).duplicateSpace(parts, given),
      'docsPlatform.space.delete': async (given) => (await deletion()).deleteSpace(parts, given),
      'docsPlatform.space.restore': async (given) => (await deletion()).restoreSpace(parts, given),
      'docsPlatform.library.move': async (given) => (await moving()).moveItem(parts, given),
      'docsPlatform.library.transfer': async (given) => (await moving()).transferItem(parts, given),
      'docsPlatform.links.report': async (given) =>
        (await import('./linkReport.ts')).reportLinks(parts, await problems(), given),
      'docsPlatform.links.clear': async () => (await built)?.clear(),
      'docsPlatform.file.backlinks': async (given) => (await import('./backlinks.ts')).showBacklinks(parts, given),
    },
    register: () =>
      vscode.Disposable.from(diagnostics, new vscode.Disposable(() => void built?.then((made) => made.dispose()))),
  };
}
