import * as vscode from 'vscode';
import type { PageChange } from '../../../model/changeRequests/changes.ts';
import { isWithin, pagesBelow, slugIn } from '../../../model/pages/places.ts';
import type { PageNode } from '../../../model/pages/tree.ts';
import type { PageMove } from '../../../model/pages/treeAfterMove.ts';
import { showInformation } from '../../ground/messages/show.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';
import { pagesNamed } from '../../ground/words/pagesNamed.ts';
import { brokenByMoves, type BrokenByMoves } from './brokenByMoves.ts';
import { pageIn, revealChange, say, send, type PageSession } from '../../ground/sessions/pageSession.ts';
import type { PagesInSession } from './givenPage.ts';
import { pickPage } from '../../ground/sessions/pickPage.ts';
import { offerUndo } from '../../ground/sessions/undo.ts';
import { rememberPages } from './undoDelete.ts';
import { editingIn } from './unsentChanges.ts';
import type { Uses } from '../../ground/services/services.ts';
import { plural } from '../../ground/words/plural.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';

/** Asks once, naming the pages and their subpages, then offers to undo it. */
export async function deletePage(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'state' | 'stores'>,
  found: PagesInSession,
): Promise<void> {
  const { session: plan, pages } = found;
  const tree = await plan.pages();
  const chosen =
    pages.length > 0
      ? pages.map((id) => pageIn(tree, id))
      : [await pickPage(tree, vscode.l10n.t('Select a page to delete'))];
  const nodes = chosen.filter((node) => node !== undefined);
  // Subpages are deleted with their parent.
  const tops = nodes.filter((node) => !nodes.some((other) => other !== node && isWithin(node, other)));
  const [first] = tops;
  if (!first) return;
  const below = tops.flatMap(pagesBelow);
  const goes = new Set([...tops, ...below].map(({ id }) => id));
  const remember = (session: PageSession) =>
    rememberPages(
      parts,
      session,
      tree,
      [...tree.byId.values()].filter(({ id }) => goes.has(id)),
    );
  const begun = plan.number === undefined ? undefined : plan;
  const [editing, known, broken] = await Promise.all([
    begun && editingIn(begun, [...goes]),
    begun && remember(begun),
    brokenByMoves(
      parts,
      plan,
      tops.map(({ id }) => ({ page: id, to: undefined })),
    ),
  ]);
  const { added, restore: isRestorable } = known ?? { added: [], restore: undefined };
  const unsent = editing?.unsent ?? 0;
  const remove = vscode.l10n.t('Delete');
  const answer = await parts.prompts.choose({
    message:
      tops.length === 1
        ? vscode.l10n.t('Delete “{0}” in {1}?', first.title, plan.name)
        : plural(vscode.l10n.t('Delete {0} page in {1}?|Delete {0} pages in {1}?'), tops.length, plan.name),
    detail: [
      tops.length === 1 ? undefined : `${pagesNamed(tops)}.`,
      belowInWords(below),
      ...broken.sentences,
      byHand(broken),
      broken.unchecked,
      added.length < goes.size
        ? begun
          ? vscode.l10n.t('Until #{0} is merged, you can restore published pages with Revert to Main.', begun.number)
          : vscode.l10n.t('Until the change request is merged, you can restore published pages with Revert to Main.')
        : undefined,
      begun && added.length > 0
        ? isRestorable
          ? vscode.l10n.t('Pages added in #{0} can only be restored with Undo: {1}.', begun.number, pagesNamed(added))
          : vscode.l10n.t("Pages added in #{0} can't be restored: {1}.", begun.number, pagesNamed(added))
        : undefined,
      isRestorable && unsent > 0 ? vscode.l10n.t('Unsent changes are also deleted.') : lossOf(unsent),
    ]
      .filter(Boolean)
      .join(' '),
    modal: true,
    severity: 'warning',
    actions: [remove],
  });
  if (answer !== remove) return;
  const session = await plan.begin();
  const { number } = session;
  const { readTexts, restore } = known ?? (await remember(session));
  await readTexts();
  await send(parts, session, ...tops.map(({ id }) => ({ kind: 'delete', page: id }) as const));
  await editing?.letGo();
  const done =
    goes.size === 1
      ? vscode.l10n.t('Deleted “{0}” in #{1}.', first.title, number)
      : plural(vscode.l10n.t('Deleted {0} page in #{1}.|Deleted {0} pages in #{1}.'), goes.size, number);
  if (restore) offerUndo(parts, done, { undo: () => restore(editing?.texts ?? new Map()) });
  else say(done);
  await revealChange(parts, session);
}

