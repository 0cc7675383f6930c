/**
 * Follows the store that was used last: signing in again, or resetting the sample workspace, creates another one for
 * the same account.
 */
export interface FollowedStore<Store> {
  /** Uses the store and follows it from then on. */
  use(store: Store): Store;
  /** The store used last; undefined once this is disposed. */
  readonly cached: Store | undefined;
  dispose(): void;
}

export function followLatest<Store>(follow: (store: Store) => { dispose(): unknown }): FollowedStore<Store> {
  let known: Store | undefined;
  let following: { dispose(): unknown } | undefined;
  let isOver = false;
  return {
    use(store) {
      if (store === known || isOver) return store;
      following?.dispose();
      known = store;
      following = follow(store);
      return store;
    },
    get cached() {
      return known;
    },
    dispose() {
      isOver = true;
      known = undefined;
      following?.dispose();
    },
  };
}
