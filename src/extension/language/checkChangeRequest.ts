import * as vscode from 'vscode';
import { shaped } from '../contributions/given.ts';
import { sentenceOf } from '../messages/sentence.ts';
import { showInformation, showProgress, showWarning } from '../messages/show.ts';
import type { CheckedChangeRequest } from '../../store/changeRequestContent/checks.ts';
import { targetOf, type Target } from '../changeRequests/shared/target.ts';
import type { Uses } from '../services/services.ts';
import { plural } from '../words/plural.ts';
import { unsentTexts, type ChangeRequestProblems } from './changeRequestProblems.ts';
import { checkOptions } from './checkSettings.ts';

/** How many problems a check found, and on how many pages. */
export interface CheckSummary {
  readonly problems: number;
  readonly pages: number;
  /** As text: “3 new problems on 2 pages”. */
  readonly text: string;
}

type Parts = Uses<'accounts' | 'prompts' | 'edge' | 'selected' | 'stores' | 'checkText'>;

/** Whether another feature runs the command, and says itself what it found. */
const isQuiet = shaped<{ readonly isQuiet: true }>({ isQuiet: [true] });

/** Checks the pages of a change request, and shows their problems in the Problems panel. */
export async function checkChangeRequest(
  parts: Parts,
  problems: ChangeRequestProblems,
  given: unknown,
  options: unknown,
): Promise<CheckSummary | undefined> {
  const target = await targetOf(parts, given, {
    title: vscode.l10n.t('Select a change request to check'),
    statuses: ['open', 'draft'],
    none: vscode.l10n.t('There are no open change requests or drafts.'),
  });
  if (!target) return undefined;
  if (isQuiet(options)) return summaryOf((await check(parts, problems, target)).checked);
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
            const message = vscode.l10n.t('{0} of {1} pages', done, of);
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
  const { checked, shows } = result;
  const summary = summaryOf(checked);
  if (summary.problems > 0) await vscode.commands.executeCommand('workbench.actions.view.problems');
  const show = checked.unchecked.length > 0 ? showWarning : showInformation;
  void show([resultInWords(checked, summary, name, shows), ...limitsInWords(checked)].join(' '));
  return summary;
}

async function check(
  parts: Parts,
  problems: ChangeRequestProblems,
  { account, at: { space, changeRequest } }: Target,
  options: { readonly signal?: AbortSignal; readonly onProgress?: (done: number, of: number) => void } = {},
): Promise<{ readonly checked: CheckedChangeRequest; readonly shows: 'introduced' | 'all' }> {
  const at = { account, space: space.id, number: changeRequest.number };
  const content = await parts.stores(account).changeRequestContent();
  await content.refresh(space.id, changeRequest.number, options);
  const unsent = await unsentTexts(parts, at);
  const newFiles = await (await parts.stores(account).edits()).files.of(at);
  const how = checkOptions(parts);
  const checked = await content.check(space.id, changeRequest.number, { ...how, ...options, unsent, newFiles });
  problems.show(at, checked, unsent);
  return { checked, shows: how.shows };
}

function summaryOf({ pages }: CheckedChangeRequest): CheckSummary {
  const counts = pages.map(({ problems }) => problems.length).filter((count) => count > 0);
  const problems = counts.reduce((sum, count) => sum + count, 0);
  const found = plural(vscode.l10n.t('{0} new problem|{0} new problems'), problems);
  const text = plural(vscode.l10n.t('{1} on {0} page|{1} on {0} pages'), counts.length, found);
  return { problems, pages: counts.length, text };
}

function resultInWords(
  { pages, isCompared }: CheckedChangeRequest,
  { problems, pages: count, text }: CheckSummary,
  name: string,
  shows: 'introduced' | 'all',
): string {
  const isNew = shows === 'introduced' && isCompared;
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
  if (isNew) return vscode.l10n.t('{0}: {1}.', name, text);
  const found = plural(vscode.l10n.t('{0} problem|{0} problems'), problems);
  return vscode.l10n.t('{0}: {1}.', name, plural(vscode.l10n.t('{1} on {0} page|{1} on {0} pages'), count, found));
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
        : vscode.l10n.t("Couldn't check {0}: {1}", names, sentenceOf(first.error)),
    isCompared ? '' : vscode.l10n.t("The server doesn't provide the base, so older problems are included."),
    isComplete ? '' : vscode.l10n.t('Some links from and to other pages were not checked.'),
  ].filter(Boolean);
}

const mostNamed = 3;
