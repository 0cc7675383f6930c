import * as vscode from 'vscode';
import { run } from '../../ground/contributions/run.ts';
import type { EditAddress } from '../../../model/shared/address.ts';
import { editUriOf, openForEditing } from '../../ground/places/pageUri.ts';
import type { User } from '../../../contract/organizations/users.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type { Losses, PageConflict } from '../../../store/editing/conflicts.ts';
import { pagesNamed } from '../../ground/words/pagesNamed.ts';
import { changedPages, resolveConflicts, type PageAtHand } from './conflicts.ts';
import type { Target } from '../../ground/changeRequests/target.ts';
import { awaited } from '../../ground/changeRequests/awaitedReviews.ts';
import { personName } from '../../ground/changeRequests/wording.ts';
import type { Uses } from '../../ground/services/services.ts';
import { plural } from '../../ground/words/plural.ts';

/** What the user should know before others review or read a change request. A part that can't be loaded is left out. */
export interface Readiness {
  /** Undefined if the server doesn't report them. */
  readonly pages: readonly PageAtHand[] | undefined;
  /** Whether it changes no pages and no files. */
  readonly isEmpty: boolean;
  /** Titles of the pages with unsent changes. */
  readonly unsent: readonly string[];
  readonly losses: Losses;
  /** Names of the requested reviewers who haven't reviewed yet. */
  readonly awaited: readonly string[];
  /** Names of the reviewers who requested changes. */
  readonly sentBack: readonly string[];
  /** What a check found, if it was asked for: “3 new problems on 2 pages”. */
  readonly problems?: string | undefined;
  /** What that check couldn't do, in sentences. */
  readonly unchecked?: readonly string[];
}

export async function readinessOf(parts: Uses<'edge' | 'stores'>, target: Target): Promise<Readiness> {
  const { stores } = parts;
  const { account, store, at } = target;
  const { space, changeRequest } = at;
  const [pages, unsent, losses, reviews, currentUserId] = await Promise.all([
    changedPages(parts, target),
    orElse(parts, 'Unsent changes', unsentIn(parts, target), []),
    lossesIn(parts, target),
    orElse(parts, 'Reviews', store.reviews(at), undefined),
    orElse(parts, 'Current user', currentUserOf(parts, target), undefined),
  ]);
  const nameFor = (user: User | null | undefined): string =>
    currentUserId !== undefined && user?.id === currentUserId ? vscode.l10n.t('you') : personName(user);
  const set = (await stores(account).contents()).cachedChanges(space.id, changeRequest.number);
  return {
    pages,
    isEmpty: pages?.length === 0 && set?.files.length === 0,
    unsent,
    losses,
    awaited: reviews ? awaited(reviews).map(({ user }) => nameFor(user)) : [],
    sentBack: (reviews?.reviews ?? [])
      .filter(({ status }) => status === 'changes-requested')
      .map(({ reviewer }) => nameFor(reviewer)),
  };
}

async function currentUserOf({ stores }: Uses<'stores'>, { account }: Target): Promise<string | undefined> {
  return (await stores(account).currentUser()).load();
}

/** If the two sides can't be compared now, returns the known conflicts and marks them as incomplete. */
async function lossesIn(parts: Uses<'edge' | 'stores'>, { account, at }: Target): Promise<Losses> {
  const conflicts = await parts.stores(account).conflicts();
  const known = conflicts.cached(at.space.id, at.changeRequest.number);
  return orElse(parts, 'Conflicts', conflicts.lossesOfMerge(at), { pages: known, isComplete: false });
}

async function orElse<Result>(
  { edge }: Uses<'edge'>,
  what: string,
  asked: Promise<Result>,
  otherwise: Result,
): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    edge.note(what, error);
    return otherwise;
  }
}

/** A line for each thing worth knowing, except what changes for readers. */
export function readinessLines(
  { unsent, losses, awaited, sentBack, problems, unchecked = [] }: Readiness,
  { changeRequest }: Target['at'],
): string[] {
  const { number, comments, outdated } = changeRequest;
  const inConflict = pagesNamed(losses.pages);
  return [
    unsent.length > 0 ? vscode.l10n.t('Unsent changes, not in #{0} yet: {1}.', number, namesOf(unsent)) : undefined,
    outdated ? vscode.l10n.t('Main has newer changes. Update first to combine both sides.') : undefined,
    losses.pages.length === 0
      ? undefined
      : outdated
        ? vscode.l10n.t('Changed on both sides: {0}.', inConflict)
        : vscode.l10n.t('In conflict with main: {0}.', inConflict),
    losses.isComplete
      ? undefined
      : vscode.l10n.t("Couldn't compare #{0} with main. Both may have changed the same pages.", number),
    awaited.length > 0 ? vscode.l10n.t('Reviews pending: {0}.', awaited.join(', ')) : undefined,
    sentBack.length > 0 ? vscode.l10n.t('Changes requested by {0}.', sentBack.join(', ')) : undefined,
    comments > 0 ? plural(vscode.l10n.t('{0} open comment thread.|{0} open comment threads.'), comments) : undefined,
    checkInWords({ problems, unchecked }),
  ].filter((line) => line !== undefined);
}

function checkInWords({ problems, unchecked = [] }: Pick<Readiness, 'problems' | 'unchecked'>): string | undefined {
  return [...(problems === undefined ? [] : [`${problems}.`]), ...unchecked].join(' ') || undefined;
}

export function namesOf(titles: readonly string[]): string {
  return pagesNamed(titles.map((title) => ({ title })));
}

