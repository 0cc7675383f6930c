import * as vscode from 'vscode';
import type { MatchKind } from '../../model/find/kinds.ts';
import type { ReplacementProblem } from '../../model/find/checks.ts';
import { tickedIn, type FindRow, type MatchRow, type PageRow } from './rows.ts';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** How many matches are shown at once: VS Code asks for the children of each expanded row. */
const mostExpanded = 300;

export interface Shown {
  /** Where the page is: its space, if there are several, and the pages above it. */
  readonly where: (row: PageRow) => string;
  /** Number of all matches. */
  readonly matches: number;
}

/** The tree item of a row. */
export function findItem(row: FindRow, { where, matches }: Shown): vscode.TreeItem {
  switch (row.kind) {
    case 'page':
      return pageItem(row, where(row), matches <= mostExpanded);
    case 'match':
      return matchItem(row);
    case 'more': {
      const title = vscode.l10n.t('Search All Pages');
      const item = new vscode.TreeItem(title, None);
      item.iconPath = new vscode.ThemeIcon('search');
      item.command = { command: 'docsPlatform.findInPages.searchAll', title };
      return item;
    }
  }
}

function pageItem(row: PageRow, where: string, isExpanded: boolean): vscode.TreeItem {
  const { found, matches, problems, skipped, replaceable } = row;
  const item = new vscode.TreeItem(found.title, isExpanded ? Expanded : Collapsed);
  const marks = [
    skipped && skippedInWords(skipped),
    ...problems.map(problemInWords),
    found.isUnsent && !skipped ? vscode.l10n.t('unsent changes') : undefined,
  ].filter((mark) => mark !== undefined);
  const ticked = tickedIn(row).length;
  const isSome = replaceable && !skipped && ticked < matches.length;
  const amount = isSome ? vscode.l10n.t('{0} of {1} selected', ticked, matches.length) : matches.length;
  item.description = [...marks, amount, where].filter((part) => part !== '').join(' · ');
  const isHarmed = skipped !== undefined || problems.length > 0;
  item.iconPath = new vscode.ThemeIcon(isHarmed ? 'warning' : found.isUnsent ? 'edit' : 'file');
  if (replaceable && !skipped) item.checkboxState = boxOf(ticked > 0);
  return item;
}

function matchItem(row: MatchRow): vscode.TreeItem {
  const { line, replaced, parent, isTicked } = row;
  const item = new vscode.TreeItem({ label: line.excerpt, highlights: [[...line.mark]] }, None);
  const number = vscode.l10n.t('line {0}', line.line + 1);
  const by = replaced && `→ ${replaced.by.slice(0, 60).replace(/\s+/g, ' ')}`;
  item.description = [replaced && kindInWords(replaced.kind), by, number].filter(Boolean).join(' · ');
  if (replaced) item.tooltip = `${line.found}\n→ ${replaced.by}`;
  item.command = { command: 'docsPlatform.findInPages.open', title: vscode.l10n.t('Open Match'), arguments: [row] };
  if (replaced && !parent.skipped) item.checkboxState = boxOf(isTicked);
  return item;
}

function boxOf(isTicked: boolean): vscode.TreeItemCheckboxState {
  return isTicked ? vscode.TreeItemCheckboxState.Checked : vscode.TreeItemCheckboxState.Unchecked;
}

function kindInWords(kind: MatchKind): string | undefined {
  switch (kind) {
    case 'code':
      return vscode.l10n.t('in code');
    case 'link':
      return vscode.l10n.t('in a link target');
    case 'tag':
      return vscode.l10n.t('in a template tag');
    case 'unclear':
      return vscode.l10n.t('possibly in code');
    case 'text':
      return undefined;
  }
}

/** A fragment about the page. */
export function problemInWords(problem: ReplacementProblem): string {
  switch (problem) {
    case 'tag':
      return vscode.l10n.t('breaks a template tag');
    case 'empty':
      return vscode.l10n.t('empties the page');
    case 'noTitle':
      return vscode.l10n.t('removes the title');
    case 'longTitle':
      return vscode.l10n.t('makes the title too long');
    case 'tooLong':
      return vscode.l10n.t('makes the page too long');
  }
}

export function skippedInWords(skipped: NonNullable<PageRow['skipped']>): string {
  switch (skipped) {
    case 'changed':
      return vscode.l10n.t('changed since the search, not replaced');
    case 'gone':
      return vscode.l10n.t('deleted, not replaced');
    case 'unsent':
      return vscode.l10n.t('unsent changes, not replaced');
    case 'readOnly':
      return vscode.l10n.t("can't be edited");
  }
}
