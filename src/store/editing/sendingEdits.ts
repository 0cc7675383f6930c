import type { Api } from '../../client/api.ts';
import type { ApiError } from '../../client/errors.ts';
import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import type { PageReading } from '../../model/pages/text.ts';
import type { PageTree } from '../../model/pages/tree.ts';
import { arrivedEdits, insertedPages, isSameMarkdown } from './confirmedEdits.ts';
import type { ChangeRequestContent } from '../changeRequestContent/content.ts';
import {
  mostAtOnce,
  type ChangeRequestEdits,
  type EditsChange,
  type EditTarget,
  type PageEdit,
  type SendOptions,
  type Sent,
} from './edits.ts';
import { conflict, failureOf, isKind, refusal, reworded } from '../shared/failure.ts';
import type { Read } from '../library/library.ts';
import type { ParseAhead } from '../shared/parseAhead.ts';
import { overwrittenBy, revisionBetween, type Lineage } from './overwrittenEdits.ts';
import { preparedEdits, type PreparedEdit } from './preparedEdits.ts';
import { readAs } from './readAs.ts';
import { closedFor, explainedRefusal, notOffered } from './refusedEdits.ts';

export interface SendingEditsParts {
  readonly api: Pick<Api, 'changeRequestContent' | 'revisions'>;
  readonly content: ChangeRequestContent;
  /** In ms since the epoch. */
  readonly now: () => number;
  /** What the text was written over, of all readings of the page that were handed out. */
  readonly readingFor: (
    target: EditTarget,
    present: PageReading,
    text: string,
    base: string | undefined,
  ) => PageReading;
  readonly onSent: (change: EditsChange) => void;
  readonly warn: (message: string) => void;
  readonly parseAhead?: ParseAhead | undefined;
}

type At = Pick<EditTarget, 'space' | 'number'>;

/** New pages that may arrive, or have arrived, without an answer. What else is sent may be sent again: it changes nothing then. */
interface Attempt {
  /** In ms since the epoch. */
  readonly since: number;
  readonly inserts: readonly PreparedEdit[];
  /** Ids of the pages that were there before. */
  readonly before: ReadonlySet<string>;
}

/** What the edits that are left were compared with. */
interface Standing {
  revision: string;
  /** False once others have changed the change request meanwhile: then all is compared anew. */
  isOurs: boolean;
}

/** How long what was sent may still arrive, in ms; the same again after that is meant to be another. */
const aWhile = 10 * 60_000;

