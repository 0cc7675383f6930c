import type { Member } from '../../contract/organizations/member.ts';
import type { Person } from '../../model/comments/threads.ts';
import { failureOf, isKind } from '../../model/shared/failure.ts';
import { shownReplies, shownThreads } from './shown.ts';
import type { CommentsState } from './state.ts';

/** How many people are requested. */
const most = 200;

/** See `Comments.people`. The list is requested once. */
export function createPeople(state: CommentsState): () => Promise<readonly Person[]> {
  let asked: Promise<readonly Person[]> | undefined;

  async function listed(): Promise<readonly Person[]> {
    try {
      const { items } = await state.calls.commenters(most);
      return items.map(({ id, user }: Member) => ({ id, name: user?.displayName ?? '' }));
    } catch (error) {
      if (!failureOf(error)) throw error;
      if (!isKind(error, 'unsupported', 'missing', 'forbidden')) asked = undefined;
      return [];
    }
  }

  return async () => {
    asked ??= listed();
    const { threads } = shownThreads(state);
    const replies = threads.flatMap(({ id }) => shownReplies(state, id)?.replies ?? []);
    const all = [...(await asked), ...[...threads, ...replies].map(({ author }) => author)];
    const people = new Map(all.filter(({ name }) => name.trim() !== '').map((each) => [each.id ?? each.name, each]));
    return [...people.values()];
  };
}
