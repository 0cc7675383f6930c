import * as vscode from 'vscode';
import type { ChangeRequest } from '../../../contract/changeRequests/changeRequests.ts';
import type { Contents } from '../../../store/content/content.ts';
import { isKind } from '../../../model/shared/failure.ts';
import { run } from '../../ground/contributions/run.ts';
import { warnOfOverwritten } from '../../ground/sessions/overwritten.ts';
import { offerUndo, sendBack, textsBack } from '../../ground/sessions/undo.ts';
import { sessionGiven, type PageSession, type SessionOrPlan } from '../../ground/sessions/pageSession.ts';
import { longestSubject } from '../../ground/prompts/subject.ts';
import { sentenceOf } from '../../ground/messages/sentence.ts';
import { showProgress } from '../../ground/messages/show.ts';
import { nameOf } from '../../ground/words/changeRequestName.ts';
import { plural } from '../../ground/words/plural.ts';
import type { FindContext } from './context.ts';
import { amountOf, confirm, type Job } from './confirm.ts';
import { isCurrent, previewReplacements, replacedPages, titleOf, type ReplacedPage } from './replace.ts';
import type { Results } from './results.ts';
import type { Search } from './state.ts';
import type { PageRow } from './rows.ts';
import { unsavedTexts } from './unsaved.ts';
import { inFindView } from './view.ts';

/** Sends the replacements to one change request per space, after a question. What couldn't be sent stays selected. */
export async function applyReplacements(parts: FindContext, results: Results): Promise<void> {
  const { search, by } = results;
  if (!search || by === undefined) return;
  // Nothing is sent that wasn't previewed.
  const all = await replacedPages(parts, results, search);
  const pages = all.filter(({ row, text }) => results.previewed.get(row.key)?.text === text);
  if (pages.length === 0) return previewReplacements(parts, results);
  const jobs = await jobsFor(parts, search, titleOf(search, by), pages);
  if (!jobs) return;
  const left = current(jobs);
  if (left.length === 0) return previewReplacements(parts, results);
  const unsent = results.rows.flatMap(({ found, skipped }) => (skipped === 'unsent' ? [found] : []));
  const answer = await confirm(parts, left, { deletes: by === '', unpreviewed: all.length - pages.length, unsent });
  if (results.search !== search) return;
  if (answer === 'searchThere') return searchThere(results, search, by, left);
  results.update();
  if (!answer) return;
  for (const { session, pages, differing } of answer) {
    if (pages.length === 0) continue;
    const begun = await session.begin();
    search.sentTo.set(session.space, begun.number);
    if (!(await send(parts, results, begun, pages))) return;
    search.sentTo.delete(session.space);
    for (const { row } of differing) row.skipped = 'different';
  }
  results.update();
  if (results.search === search) await results.closePreviews();
}

/** Leaves out pages whose selection has changed since they were previewed. */
function current(jobs: readonly Job[]): readonly Job[] {
  return jobs
    .map(({ session, pages, differing }) => ({
      session,
      pages: pages.filter(isCurrent),
      differing: differing.filter(isCurrent),
    }))
    .filter(({ pages, differing }) => pages.length + differing.length > 0);
}

/** Starts the same search in the change requests that have changed some of its pages. */
async function searchThere(results: Results, search: Search, by: string, jobs: readonly Job[]): Promise<void> {
  const there = new Map(
    jobs.filter(({ differing }) => differing.length > 0).map(({ session }) => [session.space, session.number]),
  );
  const places = search.places.map((place) => ({ ...place, number: place.number ?? there.get(place.space) }));
  const name = [search.scope.name, ...[...there.values()].map((number) => `#${number}`)].join(' ');
  const scope = { ...search.scope, name, places: async () => places };
  await inFindView(() => results.run({ ...search, scope, places, lastBy: by }, { all: results.isAll }));
}

/** Asks for the change request of each space. Undefined if the user leaves a question. */
async function jobsFor(
  parts: FindContext,
  search: Search,
  subject: string,
  pages: readonly ReplacedPage[],
): Promise<readonly Job[] | undefined> {
  const { account } = search;
  const [library, content] = await Promise.all([parts.stores(account).library(), parts.stores(account).contents()]);
  const jobs: Job[] = [];
  const grouped = Map.groupBy(pages, ({ row: { found } }) => JSON.stringify([found.space, found.number]));
  for (const group of grouped.values()) {
    const { space: id, number: own } = group[0]!.row.found;
    const space = await library.space(id);
    const changeRequest = own === undefined ? await begun(content, search, id) : await content.changeRequest(id, own);
    const given = changeRequest ? { space, changeRequest } : { kind: 'space', key: id, space };
    const chosen = await sessionGiven(
      parts,
      given,
      (title) => vscode.l10n.t('Select a change request in {0} for the replacements', title),
      subject.slice(0, longestSubject),
    );
    if (!chosen) return undefined;
    jobs.push(await jobOf(parts, chosen.session, group));
  }
  return jobs;
}

/** Puts published pages aside that the change request has changed: they would be skipped. */
async function jobOf({ stores }: FindContext, session: SessionOrPlan, all: readonly ReplacedPage[]): Promise<Job> {
  const { account, space, number } = session;
  if (number === undefined || all.some(({ row }) => row.found.number === number)) {
    return { session, pages: all, differing: [] };
  }
  const find = await stores(account).find();
  const replacements = all.map(({ row, base, text }) => ({ page: row.found.page, base, text }));
  const ids = await inFindView(() => find.differing({ space, number }, replacements));
  const isDiffering = ({ row }: ReplacedPage): boolean => ids.has(row.found.page);
  return { session, pages: all.filter((page) => !isDiffering(page)), differing: all.filter(isDiffering) };
}

