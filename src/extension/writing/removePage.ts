import * as vscode from 'vscode';
import type { PageChange } from '../../model/changes.ts';
import { pagesBelow } from '../../model/pagePlaces.ts';
import type { PageNode } from '../../model/pageTree.ts';
import { showInformation } from '../prompts/messages.ts';
import { withoutIcons } from '../prompts/plainText.ts';
import type { PageActParts } from './pageActParts.ts';
import { deskGiven, say, send, type PageDesk } from './pageDesk.ts';
import { pageForAct } from './pageForAct.ts';
import { writingIn } from './unsent.ts';

/** Asks once, naming the page and those below it. */
export async function deletePage(parts: PageActParts, given: unknown): Promise<void> {
  const found = await pageForAct(parts, given, vscode.l10n.t('Delete which page?'));
  if (!found) return;
  const { desk, node } = found;
  const { number } = desk;
  const below = pagesBelow(node);
  const writing = await writingIn(
    desk,
    [node, ...below].map(({ id }) => id),
  );
  const remove = vscode.l10n.t('Delete');
  const answer = await parts.prompts.choose({
    message: vscode.l10n.t('Delete “{0}” in #{1}?', node.title, number),
    detail: [
      namesOf(below),
      isAdded(desk, node)
        ? vscode.l10n.t('It was added in #{0}: nothing brings it back.', number)
        : vscode.l10n.t(
            'Main keeps what is deleted until #{0} is merged; until then Revert Page to Main brings back one page at a time.',
            number,
          ),
      lossOf(writing.unsent),
    ]
      .filter(Boolean)
      .join(' '),
    modal: true,
    severity: 'warning',
    actions: [remove],
  });
  if (answer !== remove) return;
  await send(parts, desk, { kind: 'delete', page: node.id });
  await writing.letGo();
  say(vscode.l10n.t('“{0}” is deleted in #{1}.', node.title, number));
}

/** As far as is known. */
function isAdded({ content, space, number }: PageDesk, { id }: PageNode): boolean {
  const changes = content.knownChanges(space, number)?.pages ?? [];
  return changes.some((change) => change.id === id && change.before === undefined);
}

/** Asks once, saying what becomes of the page. */
export async function revertPage(parts: PageActParts, given: unknown): Promise<void> {
  const found = await deskGiven(parts, given);
  if (!found) return;
  const { desk } = found;
  const { number } = desk;
  const { pages } = await desk.content.changes(desk.space, number);
  const change = found.page === undefined ? await pickChange(pages) : pages.find(({ id }) => id === found.page);
  if (!change) {
    if (found.page !== undefined) say(vscode.l10n.t('#{0} does not change this page.', number));
    return;
  }
  const writing = await writingIn(desk, [change.id]);
  const revert = vscode.l10n.t('Revert');
  const answer = await parts.prompts.choose({
    message: vscode.l10n.t('Revert “{0}” in #{1} to main?', titleOf(change), number),
    detail: [outcomeOf(change, number), lossOf(writing.unsent)].filter(Boolean).join(' '),
    modal: true,
    severity: 'warning',
    actions: [revert],
  });
  if (answer !== revert) return;
  await send(parts, desk, { kind: 'revert', page: change.id });
  await writing.letGo();
  say(vscode.l10n.t('“{0}” is in #{1} as in main again.', titleOf(change), number));
}

async function pickChange(pages: readonly PageChange[]): Promise<PageChange | undefined> {
  if (pages.length === 0) {
    await showInformation(vscode.l10n.t('This change request changes no page.'));
    return undefined;
  }
  const items = pages.map((change) => ({
    label: withoutIcons(titleOf(change)),
    description: withoutIcons((change.after ?? change.before)?.above.join(' › ') ?? ''),
    change,
  }));
  const title = vscode.l10n.t('Revert which page to main?');
  return (await vscode.window.showQuickPick(items, { title, matchOnDescription: true }))?.change;
}

function titleOf({ before, after }: PageChange): string {
  return (after ?? before)?.title ?? '';
}

function outcomeOf({ before, after }: PageChange, number: number): string {
  if (!before) return vscode.l10n.t('It was added in #{0}: it goes, and main never had it.', number);
  if (!after) return vscode.l10n.t('It was deleted in #{0}: it comes back as main has it.', number);
  return vscode.l10n.t(
    'Its text, title and place become what they are in main. What #{0} changes of it is undone, by whomever it was written.',
    number,
  );
}

const mostNamed = 5;

function namesOf(below: readonly PageNode[]): string | undefined {
  if (below.length === 0) return undefined;
  const named = below
    .slice(0, mostNamed)
    .map(({ title }) => `“${title}”`)
    .join(', ');
  if (below.length === 1) return vscode.l10n.t('With it goes the page below it: {0}.', named);
  return below.length > mostNamed
    ? vscode.l10n.t(
        'With it go the {0} pages below it: {1} and {2} more.',
        below.length,
        named,
        below.length - mostNamed,
      )
    : vscode.l10n.t('With it go the {0} pages below it: {1}.', below.length, named);
}

function lossOf(unsent: number): string | undefined {
  if (unsent === 0) return undefined;
  return unsent === 1
    ? vscode.l10n.t('What was written in it and not sent yet is lost.')
    : vscode.l10n.t('What was written in {0} of these pages and not sent yet is lost.', unsent);
}
