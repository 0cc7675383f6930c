import type { Api } from '../../client/api.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import { isSame } from '../../model/shared/same.ts';
import type { Library } from '../library/library.ts';
import { createInTwoSteps, createMakeOnce, type InTwoSteps, type MakeOnce } from '../shared/makeOnce.ts';
import { createSendOnce, type SendOnce } from '../shared/sendOnce.ts';
import type { Storage } from '../shared/storage.ts';
import type { Sites } from '../sites/sites.ts';
import { deletedSpaces, type DeletedSpaces } from './deletedSpaces.ts';

export interface LibraryActionsOptions {
  readonly api: Pick<Api, 'collections' | 'spaces' | 'siteSpaces' | 'content'>;
  readonly library: Pick<Library, 'learn' | 'forget' | 'relist' | 'cachedSpaces' | 'hierarchy' | 'pages' | 'space'>;
  readonly sites: Pick<Sites, 'create'>;
  /** In ms since the epoch. */
  readonly now: () => number;
  /** See `Clocks`. */
  readonly serverNow: () => number | undefined;
  readonly storage: Storage;
  readonly log: { warn(message: string): void };
}

export interface LibraryActionsState extends LibraryActionsOptions {
  readonly deleted: DeletedSpaces;
  readonly makeOnce: MakeOnce;
  readonly sendOnce: SendOnce;
  readonly inTwoSteps: InTwoSteps;
}

export function createState(options: LibraryActionsOptions): LibraryActionsState {
  const { storage, now, serverNow, log } = options;
  return {
    ...options,
    deleted: deletedSpaces({ storage, now, log }),
    makeOnce: createMakeOnce({ now, serverNow }),
    sendOnce: createSendOnce(now),
    inTwoSteps: createInTwoSteps(now),
  };
}

/** Updates the space in the library. */
export function learn({ library }: Pick<LibraryActionsState, 'library'>, space: Space): Space {
  library.learn(space);
  return space;
}

/** The same for a space that is new in its list, or has moved. */
export async function learnListed(state: Pick<LibraryActionsState, 'library'>, space: Space): Promise<Space> {
  learn(state, space);
  await state.library.relist(space.organization, 'spaces');
  return space;
}

/** What has these values; undefined if it differs. A field without a value may be left out. */
export function withValues<Item extends object>(
  item: Item,
  values: Readonly<Record<string, unknown>>,
): Item | undefined {
  const present = item as Readonly<Record<string, unknown>>;
  const isThere = Object.entries(values).every(([name, value]) => isSame(present[name] ?? null, value ?? null));
  return isThere ? item : undefined;
}
