import * as vscode from 'vscode';
import type { Suggestion } from '../../model/comments/suggestions.ts';
import { newInert } from '../../model/pages/newInert.ts';
import { lastSegmentOf } from '../../model/shared/segment.ts';
import { newHidden, withHiddenShown } from '../../model/text/hiddenCharacters.ts';
import type { EditSession } from '../ground/sessions/openPages.ts';
import { sessionAt } from '../ground/sessions/sessions.ts';
import { uriOfPage } from '../ground/sessions/unsentPages.ts';
import { allTabs, titledTabs } from '../ground/services/openDocuments.ts';
import { shownText } from '../ground/services/shownText.ts';
import { plural } from '../ground/words/plural.ts';
import { planOf, type NotApplied, type PlannedPage, type Suggesting, type SuggestionsAt } from './applySuggestions.ts';
import type { CommentSession } from './session.ts';
import { reasonsFor } from './outdatedSuggestions.ts';

/** How many pages one diff shows: VS Code reads all of them at once. */
const atOnce = 50;

/** Whether the user has to see more than the suggestion that they apply: there are several, or it hides something, or contains an address that is shown otherwise. */
export function needsReview(suggestions: readonly Suggestion[]): boolean {
  return suggestions.length > 1 || hiddenIn(suggestions).length > 0 || inertIn(suggestions).length > 0;
}

/** Shows all changes as one diff, and asks whether to apply them. Nothing is sent before. */
export async function confirmSuggestions(
  session: CommentSession,
  { account, comments, number }: SuggestionsAt,
  all: readonly Suggesting[],
): Promise<boolean> {
  const { space } = comments.place;
  const version = { kind: 'changeRequest', number } as const;
  const editing = await sessionAt(session.parts, { account: account.key, space, version });
  const { pages, left } = await planOf(editing, all);
  // Nothing would be sent, so what follows only says why.
  if (pages.length === 0) return true;
  if (pages.length > atOnce) {
    throw new Error(
      plural(
        vscode.l10n.t(
          'There are suggestions for more than {0} page. Apply those of single pages.|There are suggestions for more than {0} pages. Apply those of single pages.',
        ),
        atOnce,
      ),
    );
  }
  const suggestions = all.flatMap((each) => each.suggestions);
  const titles = new Map(all.map(({ thread }) => [thread.page?.id, thread.page?.title ?? '']));
  const close = await showPlan(editing, pages);
  const [apply, show] = [vscode.l10n.t('Apply'), vscode.l10n.t('Show Changes')];
  const answer = await session.parts.prompts.choose({
    modal: true,
    severity: left.length + hiddenIn(suggestions).length + inertIn(suggestions).length > 0 ? 'warning' : 'information',
    message: plural(
      vscode.l10n.t('Apply {0} suggestion to #{1}?|Apply {0} suggestions to #{1}?'),
      suggestions.length - left.length,
      number,
    ),
    detail: detailsOf(
      suggestions,
      left,
      pages.map(({ page }) => titles.get(page) ?? ''),
    ).join('\n'),
    actions: [apply, show],
  });
  if (answer !== show) await close();
  return answer === apply;
}

function detailsOf(
  suggestions: readonly Suggestion[],
  left: readonly NotApplied[],
  titles: readonly string[],
): string[] {
  const hidden = hiddenIn(suggestions);
  const inert = inertIn(suggestions);
  return [
    ...titles.slice(0, mostNamed),
    ...(titles.length > mostNamed ? ['…'] : []),
    ...(left.length > 0 ? [reasonsFor(left)] : []),
    ...(hidden.length > 0
      ? [
          vscode.l10n.t(
            'The new text contains characters that nobody sees, and that may change what others mean: {0}.',
            [...hidden.slice(0, mostNamed), ...(hidden.length > mostNamed ? ['…'] : [])].join(', '),
          ),
        ]
      : []),
    ...(inert.length > 0
      ? [
          vscode.l10n.t(
            'The new text contains addresses that editors here show as #blocked, because they may act on a computer: {0}.',
            [...inert.slice(0, mostNamed), ...(inert.length > mostNamed ? ['…'] : [])].join(', '),
          ),
        ]
      : []),
    vscode.l10n.t(
      'The editor behind this dialog shows all changes. To read them first, choose Show Changes, and then apply again.',
    ),
  ];
}

const mostNamed = 10;

function hiddenIn(suggestions: readonly Suggestion[]): readonly string[] {
  return [
    ...new Set(suggestions.flatMap(({ oldLines, newLines }) => newHidden(oldLines.join('\n'), newLines.join('\n')))),
  ];
}

function inertIn(suggestions: readonly Suggestion[]): readonly string[] {
  return [
    ...new Set(suggestions.flatMap(({ oldLines, newLines }) => newInert(oldLines.join('\n'), newLines.join('\n')))),
  ];
}

/** Opens a diff of texts that don't change while it is open, and returns what closes it. */
async function showPlan(editing: EditSession, pages: readonly PlannedPage[]): Promise<() => Promise<void>> {
  const diffs: [vscode.Uri, vscode.Uri, vscode.Uri][] = [];
  for (const each of pages) {
    const uri = await uriOfPage(editing, each.page);
    if (!uri) continue;
    const [before, after] = await textsOf(editing, each);
    const right = shownText(uri, after);
    diffs.push([right, shownText(uri, before), right]);
  }
  const [first] = diffs;
  if (!first) return async () => undefined;
  const { number } = editing;
  if (diffs.length === 1) {
    const title = vscode.l10n.t('{0} (#{1} ↔ with suggestions)', lastSegmentOf(first[0].path), number);
    await vscode.commands.executeCommand('vscode.diff', first[1], first[2], title, { preview: true });
  } else {
    await vscode.commands.executeCommand('vscode.changes', titleOf(number), diffs);
  }
  return async () => {
    const shown = String(first[2]);
    const single = allTabs().filter(
      ({ input }) => input instanceof vscode.TabInputTextDiff && String(input.modified) === shown,
    );
    await vscode.window.tabGroups.close(diffs.length === 1 ? single : titledTabs(titleOf(number)));
  };
}

function titleOf(number: number): string {
  return vscode.l10n.t('#{0} ↔ with suggestions', number);
}

/** As editors show them, with hidden characters named. */
async function textsOf(
  { content, space, number }: EditSession,
  { page, markdown, text }: PlannedPage,
): Promise<readonly [string, string]> {
  const { node } = await content.reading(space, number, page);
  const textOf = async (written: string): Promise<string> =>
    withHiddenShown((await content.readingAs(space, number, node, written)).text);
  return [await textOf(markdown), await textOf(text)];
}
