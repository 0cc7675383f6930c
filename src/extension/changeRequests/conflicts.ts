import * as vscode from 'vscode';
import { editUriOf, uriOf, type Version } from '../../model/address.ts';
import { titleText } from '../../model/titleText.ts';
import type { PageConflict } from '../../store/conflicts.ts';
import { withoutIcons } from '../prompts/plainText.ts';
import type { ChangeRequestParts } from './parts.ts';
import type { Target } from './target.ts';

/** A page that a change request changes. */
export interface PageAtHand {
  readonly id: string;
  readonly title: string;
  /** Undefined of one that is gone. */
  readonly path: string | undefined;
}

/** What a change request changes; undefined where that cannot be told. It is told beside, so a failure stops nothing. */
export async function changedPages(
  { platforms, edge }: ChangeRequestParts,
  { account, at }: Target,
): Promise<PageAtHand[] | undefined> {
  try {
    const content = await platforms.changeRequestContent(account);
    content.learn(at.space.id, [at.changeRequest]);
    const { pages, isComparable } = await content.changes(at.space.id, at.changeRequest.number);
    if (!isComparable) return undefined;
    return pages.map(({ id, before, after }) => {
      const title = titleText(after?.title ?? before?.title);
      return { id, title, path: after?.path };
    });
  } catch (error) {
    edge.note('Changed pages', error);
    return undefined;
  }
}

/** As they stand in a sentence: not all of very many. */
export function pagesNamed(pages: readonly Pick<PageAtHand, 'title'>[]): string {
  const named = pages.slice(0, 5).map(({ title }) => `“${title}”`);
  const others = pages.length - named.length;
  return [...named, ...(others > 0 ? [vscode.l10n.t('and {0} more', others)] : [])].join(', ');
}

/** Says that there were conflicts, on which pages as far as that is known, and opens those that one picks. */
export async function offerPages(
  { prompts }: ChangeRequestParts,
  { account, at }: Target,
  message: string,
  pages: readonly PageAtHand[] | undefined,
  version: Version | undefined,
): Promise<void> {
  const show = vscode.l10n.t('Show Pages');
  const readable = pages?.filter(({ path }) => path !== undefined) ?? [];
  const answer = await prompts.choose({
    severity: 'warning',
    message: pages && pages.length > 0 ? `${message} ${pagesNamed(pages)}` : message,
    actions: readable.length > 0 ? [show] : [],
  });
  if (answer !== show) return;
  const chosen = await pick(readable, vscode.l10n.t('Open which page?'));
  if (chosen?.path === undefined) return;
  const uri = vscode.Uri.from(uriOf({ account: account.key, space: at.space.id, version, path: chosen.path }));
  await vscode.commands.executeCommand('vscode.open', uri);
}

/** Opens the page in conflict, or one that is picked. A page that is on one side only has no texts to compare: its changes are shown. */
export async function resolveConflicts(
  { platforms }: ChangeRequestParts,
  { account, at }: Target,
  conflicts: readonly PageConflict[],
): Promise<void> {
  const space = at.space.id;
  const { number } = at.changeRequest;
  const version = { kind: 'changeRequest', number } as const;
  const { byId } = await (await platforms.changeRequestContent(account)).pages(space, version);
  const pages = conflicts.flatMap(({ page, title, lost }) => {
    const path = lost.includes('page') ? undefined : byId.get(page)?.path;
    return path === undefined ? [] : [{ id: page, title, path }];
  });
  if (pages.length === 0) {
    const { changeRequest } = at;
    await vscode.commands.executeCommand('docsPlatform.changes.open', { account, space, changeRequest });
    return;
  }
  const chosen = await pick(pages, vscode.l10n.t('Resolve the conflicts of which page?'));
  if (!chosen) return;
  const uri = vscode.Uri.from(editUriOf({ account: account.key, space, version, path: chosen.path }));
  await vscode.commands.executeCommand('docsPlatform.writing.resolveConflicts', uri);
}

async function pick<Page extends PageAtHand>(pages: readonly Page[], title: string): Promise<Page | undefined> {
  if (pages.length === 1) return pages[0];
  const items = pages.map((page) => ({ label: withoutIcons(page.title), description: page.path ?? '', page }));
  return (await vscode.window.showQuickPick(items, { title }))?.page;
}
