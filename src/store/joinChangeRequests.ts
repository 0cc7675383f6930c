import type { ChangeRequestContent } from './changeRequestContent.ts';
import type { ChangeRequests } from './changeRequests.ts';

/** What is heard of a change request in a list, or by an act, its content hears too, and the other way round. */
export function joinChangeRequests(
  changeRequests: Pick<ChangeRequests, 'known' | 'refreshOne' | 'onDidChange'>,
  content: Pick<ChangeRequestContent, 'learn' | 'onDidChange'>,
  log: { warn(message: string): void },
): void {
  changeRequests.onDidChange((change) => {
    if (change.kind !== 'changed') return;
    const known = changeRequests.known(change.space, change.changeRequest);
    if (known) content.learn(change.space, [known.changeRequest]);
  });
  content.onDidChange((change) => {
    if (change.kind !== 'changed') return;
    const { space, after } = change;
    const known = changeRequests.known(space, after.id)?.changeRequest;
    if (!known || (known.revision === after.revision && known.status === after.status)) return;
    changeRequests.refreshOne(space, after.id).catch((error: unknown) => {
      log.warn(`A change request could not be refreshed: ${String(error)}`);
    });
  });
}
