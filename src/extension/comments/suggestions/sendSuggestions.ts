import * as vscode from 'vscode';
import { outdatedIn } from '../../../model/comments/appliedSuggestions.ts';
import { suggestionsMaking, type MadeSuggestion } from '../../../model/comments/madeSuggestions.ts';
import { quoteOf } from '../../../model/comments/quotePlace.ts';
import { linesOf, suggestionMarkdown, suggestionsIn, type Suggestion } from '../../../model/comments/suggestions.ts';
import { changedWordsOf } from '../../../model/comments/suggestionDiff.ts';
import { sentText } from '../../../model/editing/sentText.ts';
import { withLineFeeds } from '../../../model/shared/lineEnds.ts';
import { instead } from '../../../model/shared/failure.ts';
import { isSame } from '../../../model/shared/same.ts';
import type { SuggestedEdit } from '../../../store/comments/suggestedEdits.ts';
import type { Threads } from '../../../store/comments/threads.ts';
import { pageUri } from '../../ground/places/pageUri.ts';
import { sentenceOf } from '../../ground/messages/sentence.ts';
import { showInformation, showStatus } from '../../ground/messages/show.ts';
import type { Account } from '../../ground/services/accounts.ts';
import { closeReverted, documentAt } from '../../ground/services/openDocuments.ts';
import { withPaths } from '../../ground/threads/shownSuggestions.ts';
import { plural } from '../../ground/words/plural.ts';
import type { CommentContext } from '../shared/context.ts';
import { suggestedEditAddressOf, suggestedEditAt } from './suggestedFiles.ts';
import { shownText } from '../../ground/services/shownText.ts';

/** URIs of copies about which a question is open, or whose suggestions are being sent. */
const running = new Set<string>();

/** Sends the changes of a copy as suggestions, after a question that lists them. */
export async function sendSuggestions(parts: CommentContext, given: vscode.Uri | undefined): Promise<void> {
  const copy = await copyGiven(parts, given);
  const key = String(copy.document.uri);
  if (running.has(key)) return;
  running.add(key);
  try {
    await review(parts, copy);
  } finally {
    running.delete(key);
  }
}

/** Discards a copy and its changes, after a question. */
export async function discardSuggestions(parts: CommentContext, given: vscode.Uri | undefined): Promise<void> {
  const copy = await copyGiven(parts, given);
  const { document, edit } = copy;
  const yes = vscode.l10n.t('Discard');
  const answer =
    document.getText() === edit.base.text
      ? yes
      : await parts.prompts.choose({
          modal: true,
          message: vscode.l10n.t('Discard your unsent changes to “{0}”?', edit.title),
          actions: [yes],
        });
  if (answer === yes) await copy.end();
}

interface Copy {
  readonly account: Account;
  readonly document: vscode.TextDocument;
  readonly edit: SuggestedEdit;
  /** Removes the copy and closes its editor. */
  end(): Promise<void>;
}

async function copyGiven(parts: CommentContext, given: vscode.Uri | undefined): Promise<Copy> {
  const uri = given ?? vscode.window.activeTextEditor?.document.uri;
  const address = uri && suggestedEditAddressOf(uri);
  const document = uri && documentAt(uri);
  if (!address || !document) {
    throw new Error(vscode.l10n.t('Choose Edit as Suggestions on a page of a change request first.'));
  }
  const { account, edits, edit } = await suggestedEditAt(parts, address);
  if (!edit) throw new Error(vscode.l10n.t('These changes were already sent or discarded.'));
  return {
    account,
    document,
    edit,
    async end() {
      // Reverting reads it once more.
      await closeReverted(document);
      await edits.discard(address.target);
    },
  };
}

interface Pending {
  readonly suggestion: MadeSuggestion;
  /** With addresses as editors show them. */
  readonly shown: Suggestion;
  readonly isOutdated: boolean;
}

async function review(parts: CommentContext, copy: Copy): Promise<void> {
  const { account, document, edit } = copy;
  const text = document.getText();
  const threads = await parts.stores(account).comments();
  const all = await pendingIn(parts, threads, copy);
  if (all.length === 0) {
    if (withLineFeeds(text) !== withLineFeeds(edit.base.text)) return void (await allWereSent(copy));
    await showInformation(vscode.l10n.t("You haven't changed anything yet."));
    return;
  }
  const fitting = all.filter(({ isOutdated }) => !isOutdated);
  const answer = await ask(parts, edit, all, fitting.length);
  if (answer === 'show') await showChanges(copy);
  if (answer !== 'send') return;
  await send(threads, edit, fitting);
  const count = fitting.length;
  showStatus(
    plural(vscode.l10n.t('Sent {0} suggestion to #{1}.|Sent {0} suggestions to #{1}.'), count, edit.number),
    5000,
  );
  // What was typed in the meantime, and what is outdated, stays.
  if (count === all.length && document.getText() === text) await copy.end();
}

