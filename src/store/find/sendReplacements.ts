import pMap from 'p-map';
import { ApiError, cancellation, isKind } from '../../model/shared/failure.ts';
import type { EditTarget, PageEdit } from '../editing/edits.ts';
import type { Read } from '../library/library.ts';
import { sizeOfBatch } from '../editing/sendImport.ts';
import { atOnce } from './readPage.ts';
import type { FindState } from './state.ts';
import type { PageReplacement, SendReplacements, Skipped } from './find.ts';

type At = Pick<EditTarget, 'space' | 'number'>;

/** How often a revision is tried again because others keep changing its pages. */
const mostTries = 5;

/** See `Find.send`. */
export async function sendReplacements(
  state: FindState,
  at: At,
  pages: readonly PageReplacement[],
  { signal, unsaved, onSent, onSkipped, onOverwritten }: SendReplacements,
): Promise<void> {
  const edits = await state.edits();
  const waiting = [...pages];
  for (let tries = 0; waiting.length > 0;) {
    if (signal?.aborted) throw cancellation();
    const batch = waiting.slice(0, sizeOfBatch(waiting.map(({ text }) => text)));
    await state.content.refresh(at.space, at.number, { signal });
    const typed = ((await unsaved?.()) ?? []).filter((each) => each.space === at.space && each.number === at.number);
    const unsent = new Set([
      ...(await edits.drafts.of(at)).map(({ target }) => target.page),
      ...typed.map(({ page }) => page),
    ]);
    const judged = await Promise.all(
      batch.map(async (each) => ({ each, state: await stateOf(state, at, each, unsent, signal) })),
    );
    const left = judged.flatMap(({ each, state }) => (state === 'unchanged' ? [editOf(each)] : []));
    try {
      if (left.length > 0) await edits.send(at, left, { signal, readsBack: false, onOverwritten });
    } catch (error) {
      tries += 1;
      if (tries < mostTries && isOvertaken(error)) continue;
      throw error;
    }
    tries = 0;
    waiting.splice(0, batch.length);
    onSent(judged.flatMap(({ each, state }) => (state === 'unchanged' || state === 'replaced' ? [each.page] : [])));
    for (const { each, state } of judged) {
      if (state !== 'unchanged' && state !== 'replaced') onSkipped(each.page, state);
    }
  }
}

/** See `Find.differing`. */
export async function differing(
  state: FindState,
  at: At,
  pages: readonly PageReplacement[],
  { signal }: Read = {},
): Promise<ReadonlySet<string>> {
  const { pages: changes } = await state.content.changes(at.space, at.number, { signal });
  const changed = new Set(changes.map(({ id }) => id));
  const read = async (each: PageReplacement) => ({
    page: each.page,
    state: await stateOf(state, at, each, new Set(), signal),
  });
  const judged = await pMap(
    pages.filter(({ page }) => changed.has(page)),
    read,
    { concurrency: atOnce },
  );
  return new Set(judged.flatMap(({ page, state }) => (state === 'changed' || state === 'gone' ? [page] : [])));
}

function editOf({ page, text, base }: PageReplacement): PageEdit {
  return { kind: 'write', page, text, base, format: 'markdown' };
}

async function stateOf(
  { content }: FindState,
  { space, number }: At,
  { page, base, text }: PageReplacement,
  unsent: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): Promise<'unchanged' | 'replaced' | Skipped> {
  try {
    const { reading } = await content.reading(space, number, page, { signal });
    if (reading.markdown === text) return 'replaced';
    if (unsent.has(page)) return 'unsent';
    return reading.markdown === base ? 'unchanged' : 'changed';
  } catch (error) {
    if (isKind(error, 'missing')) return 'gone';
    throw error;
  }
}

/** Whether someone changed a page between the comparison and the revision. Nothing was sent then. */
function isOvertaken(error: unknown): boolean {
  return error instanceof ApiError && (error.reason.code === 'changedOnServer' || error.reason.code === 'pageDeleted');
}
