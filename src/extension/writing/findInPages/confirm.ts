import * as vscode from 'vscode';
import type { FoundPage } from '../../../store/find/find.ts';
import type { SessionOrPlan } from '../../ground/sessions/pageSession.ts';
import { pagesNamed } from '../../ground/words/pagesNamed.ts';
import { plural } from '../../ground/words/plural.ts';
import type { FindContext } from './context.ts';
import { problemInWords } from './items.ts';
import { amountInWords, unpreviewedInWords } from './message.ts';
import type { ReplacedPage } from './replace.ts';
import { tickedIn, type PageRow } from './rows.ts';

/** The replacements in one space, which become one change request. */
export interface Job {
  readonly session: SessionOrPlan;
  readonly pages: readonly ReplacedPage[];
  /** Published pages that the change request has changed, so that they aren't replaced. */
  readonly differing: readonly ReplacedPage[];
}

export interface Asking {
  readonly deletes: boolean;
  /** How many pages weren't previewed. */
  readonly unpreviewed: number;
  /** Pages with matches that have unsent changes. */
  readonly unsent: readonly FoundPage[];
}

/** The most pages that a question names. */
const mostNamed = 10;

/**
 * Asks before anything is sent, and says what would break and what isn't replaced. Returns the jobs that the user wants;
 * `searchThere` to search in the change requests with other changes instead.
 */
export async function confirm(
  { prompts }: FindContext,
  jobs: readonly Job[],
  { deletes, unpreviewed, unsent }: Asking,
): Promise<readonly Job[] | 'searchThere' | undefined> {
  const all = jobs.flatMap(({ pages }) => pages.map(({ row }) => row));
  const asked = all.length > 0 ? jobs.filter(({ pages }) => pages.length > 0) : jobs;
  const harmed = all.filter(({ problems }) => problems.length > 0);
  const differing = jobs.filter((job) => job.differing.length > 0);
  const replace = deletes ? vscode.l10n.t('Delete') : vscode.l10n.t('Replace');
  const skip = vscode.l10n.t('Skip These Pages');
  const numbers = differing.map(({ session }) => `#${session.number}`).join(', ');
  const searchThere = vscode.l10n.t('Search {0} Instead', numbers);
  const lines = harmed.map(({ found, problems }) => `“${found.title}”: ${problems.map(problemInWords).join(', ')}`);
  const detail = [
    ...differing.map(differingInWords),
    ...(harmed.length > 0
      ? [
          vscode.l10n.t('Check these pages first:'),
          ...lines.slice(0, mostNamed),
          ...(lines.length > mostNamed ? ['…'] : []),
        ]
      : []),
    ...(unsent.length > 0 ? [unsentInWords(unsent)] : []),
    ...(unpreviewed > 0 ? [unpreviewedInWords(unpreviewed)] : []),
  ].join('\n');
  const answer = await prompts.choose({
    modal: true,
    severity: harmed.length + differing.length > 0 ? 'warning' : 'information',
    message: questionOf(all, asked.map(({ session }) => session.name).join(', '), deletes),
    ...(detail && { detail }),
    actions: [
      ...(all.length > 0 ? [replace] : []),
      ...(harmed.length > 0 && harmed.length < all.length ? [skip] : []),
      ...(differing.length > 0 ? [searchThere] : []),
    ],
  });
  switch (answer) {
    case replace:
      return jobs;
    case skip:
      return jobs.map((job) => ({ ...job, pages: job.pages.filter(({ row }) => row.problems.length === 0) }));
    case searchThere:
      return 'searchThere';
    default:
      return undefined;
  }
}

function unsentInWords(pages: readonly FoundPage[]): string {
  return plural(
    vscode.l10n.t(
      '{0} page has unsent changes and stays as it is: {1}|{0} pages have unsent changes and stay as they are: {1}',
    ),
    pages.length,
    pagesNamed(pages, mostNamed),
  );
}

function questionOf(rows: readonly PageRow[], names: string, deletes: boolean): string {
  if (rows.length === 0) return vscode.l10n.t('Nothing can be replaced in {0}.', names);
  const amount = amountOf(rows);
  return deletes
    ? vscode.l10n.t('Delete {0} in {1}?', amount, names)
    : vscode.l10n.t('Replace {0} in {1}?', amount, names);
}

function differingInWords({ session, differing }: Job): string {
  return plural(
    vscode.l10n.t(
      '{0} page is already changed in {1} and stays as it is: {2}|{0} pages are already changed in {1} and stay as they are: {2}',
    ),
    differing.length,
    `#${session.number}`,
    pagesNamed(
      differing.map(({ row }) => row.found),
      mostNamed,
    ),
  );
}

/** The number of selected matches, and of their pages. */
export function amountOf(rows: readonly PageRow[]): string {
  return amountInWords(
    rows.reduce((sum, row) => sum + tickedIn(row).length, 0),
    rows.length,
  );
}
