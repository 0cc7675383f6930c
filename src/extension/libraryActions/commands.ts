import type { CommandTable } from '../commands/table.ts';
import type { LinkProblems } from './linkProblems.ts';
import type { Uses } from '../services/services.ts';

/** The commands on Library rows that manage them. `cached` has link problems once a report was made. */
export function libraryActionCommands(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'stores'>,
  problems: { make(): Promise<LinkProblems>; cached(): Promise<LinkProblems> | undefined },
) {
  const collections = () => import('./collections.ts');
  const spaces = () => import('./spaces.ts');
  const deletion = () => import('./deletion.ts');
  const moving = () => import('./moving.ts');

  return {
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
      (await import('./linkReport.ts')).reportLinks(parts, await problems.make(), given),
    'docsPlatform.links.clear': async () => (await problems.cached())?.clear(),
    'docsPlatform.file.backlinks': async (given) => (await import('./backlinks.ts')).showBacklinks(parts, given),
  } satisfies CommandTable;
}
