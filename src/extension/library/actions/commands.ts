import type { LibraryItem } from '../../../model/library/moves.ts';
import { isLibraryRow } from '../../ground/places/libraryRows.ts';
import { isLibraryRowOf } from '../../ground/places/place.ts';
import { neededRow, onRowIfAny, onRowOrUri, type Handler } from '../../ground/commands/neededRow.ts';
import type { CommandTable } from '../../ground/commands/table.ts';
import type { LinkProblems } from './linkProblems.ts';
import { spaceOf, type ContainerRow } from './picking.ts';
import { sessionOf, type Session } from './session.ts';
import type { Uses } from '../../ground/services/services.ts';

/** The commands on Library rows that manage them. `cached` has link problems once a report was made. */
export function libraryActionCommands(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'stores'>,
  problems: { make(): Promise<LinkProblems>; cached(): Promise<LinkProblems> | undefined },
) {
  const collections = () => import('./collections.ts');
  const spaces = () => import('./spaces.ts');
  const deletion = () => import('./deletion.ts');
  const moving = () => import('./moving.ts');

  /** A command on a row, and what it works with. */
  const on =
    <Row, Item>(isFitting: (given: unknown) => given is Row, itemOf: (session: Session, row: Row) => Item) =>
    (action: (session: Session, item: Item) => unknown): Handler =>
    async (given) => {
      const session = await sessionOf(parts);
      if (session) await action(session, itemOf(session, neededRow(given, isFitting)));
    };
  const onSpace = on(isSpacePlace, spaceOf);
  const onCollection = on(isLibraryRowOf('collection'), (_, { collection }) => collection);
  const onItem = on(isLibraryRowOf('space', 'collection'), (session, row): LibraryItem =>
    row.kind === 'collection'
      ? { kind: row.kind, collection: row.collection }
      : { kind: row.kind, space: spaceOf(session, row) },
  );
  const onContainerIfAny = (action: (row: ContainerRow | undefined) => unknown) =>
    onRowIfAny(isLibraryRowOf('organization', 'collection'), action);

  return {
    'docsPlatform.collection.create': onContainerIfAny(async (row) =>
      (await collections()).createCollection(parts, row),
    ),
    'docsPlatform.collection.rename': onCollection(async (...of) =>
      (await collections()).renameCollection(parts, ...of),
    ),
    'docsPlatform.collection.describe': onCollection(async (...of) =>
      (await collections()).describeCollection(parts, ...of),
    ),
    'docsPlatform.collection.delete': onCollection(async (...of) =>
      (await collections()).deleteCollection(parts, ...of),
    ),
    'docsPlatform.space.create': onContainerIfAny(async (row) =>
      (await import('./createSpace.ts')).createSpace(parts, row),
    ),
    'docsPlatform.space.rename': onSpace(async (...of) => (await spaces()).renameSpace(parts, ...of)),
    'docsPlatform.space.changeEmoji': onSpace(async (...of) => (await spaces()).changeEmoji(parts, ...of)),
    'docsPlatform.space.lock': onSpace(async (...of) => (await spaces()).setLocked(...of, true)),
    'docsPlatform.space.unlock': onSpace(async (...of) => (await spaces()).setLocked(...of, false)),
    'docsPlatform.space.duplicate': onSpace(async (...of) => (await spaces()).duplicateSpace(...of)),
    'docsPlatform.space.delete': onSpace(async (...of) => (await deletion()).deleteSpace(parts, ...of)),
    'docsPlatform.space.restore': async (given) => {
      const { isDeletedInSite, restoreSpace } = await deletion();
      return restoreSpace(parts, isSpacePlace(given) || isDeletedInSite(given) ? given : undefined);
    },
    'docsPlatform.library.move': onItem(async (...of) => (await moving()).moveItem(...of)),
    'docsPlatform.library.transfer': onItem(async (...of) => (await moving()).transferItem(parts, ...of)),
    'docsPlatform.links.report': onRowOrUri(isLibraryRow, async (given) =>
      (await import('./linkReport.ts')).reportLinks(parts, await problems.make(), given),
    ),
    'docsPlatform.links.clear': async () => (await problems.cached())?.clear(),
    'docsPlatform.links.backlinks': onRowOrUri(isLibraryRow, async (given) =>
      (await import('./backlinks.ts')).showBacklinks(parts, given),
    ),
  } satisfies CommandTable;
}

const isSpacePlace = isLibraryRowOf('space');
