import { failureOf } from '../../model/shared/failure.ts';
import type { ChangeRequestContent } from './content.ts';
import type { ChangeRequests } from '../changeRequests/changeRequests.ts';

/** What is heard of a change request in a list, or by an act, its content hears too, and the other way round. */
export function joinChangeRequests(
  changeRequests: Pick<ChangeRequests, 'all' | 'known' | 'learn' | 'refreshOne' | 'onDidChange'>,
  content: Pick<ChangeRequestContent, 'learn' | 'onDidChange'>,
): void {
  changeRequests.onDidChange((change) => {
    if (change.kind !== 'changed') return;
    const known = changeRequests.known(change.space, change.changeRequest);
    if (known) content.learn(change.space, [known.changeRequest]);
  });
  content.onDidChange((change) => {
    if (change.kind === 'changed') changeRequests.learn(change.space, change.after);
    if (change.kind === 'gone') lookFor(change.space, change.number);
  });

  /** When it is gone the lists lose it. */
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
