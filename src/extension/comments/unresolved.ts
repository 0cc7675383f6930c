import * as vscode from 'vscode';
import type { PageTree } from '../../model/pages/tree.ts';
import { isReadable } from '../../model/pages/readable.ts';
import { showStatus } from '../ground/messages/show.ts';
import type { CommentedPage } from './commentedPage.ts';
import type { PlacedThread } from './shownThreads.ts';
import { openPageEditor, openPageIn } from './shared/openPage.ts';
import type { CommentSession } from './session.ts';

/**
 * Goes to the next or previous open thread from the cursor: of this page, then of the following pages, then around to
 * this page again.
 */
export async function goToUnresolved(session: CommentSession, step: 1 | -1): Promise<void> {
  const uri = openPageIn();
  // The reader has no text document of its own.
  if (uri && !openPageEditor()) await vscode.workspace.openTextDocument(uri);
  const page = uri && (await session.inline.shown(uri));
  if (!page) throw new Error(vscode.l10n.t('Open a page first, or select one in the Library.'));
  const here = openIn(session, uri);
  const next = beyond(here, openPageEditor()?.selection.active ?? new vscode.Position(0, 0), step);
  if (next) return reveal(next);

  const elsewhere = await nextPage(page, step);
  if (elsewhere) {
    const document = await vscode.workspace.openTextDocument(elsewhere);
    await session.inline.shown(document.uri);
    const there = openIn(session, document.uri);
    const first = there.at(step === 1 ? 0 : -1);
    if (first) return reveal(first);
  }
  const again = here.at(step === 1 ? 0 : -1);
  if (again) return reveal(again);
  showStatus(vscode.l10n.t('No open comments.'), 5000);
}

function openIn(session: CommentSession, uri: vscode.Uri): readonly PlacedThread[] {
  return session.inline.placedIn(uri).filter(({ id, page }) => page.comments.thread(id)?.isResolved === false);
}

/** The cursor is on a thread if the user went to it last. */
function beyond(placed: readonly PlacedThread[], at: vscode.Position, step: 1 | -1): PlacedThread | undefined {
  const current = placed.findIndex(
    ({ range, widget }) =>
      widget.thread.collapsibleState === vscode.CommentThreadCollapsibleState.Expanded &&
      (range?.start ?? new vscode.Position(0, 0)).isEqual(at),
  );
  if (current >= 0) return placed[current + step];
  const start = ({ range }: PlacedThread) => range?.start ?? new vscode.Position(0, 0);
  return step === 1
    ? placed.find((each) => !start(each).isBefore(at))
    : placed.findLast((each) => start(each).isBefore(at));
}

async function reveal({ uri, range, widget }: PlacedThread): Promise<void> {
  const start = range?.start ?? new vscode.Position(0, 0);
  const editor = await vscode.window.showTextDocument(uri, { selection: new vscode.Range(start, start) });
  editor.revealRange(range ?? new vscode.Range(start, start), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  widget.thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
}

/** The nearest page with open threads, in the order of the table of contents. */
async function nextPage(page: CommentedPage, step: 1 | -1): Promise<vscode.Uri | undefined> {
  const { threads } = await page.comments.load();
  const wanted = new Set(threads.flatMap((thread) => (thread.isResolved || !thread.page ? [] : [thread.page.id])));
  const { pages, uriOf } = await page.around();
  const all = readable(pages);
  const at = all.findIndex(({ id }) => id === page.page);
  for (let distance = 1; distance < all.length; distance++) {
    const next = all[(at + step * distance + all.length * distance) % all.length];
    if (next && wanted.has(next.id)) return uriOf(next.path);
  }
  return undefined;
}

function readable({ byPath }: PageTree): { readonly id: string; readonly path: string }[] {
  return [...byPath].filter(([, node]) => isReadable(node)).map(([path, { id }]) => ({ id, path }));
}
