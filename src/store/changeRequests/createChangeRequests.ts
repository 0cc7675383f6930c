import type { Download } from '../../client/download.ts';
import { isSame } from '../../model/shared/same.ts';
import { createActions } from './actions.ts';
import type { ChangeRequests } from './changeRequests.ts';
import { isNarrowed } from './children.ts';
import { createReading } from './reading.ts';
import { announceSoon, createState, listsOf, type StateContext } from './state.ts';

export interface ChangeRequestsOptions extends StateContext {
  readonly download: Download;
  /** See `Clocks`. */
  readonly serverNow: () => number | undefined;
}

export function createChangeRequests(options: ChangeRequestsOptions): ChangeRequests {
  const { download, serverNow, ...parts } = options;
  const state = createState(parts);
  const { api, changed, reviews } = state;
  return {
    ...createReading(state),
    ...createActions(state, serverNow),
    get arrangement() {
      return state.arrangement;
    },
    arrange(next) {
      if (!isSame(next.filter, state.arrangement.filter)) {
        state.lists = isNarrowed(next.filter) ? listsOf(state, next, () => announceSoon(state)) : state.unfiltered;
      }
      state.arrangement = next;
      state.shown.clear();
      state.failed.clear();
      changed.emit({ kind: 'children', place: undefined });
    },
    get hasNoReviews() {
      return reviews.areNone();
    },
    async pdf({ space, changeRequest }, of, { signal } = {}) {
      const { url } = await api.changeRequests.pdf(
        { spaceId: space.id, changeRequestId: changeRequest.id, ...of },
        { signal },
      );
      return download(url, { signal });
    },
    onDidChange: (listener) => changed.listen(listener),
  };
}
