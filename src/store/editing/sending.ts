import type { Api } from '../../client/api.ts';
import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import { mostAtOnce, newFilesAtOnce } from '../../model/editing/limits.ts';
import { portionsOf } from '../../model/editing/newFiles.ts';
import type { PageReading } from '../../model/pages/text.ts';
import type { PageTree } from '../../model/pages/tree.ts';
import { ApiError, failureOf, isKind, reworded } from '../../model/shared/failure.ts';
import type { Contents } from '../content/content.ts';
import type { Read } from '../library/library.ts';
import { createLanes } from '../shared/lane.ts';
import type {
  ChangeRequestEdits,
  EditsChange,
  EditTarget,
  NewFile,
  PageEdit,
  SendOptions,
  Sent,
  UnsentFile,
  UnsentFiles,
} from './edits.ts';
import { createLostInserts } from './lostInserts.ts';
import { overwrittenBy, revisionBetween, type Lineage } from './overwrittenEdits.ts';
import { preparedEdits, type PreparedEdit, type Preparing } from './preparedEdits.ts';
import { differentFrom, differentTitles } from './readBack.ts';
import { closedFor, notOffered } from './refusedEdits.ts';
import { filesOf, idsAmong, referenceOf, withFileIds, type FileIds } from './sendFiles.ts';
import { namedAlike, sendRevision } from './sendRevision.ts';

export interface SendingContext {
  readonly api: Pick<Api, 'changeRequestContent' | 'revisions'>;
  readonly content: Contents;
  /** In ms since the epoch. */
  readonly now: () => number;
  /** The reading that the text is based on, among all readings of the page that were served. */
  readonly readingFor: (
    target: EditTarget,
    present: PageReading,
    text: string,
    base: string | undefined,
  ) => PageReading;
  readonly onSent: (change: EditsChange) => void;
  readonly warn: (message: string) => void;
  readonly unsentFiles: {
    readonly of: UnsentFiles['of'];
    readonly discard: (files: readonly UnsentFile[]) => Promise<void>;
  };
  readonly areFilesOffered: UnsentFiles['areOffered'];
}

type At = Pick<EditTarget, 'space' | 'number'>;

/** The state of the change request that the remaining edits were compared with. */
interface Compared {
  revision: string;
  /** False once others have changed the change request in the meantime: then everything is compared again. */
  isOurs: boolean;
  /** Of the new files that were sent with earlier revisions. */
  ids: FileIds;
}

