import type * as vscode from 'vscode';
import type { CommentsPlace } from '../../../model/comments/place.ts';
import { main } from '../../../model/shared/address.ts';
import type { Account } from '../../ground/services/accounts.ts';
import type { Uses } from '../../ground/services/services.ts';

/** The texts of pages that are commented on. */
export interface PageTexts extends vscode.Disposable {
  /** Undefined until the page was read, which begins then: one page at a time. */
  of(page: string): string | undefined;
}

/** Of so many pages, the texts are read in advance. */
const mostRead = 100;

/** `onRead` is called for each page that was read. */
export async function pageTexts(
  { stores, edge }: Uses<'stores' | 'edge'>,
  account: Account,
  { space, changeRequest: id }: CommentsPlace,
  onRead: (page: string) => void,
): Promise<PageTexts> {
  const [changeRequests, content] = await Promise.all([stores(account).changeRequests(), stores(account).contents()]);
  const of =
    id === undefined ? undefined : (changeRequests.cached(space, id) ?? (await changeRequests.find(space, id)));
  const number = of?.changeRequest.number;
  const asked = new Set<string>();
  let reading = Promise.resolve();
  let isOver = false;

  async function read(page: string): Promise<void> {
    if (isOver) return;
    try {
      if (number === undefined) await content.text(space, main, page);
      else await content.reading(space, number, page);
      onRead(page);
    } catch (error) {
      edge.note('Comment threads', error);
    }
  }

  const following = content.onDidChange((change) => {
    if (change.kind === 'viewed' || change.space !== space) return;
    const changed =
      change.kind === 'pages' ? undefined : change.kind === 'changed' ? change.after.number : change.number;
    if (changed !== number) return;
    const before = [...asked];
    asked.clear();
    before.forEach(onRead);
  });
  return {
    of(page) {
      const known =
        number === undefined
          ? content.cachedText(space, main, page)?.text
          : content.cachedReading(space, number, page)?.reading.markdown;
      if (!asked.has(page) && asked.size < mostRead) {
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
