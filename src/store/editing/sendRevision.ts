import type { Api } from '../../client/api.ts';
import type { File } from '../../contract/spaces/content.ts';
import { filesDirectory } from '../../model/pages/fileNames.ts';
import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import { ApiError, failureOf, mayHaveHappened, reworded } from '../../model/shared/failure.ts';
import type { Contents } from '../content/content.ts';
import type { Read } from '../library/library.ts';
import { confirmedEdits, insertedPages } from './confirmedEdits.ts';
import type { EditsChange, EditTarget, Sent, UnsentFile } from './edits.ts';
import { isInsert, type LostInserts } from './lostInserts.ts';
import type { PreparedEdit } from './preparedEdits.ts';
import { idsAmong, insertOf, withFileIds, type FileIds } from './sendFiles.ts';
import { explainedRefusal } from './refusedEdits.ts';

export interface SendRevisionContext {
  readonly api: Pick<Api, 'changeRequestContent'>;
  readonly content: Contents;
  readonly lostInserts: LostInserts;
  /** Called before the new revision is reported as a change of the change request, if the reply names it. */
  readonly onSent: (change: EditsChange) => void;
}

type At = Pick<EditTarget, 'space' | 'number'>;

export interface SentRevision extends Pick<Sent, 'revision' | 'inserted'> {
  /** Of the new files. */
  readonly ids: FileIds;
  /**
   * The revision that holds the edits. Undefined if the reply doesn't name it: the head may be a later revision by
   * someone else.
   */
  readonly made: string | undefined;
}

/** State before the request. */
interface Before {
  readonly changeRequest: ChangeRequest;
  /** Ids of the change request's pages. */
  readonly pages: ReadonlySet<string>;
}

/** Sends edits and new files as one revision in one request, and confirms the outcome if no answer comes. */
export async function sendRevision(
  parts: SendRevisionContext,
  at: At,
  { edits: batch, files }: { readonly edits: readonly PreparedEdit[]; readonly files: readonly UnsentFile[] },
  read: Read,
): Promise<SentRevision> {
  const { api, content, lostInserts, onSent } = parts;
  const { space, number } = at;
  const { byId } = await content.pages(space, { kind: 'changeRequest', number }, read);
  const before = { pages: new Set(byId.keys()), changeRequest: await content.changeRequest(space, number, read) };
  try {
    // Can't be canceled: once a request has begun, its outcome has to be known.
    const reply = await api.changeRequestContent.update({
      spaceId: space,
      changeRequestId: String(number),
      body: { changes: [...insertOf(files), ...batch.map(({ change }) => change)] },
    });
    if (batch.some(isInsert)) lostInserts.forget(at);
    const made = reply.revision ?? undefined;
    if (made !== undefined) onSent({ ...at, revision: made });
    const { revision } = await afterwards(parts, at, before, made);
    if (made === undefined) onSent({ ...at, revision });
    const inserted = reply.inserted ?? (await insertedAmong(parts, at, batch, before));
    const ids = reply.insertedFiles
      ? idsAmong(files, reply.insertedFiles, true)
      : idsAmong(files, await filesAfterwards(parts, at, files));
    return { revision, made, inserted, ids };
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    if (!mayHaveHappened(failure)) throw await explainedRefusal(failure, at, () => content.refresh(space, number));
    lostInserts.add(at, batch, before.pages);
    const sent = await outcomeOf(parts, failure, at, { batch, files }, before);
    if (batch.some(isInsert)) lostInserts.forget(at);
    return sent;
  }
}

/** The current change request; if it can't be fetched, what the reply says about it. */
async function afterwards(
  { content }: SendRevisionContext,
  { space, number }: At,
  { changeRequest }: Before,
  revision: string | undefined,
): Promise<ChangeRequest> {
  try {
    return await content.refresh(space, number);
  } catch (error) {
    if (!failureOf(error)) throw error;
    const known = revision === undefined ? changeRequest : { ...changeRequest, revision };
    content.learn(space, [known]);
    return known;
  }
}

/** The new files for a reply that doesn't name them; none if they can't be read. */
async function filesAfterwards(
  { content }: SendRevisionContext,
  at: At,
  files: readonly UnsentFile[],
): Promise<readonly File[]> {
  try {
    return await namedAlike(content, at, files);
  } catch (error) {
    if (!failureOf(error)) throw error;
    return [];
  }
}

/** The files of the change request that have the names of the new ones. */
export async function namedAlike(
  content: Contents,
  { space, number }: At,
  files: readonly UnsentFile[],
): Promise<readonly File[]> {
  const version = { kind: 'changeRequest', number } as const;
  const found = await Promise.all(files.map(({ name }) => content.entry(space, version, `${filesDirectory}/${name}`)));
  return found.flatMap((entry) => (entry?.kind === 'file' ? [entry.file] : []));
}

/** Ids of the new pages for a reply that doesn't name them; empty if they can't be found. */
async function insertedAmong(
  { content }: SendRevisionContext,
  { space, number }: At,
  batch: readonly PreparedEdit[],
  { pages }: Before,
): Promise<readonly string[]> {
  if (!batch.some(isInsert)) return [];
  try {
    const found = insertedPages(await content.pages(space, { kind: 'changeRequest', number }), batch, pages);
    return found.includes(undefined) ? [] : found.flatMap((id) => id ?? []);
  } catch (error) {
    if (!failureOf(error)) throw error;
    return [];
  }
}

/** Confirms the outcome of a request without an answer; rejects unless all of it was applied. */
async function outcomeOf(
  { content, onSent }: SendRevisionContext,
  failure: ApiError,
  at: At,
  { batch, files }: { readonly batch: readonly PreparedEdit[]; readonly files: readonly UnsentFile[] },
  { changeRequest, pages }: Before,
): Promise<SentRevision> {
  const { space, number } = at;
  let revision: string;
  let ids: FileIds;
  let inserted: readonly string[] | undefined;
  try {
    ({ revision } = await content.refresh(space, number));
    if (revision === changeRequest.revision)
      throw reworded(failure, { code: 'notApplied', number, cause: failure.reason });
    ids = idsAmong(files, await namedAlike(content, at, files));
    const isComplete = ids.size === files.length;
    const edits = withFileIds(batch, ids);
    inserted = isComplete ? await confirmedEdits({ ...at, content, before: pages }, edits) : undefined;
  } catch (error) {
    const other = failureOf(error);
    if (!other || other.details.mayHaveHappened) throw error;
    throw reworded(failure, { code: 'saveUnknown', cause: other.reason });
  }
  if (inserted) {
    onSent({ ...at, revision });
    return { revision, made: revision, inserted, ids };
  }
  throw new ApiError('conflict', { code: 'changedDuringSave', number });
}