/** Creates what sends to one change request at a time. */
export function createSending(parts: SendingContext): Pick<ChangeRequestEdits, 'send' | 'sendFiles'> {
  const lostInserts = createLostInserts(parts.now);
  const context = { ...parts, lostInserts };
  const laneOf = createLanes();

  async function send(at: At, edits: readonly PageEdit[], options: SendOptions): Promise<Sent> {
    const { signal, inBatches = false, readsBack = true } = options;
    const { changeRequest, tree } = await present(parts, at, { signal });
    const confirmed = lostInserts.confirmed(at, edits, tree);
    const unsent = edits.filter((edit) => !confirmed.has(edit));
    const left = await prepared(parts, at, tree, unsent, { signal });
    if (left.length > mostAtOnce && !inBatches) {
      throw new ApiError('invalid', { code: 'tooManyChanges', count: left.length, most: mostAtOnce });
    }
    const unchanged = unsent.flatMap((edit) =>
      edit.kind === 'write' && !left.some((each) => each.edit === edit) ? [edit] : [],
    );
    let sent: Sent = { changed: confirmed.size > 0, revision: changeRequest.revision, inserted: [], different: [] };
    const compared: Compared = { revision: changeRequest.revision, isOurs: true, ids: new Map() };
    const hasFiles = left.some(({ files }) => files?.length);
    if (hasFiles && (await parts.areFilesOffered(at)) === false)
      throw new ApiError('invalid', { code: 'filesUnsupported' });
    // The new files take the place of an edit.
    const most = hasFiles ? mostAtOnce - 1 : mostAtOnce;
    for (let from = 0; from < left.length; from += most) {
      sent = joined(sent, await sendBatch(at, left, { from, to: from + most }, compared, options));
    }
    // From here on, an identical edit counts as a new one.
    if (confirmed.size > 0) lostInserts.forget(at);
    return {
      ...sent,
      inserted: inOrder(edits, confirmed, sent.inserted),
      different: [...sent.different, ...(readsBack ? await differentTitles(parts.content, at, unchanged) : [])],
      unchanged: unchanged.map(({ page }) => page),
    };
  }

  async function sendBatch(
    at: At,
    all: readonly PreparedEdit[],
    { from, to }: { readonly from: number; readonly to: number },
    compared: Compared,
    { signal, onOverwritten, readsBack = true }: SendOptions,
  ): Promise<Sent> {
    try {
      const batch = all.slice(from, to);
      const present = from === 0 ? batch : await comparedAgain(parts, at, batch, compared, { signal });
      if (present.length === 0) return { changed: false, inserted: [], different: [] };
      const { edits: left, files } = await withoutSurplus(at, present, compared, { signal });
      if (left.length === 0) return { changed: false, inserted: [], different: [] };
      const { revision: before } = compared;
      const batched = withFileIds(left, compared.ids);
      const { made, ids, ...sent } = await sendRevision(context, at, { edits: batched, files }, { signal });
      const edits = withFileIds(batched, ids);
      compared.ids = new Map([...compared.ids, ...ids]);
      await discard(files);
      const [different, isOurs] = await Promise.all([
        readsBack ? differentFrom(parts.content, at, edits, sent.inserted) : [],
        isUnchangedByOthers(parts, { ...at, compared: before, made }, edits, onOverwritten),
      ]);
      compared.isOurs = isOurs && made === sent.revision;
      compared.revision = sent.revision ?? made ?? before;
      return { ...sent, changed: true, different };
    } catch (error) {
      const failure = failureOf(error);
      if (!failure || from === 0) throw error;
      throw reworded(failure, {
        code: 'partlySent',
        number: at.number,
        sent: from,
        all: all.length,
        cause: failure.reason,
      });
    }
  }

  /** What was sent is a success, even if its copy on disk stays. */
  async function discard(files: readonly UnsentFile[]): Promise<void> {
    await parts.unsentFiles
      .discard(files)
      .catch((error: unknown) => parts.warn(`Sent files cannot be deleted from disk: ${String(error)}`));
  }

  /**
   * Sends the new files that don't fit into one request with their pages, in revisions of their own. Returns the rest,
   * and the edits: compared again if someone else changed the change request in the meantime.
   */
  async function withoutSurplus(
    at: At,
    edits: readonly PreparedEdit[],
    compared: Compared,
    read: Read,
  ): Promise<{ readonly edits: readonly PreparedEdit[]; readonly files: readonly UnsentFile[] }> {
    const portions = portionsOf(filesOf(edits, compared.ids), newFilesAtOnce);
    const last = portions.pop() ?? [];
    if (portions.length === 0) return { edits, files: last };
    const sent: UnsentFile[] = [];
    try {
      for (const files of portions) {
        const { made, revision, ids } = await sendRevision(context, at, { edits: [], files }, read);
        sent.push(...files);
        compared.ids = new Map([...compared.ids, ...ids]);
        const isOurs = await isUnchangedByOthers(parts, { ...at, compared: compared.revision, made }, [], undefined);
        compared.isOurs &&= isOurs && made === revision;
        compared.revision = revision ?? made ?? compared.revision;
      }
      const again = await comparedAgain(parts, at, edits, compared, read);
      return { edits: again, files: filesOf(again, compared.ids) };
    } finally {
      // The comparison needs them.
      await discard(sent);
    }
  }

  async function sendFiles(at: At, given: readonly NewFile[], read: Read): Promise<readonly (string | undefined)[]> {
    await present(parts, at, read);
    const files = given.map((file): UnsentFile => ({ ...at, ...file, addedAt: 0 }));
    // An earlier attempt may have got no answer.
    const known = idsAmong(files, await namedAlike(parts.content, at, files));
    const left = files.filter((file) => !known.has(referenceOf(file)));
    const { ids } =
      left.length === 0 ? { ids: known } : await sendRevision(context, at, { edits: [], files: left }, read);
    return files.map((file) => known.get(referenceOf(file)) ?? ids.get(referenceOf(file)));
  }

  async function inTurn<Result>(at: At, task: () => Promise<Result>): Promise<Result> {
    try {
      return await laneOf(keyOf(at)).queue(task);
    } catch (error) {
      const failure = failureOf(error);
      throw failure && isKind(failure, 'unsupported') ? notOffered(failure) : error;
    }
  }

  return {
    send: (at, edits, options = {}) => inTurn(at, () => send(at, edits, options)),
    sendFiles: (at, files, read = {}) => inTurn(at, () => sendFiles(at, files, read)),
  };
}