/** The change request that an earlier attempt created, unless it is closed or no longer exists. */
async function begun(content: Contents, { sentTo }: Search, space: string): Promise<ChangeRequest | undefined> {
  const number = sentTo.get(space);
  if (number === undefined) return undefined;
  const changeRequest = await content.refresh(space, number).catch((error: unknown) => {
    if (!isKind(error, 'missing')) throw error;
  });
  if (changeRequest && changeRequest.status !== 'merged' && changeRequest.status !== 'archived') return changeRequest;
  sentTo.delete(space);
  return undefined;
}

/** Returns whether everything was sent. */
async function send(
  parts: FindContext,
  results: Results,
  session: PageSession,
  pages: readonly ReplacedPage[],
): Promise<boolean> {
  const deletes = results.by === '';
  const waiting = new Map(pages.map((each) => [each.row.found.page, each]));
  const sent: ReplacedPage[] = [];
  const skipped: ReplacedPage[] = [];
  let isLate = false;
  for (;;) {
    const { failure, isCancelled } = await sending(parts, session, waiting, (page, why) => {
      const { row } = page;
      row.skipped = why;
      (why ? skipped : sent).push(page);
      results.update(results.rows.filter((each) => each !== row || why));
    });
    isLate = isCancelled;
    if (failure === undefined) break;
    parts.edge.note('docsPlatform.findInPages.apply', failure);
    const retry = vscode.l10n.t('Try Again');
    const answer = await parts.prompts.choose({
      severity: 'error',
      message: plural(
        vscode.l10n.t(
          'Changed {1} of {0} page in #{2}. The rest is still selected. {3}|Changed {1} of {0} pages in #{2}. The rest is still selected. {3}',
        ),
        pages.length,
        sent.length,
        session.number,
        isKind(failure, 'cancelled') ? '' : sentenceOf(failure),
      ),
      actions: [retry],
    });
    if (answer !== retry) return false;
  }
  report(parts, session, { sent, skipped: skipped.length, deletes, isLate });
  return true;
}

/** Sends the pages that are waiting. Returns the error with which it ended, and whether the user had cancelled. */
async function sending(
  parts: FindContext,
  session: PageSession,
  waiting: Map<string, ReplacedPage>,
  onDone: (page: ReplacedPage, why: PageRow['skipped']) => void,
): Promise<{ readonly failure: unknown; readonly isCancelled: boolean }> {
  const { account, space, number } = session;
  const find = await parts.stores(account).find();
  const all = [...waiting].map(([page, { base, text }]) => ({ page, base, text }));
  const title = vscode.l10n.t('Save to #{0}', number);
  return showProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => stop.abort());
      const notify = (): void => {
        const left = all.length - waiting.size;
        progress.report({ message: plural(vscode.l10n.t('{1} of {0} page|{1} of {0} pages'), all.length, left) });
      };
      const done = (page: string, why?: PageRow['skipped']): void => {
        const found = waiting.get(page);
        waiting.delete(page);
        if (found) onDone(found, why);
      };
      notify();
      try {
        await find.send({ space, number }, all, {
          signal: stop.signal,
          unsaved: () => unsavedTexts(parts, account),
          onSent(pages) {
            for (const page of pages) done(page);
            notify();
          },
          onSkipped: done,
          onOverwritten: warnOfOverwritten(parts, session),
        });
        return { failure: undefined, isCancelled: stop.signal.aborted };
      } catch (failure) {
        return { failure, isCancelled: stop.signal.aborted };
      }
    },
  );
}

function report(
  parts: FindContext,
  session: PageSession,
  {
    sent,
    skipped,
    deletes,
    isLate,
  }: {
    readonly sent: readonly ReplacedPage[];
    readonly skipped: number;
    readonly deletes: boolean;
    /** The user cancelled when everything was sent. */
    readonly isLate: boolean;
  },
): void {
  const { account, space, changeRequest } = session;
  const open = {
    action: vscode.l10n.t('Open Changes'),
    run: () => run('changes.open', { account, space, changeRequest }),
  };
  const texts = sent.map(({ row, base, text }) => ({ page: row.found.page, before: base, after: text }));
  const undo = () => sendBack(parts, session, textsBack(texts));
  const [amount, name] = [amountOf(sent.map(({ row }) => row)), nameOf(changeRequest)];
  const message = deletes
    ? vscode.l10n.t('Deleted {0} in {1}.', amount, name)
    : vscode.l10n.t('Replaced {0} in {1}.', amount, name);
  const more = plural(
    vscode.l10n.t(
      'Skipped {0} page because someone changed it or you have unsent changes.|Skipped {0} pages because someone changed them or you have unsent changes.',
    ),
    skipped,
  );
  offerUndo(
    parts,
    [isLate && sent.length > 0 && vscode.l10n.t('It was too late to cancel.'), message, skipped > 0 && more]
      .filter(Boolean)
      .join(' '),
    {
      severity: skipped > 0 ? 'warning' : 'information',
      ...(sent.length > 0 ? { undo, other: open } : { undo: undefined }),
    },
  );
}
