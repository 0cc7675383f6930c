import * as vscode from 'vscode';
import type { ReplacementProblem } from '../../model/find/checks.ts';
import { isKind } from '../../model/shared/failure.ts';
import { titleText } from '../../model/shared/titleText.ts';
import type { Find } from '../../store/find/find.ts';
import { run } from '../contributions/run.ts';
import { warnOfOverwritten } from '../editing/shared/overwritten.ts';
import { sessionGiven, type PageSession, type SessionOrPlan } from '../editing/shared/pageSession.ts';
import { longestSubject } from '../prompts/subject.ts';
import { sentenceOf } from '../messages/sentence.ts';
import { showProgress } from '../messages/show.ts';
import { nameOf } from '../words/changeRequestName.ts';
import { plural } from '../words/plural.ts';
import type { FindContext } from './context.ts';
import { problemInWords } from './items.ts';
import { replacedPages, titleOf, type ReplacedPage } from './replace.ts';
import type { Results } from './results.ts';
import type { Search } from './state.ts';
import { tickedIn, type PageRow } from './rows.ts';

/** The replacements in one space, which become one change request. */
interface Job {
  readonly session: SessionOrPlan;
  readonly pages: readonly ReplacedPage[];
}

/** The numbers of change requests by search and space: what a broken connection left over goes there, too. */
const sentTo = new WeakMap<Search, Map<string, number>>();

/** Sends the replacements to one change request per space, after a question. What couldn't be sent stays selected. */
export async function applyReplacements(parts: FindContext, results: Results): Promise<void> {
  const { search } = results;
  if (!search || results.by === undefined) return;
  const pages = await replacedPages(parts, results, search);
  const jobs = await jobsFor(parts, search, titleOf(search, results.by), pages);
  if (!jobs) return;
  const asked = await ask(parts, jobs);
  results.update();
  if (!asked || results.search !== search) return;
  for (const { session, pages: all } of asked) {
    const begun = await session.begin();
    const numbers = sentTo.get(search) ?? new Map<string, number>();
    sentTo.set(search, numbers.set(session.space, begun.number));
    if (!(await send(parts, results, begun, all))) return;
  }
}

/** Asks for the change request of each space. Undefined if the user leaves a question. */
async function jobsFor(
  parts: FindContext,
  search: Search,
  subject: string,
  pages: readonly ReplacedPage[],
): Promise<readonly Job[] | undefined> {
  const { account } = search;
  const [library, content] = await Promise.all([
    parts.stores(account).library(),
    parts.stores(account).changeRequestContent(),
  ]);
  const jobs: Job[] = [];
  const grouped = Map.groupBy(pages, ({ row: { found } }) => JSON.stringify([found.space, found.number]));
  for (const group of grouped.values()) {
    const { space: id, number: own } = group[0]!.row.found;
    const space = await library.space(id);
    const number = own ?? sentTo.get(search)?.get(id);
    const given =
      number === undefined
        ? { kind: 'space', key: id, space }
        : { space, changeRequest: await content.changeRequest(id, number) };
    const chosen = await sessionGiven(
      parts,
      given,
      (title) => vscode.l10n.t('Select a change request in {0} for the replacements', title),
      subject.slice(0, longestSubject),
    );
    if (!chosen) return undefined;
    jobs.push({ session: chosen.session, pages: group });
  }
  return jobs;
}

/** Servers accept pages with these problems, but not with others. */
const harmful: ReadonlySet<ReplacementProblem> = new Set(['tag', 'empty']);

/** The most pages that a question names. */
const mostNamed = 10;

/** Asks before anything is sent, and says what would break. Returns the jobs that the user wants. */
async function ask({ prompts }: FindContext, jobs: readonly Job[]): Promise<readonly Job[] | undefined> {
  const all = jobs.flatMap(({ pages }) => pages);
  const refused = all.filter(({ row }) => row.problems.some((problem) => !harmful.has(problem)));
  const sendable = all.filter((page) => !refused.includes(page));
  const harmed = sendable.filter(({ row }) => row.problems.length > 0);
  const [replace, skip] = [vscode.l10n.t('Replace'), vscode.l10n.t('Skip These Pages')];
  const lines = (pages: readonly ReplacedPage[]): string[] => [
    ...pages
      .slice(0, mostNamed)
      .map(({ row }) => `“${row.found.title}”: ${row.problems.map(problemInWords).join(', ')}`),
    ...(pages.length > mostNamed ? ['…'] : []),
  ];
  const detail = [
    ...(harmed.length > 0 ? [vscode.l10n.t('Check these pages first:'), ...lines(harmed)] : []),
    ...(refused.length > 0 ? [vscode.l10n.t("These pages can't be sent and are left out:"), ...lines(refused)] : []),
  ];
  const count = sendable.reduce((sum, { row }) => sum + tickedIn(row).length, 0);
  const answer = await prompts.choose({
    modal: true,
    severity: detail.length > 0 ? 'warning' : 'information',
    message:
      sendable.length === 0
        ? vscode.l10n.t('There is nothing that can be sent.')
        : vscode.l10n.t(
            'Replace {0} in {1} in {2}?',
            plural(vscode.l10n.t('{0} match|{0} matches'), count),
            plural(vscode.l10n.t('{0} page|{0} pages'), sendable.length),
            jobs.map(({ session }) => session.name).join(', '),
          ),
    ...(detail.length > 0 && { detail: detail.join('\n') }),
    actions: sendable.length === 0 ? [] : harmed.length > 0 ? [replace, skip] : [replace],
  });
  if (answer !== replace && answer !== skip) return undefined;
  const isWanted = (page: ReplacedPage): boolean =>
    sendable.includes(page) && (answer === replace || !harmed.includes(page));
  return jobs
    .map(({ session, pages }) => ({ session, pages: pages.filter(isWanted) }))
    .filter(({ pages }) => pages.length > 0);
}

