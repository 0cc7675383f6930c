import * as vscode from 'vscode';
import type { FoundLine } from '../../../model/find/lines.ts';
import type { MatchKind } from '../../../model/find/kinds.ts';
import type { ReplacementProblem } from '../../../model/find/checks.ts';
import { isolated } from '../../ground/trees/look.ts';
import { tickedIn, type ActionRow, type FindRow, type MatchRow, type PageRow } from './rows.ts';

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
    case 'action':
      return actionItem(row);
  }
}

function actionItem({ key }: ActionRow): vscode.TreeItem {
  const [title, icon] = {
    searchAll: [vscode.l10n.t('Search All Pages'), 'search'],
    refresh: [vscode.l10n.t('Search Again'), 'refresh'],
    preview: [vscode.l10n.t('Preview Replacements'), 'diff-multiple'],
    apply: [vscode.l10n.t('Apply Replacements…'), 'replace-all'],
  }[key] as [string, string];
  const item = new vscode.TreeItem(title, None);
  item.iconPath = new vscode.ThemeIcon(icon);
  item.command = { command: `docsPlatform.findInPages.${key}`, title };
  return item;
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
  item.description = isolated(found.title, [...marks, amount, where].filter((part) => part !== '').join(' · '));
  const isHarmed = skipped !== undefined || problems.length > 0;
  item.iconPath = new vscode.ThemeIcon(isHarmed ? 'warning' : found.isUnsent ? 'edit' : 'file');
  if (replaceable && !skipped) item.checkboxState = boxOf(ticked > 0);
  return item;
}

function matchItem(row: MatchRow): vscode.TreeItem {
  const { line, replaced, parent, isTicked } = row;
  const found: vscode.TreeItemLabel = { label: line.excerpt, highlights: [[...line.mark]] };
  const item = new vscode.TreeItem(replaced ? replacedLabel(line, replaced.by) : found, None);
  const number = vscode.l10n.t('line {0}', line.line + 1);
  const deletes = replaced?.by === '' ? vscode.l10n.t('will be deleted') : undefined;
  const deleted = isTicked && !parent.skipped ? deletes : undefined;
  item.description = [deleted, replaced && kindInWords(replaced.kind), number].filter(Boolean).join(' · ');
  if (replaced) item.tooltip = `${line.found}\n${deletes ?? `→ ${replaced.by}`}`;
  item.command = { command: 'docsPlatform.findInPages.open', title: vscode.l10n.t('Open Match'), arguments: [row] };
  if (replaced && !parent.skipped) item.checkboxState = boxOf(isTicked);
  return item;
}

/** Side bars show about 30 characters of a row: these are for what is up to the end of a match, in UTF-16 units. */
const mostBefore = 18;
const mostFound = 16;
const mostReplacement = 60;
/** What is shown after a deleted match, so that the description is visible. */
const mostAfter = 4;

/** The line with the replacement after the match, both highlighted; nothing is added for a deleted one. */
function replacedLabel({ excerpt, mark: [start, end] }: FoundLine, by: string): vscode.TreeItemLabel {
  const found = cut(excerpt.slice(start, end), mostFound);
  const from = start + found.length - mostBefore;
  const before = from > 0 ? `…${afterSpace(excerpt.slice(from, start))}` : excerpt.slice(0, start);
  const after = excerpt.slice(end);
  const old: [number, number] = [before.length, before.length + found.length];
  if (by === '') return { label: `${before}${found}${cut(after, mostAfter)}`, highlights: [old] };
  const shown = `${before}${found} → `;
  const replacement = cut(by.slice(0, 2 * mostReplacement).replace(/\s+/g, ' '), mostReplacement);
  return {
    label: `${shown}${replacement}${after}`,
    highlights: [old, [shown.length, shown.length + replacement.length]],
  };
}

/** Without the part of a word, or of a character, at its beginning. */
function afterSpace(text: string): string {
  return text.slice(text.indexOf(' ') + 1).replace(/^[\uDC00-\uDFFF]/, '');
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
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
    case 'different':
      return vscode.l10n.t('changed in the change request, not replaced');
    case 'readOnly':
      return vscode.l10n.t("can't be edited");
  }
}
