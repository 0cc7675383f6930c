import * as vscode from 'vscode';
import { placeOf } from '../../model/comments/quotePlace.ts';
import { linesOf, type Suggestion } from '../../model/comments/suggestions.ts';
import { sameLines } from '../../model/merge/sameLines.ts';
import { changedWordsOf } from '../../model/comments/suggestionDiff.ts';
import { withHiddenShown } from '../../model/text/hiddenCharacters.ts';
import { lastSegmentOf } from '../../model/shared/segment.ts';
import { sessionAt } from '../ground/sessions/sessions.ts';
import { uriOfPage } from '../ground/sessions/unsentPages.ts';
import { withoutIcons } from '../ground/words/plainText.ts';
import { shownText } from '../ground/services/shownText.ts';
import { plural } from '../ground/words/plural.ts';
import { planOf, type NotApplied, type Suggesting, type SuggestionsAt } from './applySuggestions.ts';
import type { CommentSession } from './session.ts';
import { showQuickPick } from '../ground/services/quickPick.ts';

/** Says why suggestions weren't applied, and offers to open them next to their pages. */
export function offerComparison(session: CommentSession, at: SuggestionsAt, left: readonly NotApplied[]): void {
  if (left.length === 0) return;
  offer(session, at, left).catch((error: unknown) => session.parts.edge.explain('Suggestions', error));
}

/** Opens the outdated suggestion of a comment next to its page. If there are several, the user selects one. */
export async function compareOutdated(
  session: CommentSession,
  at: SuggestionsAt,
  { thread, post, suggestions }: Suggesting,
): Promise<void> {
  const { space } = at.comments.place;
  const version = { kind: 'changeRequest', number: at.number } as const;
  const editing = await sessionAt(session.parts, { account: at.account.key, space, version });
  const { left } = await planOf(editing, [{ thread, post, suggestions }]);
  const page = thread.page?.id ?? '';
  const all = suggestions.map((suggestion): NotApplied => ({ page, post, suggestion, why: 'missing' }));
  const chosen = left.length === 0 ? all : left;
  const one = chosen.length === 1 ? chosen[0] : await choose(chosen);
  if (one) await showBoth(session, at, one);
}

async function offer(session: CommentSession, at: SuggestionsAt, left: readonly NotApplied[]): Promise<void> {
  const compare = vscode.l10n.t('Compare');
  const answer = await session.parts.prompts.choose({
    message: left.length === 1 ? reasonFor(left[0]!) : reasonsFor(left),
    severity: 'warning',
    actions: [compare],
  });
  if (answer !== compare) return;
  const chosen = left.length === 1 ? left[0] : await choose(left);
  if (chosen) await showBoth(session, at, chosen);
}

function reasonFor({ why, post }: NotApplied): string {
  const { name } = post.author;
  switch (why) {
    case 'missing':
      return vscode.l10n.t(
        "The suggestion by {0} is outdated and wasn't applied: the text that it replaces is no longer on the page.",
        name,
      );
    case 'repeated':
      return vscode.l10n.t(
        "The suggestion by {0} is outdated and wasn't applied: the text that it replaces occurs several times on the page.",
        name,
      );
    case 'overlapping':
      return vscode.l10n.t("The suggestion by {0} wasn't applied: another suggestion changes the same lines.", name);
  }
}

/** Said before anything is sent, and afterward. */
export function reasonsFor(left: readonly NotApplied[]): string {
  const overlapping = left.filter(({ why }) => why === 'overlapping').length;
  const outdated = left.length - overlapping;
  return [
    outdated > 0 &&
      plural(vscode.l10n.t('{0} outdated suggestion is left out.|{0} outdated suggestions are left out.'), outdated),
    overlapping > 0 &&
      plural(
        vscode.l10n.t(
          '{0} suggestion is left out because another one changes the same lines.|{0} suggestions are left out because others change the same lines.',
        ),
        overlapping,
      ),
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
}

async function choose(left: readonly NotApplied[]): Promise<NotApplied | undefined> {
  const items = left.map((each) => ({
    label: withoutIcons(each.post.author.name),
    detail: withoutIcons(inWords(each.suggestion)),
    each,
  }));
  return (await showQuickPick(items, { title: vscode.l10n.t('Select a suggestion') }))?.each;
}

function inWords(suggestion: Suggestion): string {
  const [first] = changedWordsOf(suggestion);
  const { before = '', deleted = '', inserted = '', after = '' } = first ?? {};
  return `${before}${deleted}${after} → ${before}${inserted}${after}`;
}

/** The page with the suggestion is read-only on the left; on the right, the page can be edited. */
async function showBoth(
  session: CommentSession,
  { account, comments, number }: SuggestionsAt,
  { page, suggestion }: NotApplied,
): Promise<void> {
  const { space } = comments.place;
  const version = { kind: 'changeRequest', number } as const;
  const editing = await sessionAt(session.parts, { account: account.key, space, version });
  const uri = await uriOfPage(editing, page);
  if (!uri) throw new Error(vscode.l10n.t('The page was deleted in #{0}.', number));
  const { content } = editing;
  const { reading, node } = await content.reading(space, number, page);
  const { text } = await content.readingAs(space, number, node, suggestedText(reading.markdown, suggestion));
  const left = shownText(uri, text);
  const title = vscode.l10n.t('{0} (suggestion ↔ #{1})', lastSegmentOf(uri.path), number);
  await vscode.commands.executeCommand('vscode.diff', left, uri, title);
}

/**
 * The text with the suggestion where its old lines are most likely; the new lines alone if they are nowhere. Hidden
 * characters in the new lines are named.
 */
function suggestedText(text: string, { oldLines, newLines: suggested }: Suggestion): string {
  const newLines = suggested.map(withHiddenShown);
  const lines = linesOf(text);
  const places = sameLines(lines, oldLines);
  const first = places.findIndex((place) => place !== undefined);
  if (first >= 0) {
    const last = places.findLastIndex((place) => place !== undefined);
    const start = Math.max(0, places[first]! - first);
    const end = places[last]! + oldLines.length - last;
    return [...lines.slice(0, start), ...newLines, ...lines.slice(end)].join('\n');
  }
  const place = placeOf(oldLines.join('\n'), text);
  if (!place) return newLines.join('\n');
  const start = linesOf(text.slice(0, place.start)).length - 1;
  const end = linesOf(text.slice(0, place.end)).length;
  return [...lines.slice(0, start), ...newLines, ...lines.slice(end)].join('\n');
}
