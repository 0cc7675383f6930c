import * as vscode from 'vscode';
import { sentenceOf } from '../../ground/messages/sentence.ts';
import { plural } from '../../ground/words/plural.ts';
import { tickedIn, type PageRow } from './rows.ts';
import { countOf, stageOf, unpreviewedIn, type FindState } from './state.ts';

/** The message above the rows. */
export function messageOf(state: FindState): string | undefined {
  const { search, by, rows, running, outcome } = state;
  if (!search) return undefined;
  const matches = countOf(rows);
  if (by !== undefined) {
    return [...replacementsInWords(state), ...(outcome?.isWhole ? [] : [pagesInWords(state), ...gapsInWords(state)])]
      .filter(Boolean)
      .join(' ');
  }
  const found = rows.length === 0 ? vscode.l10n.t('No matches.') : `${amountInWords(matches, rows.length)}.`;
  return [running ? vscode.l10n.t('Searching…') : '', found, pagesInWords(state), ...gapsInWords(state)]
    .filter(Boolean)
    .join(' ');
}

/** Sentences about what is replaced and what to do next, some of them empty. */
function replacementsInWords(state: FindState): string[] {
  const { rows } = state;
  const stage = stageOf(state);
  if (stage === 'nothing') return [vscode.l10n.t('Nothing is left to replace.')];
  if (stage === 'skipped') return skippedPagesInWords(rows);
  const ticked = rows.reduce((sum, row) => sum + (row.skipped ? 0 : tickedIn(row).length), 0);
  const selected = plural(
    vscode.l10n.t('{1} of {0} match selected.|{1} of {0} matches selected.'),
    countOf(rows),
    ticked,
  );
  switch (stage) {
    case 'previewed':
      return [
        selected,
        vscode.l10n.t('Apply the replacements, or change the selection.'),
        unpreviewedInWords(unpreviewedIn(state).length),
      ];
    case 'replacements':
      return [selected, vscode.l10n.t('Preview the replacements before you apply them.')];
    case 'matches':
    case 'search':
      return [selected, vscode.l10n.t('Select at least one match that the replacement changes.')];
  }
}

/** That pages were left out, and what to do about each reason. */
function skippedPagesInWords(rows: readonly PageRow[]): string[] {
  const reasons = new Set(rows.map(({ skipped }) => skipped));
  return [
    plural(vscode.l10n.t("{0} page wasn't replaced.|{0} pages weren't replaced."), rows.length),
    reasons.has('unsent') ? vscode.l10n.t('Save or discard your unsent changes, then search again.') : '',
    reasons.has('changed') ? vscode.l10n.t('Search again to find what has changed.') : '',
    reasons.has('different')
      ? vscode.l10n.t('To replace text in pages that the change request has changed, search the change request.')
      : '',
  ];
}

/** A sentence, empty for none. */
export function unpreviewedInWords(pages: number): string {
  if (pages === 0) return '';
  return plural(
    vscode.l10n.t(
      "{0} page isn't previewed yet and stays as it is.|{0} pages aren't previewed yet and stay as they are.",
    ),
    pages,
  );
}

function pagesInWords({ outcome, progress }: FindState): string {
  const { searched, total } = outcome ?? progress ?? { searched: 0, total: undefined };
  return total === undefined
    ? plural(vscode.l10n.t('Searched {0} page.|Searched {0} pages.'), searched)
    : plural(vscode.l10n.t('Searched {1} of {0} page.|Searched {1} of {0} pages.'), total, searched);
}

/** Sentences about what was not searched, some of them empty. */
function gapsInWords({ running, outcome }: FindState): string[] {
  const [failure] = outcome?.failures ?? [];
  return [
    outcome?.isCut ? vscode.l10n.t('There are more matches than can be shown.') : '',
    running || outcome ? '' : vscode.l10n.t('The search was stopped.'),
    failure === undefined ? '' : vscode.l10n.t('Results may be missing: {0}', sentenceOf(failure)),
  ];
}

/** As in “9 matches in 2 pages”. */
export function amountInWords(matches: number, pages: number): string {
  return vscode.l10n.t(
    '{0} in {1}',
    plural(vscode.l10n.t('{0} match|{0} matches'), matches),
    plural(vscode.l10n.t('{0} page|{0} pages'), pages),
  );
}