/** The texts for an action that shows a change request to others. */
export interface ReviewWords {
  readonly question: string;
  readonly saveAll: string;
  readonly without: string;
  readonly anyway: string;
  /** The action itself. With it, the change request is checked first. */
  readonly despiteProblems?: string;
}

/**
 * Asks only if there is something to save, to resolve, or to correct first. Undefined if the action is canceled;
 * `unchecked` if the check that belongs to it wasn't finished and the user doesn't know yet.
 */
export async function isReadyForReview(
  parts: Uses<'prompts' | 'edge' | 'stores'>,
  target: Target,
  words: ReviewWords,
): Promise<'ready' | 'unchecked' | undefined> {
  const [unsent, conflicts, found] = await Promise.all([
    orElse(parts, 'Unsent changes', unsentIn(parts, target), []),
    conflictsIn(parts, target),
    words.despiteProblems === undefined ? nothingFound : problemsIn(parts, target),
  ]);
  if (unsent.length === 0 && conflicts.length === 0) {
    if (found.problems === undefined) return found.isComplete ? 'ready' : 'unchecked';
    return (await isReadyDespite(parts, found, words)) ? 'ready' : undefined;
  }
  const readiness = { ...(await readinessOf(parts, target)), ...found };
  const resolve = vscode.l10n.t('Resolve Conflicts');
  const answer = await parts.prompts.choose({
    modal: true,
    severity: 'warning',
    message: words.question,
    detail: readinessLines(readiness, target.at).join('\n\n'),
    actions: unsent.length > 0 ? [words.saveAll, words.without] : [resolve, words.anyway],
  });
  if (answer === resolve) await resolveConflicts(target);
  const isReady =
    answer === words.saveAll ? await saveAll(parts, target) : answer === words.without || answer === words.anyway;
  return isReady ? 'ready' : undefined;
}

export interface Found extends Pick<Readiness, 'problems' | 'unchecked'> {
  readonly isComplete: boolean;
}

export const nothingFound: Found = { isComplete: true };

/** What a check finds within a moment. It is ended then, and nothing depends on its success. */
export async function problemsIn(parts: Uses<'edge'>, { account, at }: Target): Promise<Found> {
  const stop = new AbortController();
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => {
    stop.abort();
    resolve(undefined);
  }, longestCheck);
  const check = run('changeRequest.check', { ...at, account: account.key }, { isQuiet: true, signal: stop.signal });
  const found = await orElse(parts, 'Problems', Promise.race([check, late]), undefined);
  clearTimeout(timer);
  if (!found) return { isComplete: false, unchecked: [notChecked()] };
  const { problems, text, limits: unchecked, isComplete } = found;
  return { isComplete, unchecked, ...(problems > 0 && { problems: text }) };
}

export function notChecked(): string {
  return vscode.l10n.t('Not fully checked.');
}

/** In ms. Nobody waits longer for a check that wasn't asked for. */
export const longestCheck = 2000;

async function isReadyDespite(
  { prompts }: Uses<'prompts'>,
  found: Found,
  { question, despiteProblems = '' }: ReviewWords,
): Promise<boolean> {
  const show = showProblemsLabel();
  const answer = await prompts.choose({
    modal: true,
    severity: 'warning',
    message: question,
    detail: checkInWords(found) ?? '',
    actions: [despiteProblems, show],
  });
  if (answer === show) await showProblems();
  return answer === despiteProblems;
}

export function showProblemsLabel(): string {
  return vscode.l10n.t('Show Problems');
}

/** A check has put them there. */
export async function showProblems(): Promise<void> {
  await vscode.commands.executeCommand('workbench.actions.view.problems');
}

async function conflictsIn(parts: Uses<'edge' | 'stores'>, { account, at }: Target): Promise<readonly PageConflict[]> {
  const conflicts = await parts.stores(account).conflicts();
  const { number } = at.changeRequest;
  return orElse(parts, 'Conflicts', conflicts.of(at.space.id, number), conflicts.cached(at.space.id, number));
}

/**
 * Saves unsent changes with the editors' command. Returns false if some of them stay unsent; that command has then
 * explained why.
 */
export async function saveAll(parts: Uses<'stores'>, target: Target): Promise<boolean> {
  const uri = editUriOf({ ...placeOf(target), path: 'page.md' });
  await run('editing.saveAll', uri);
  return (await unsentIn(parts, target)).length === 0;
}

/** Titles of the pages with drafts or with unsaved changes in an editor. */
export async function unsentIn({ stores }: Uses<'stores'>, target: Target): Promise<string[]> {
  const { account, space, version } = placeOf(target);
  const { number } = version;
  const [edits, content] = await Promise.all([stores(target.account).edits(), stores(target.account).contents()]);
  const drafts = (await edits.drafts.of({ space, number })).map((draft) => draft.target.page);
  const dirty = openForEditing({ account, space, version }, { isDirty: true });
  if (drafts.length === 0 && dirty.length === 0) return [];
  // Unsent changes are listed even if their titles can't be loaded.
  const titles = await content.pages(space, version).then(
    ({ byId }) => byId,
    () => undefined,
  );
  const pages = dirty.map(async ([path]) => {
    const entry = await content.entry(space, version, path).catch(() => undefined);
    return entry?.kind === 'page' ? entry.node.id : path;
  });
  const all = new Set([...drafts, ...(await Promise.all(pages))]);
  return [...all].map((page) => titles?.get(page)?.title ?? titleText(page));
}

function placeOf({ account, at }: Target): Omit<EditAddress, 'path'> {
  const version = { kind: 'changeRequest', number: at.changeRequest.number } as const;
  return { account: account.key, space: at.space.id, version };
}
