import * as vscode from 'vscode';
import type { Version } from '../../../model/shared/address.ts';
import { mergePageTexts, mergingEdits } from '../../../model/merge/lineEdits.ts';
import { isReadable } from '../../../model/pages/readable.ts';
import { baseOf } from '../../../model/editing/editablePage.ts';
import { lastSegmentOf } from '../../../model/shared/segment.ts';
import type { Overwritten } from '../../../store/editing/edits.ts';
import { pageUri } from '../places/pageUri.ts';
import type { EditSession, OpenPage, OpenPages, OtherSide } from './openPages.ts';
import { applyLineEdits } from './applyEdits.ts';
import { uriOfPage } from './unsentPages.ts';
import type { Uses } from '../services/services.ts';
import { plural } from '../words/plural.ts';

interface EditorContext {
  readonly conflictView: { mark(page: OpenPage, other: OtherSide): Promise<void> };
  readonly pages: OpenPages;
}
type Parts = Uses<'prompts' | 'edge'> & Partial<EditorContext>;

/** How many pages are named at most. */
const mostNamed = 3;

/** A callback for `send`, which warns that a save has replaced what someone else saved a moment earlier. */
export function warnOfOverwritten(parts: Parts, session: EditSession): (pages: readonly Overwritten[]) => void {
  return (pages) =>
    void warn(parts, session, pages).catch((error: unknown) =>
      parts.edge.explain('docsPlatform.editing.showDiff', error),
    );
}

async function warn(parts: Parts, session: EditSession, pages: readonly Overwritten[]): Promise<void> {
  const { conflictView, pages: open } = parts;
  const editors = conflictView && open && { conflictView, pages: open };
  const replaced = pages.filter(({ revision }) => revision !== undefined);
  const showDiff = vscode.l10n.t('Show Diff');
  const combine = vscode.l10n.t('Combine');
  const named = pages.slice(0, mostNamed).map(({ title }) => `“${title}”`);
  const names = named.join(', ');
  const more = pages.length - named.length;
  const question = {
    message:
      more > 0
        ? plural(
            vscode.l10n.t(
              'Someone else changed {1} and {0} more in #{2} while you were saving. Your save replaced their changes.',
            ),
            more,
            names,
            session.number,
          )
        : vscode.l10n.t(
            'Someone else changed {0} in #{1} while you were saving. Your save replaced their changes.',
            names,
            session.number,
          ),
    severity: 'warning',
  } as const;
  const combines = editors ? [combine] : [];
  let answer = await parts.prompts.choose({ ...question, actions: replaced.length > 0 ? [...combines, showDiff] : [] });
  if (answer === showDiff) {
    await showReplaced(session, replaced);
    if (editors) answer = await parts.prompts.choose({ ...question, actions: combines });
  }
  if (answer === combine && editors) for (const each of replaced) await combineAgain(editors, session, each);
}

/** Merges the replaced changes into the page's editor, unsent. */
async function combineAgain(
  { conflictView, pages }: EditorContext,
  session: EditSession,
  { page: id, base, revision = '' }: Overwritten,
): Promise<void> {
  const uri = await uriOfPage(session, id);
  if (!uri) return;
  const { document } = await vscode.window.showTextDocument(uri, { preview: false });
  const page = pages.get(document.uri.toString());
  if (!page) return;
  const textAt = async (at: string): Promise<string> =>
    (await session.content.text(session.space, { kind: 'revision', revision: at }, id)).text;
  const [before, theirs] = await Promise.all([textAt(base), textAt(revision)]);
  const merged = mergePageTexts({ base: before, ours: document.getText(), theirs });
  if (merged.conflicts.length === 0) return applyLineEdits(document, mergingEdits(merged));
  const over = baseOf(page.edited);
  await conflictView.mark(page, { base: before, theirs, over });
}

/** Compares the replaced text with the page that the change request has now. */
async function showReplaced(session: EditSession, pages: readonly Overwritten[]): Promise<void> {
  const diffs = await Promise.all(
    pages.map(async ({ page, revision = '' }) => ({
      theirs: await uriAt(session, page, { kind: 'revision', revision }),
      present: await uriAt(session, page, { kind: 'changeRequest', number: session.number }),
    })),
  );
  const [first] = diffs;
  if (diffs.length === 1 && first?.theirs && first.present) {
    const title = vscode.l10n.t('{0} (replaced by your save ↔ now)', lastSegmentOf(first.present.path));
    await vscode.commands.executeCommand('vscode.diff', first.theirs, first.present, title, { preview: true });
    return;
  }
  await vscode.commands.executeCommand(
    'vscode.changes',
    vscode.l10n.t('#{0}: replaced by your save ↔ now', session.number),
    diffs.flatMap(({ theirs, present }) => (theirs ? [[present ?? theirs, theirs, present]] : [])),
  );
}

/** Undefined if the page is gone. */
async function uriAt(
  { account, content, space }: EditSession,
  page: string,
  version: Version,
): Promise<vscode.Uri | undefined> {
  const node = (await content.pages(space, version)).byId.get(page);
  return node && isReadable(node) ? pageUri(account.key, space, node.path, version) : undefined;
}