/** Returns whether everything was sent. */
async function send(
  parts: FindContext,
  results: Results,
  session: PageSession,
  pages: readonly ReplacedPage[],
): Promise<boolean> {
  const { account, number } = session;
  const find = await parts.stores(account).find();
  const rows = new Map(pages.map(({ row }) => [row.found.page, row]));
  const sent = new Set<PageRow>();
  const skipped = new Set<PageRow>();
  let matches = 0;
  const take = (ids: readonly string[]): void => {
    for (const row of ids.flatMap((id) => rows.get(id) ?? [])) {
      sent.add(row);
      matches += tickedIn(row).length;
    }
    results.update(results.rows.filter((row) => !sent.has(row)));
  };
  const left = () => pages.filter(({ row }) => !sent.has(row) && !skipped.has(row));
  for (;;) {
    const failure = await sending(parts, session, find, left(), {
      total: pages.length,
      sent: () => sent.size + skipped.size,
      onSent: take,
      onSkipped(page, why) {
        const row = rows.get(page);
        if (!row) return;
        row.skipped = why;
        skipped.add(row);
      },
    });
    results.update();
    if (failure === undefined) break;
    parts.edge.note('docsPlatform.findInPages.apply', failure);
    const retry = vscode.l10n.t('Try Again');
    const answer = await parts.prompts.choose({
      severity: 'error',
      message: plural(
        vscode.l10n.t(
          'Replaced text in {1} of {0} page in #{2}. The rest is still selected. {3}|Replaced text in {1} of {0} pages in #{2}. The rest is still selected. {3}',
        ),
        pages.length,
        sent.size,
        number,
        isKind(failure, 'cancelled') ? vscode.l10n.t('You stopped it.') : sentenceOf(failure),
      ),
      actions: [retry],
    });
    if (answer !== retry) return false;
  }
  void report(parts, session, { matches, pages: sent.size, skipped: [...skipped] }).catch((error: unknown) =>
    parts.edge.explain('docsPlatform.findInPages.apply', error),
  );
  return true;
}

interface Sending {
  readonly total: number;
  readonly sent: () => number;
  readonly onSent: (pages: readonly string[]) => void;
  readonly onSkipped: NonNullable<Parameters<Find['send']>[2]>['onSkipped'];
}

/** Returns the error with which it ended. */
async function sending(
  parts: FindContext,
  session: PageSession,
  find: Find,
  pages: readonly ReplacedPage[],
  { total, sent, onSent, onSkipped }: Sending,
): Promise<unknown> {
  const { space, number } = session;
  return showProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Replace in #{0}', number),
      cancellable: true,
    },
    async (progress, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => stop.abort());
      const notify = (): void =>
        progress.report({ message: plural(vscode.l10n.t('{1} of {0} page|{1} of {0} pages'), total, sent()) });
      notify();
      try {
        const all = pages.map(({ row, base, text }) => ({ page: row.found.page, base, text }));
        await find.send({ space, number }, all, {
          signal: stop.signal,
          onSent(done) {
            onSent(done);
            notify();
          },
          onSkipped,
          onOverwritten: warnOfOverwritten(parts, session),
        });
        return undefined;
      } catch (error) {
        return error;
      }
    },
  );
}

async function report(
  { prompts, stores }: FindContext,
  { account, space: id, changeRequest }: PageSession,
  { matches, pages, skipped }: { matches: number; pages: number; skipped: readonly PageRow[] },
): Promise<void> {
  const space = await (await stores(account).library()).space(id);
  const open = vscode.l10n.t('Open Changes');
  const answer = await prompts.choose({
    message: [
      vscode.l10n.t(
        'Replaced {0} in {1} in {2} of {3}.',
        plural(vscode.l10n.t('{0} match|{0} matches'), matches),
        plural(vscode.l10n.t('{0} page|{0} pages'), pages),
        nameOf(changeRequest),
        titleText(space.title),
      ),
      skipped.length === 0
        ? ''
        : plural(
            vscode.l10n.t(
              '{0} page was skipped and is still in the results: someone changed or deleted it, or you have unsent changes.|{0} pages were skipped and are still in the results: someone changed or deleted them, or you have unsent changes.',
            ),
            skipped.length,
          ),
    ]
      .filter(Boolean)
      .join(' '),
    severity: skipped.length > 0 ? 'warning' : 'information',
    actions: pages > 0 ? [open] : [],
  });
  if (answer === open) await run('changes.open', { account, space: id, changeRequest });
}
