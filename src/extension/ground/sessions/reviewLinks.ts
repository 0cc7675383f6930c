import * as vscode from 'vscode';
import type { PageEdit } from '../../../store/editing/edits.ts';
import type { PageLinks } from '../../../store/content/content.ts';
import type { Uses } from '../services/services.ts';
import { titledTabs } from '../services/openDocuments.ts';
import { shownText } from '../services/shownText.ts';
import { plural } from '../words/plural.ts';
import type { EditSession } from './openPages.ts';
import type { PlannedSession } from './pageSession.ts';
import { uriIn } from './showLinks.ts';

/**
 * Shows what fixed links change, as one diff, and asks whether to send them. The question is a notification, so that
 * the diff can be read. VS Code hides it after a while, so an entry of the status bar shows it again.
 */
export async function reviewLinks(
  { prompts }: Uses<'prompts'>,
  session: EditSession | PlannedSession,
  pages: readonly PageLinks[],
  { question, action }: { readonly question: string; readonly action: string },
): Promise<boolean> {
  const diffs = pages.map(({ node, markdown, text }) => {
    const uri = uriIn(session, node.path ?? 'page.md');
    return [uri, shownText(uri, markdown), shownText(uri, text)];
  });
  const entry = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Left);
  entry.name = vscode.l10n.t('Links to Review');
  entry.text = `$(references) ${action}?`;
  entry.tooltip = vscode.l10n.t('Show the question again');
  entry.command = 'notifications.showList';
  const show = vscode.l10n.t('Show Changes');
  // Another review may have the same title.
  const others = new Set(titledTabs(action));
  const opened = () => titledTabs(action).filter((tab) => !others.has(tab));
  let own: readonly vscode.Tab[] = [];
  try {
    for (;;) {
      await vscode.commands.executeCommand('vscode.changes', action, diffs);
      await untilListed(opened);
      own = opened();
      // The next editor that is opened doesn't take its place.
      await vscode.commands.executeCommand('workbench.action.keepEditor');
      entry.show();
      const answer = await prompts.choose({ message: question, actions: [action, show, vscode.l10n.t('Cancel')] });
      if (answer !== show) return answer === action;
    }
  } finally {
    entry.dispose();
    await vscode.window.tabGroups.close(titledTabs(action).filter((tab) => own.includes(tab)));
  }
}

/** “3 links on 2 pages” */
export function linksInWords(pages: readonly PageLinks[]): string {
  const links = pages.reduce((sum, { fixed }) => sum + fixed, 0);
  return vscode.l10n.t(
    '{0} {1}',
    plural(vscode.l10n.t('{0} link|{0} links'), links),
    plural(vscode.l10n.t('on {0} page|on {0} pages'), pages.length),
  );
}

/** The edits that fix the links. A page that someone else has changed is refused, not replaced. */
export function fixingEdits(pages: readonly PageLinks[]): PageEdit[] {
  return pages.map(({ node, markdown, text }) => ({
    kind: 'write',
    page: node.id,
    text,
    base: markdown,
    format: 'markdown',
  }));
}

export function areSameFixes(some: readonly PageLinks[], others: readonly PageLinks[]): boolean {
  const texts = new Map(others.map(({ node, text }) => [node.id, text]));
  return some.length === others.length && some.every(({ node, text }) => texts.get(node.id) === text);
}

/** VS Code lists a tab a moment after it has opened it. Without it, the diff couldn't be closed. */
async function untilListed(tabs: () => readonly vscode.Tab[]): Promise<void> {
  if (tabs().length > 0) return;
  const listed = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => listed.resolve(undefined), 2000);
  const changed = vscode.window.tabGroups.onDidChangeTabs(() => tabs().length > 0 && listed.resolve(undefined));
  await listed.promise;
  clearTimeout(timer);
  changed.dispose();
}
