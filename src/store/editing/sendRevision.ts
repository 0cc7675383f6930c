import type { Api } from '../../client/api.ts';
import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import { ApiError, failureOf, mayHaveHappened, reworded } from '../../model/shared/failure.ts';
import type { ChangeRequestContent } from '../changeRequestContent/content.ts';
import type { Read } from '../library/library.ts';
import { confirmedEdits, insertedPages } from './confirmedEdits.ts';
import type { EditTarget, Sent } from './edits.ts';
import { isInsert, type LostInserts } from './lostInserts.ts';
import type { PreparedEdit } from './preparedEdits.ts';
import { explainedRefusal } from './refusedEdits.ts';

export interface SendRevisionContext {
  readonly api: Pick<Api, 'changeRequestContent'>;
  readonly content: ChangeRequestContent;
  readonly lostInserts: LostInserts;
}

type At = Pick<EditTarget, 'space' | 'number'>;

export interface SentRevision extends Pick<Sent, 'revision' | 'inserted'> {
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

/** Sends edits as one revision in one request, and confirms the outcome if no answer comes. */
export async function sendRevision(
  parts: SendRevisionContext,
  at: At,
  batch: readonly PreparedEdit[],
  read: Read,
): Promise<SentRevision> {
  const { api, content, lostInserts } = parts;
  const { space, number } = at;
  const { byId } = await content.pages(space, { kind: 'changeRequest', number }, read);
  const before = { pages: new Set(byId.keys()), changeRequest: await content.changeRequest(space, number, read) };
  try {
    // Can't be canceled: once a request has begun, its outcome has to be known.
    const reply = await api.changeRequestContent.update({
      spaceId: space,
      changeRequestId: String(number),
      body: { changes: batch.map(({ change }) => change) },
    });
    if (batch.some(isInsert)) lostInserts.forget(at);
    const made = reply.revision ?? undefined;
    const { revision } = await afterwards(parts, at, before, made);
    return { revision, made, inserted: reply.inserted ?? (await insertedAmong(parts, at, batch, before)) };
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    if (!mayHaveHappened(failure)) throw await explainedRefusal(failure, at, () => content.refresh(space, number));
    lostInserts.add(at, batch, before.pages);
    const sent = await outcomeOf(parts, failure, at, batch, before);
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
  { content }: SendRevisionContext,
  failure: ApiError,
  at: At,
  batch: readonly PreparedEdit[],
  { changeRequest, pages }: Before,
): Promise<SentRevision> {
  const { space, number } = at;
  let revision: string;
  let inserted: readonly string[] | undefined;
  try {
    ({ revision } = await content.refresh(space, number));
    if (revision === changeRequest.revision)
      throw reworded(failure, { code: 'notApplied', number, cause: failure.reason });
    inserted = await confirmedEdits({ ...at, content, before: pages }, batch);
  } catch (error) {
    const other = failureOf(error);
    if (!other || other.details.mayHaveHappened) throw error;
    throw reworded(failure, { code: 'saveUnknown', cause: other.reason });
  }
  if (inserted) return { revision, made: revision, inserted };
  throw new ApiError('conflict', { code: 'changedDuringSave', number });
}
