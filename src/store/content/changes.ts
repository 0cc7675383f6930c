import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import type { ChangeSet } from './content.ts';
import { fingerprintsOf } from './fingerprints.ts';
import type { ContentState } from './state.ts';
import { createViewedMarks, type ViewedMarks } from './viewedMarks.ts';

/** See `Contents.changes`; also loads the user's marks. */
export async function readChanges(
  state: ContentState,
  spaceId: string,
  number: number,
  signal: AbortSignal | undefined,
): Promise<ChangeSet> {
  const changeRequest = await state.heads.fresh(spaceId, number, signal);
  const [set] = await Promise.all([
    state.sets.load(spaceId, changeRequest, signal),
    marksOf(state, spaceId, changeRequest).load(),
  ]);
  return set;
}

export function cachedChanges({ heads, sets }: ContentState, spaceId: string, number: number): ChangeSet | undefined {
  const changeRequest = heads.cached(spaceId, number);
  return changeRequest && sets.cached(spaceId, changeRequest);
}

export function isViewed(state: ContentState, spaceId: string, number: number, id: string): boolean {
  const set = cachedChanges(state, spaceId, number);
  const fingerprint = set && fingerprintsOf(set).get(id);
  return fingerprint !== undefined && marksOf(state, spaceId, set!.changeRequest).has(id, fingerprint);
}

export async function setViewed(
  state: ContentState,
  spaceId: string,
  number: number,
  viewed: ReadonlyMap<string, boolean>,
): Promise<void> {
  // Marks the version that was shown, because nobody has viewed a later one.
  const set = cachedChanges(state, spaceId, number) ?? (await readChanges(state, spaceId, number, undefined));
  const fingerprints = fingerprintsOf(set);
  const wanted = new Map<string, string | undefined>();
  for (const [id, isViewed] of viewed) {
    const fingerprint = fingerprints.get(id);
    if (fingerprint !== undefined) wanted.set(id, isViewed ? fingerprint : undefined);
  }
  const marking = marksOf(state, spaceId, set.changeRequest).mark(wanted);
  state.changed.emit({ kind: 'viewed', space: spaceId, number });
  await marking;
}

function marksOf({ account, storage, log, marks }: ContentState, space: string, { id }: ChangeRequest): ViewedMarks {
  const key = JSON.stringify([space, id]);
  const known = marks.get(key);
  if (known) return known;
  const warn = (message: string) => log.warn(message);
  const made = createViewedMarks({ account, space, changeRequest: id, storage, warn });
  marks.set(key, made);
  return made;
}
