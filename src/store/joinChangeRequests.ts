import type { ChangeRequestContent } from './changeRequestContent.ts';
import type { ChangeRequests } from './changeRequests.ts';

/** What is heard of a change request in a list, or by an act, its content hears too, and the other way round. */
export function joinChangeRequests(
  changeRequests: Pick<ChangeRequests, 'known' | 'learn' | 'onDidChange'>,
  content: Pick<ChangeRequestContent, 'learn' | 'onDidChange'>,
): void {
  changeRequests.onDidChange((change) => {
    if (change.kind !== 'changed') return;
    const known = changeRequests.known(change.space, change.changeRequest);
    if (known) content.learn(change.space, [known.changeRequest]);
  });
  content.onDidChange((change) => {
    if (change.kind === 'changed') changeRequests.learn(change.space, change.after);
  });
}
