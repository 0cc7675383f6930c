import type { PageTree } from '../../model/pages/tree.ts';
import { isSame } from '../../model/shared/same.ts';
import { createRecent } from '../shared/sendOnce.ts';
import { insertedPages } from './confirmedEdits.ts';
import type { EditTarget, PageEdit } from './edits.ts';
import type { PreparedEdit } from './preparedEdits.ts';

/** Inserts whose request got no answer, so that their outcome is unknown. */
interface Attempt {
  readonly inserts: readonly PreparedEdit[];
  /** Ids of the pages that existed before. */
  readonly before: ReadonlySet<string>;
}

/** The inserts of the last request without an answer, by change request. Other edits can be sent twice without harm. */
export interface LostInserts {
  /** Records that a request got no answer. `before` holds the ids of the pages that existed before it. */
  add(at: ChangeRequestKey, batch: readonly PreparedEdit[], before: ReadonlySet<string>): void;
  /** The edits whose pages now exist, with the pages' ids, so that they aren't inserted again. */
  confirmed(at: ChangeRequestKey, edits: readonly PageEdit[], tree: PageTree): ReadonlyMap<PageEdit, string>;
  /** The outcome is known: from here on, an identical edit counts as a new one. */
  forget(at: ChangeRequestKey): void;
}

type ChangeRequestKey = Pick<EditTarget, 'space' | 'number'>;

export function createLostInserts(now: () => number): LostInserts {
  const attempts = createRecent<Attempt>(now);
  return {
    add(at, batch, before) {
      const inserts = batch.filter(isInsert);
      if (inserts.length > 0) attempts.set(keyOf(at), { inserts, before });
    },
    confirmed(at, edits, tree) {
      const attempt = attempts.get(keyOf(at));
      const confirmed = new Map<PageEdit, string>();
      if (!attempt) return confirmed;
      const pages = insertedPages(tree, attempt.inserts, attempt.before);
      const found = attempt.inserts.map(({ edit }, index) => ({ edit, page: pages[index] }));
      for (const each of edits) {
        const index = found.findIndex(({ edit, page }) => page !== undefined && isSame(edit, each));
        const [one] = index < 0 ? [] : found.splice(index, 1);
        if (one?.page !== undefined) confirmed.set(each, one.page);
      }
      return confirmed;
    },
    forget: (at) => attempts.delete(keyOf(at)),
  };
}

export function isInsert({ change }: PreparedEdit): boolean {
  return change.operation === 'insert_page';
}

function keyOf({ space, number }: ChangeRequestKey): string {
  return JSON.stringify([space, number]);
}
