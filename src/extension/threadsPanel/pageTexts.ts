import type * as vscode from 'vscode';
import type { CommentsPlace } from '../../model/comments/place.ts';
import type { Account } from '../services/accounts.ts';
import type { Uses } from '../services/services.ts';

/** The texts of the pages of a change request that have suggestions. */
export interface PageTexts extends vscode.Disposable {
  /** Undefined until the page was read, which begins then: one page at a time. */
  of(page: string): string | undefined;
}

/** `onRead` is called for each page that was read. A published page has no suggestions that can be applied. */
export async function pageTexts(
  { stores, edge }: Uses<'stores' | 'edge'>,
  account: Account,
  { space, changeRequest: id }: CommentsPlace,
  onRead: (page: string) => void,
): Promise<PageTexts | undefined> {
  if (id === undefined) return undefined;
  const [changeRequests, content] = await Promise.all([stores(account).changeRequests(), stores(account).contents()]);
  const { number } = (changeRequests.cached(space, id) ?? (await changeRequests.find(space, id))).changeRequest;
  const asked = new Set<string>();
  let reading = Promise.resolve();
  let isOver = false;

  async function read(page: string): Promise<void> {
    if (isOver) return;
    try {
      await content.reading(space, number, page);
      onRead(page);
    } catch (error) {
      edge.note('Comment threads', error);
    }
  }

  const following = content.onDidChange((change) => {
    if (change.kind === 'viewed' || change.kind === 'pages') return;
    const changed = change.kind === 'changed' ? change.after.number : change.number;
    if (change.space !== space || changed !== number) return;
    const before = [...asked];
    asked.clear();
    before.forEach(onRead);
  });
  return {
    of(page) {
      const known = content.cachedReading(space, number, page)?.reading.markdown;
      if (!asked.has(page)) {
        asked.add(page);
        if (known === undefined) reading = reading.then(async () => read(page));
      }
      return known;
    },
    dispose() {
      isOver = true;
      following.dispose();
    },
  };
}
