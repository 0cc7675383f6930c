import * as vscode from 'vscode';
import type { FindPlace } from '../../../store/find/find.ts';
import type { FindContext } from './context.ts';
import type { Search } from './state.ts';

export interface FollowedPages {
  dispose(): void;
}

/** One change causes several events, so pages are only read again after this time, in ms. */
const soon = 400;

/** Follows the pages of a search: reports those that changed, here or on the server, and those with unsent text. */
export async function followPages(
  { account, places }: Search,
  {
    stores,
    changed,
    note,
  }: Pick<FindContext, 'stores'> & {
    readonly changed: (places: readonly FindPlace[]) => void;
    readonly note: (error: unknown) => void;
  },
): Promise<FollowedPages> {
  const [content, edits] = await Promise.all([stores(account).contents(), stores(account).edits()]);
  const waiting = new Map<FindPlace, Set<string>>();
  let timer: NodeJS.Timeout | undefined;
  let unsent = edits.drafts.cached();

  function later(space: string, number: number | undefined, pages: Iterable<string>): void {
    for (const place of places) {
      if (place.space !== space || place.number !== number) continue;
      const inScope = [...pages].filter((page) => place.pages?.includes(page) ?? true);
      if (inScope.length > 0) waiting.set(place, new Set([...(waiting.get(place) ?? []), ...inScope]));
    }
    if (waiting.size === 0) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      const all = [...waiting].map(([place, pages]) => ({ ...place, pages: [...pages] }));
      waiting.clear();
      changed(all);
    }, soon);
  }

  async function changesOf(space: string, number: number): Promise<void> {
    const { pages } = await content.changes(space, number);
    later(
      space,
      number,
      pages.map(({ id }) => id),
    );
  }

  const following = vscode.Disposable.from(
    content.onDidChange((change) => {
      if (change.kind === 'pages') later(change.space, undefined, [...change.changed, ...change.deleted]);
      if (change.kind !== 'changed' || change.before.revision === change.after.revision) return;
      if (places.some(({ space, number }) => space === change.space && number === change.after.number)) {
        changesOf(change.space, change.after.number).catch(note);
      }
    }),
    edits.drafts.onDidChange(() => {
      const now = edits.drafts.cached();
      // A draft that is gone makes the server's text count again.
      for (const { target } of [...unsent, ...now]) later(target.space, target.number, [target.page]);
      unsent = now;
    }),
  );
  return {
    dispose() {
      clearTimeout(timer);
      following.dispose();
    },
  };
}