/** `ChangeRequestEdits.send`: one after the other for each change request. */
export function sendingEdits(parts: SendingEditsParts): ChangeRequestEdits['send'] {
  const { api, content, now, readingFor, onSent, warn, parseAhead } = parts;
  const unsure = new Map<string, Attempt>();
  const waiting = new Map<string, Promise<unknown>>();

  async function send(at: At, edits: readonly PageEdit[], options: SendOptions): Promise<Sent> {
    const { signal, inBatches = false } = options;
    const { changeRequest, tree } = await present(at, { signal });
    const arrived = arrivedBefore(at, edits, tree);
    const left = await prepared(
      at,
      tree,
      edits.filter((edit) => !arrived.has(edit)),
      { signal },
    );
    if (left.length > mostAtOnce && !inBatches) {
      throw refusal(
        `These are ${left.length} changes, and the platform takes ${mostAtOnce} at once. Send them in batches, each a revision of its own.`,
      );
    }
    let sent: Sent = { changed: arrived.size > 0, revision: changeRequest.revision, inserted: [], different: [] };
    const standing: Standing = { revision: changeRequest.revision, isOurs: true };
    for (let from = 0; from < left.length; from += mostAtOnce) {
      sent = joined(sent, await sendBatch(at, left, from, standing, options));
    }
    // From now on the same again is meant to be another.
    if (arrived.size > 0) unsure.delete(keyOf(at));
    return { ...sent, inserted: inOrder(edits, arrived, sent.inserted) };
  }

  /** The change request and its pages, asked anew; rejects where it cannot be written in. */
  async function present({ space, number }: At, read: Read): Promise<{ changeRequest: ChangeRequest; tree: PageTree }> {
    const changeRequest = await content.refresh(space, number, read);
    const closed = closedFor(changeRequest);
    if (closed) throw closed;
    return { changeRequest, tree: await content.pages(space, versionOf(number), read) };
  }

  function prepared(at: At, tree: PageTree, edits: readonly PageEdit[], read: Read): Promise<readonly PreparedEdit[]> {
    const preparing = {
      ...at,
      content,
      tree,
      readingFor: ({ node, reading }: { node: { id: string }; reading: PageReading }, text: string, base?: string) =>
        readingFor({ ...at, page: node.id }, reading, text, base),
      parseAhead,
    };
    return preparedEdits(preparing, edits, read);
  }

  async function sendBatch(
    at: At,
    all: readonly PreparedEdit[],
    from: number,
    standing: Standing,
    { signal, onOverwritten, readsBack = true }: SendOptions,
  ): Promise<Sent> {
    try {
      const batch = await comparedAnew(at, all.slice(from, from + mostAtOnce), from, standing, { signal });
      if (batch.length === 0) return { changed: false, inserted: [], different: [] };
      const { revision: compared } = standing;
      const { made, ...sent } = await sendOnce(at, batch, { signal });
      onSent({ ...at, revision: sent.revision ?? '' });
      const [different] = await Promise.all([
        readsBack ? differentFrom(at, batch, sent) : [],
        lookBetween({ ...at, compared, made }, batch, onOverwritten).then((isOurs) => {
          standing.isOurs = isOurs && made === sent.revision;
          standing.revision = sent.revision ?? made ?? compared;
        }),
      ]);
      return { ...sent, different };
    } catch (error) {
      const failure = failureOf(error);
      if (!failure || from === 0) throw error;
      throw reworded(failure, `The first ${from} of ${all.length} changes are in #${at.number}. ${failure.message}`);
    }
  }

  /** The batch as it was compared before the first one, unless others have changed the change request since. */
  async function comparedAnew(
    at: At,
    batch: readonly PreparedEdit[],
    from: number,
    standing: Standing,
    read: Read,
  ): Promise<readonly PreparedEdit[]> {
    if (from === 0) return batch;
    const { changeRequest, tree } = await present(at, read);
    if (standing.isOurs && changeRequest.revision === standing.revision) return batch;
    standing.revision = changeRequest.revision;
    return prepared(
      at,
      tree,
      batch.map(({ edit }) => edit),
      read,
    );
  }

  /** Whether nobody else is known to have changed anything between what was compared and what was made. */
  async function lookBetween(
    { made, ...at }: Omit<Lineage, 'made'> & { readonly made: string | undefined },
    batch: readonly PreparedEdit[],
    onOverwritten: SendOptions['onOverwritten'],
  ): Promise<boolean> {
    // Without a revision of its own the save replaced nothing that could be named.
    if (made === undefined || made === at.compared) return true;
    const lineage = { ...at, made };
    const between = await revisionBetween({ api, content, warn }, lineage);
    if (between === undefined) return true;
    const overwritten = await overwrittenBy({ api, content, warn }, { ...lineage, between }, batch);
    if (overwritten.length > 0) onOverwritten?.(overwritten);
    return false;
  }

  /**
   * `made` is the revision that holds the edits; undefined where the reply does not name it: the head may be another one, which
   * somebody else made afterwards.
   */
  async function sendOnce(
    at: At,
    batch: readonly PreparedEdit[],
    read: Read,
  ): Promise<Sent & { readonly made: string | undefined }> {
    const { space, number } = at;
    const tree = await content.pages(space, versionOf(number), read);
    const ids = new Set(tree.byId.keys());
    const before = await content.changeRequest(space, number, read);
    const inserts = batch.filter(({ change }) => change.operation === 'insert_page');
    const knowNow = () => inserts.length > 0 && unsure.delete(keyOf(at));
    try {
      // Not to be cancelled: what has begun is looked at to its end.
      const reply = await api.changeRequestContent.update({
        spaceId: space,
        changeRequestId: String(number),
        body: { changes: batch.map(({ change }) => change) },
      });
      knowNow();
      const { revision } = await afterwards(at, before, reply.revision ?? undefined);
      return {
        changed: true,
        revision,
        made: reply.revision ?? undefined,
        inserted: reply.inserted ?? (await insertedAmong(at, batch, ids)),
        different: [],
      };
    } catch (error) {
      const failure = failureOf(error);
      if (!failure) throw error;
      if (failure.details.mayHaveHappened !== true)
        throw await explainedRefusal(failure, at, () => content.refresh(space, number));
      if (inserts.length > 0) unsure.set(keyOf(at), { since: now(), inserts, before: ids });
      const sent = await lookedUp(failure, at, batch, { ids, revision: before.revision });
      knowNow();
      return sent;
    }
  }

  /** For a reply that doesn't name the new pages; empty where they can't be found. */
  async function insertedAmong(
    { space, number }: At,
    batch: readonly PreparedEdit[],
    before: ReadonlySet<string>,
  ): Promise<readonly string[]> {
    if (batch.every(({ change }) => change.operation !== 'insert_page')) return [];
    try {
      const found = insertedPages(await content.pages(space, versionOf(number)), batch, before);
      return found.includes(undefined) ? [] : found.flatMap((id) => id ?? []);
    } catch (error) {
      if (!failureOf(error)) throw error;
      return [];
    }
  }

  /** The change request as it is after something was sent; where it cannot be asked for, as far as the reply told. */
  async function afterwards({ space, number }: At, before: ChangeRequest, revision: string | undefined) {
    try {
      return await content.refresh(space, number);
    } catch (error) {
      if (!failureOf(error)) throw error;
      const told = revision === undefined ? before : { ...before, revision };
      content.learn(space, [told]);
      return told;
    }
  }

  /** What came of a request without an answer; rejects unless all of it has arrived. */
  async function lookedUp(
    failure: ApiError,
    at: At,
    batch: readonly PreparedEdit[],
    before: { readonly ids: ReadonlySet<string>; readonly revision: string },
  ): Promise<Sent & { readonly made: string }> {
    const { space, number } = at;
    let present: ChangeRequest;
    let inserted: readonly string[] | undefined;
    try {
      present = await content.refresh(space, number);
      if (present.revision === before.revision)
        throw reworded(failure, `Nothing has arrived in #${number}. ${failure.message}`);
      inserted = await arrivedEdits({ space, number, content, before: before.ids }, batch);
    } catch (error) {
      const other = failureOf(error);
      if (!other || other.details.mayHaveHappened) throw error;
      throw reworded(failure, `${untold} ${other.message}`);
    }
    const { revision } = present;
    if (inserted) return { changed: true, revision, made: revision, inserted, different: [] };
    throw conflict(
      `The connection broke, and #${number} was changed meanwhile, otherwise than by what was sent. Compare before you save again.`,
    );
  }

  /** Pages that were to be inserted before, without an answer, and are there now: they are not inserted again. */
  function arrivedBefore(at: At, edits: readonly PageEdit[], tree: PageTree): ReadonlyMap<PageEdit, string> {
    const attempt = unsure.get(keyOf(at));
    const arrived = new Map<PageEdit, string>();
    if (!attempt || now() - attempt.since > aWhile) {
      unsure.delete(keyOf(at));
      return arrived;
    }
    const pages = insertedPages(tree, attempt.inserts, attempt.before);
    const there = attempt.inserts.map(({ edit }, index) => ({ edit, page: pages[index] }));
    for (const each of edits) {
      const index = there.findIndex(({ edit, page }) => page !== undefined && isSame(edit, each));
      const [found] = index < 0 ? [] : there.splice(index, 1);
      if (found?.page !== undefined) arrived.set(each, found.page);
    }
    return arrived;
  }

  /** What cannot be read back is not told to be different. */
  async function differentFrom(at: At, batch: readonly PreparedEdit[], { inserted }: Sent): Promise<Sent['different']> {
    const ids = [...inserted];
    const texts = batch.flatMap(({ change, markdown }) => {
      const page = change.operation === 'insert_page' ? ids.shift() : 'page' in change ? change.page : undefined;
      return page === undefined || markdown === undefined ? [] : [{ page, markdown }];
    });
    try {
      const all = await Promise.all(texts.map((each) => difference(at, each)));
      return all.flatMap((each) => each ?? []);
    } catch (error) {
      if (!failureOf(error)) throw error;
      return [];
    }
  }

  async function difference({ space, number }: At, { page, markdown }: { page: string; markdown: string }) {
    const { node, reading } = await content.reading(space, number, page);
    if (isSameMarkdown(reading.markdown, markdown)) return undefined;
    const sent = await readAs({ content, parseAhead }, { space, number, node }, markdown);
    return { page, sent: sent.text, received: reading.text };
  }

  return (at, edits, options = {}) => {
    const key = keyOf(at);
    const before = waiting.get(key) ?? Promise.resolve();
    const sending = before
      .then(() => send(at, edits, options))
      .catch((error: unknown) => {
        const failure = failureOf(error);
        throw failure && isKind(failure, 'unsupported') ? notOffered(failure) : error;
      });
    const done = sending.then(
      () => undefined,
      () => undefined,
    );
    waiting.set(key, done);
    void done.then(() => waiting.get(key) === done && waiting.delete(key));
    return sending;
  };
}

const untold =
  'The connection broke, and whether it has arrived could not be looked up. Save again when you are connected: that is looked up before anything is sent.';

function joined(one: Sent, other: Sent): Sent {
  return {
    changed: one.changed || other.changed,
    revision: other.revision ?? one.revision,
    inserted: [...one.inserted, ...other.inserted],
    different: [...one.different, ...other.different],
  };
}

/** Ids of all inserted pages in the order of the edits, of those that had arrived before too. */
function inOrder(
  edits: readonly PageEdit[],
  arrived: ReadonlyMap<PageEdit, string>,
  inserted: readonly string[],
): readonly string[] {
  const left = [...inserted];
  return edits.flatMap((edit) => (edit.kind === 'insert' ? (arrived.get(edit) ?? left.shift() ?? []) : []));
}

function isSame(one: PageEdit, other: PageEdit): boolean {
  return JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
}

function versionOf(number: number) {
  return { kind: 'changeRequest', number } as const;
}

function keyOf({ space, number }: At): string {
  return JSON.stringify([space, number]);
}
