import type { FoundPage, ReplaceablePage, Skipped } from '../../../store/find/find.ts';
import type { FoundLine } from '../../../model/find/lines.ts';
import type { ReplacementProblem } from '../../../model/find/checks.ts';
import type { Replaceable } from '../../../model/find/task.ts';
import { shaped } from '../../ground/contributions/given.ts';

/** A row of the view. */
export type FindRow = PageRow | MatchRow | ActionRow;

/** What the user may do next. VS Code shows the buttons in the title only while the view is in use. */
export interface ActionRow {
  readonly kind: 'action';
  /** The command without `docsPlatform.findInPages`. */
  readonly key: 'searchAll' | 'refresh' | 'preview' | 'apply';
  readonly parent?: undefined;
}

export interface PageRow {
  readonly kind: 'page';
  readonly key: string;
  readonly parent?: undefined;
  readonly found: FoundPage;
  readonly matches: readonly MatchRow[];
  /** Set once the user has given a replacement. */
  readonly replaceable?: ReplaceablePage | undefined;
  problems: readonly ReplacementProblem[];
  /** `different` is published and has other changes in the change request. */
  skipped?: Skipped | 'readOnly' | 'different' | undefined;
}

/** Whether another search may find matches in a skipped page that can be replaced. */
export function mayBeFoundAgain(skipped: PageRow['skipped']): boolean {
  return skipped === 'changed' || skipped === 'unsent';
}

export interface MatchRow {
  readonly kind: 'match';
  readonly key: string;
  readonly parent: PageRow;
  readonly line: FoundLine;
  readonly replaced?: Replaceable | undefined;
  isTicked: boolean;
}

export const isMatchRow = shaped<MatchRow>({ kind: ['match'], parent: 'object', line: 'object' });

export function keyOf({ space, number, page }: Pick<FoundPage, 'space' | 'number' | 'page'>): string {
  return JSON.stringify([space, number, page]);
}

/**
 * The rows of a page, with replacements once they are given. Those in code, link targets, and template tags are left out
 * unless ticked.
 */
export function pageRow(found: FoundPage, replaceable?: ReplaceablePage): PageRow {
  const matches: MatchRow[] = [];
  const row: PageRow = { kind: 'page', key: keyOf(found), found, matches, replaceable, problems: [] };
  for (const [index, line] of (replaceable ?? found).matches.entries()) {
    const replaced = replaceable?.matches[index];
    const isTicked = replaced?.kind === 'text';
    matches.push({ kind: 'match', key: `${row.key} ${index}`, parent: row, line, replaced, isTicked });
  }
  return row;
}

/** Whether its selected matches would be replaced by something else. */
export function isReplaced(row: PageRow): boolean {
  const { skipped, replaceable } = row;
  return (
    !skipped &&
    tickedIn(row).some(
      ({ replaced }) => replaced && replaceable?.markdown.slice(replaced.start, replaced.end) !== replaced.by,
    )
  );
}

/** What of a page is selected: the same text for the same selection. */
export function selectionIn({ matches }: PageRow): string {
  return matches.map(({ isTicked }) => (isTicked ? '1' : '0')).join('');
}

export function tickedIn({ matches }: PageRow): MatchRow[] {
  return matches.filter(({ isTicked }) => isTicked);
}