/** The user's suggestions that the change request doesn't have yet. */
async function pendingIn(
  { stores }: CommentContext,
  threads: Threads,
  { account, document, edit }: Copy,
): Promise<Pending[]> {
  const { target, number, base } = edit;
  const { space } = target.place;
  const content = await stores(account).contents();
  await content.refresh(space, number);
  const present = await content.reading(space, number, target.page).catch(instead(undefined, 'missing'));
  const context = present && (await content.linkContext(space, number, present.node, { files: true }));
  const text = inLinesOf(base.text, document.getText());
  const made = suggestionsMaking(base.markdown, context ? sentText(text, base, context) : text);
  const comments = threads.of(target.place);
  await threads.currentUserId();
  await comments.ofPage(target.page);
  await comments.refresh({ page: target.page });
  const sent = comments
    .cachedOfPage(target.page)
    .flatMap(({ body, isOwn }) => (isOwn && body.kind === 'markdown' ? suggestionsIn(body.markdown) : []));
  const outdated = outdatedIn(present?.reading.markdown ?? '');
  return made
    .filter((each) => !sent.some((other) => isSame(other, plain(each))))
    .map((suggestion) => ({
      suggestion,
      shown: context ? withPaths(suggestion, context) : suggestion,
      isOutdated: !present || outdated(suggestion) !== undefined,
    }));
}

async function ask(
  { prompts }: CommentContext,
  { number, title }: SuggestedEdit,
  all: readonly Pending[],
  fitting: number,
): Promise<'send' | 'show' | undefined> {
  const [yes, show] = [vscode.l10n.t('Send'), vscode.l10n.t('Show Changes')];
  const outdated = all.length - fitting;
  const why =
    outdated === 0
      ? ''
      : plural(
          vscode.l10n.t(
            '{0} change no longer fits, because the page has changed in #{1}. It stays in your copy.|{0} changes no longer fit, because the page has changed in #{1}. They stay in your copy.',
          ),
          outdated,
          number,
        );
  const lines = all.filter(({ isOutdated }) => !isOutdated).flatMap(inWords);
  const answer = await prompts.choose({
    modal: true,
    severity: outdated > 0 ? 'warning' : 'information',
    message:
      fitting === 0
        ? vscode.l10n.t("Your suggestions for “{0}” can't be sent.", title)
        : plural(vscode.l10n.t('Send {0} suggestion to #{1}?|Send {0} suggestions to #{1}?'), fitting, number),
    detail: [why, ...lines.slice(0, mostNamed), ...(lines.length > mostNamed ? ['…'] : [])].filter(Boolean).join('\n'),
    actions: fitting === 0 ? [show] : [yes, show],
  });
  if (answer === yes) return 'send';
  return answer === show ? 'show' : undefined;
}

const mostNamed = 10;

/** Each change with a few words around it, because lines may be long. */
function inWords({ suggestion: { start }, shown }: Pending): string[] {
  return changedWordsOf(shown).map(({ line, before, deleted, inserted, after }) => {
    const place = start + line + 1;
    if (shown.newLines.length === 0) return vscode.l10n.t('Line {0}: delete “{1}”', place, deleted);
    return vscode.l10n.t('Line {0}: “{1}” → “{2}”', place, before + deleted + after, before + inserted + after);
  });
}

/**
 * One after the other, so that they are listed in the order of the page. What couldn't be sent is sent by the next
 * attempt, which first looks for what has arrived.
 */
async function send(threads: Threads, { target, base }: SuggestedEdit, all: readonly Pending[]): Promise<void> {
  const shown = linesOf(base.text);
  const isAlike = shown.length === linesOf(base.markdown).length;
  for (const [index, { suggestion }] of all.entries()) {
    const quoted = isAlike ? shown.slice(suggestion.start, suggestion.end) : suggestion.oldLines;
    const quote = quoteOf(quoted.join('\n'));
    try {
      await threads.send({ kind: 'thread', ...target, ...(quote && { quote }) }, suggestionMarkdown(suggestion));
    } catch (error) {
      throw new Error(
        vscode.l10n.t(
          '{0} of {1} suggestions were sent. Save again to send the others. {2}',
          index,
          all.length,
          sentenceOf(error),
        ),
        { cause: error },
      );
    }
  }
}

async function allWereSent(copy: Copy): Promise<void> {
  await copy.end();
  showStatus(vscode.l10n.t('Your suggestions were already sent to #{0}.', copy.edit.number), 5000);
}

/** The page as it was copied on the left. */
async function showChanges({ account, document, edit }: Copy): Promise<void> {
  const { base, number, target, title } = edit;
  const uri = pageUri(account.key, target.place.space, document.uri.path, { kind: 'changeRequest', number });
  const left = shownText(uri, base.text);
  await vscode.commands.executeCommand(
    'vscode.diff',
    left,
    document.uri,
    vscode.l10n.t('{0} (suggested changes)', title),
  );
}

function plain({ oldLines, newLines }: Suggestion): Suggestion {
  return { oldLines, newLines };
}

/** An editor uses one line ending for the whole document, whatever the page has. */
function inLinesOf(base: string, text: string): string {
  const usual = base.includes('\r\n') ? '\r\n' : '\n';
  return withLineFeeds(text).replaceAll('\n', usual);
}
