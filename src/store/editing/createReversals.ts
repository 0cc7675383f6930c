import type { Api } from '../../client/api.ts';
import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import { longestText } from '../../model/editing/limits.ts';
import type { Version } from '../../model/shared/address.ts';
import { mergeTexts } from '../../model/merge/texts.ts';
import { reversalOf, type SkippedPage } from '../../model/changeRequests/reversal.ts';
import { failureOf, isKind, reworded } from '../../model/shared/failure.ts';
import { slugOf } from '../../model/shared/slug.ts';
import { titledText } from '../../model/text/titleHeading.ts';
import type { Contents } from '../content/content.ts';
import type { ChangeRequestEdits, EditTarget, PageEdit } from './edits.ts';
import type { Read } from '../library/library.ts';
import type { Reversal, Reversals } from './reversals.ts';

export interface ReversalsContext {
  readonly api: Pick<Api, 'revisions'>;
  readonly content: Pick<Contents, 'pages' | 'markdown'>;
  readonly send: ChangeRequestEdits['send'];
}

export function createReversals({ api, content, send }: ReversalsContext): Reversals {
  async function of(
    { space, changeRequest }: { space: string; changeRequest: ChangeRequest },
    now: Version,
    read: Read = {},
  ): Promise<Reversal> {
    try {
      const sides = await sidesOf(space, changeRequest, read);
      if (!sides) return nothing;
      const [merged, before] = sides;
      const treeAt = (version: Version) => content.pages(space, version, read);
      const trees = await Promise.all([treeAt(merged), treeAt(before), treeAt(now)]);
      const reversal = reversalOf({ merged: trees[0], before: trees[1], now: trees[2] });
      const bodyAt = async (version: Version, page: string): Promise<string> =>
        titledText(await content.markdown(space, version, page, read)).body;
      const texts = await Promise.all(
        reversal.texts.map(async (page) => {
          const [base, ours, theirs] = await Promise.all([merged, now, before].map((version) => bodyAt(version, page)));
          return { page, now: ours!, ...mergeTexts({ base: base!, ours: ours!, theirs: theirs! }) };
        }),
      );
      const inserts = reversal.placed.flatMap((each) => each.inserts);
      const insertedTexts = await Promise.all(
        inserts.map(async ({ page }) => [page, await bodyAt(before, page)] as const),
      );
      const inConflict = texts.filter(({ conflicts, text }) => conflicts.length > 0 || text.length > longestText);
      const title = (page: string) => trees[2].byId.get(page)?.title ?? '';
      const skipped = new Map<string, SkippedPage>(
        inConflict.map(({ page }) => [page, { page, title: title(page), why: 'changed' }]),
      );
      for (const each of reversal.skipped) skipped.set(each.page, each);
      const writes = texts.filter((each) => each.text !== each.now && each.text.length <= longestText);
      const { placed, deletes, renames } = reversal;
      return {
        ...reversal,
        isEmpty: placed.length + deletes.length + renames.length + writes.length === 0,
        writes,
        insertedTexts: new Map(insertedTexts),
        skipped: [...skipped.values()],
      };
    } catch (error) {
      const failure = failureOf(error);
      if (!failure || !isKind(failure, 'unsupported', 'missing')) throw error;
      throw reworded(failure, {
        code: 'revisionsMissing',
        number: changeRequest.number,
        cause: failure.reason,
      });
    }
  }

  /**
   * The revision made by the merge, and main before it. Undefined if the merge made no revision because there was
   * nothing to merge.
   */
  async function sidesOf(spaceId: string, { revision, revisionMerged }: ChangeRequest, read: Read) {
    if (!revisionMerged) return undefined;
    const { type, parents } = await api.revisions.get({ spaceId, revisionId: revisionMerged }, read);
    const others = (parents ?? []).filter((parent) => parent !== revision);
    const isOwn = parents?.includes(revision) || (type === 'merge' && parents?.length === 1);
    if (!isOwn || others[0] === undefined) return undefined;
    const versionOf = (id: string) => ({ kind: 'revision', revision: id }) as const;
    return [versionOf(revisionMerged), versionOf(others[0])] as const;
  }

  return {
    of,
    async send(at, reversal) {
      const ids = new Map<string, string>();
      const idOf = (page: string | undefined) => page && (ids.get(page) ?? page);
      const sendAll = (edits: readonly PageEdit[]) =>
        edits.length > 0 ? send(at, edits, { inBatches: true }) : undefined;
      for (const { inserts, moves } of reversal.placed) {
        const inserted = inserts.map(({ page, title, into, at: place }): PageEdit => {
          const text = `# ${title}\n\n${reversal.insertedTexts.get(page) ?? ''}`;
          return { kind: 'insert', title, into: idOf(into), at: place, text, format: 'markdown' };
        });
        const sent = await sendAll([
          ...inserted,
          ...moves.map(({ page, into, at: place }): PageEdit => ({ kind: 'move', page, into: idOf(into), at: place })),
        ]);
        inserts.forEach(({ page }, index) => ids.set(page, sent?.inserted[index] ?? page));
      }
      await sendAll(reversal.deletes.map((page) => ({ kind: 'delete', page })));
      const slugs = reversal.placed.flatMap(({ inserts }) =>
        inserts.flatMap(({ page, slug, title }): PageEdit[] =>
          slug === undefined || slug === slugOf(title) ? [] : [{ kind: 'rename', page: ids.get(page) ?? page, slug }],
        ),
      );
      await sendAll([...reversal.renames.map((each): PageEdit => ({ kind: 'rename', ...each })), ...slugs]);
      await sendAll(await Promise.all(reversal.writes.map((each) => written(at, each))));
    },
  };

  /** Puts the page's current title, which may have changed in the meantime, above the text. */
  async function written(
    { space, number }: Pick<EditTarget, 'space' | 'number'>,
    { page, now, text }: Reversal['writes'][number],
  ): Promise<PageEdit> {
    const markdown = await content.markdown(space, { kind: 'changeRequest', number }, page);
    const head = markdown.slice(0, markdown.length - titledText(markdown).body.length);
    return { kind: 'write', page, text: head + text, base: head + now, format: 'markdown' };
  }
}

const nothing: Reversal = {
  isEmpty: true,
  placed: [],
  deletes: [],
  renames: [],
  texts: [],
  skipped: [],
  writes: [],
  insertedTexts: new Map(),
};
