import * as vscode from 'vscode';
import type { Version } from '../../model/address.ts';
import { isReadable } from '../../model/readable.ts';
import type { Overwritten } from '../../store/changeRequestEdits.ts';
import { pageUri } from '../pageUri.ts';
import type { Desk } from './openPages.ts';
import type { WritingParts } from './writingParts.ts';

type Parts = Pick<WritingParts, 'prompts' | 'edge'>;

/** So many pages are named. */
const mostNamed = 3;

/** What `send` is to call: warns that a save has replaced what somebody else saved a moment before. */
export function warnOfOverwritten(parts: Parts, desk: Desk): (pages: readonly Overwritten[]) => void {
  return (pages) =>
    void warn(parts, desk, pages).catch((error: unknown) => parts.edge.explain('docsPlatform.writing.showDiff', error));
}

async function warn({ prompts }: Parts, desk: Desk, pages: readonly Overwritten[]): Promise<void> {
  const replaced = pages.filter(({ revision }) => revision !== undefined);
  const showDiff = vscode.l10n.t('Show Diff');
  const named = pages.slice(0, mostNamed).map(({ title }) => `“${title}”`);
  const names = named.join(', ');
  const more = pages.length - named.length;
  const answer = await prompts.choose({
    message:
      more > 0
        ? vscode.l10n.t(
            'Someone else changed {0} and {1} more in #{2} while you saved. Your save replaced their changes.',
            names,
            more,
            desk.number,
          )
        : vscode.l10n.t(
            'Someone else changed {0} in #{1} while you saved. Your save replaced their changes.',
            names,
            desk.number,
          ),
    severity: 'warning',
    actions: replaced.length > 0 ? [showDiff] : [],
  });
  if (answer === showDiff) await showReplaced(desk, replaced);
}

/** The replaced text beside the page as the change request has it now. */
async function showReplaced(desk: Desk, pages: readonly Overwritten[]): Promise<void> {
  const diffs = await Promise.all(
    pages.map(async ({ page, revision = '' }) => ({
      theirs: await uriAt(desk, page, { kind: 'revision', revision }),
      present: await uriAt(desk, page, { kind: 'changeRequest', number: desk.number }),
    })),
  );
  const [first] = diffs;
  if (diffs.length === 1 && first?.theirs && first.present) {
    const title = vscode.l10n.t('{0} (replaced by your save ↔ now)', first.present.path.split('/').at(-1) ?? '');
    await vscode.commands.executeCommand('vscode.diff', first.theirs, first.present, title, { preview: true });
    return;
  }
  await vscode.commands.executeCommand(
    'vscode.changes',
    vscode.l10n.t('#{0}: replaced by your save ↔ now', desk.number),
    diffs.flatMap(({ theirs, present }) => (theirs ? [[present ?? theirs, theirs, present]] : [])),
  );
}

/** Undefined where the page is not there. */
async function uriAt(
  { account, content, space }: Desk,
  page: string,
  version: Version,
): Promise<vscode.Uri | undefined> {
  const node = (await content.pages(space, version)).byId.get(page);
  return node && isReadable(node) ? pageUri(account.key, space, node.path, version) : undefined;
}
