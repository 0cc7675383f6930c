import * as vscode from 'vscode';
import { shaped } from '../../ground/contributions/given.ts';
import { sentenceOf } from '../../ground/messages/sentence.ts';
import { showInformation, showProgress, showWarning } from '../../ground/messages/show.ts';
import type { CheckedChangeRequest } from '../../../store/content/checks.ts';
import { targetOf, type Target } from '../../ground/changeRequests/target.ts';
import type { Uses } from '../../ground/services/services.ts';
import { plural } from '../../ground/words/plural.ts';
import { unsentOf, type ChangeRequestProblems } from './changeRequestProblems.ts';
import { checkOptions } from './checkSettings.ts';

/** How many problems a check found, and on how many pages. */
export interface CheckSummary {
  readonly problems: number;
  readonly pages: number;
  /** As text: “3 new problems on 2 pages”, or “3 problems on 2 pages” if older ones count. */
  readonly text: string;
  /** What it couldn't do, in sentences. */
  readonly limits: readonly string[];
  /** Whether all pages and links were checked. */
  readonly isComplete: boolean;
}

type Parts = Uses<'accounts' | 'prompts' | 'edge' | 'selected' | 'stores' | 'checkText'>;

/** Whether another feature runs the command, and says itself what it found. */
const isQuiet = shaped<QuietCheck>({ isQuiet: [true], signal: 'object' });

export interface QuietCheck {
  readonly isQuiet: true;
  readonly signal: AbortSignal;
}

/** Checks the pages of a change request, and shows their problems in the Problems panel. */
export async function checkChangeRequest(
  parts: Parts,
  problems: ChangeRequestProblems,
  given: unknown,
  options: unknown,
): Promise<CheckSummary | undefined> {
  const target = await targetOf(parts, given, {
    picker: {
      title: vscode.l10n.t('Select a change request to check'),
      none: vscode.l10n.t('There are no open change requests or drafts.'),
    },
    statuses: ['open', 'draft'],
  });
  if (!target) return undefined;
  if (isQuiet(options)) {
    try {
      return summaryOf(await check(parts, problems, target, options));
    } catch (error) {
      // Who ended it says so.
      if (options.signal.aborted) return undefined;
      throw error;
    }
  }
  const name = `#${target.at.changeRequest.number}`;
  const result = await showProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Checking {0}', name),
      cancellable: true,
    },
    async (progress, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => stop.abort());
      try {
        return await check(parts, problems, target, {
          signal: stop.signal,
          onProgress: (done, of) => {
            const message = plural(vscode.l10n.t('{1} of {0} page|{1} of {0} pages'), of, done);
            progress.report({ message, increment: 100 / of });
          },
        });
      } catch (error) {
        if (stop.signal.aborted) return undefined;
        throw error;
      }
    },
  );
  if (!result) return undefined;
  const { checked } = result;
  const summary = summaryOf(result);
  if (summary.problems > 0) await vscode.commands.executeCommand('workbench.actions.view.problems');
  const show = checked.unchecked.length > 0 ? showWarning : showInformation;
  void show([resultInWords(result, summary, name), ...summary.limits].join(' '));
  return summary;
}

async function check(
  parts: Parts,
  problems: ChangeRequestProblems,
  { account, at: { space, changeRequest } }: Target,
  options: { readonly signal?: AbortSignal; readonly onProgress?: (done: number, of: number) => void } = {},
): Promise<Result> {
  const at = { account, space: space.id, number: changeRequest.number };
  const content = await parts.stores(account).contents();
  await content.refresh(space.id, changeRequest.number, options);
  const unsent = await unsentOf(parts, at);
  const how = checkOptions(parts);
  const checked = await content.check(space.id, changeRequest.number, { ...how, ...options, ...unsent });
  options.signal?.throwIfAborted();
  problems.show(at, checked, unsent.unsent);
  return { checked, isNew: how.shows === 'introduced' && checked.isCompared };
}

interface Result {
  readonly checked: CheckedChangeRequest;
  /** Whether all problems are new ones. */
  readonly isNew: boolean;
}

function summaryOf({ checked, isNew }: Result): CheckSummary {
  const counts = checked.pages.map(({ problems }) => problems.length).filter((count) => count > 0);
  const problems = counts.reduce((sum, count) => sum + count, 0);
  const found = isNew
    ? plural(vscode.l10n.t('{0} new problem|{0} new problems'), problems)
    : plural(vscode.l10n.t('{0} problem|{0} problems'), problems);
  const text = plural(vscode.l10n.t('{1} on {0} page|{1} on {0} pages'), counts.length, found);
  const isComplete = checked.isComplete && checked.unchecked.length === 0;
  return { problems, pages: counts.length, text, limits: limitsInWords(checked), isComplete };
}

function resultInWords({ checked: { pages }, isNew }: Result, { problems, text }: CheckSummary, name: string): string {
  if (problems === 0) {
    return isNew
      ? plural(
          vscode.l10n.t(
            'No new problems found in {1} ({0} page checked).|No new problems found in {1} ({0} pages checked).',
          ),
          pages.length,
          name,
        )
      : plural(
          vscode.l10n.t('No problems found in {1} ({0} page checked).|No problems found in {1} ({0} pages checked).'),
          pages.length,
          name,
        );
  }
  return vscode.l10n.t('{0}: {1}.', name, text);
}

/** What a check couldn't do. */
function limitsInWords({ unchecked, isCompared, isComplete }: CheckedChangeRequest): string[] {
  const [first] = unchecked;
  const titles = unchecked.slice(0, mostNamed).map(({ node }) => `“${node.title}”`);
  const names = [...titles, ...(unchecked.length > mostNamed ? ['…'] : [])].join(', ');
  return [
    first === undefined
      ? ''
      : first.error === undefined
        ? vscode.l10n.t("Couldn't check {0}: the text is too long.", names)
        : isBusy(first.error)
          ? vscode.l10n.t("Couldn't check {0}: other pages are being checked. Try again in a moment.", names)
          : vscode.l10n.t("Couldn't check {0}: {1}", names, sentenceOf(first.error)),
    isCompared ? '' : vscode.l10n.t("The server doesn't provide the base, so older problems are included."),
    isComplete ? '' : vscode.l10n.t("Some links from and to other pages weren't checked."),
  ].filter(Boolean);
}

/** Whether the threads had no turn for it in time. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && error.name === 'TaskEnded';
}

const mostNamed = 3;
