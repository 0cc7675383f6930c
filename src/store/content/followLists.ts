import { failureOf } from '../../model/shared/failure.ts';
import type { Contents } from './content.ts';
import type { ChangeRequests } from '../changeRequests/changeRequests.ts';

/** Shares change requests between both stores: each learns what the other receives in lists or from actions. */
export function joinChangeRequests(
  changeRequests: Pick<ChangeRequests, 'all' | 'cached' | 'learn' | 'refreshOne' | 'onDidChange'>,
  content: Pick<Contents, 'learn' | 'onDidChange'>,
): void {
  changeRequests.onDidChange((change) => {
    if (change.kind !== 'changed') return;
    const known = changeRequests.cached(change.space, change.changeRequest);
    if (known) content.learn(change.space, [known.changeRequest]);
  });
  content.onDidChange((change) => {
    if (change.kind === 'changed') changeRequests.learn(change.space, change.after);
    if (change.kind === 'gone') lookFor(change.space, change.number);
  });

  /** If it was deleted, the lists remove it. */
  function lookFor(spaceId: string, number: number): void {
    const known = changeRequests
      .all()
      .find(({ space, changeRequest }) => space.id === spaceId && changeRequest.number === number);
    if (!known) return;
    changeRequests.refreshOne(spaceId, known.changeRequest.id).catch((error: unknown) => {
      if (failureOf(error) === undefined) throw error;
    });
  }
}