/** The current change request and its pages; rejects if it can't be edited. */
async function present(
  { content }: SendingContext,
  { space, number }: At,
  read: Read,
): Promise<{ changeRequest: ChangeRequest; tree: PageTree }> {
  const changeRequest = await content.refresh(space, number, read);
  const closed = closedFor(changeRequest);
  if (closed) throw closed;
  return { changeRequest, tree: await content.pages(space, { kind: 'changeRequest', number }, read) };
}

function prepared(
  { content, readingFor, unsentFiles }: SendingContext,
  at: At,
  tree: PageTree,
  edits: readonly PageEdit[],
  read: Read,
): Promise<readonly PreparedEdit[]> {
  let unsent: ReturnType<UnsentFiles['of']> | undefined;
  const preparing: Preparing = {
    ...at,
    content,
    tree,
    readingFor: ({ node, reading }, text, base) => readingFor({ ...at, page: node.id }, reading, text, base),
    unsentFiles: () => (unsent ??= unsentFiles.of(at)),
  };
  return preparedEdits(preparing, edits, read);
}

/** The batch as compared before the first one, unless others have changed the change request since. */
async function comparedAgain(
  parts: SendingContext,
  at: At,
  batch: readonly PreparedEdit[],
  compared: Compared,
  read: Read,
): Promise<readonly PreparedEdit[]> {
  const { changeRequest, tree } = await present(parts, at, read);
  if (compared.isOurs && changeRequest.revision === compared.revision) return batch;
  compared.revision = changeRequest.revision;
  compared.isOurs = true;
  const edits = batch.map(({ edit }) => edit);
  return prepared(parts, at, tree, edits, read);
}

/** Whether, as far as known, nobody else changed anything between the comparison and the new revision. */
async function isUnchangedByOthers(
  parts: SendingContext,
  { made, ...at }: Omit<Lineage, 'made'> & { readonly made: string | undefined },
  batch: readonly PreparedEdit[],
  onOverwritten: SendOptions['onOverwritten'],
): Promise<boolean> {
  // Without a new revision, the save replaced nothing that could be reported.
  if (made === undefined || made === at.compared) return true;
  const lineage = { ...at, made };
  const between = await revisionBetween(parts, lineage);
  if (between === undefined) return true;
  const overwritten = await overwrittenBy(parts, { ...lineage, between }, batch);
  if (overwritten.length > 0) onOverwritten?.(overwritten);
  return false;
}

function joined(one: Sent, other: Sent): Sent {
  return {
    changed: one.changed || other.changed,
    revision: other.revision ?? one.revision,
    inserted: [...one.inserted, ...other.inserted],
    different: [...one.different, ...other.different],
  };
}

/** Ids of all inserted pages in the order of the edits, including those that had arrived before. */
function inOrder(
  edits: readonly PageEdit[],
  confirmed: ReadonlyMap<PageEdit, string>,
  inserted: readonly string[],
): readonly string[] {
  const left = [...inserted];
  return edits.flatMap((edit) => (edit.kind === 'insert' ? (confirmed.get(edit) ?? left.shift() ?? []) : []));
}

function keyOf({ space, number }: At): string {
  return JSON.stringify([space, number]);
}