/** Asks once, saying what will happen to the pages, and whether to restore the subpages that were deleted with them. */
export async function revertPage(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'state' | 'stores'>,
  found: PagesInSession,
): Promise<void> {
  const { session } = found;
  if (session.number === undefined)
    return say(vscode.l10n.t('The change request is new, so there is nothing to revert.'));
  const { number } = session;
  const { pages } = await session.content.changes(session.space, number);
  const picked = found.pages.length > 0 ? undefined : await pickChange(pages);
  const changes = picked ? [picked] : pages.filter(({ id }) => found.pages.includes(id));
  const [first] = changes;
  if (!first) {
    if (found.pages.length > 0) say(vscode.l10n.t("#{0} doesn't change this page.", number));
    return;
  }
  const below = changes.flatMap((change) => deletedBelow(change, pages)).filter((change) => !changes.includes(change));
  // Unsent changes of a deleted page stay unsent once it is restored.
  const editing = await editingIn(
    session,
    changes.filter(({ after }) => after).map(({ id }) => id),
  );
  const broken = await brokenByMoves(
    parts,
    session,
    changes.flatMap((change) => moveOf(change) ?? []),
  );
  const revert = vscode.l10n.t('Revert');
  const withSubpages = vscode.l10n.t('Revert with Subpages');
  const answer = await parts.prompts.choose({
    message:
      changes.length === 1
        ? vscode.l10n.t('Revert “{0}” in {1} to main?', titleOf(first), session.name)
        : plural(
            vscode.l10n.t('Revert {0} page in {1} to main?|Revert {0} pages in {1} to main?'),
            changes.length,
            session.name,
          ),
    detail: [
      ...(changes.length === 1 ? [outcomeOf(first, number)] : [`${namedChanges(changes)}.`, outcomeOfSeveral(number)]),
      below.length > 0 ? vscode.l10n.t('Its subpages were also deleted: {0}.', namedChanges(below)) : undefined,
      ...broken.sentences,
      byHand(broken),
      broken.unchecked,
      lossOf(editing.unsent),
    ]
      .filter(Boolean)
      .join(' '),
    modal: true,
    severity: 'warning',
    actions: below.length > 0 ? [withSubpages, revert] : [revert],
  });
  if (answer === undefined) return;
  const all =
    answer === withSubpages ? pages.filter((change) => changes.includes(change) || below.includes(change)) : changes;
  await send(parts, session, ...all.map(({ id }) => ({ kind: 'revert', page: id }) as const));
  await editing.letGo();
  say(
    all.length === 1
      ? vscode.l10n.t('Reverted “{0}” in #{1}.', titleOf(first), number)
      : plural(vscode.l10n.t('Reverted {0} page in #{1}.|Reverted {0} pages in #{1}.'), all.length, number),
  );
}

/** Pages that were deleted together with this one. */
function deletedBelow(deleted: PageChange, pages: readonly PageChange[]): PageChange[] {
  if (deleted.after) return [];
  const gone = new Set([deleted.id]);
  const below: PageChange[] = [];
  // Removed pages are listed in tree order, so a page comes after its parent.
  for (const change of pages) {
    if (change.after || !gone.has(change.before?.parent ?? '')) continue;
    gone.add(change.id);
    below.push(change);
  }
  return below;
}

async function pickChange(pages: readonly PageChange[]): Promise<PageChange | undefined> {
  if (pages.length === 0) {
    await showInformation(vscode.l10n.t("This change request doesn't change any pages."));
    return undefined;
  }
  const items = pages.map((change) => ({
    label: withoutIcons(titleOf(change)),
    description: withoutIcons((change.after ?? change.before)?.above.join(' › ') ?? ''),
    change,
  }));
  const title = vscode.l10n.t('Select a page to revert to main');
  return (await showQuickPick(items, { title, matchOnDescription: true }))?.change;
}

function titleOf({ before, after }: PageChange): string {
  return (after ?? before)?.title ?? '';
}

function outcomeOf({ before, after }: PageChange, number: number): string {
  if (!before) return vscode.l10n.t("It was added in #{0} and isn't in main. Reverting removes it.", number);
  if (!after) return vscode.l10n.t('It was deleted in #{0}. Reverting restores the version in main.', number);
  return vscode.l10n.t(
    "Its text, title, and location go back to their state in main. This undoes everyone's changes to it in #{0}.",
    number,
  );
}

function outcomeOfSeveral(number: number): string {
  return vscode.l10n.t(
    "This removes added pages, restores deleted ones, and undoes everyone's changes to the others in #{0}.",
    number,
  );
}

/** Undefined if the path of the page doesn't change. */
function moveOf({ id, before, after }: PageChange): PageMove | undefined {
  if (!after) return undefined;
  const slug = before && slugIn(before);
  if (before && (slug === undefined || (slug === slugIn(after) && before.parent === after.parent))) return undefined;
  return { page: id, to: before && slug !== undefined ? { into: before.parent, slug } : undefined };
}

function belowInWords(below: readonly PageNode[]): string | undefined {
  if (below.length === 0) return undefined;
  return plural(
    vscode.l10n.t('This also deletes its subpage: {1}.|This also deletes its {0} subpages: {1}.'),
    below.length,
    pagesNamed(below),
  );
}

function namedChanges(changes: readonly PageChange[]): string {
  return pagesNamed(changes.map((change) => ({ title: titleOf(change) })));
}

function byHand({ sentences }: BrokenByMoves): string | undefined {
  return sentences.length > 0 ? vscode.l10n.t('Update these links yourself.') : undefined;
}

function lossOf(unsent: number): string | undefined {
  if (unsent === 0) return undefined;
  return plural(
    vscode.l10n.t('You lose its unsent changes.|You lose the unsent changes to {0} of these pages.'),
    unsent,
  );
}
