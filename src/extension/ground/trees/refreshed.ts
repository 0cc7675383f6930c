import type { Tree } from './create.ts';

/** Refreshes the content of a view and has VS Code load all rows again, because it may have lost some. */
export async function refreshed(
  tree: Pick<Tree<never, never>, 'loadAgain'>,
  refresh: () => PromiseLike<unknown>,
): Promise<void> {
  try {
    await refresh();
  } finally {
    tree.loadAgain();
  }
}
