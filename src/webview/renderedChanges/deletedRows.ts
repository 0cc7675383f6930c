import { deletedQuote, quotedTitle } from '../../model/comments/deletedQuote.ts';
import { formerText, pageText } from '../shared/pageText.ts';
import type { ShownPage, ShownRow } from './state.ts';

/** Whether a quote is about words of a deleted page. */
export function isAboutDeleted({ page, isGone }: ShownPage, quote: string | undefined): boolean {
  if (quote === undefined || (page.kind !== 'deleted' && !isGone)) return false;
  return (deletedQuote(quote)?.beside ?? quote) === quotedTitle(page.title);
}

interface DeletedTexts {
  readonly count: number;
  readonly isGone: boolean;
  readonly texts: readonly (readonly [ShownRow, string])[];
  readonly found: Map<string, ShownRow | undefined>;
}

const known = new WeakMap<readonly ShownRow[], DeletedTexts>();

/** The row with the deleted words that a quote is about, if they are a block of their own, or in one. */
export function deletedRow(page: ShownPage, quote: string): ShownRow | undefined {
  const words = deletedQuote(quote)?.deleted.replace(/…$/, '');
  if (!words) return undefined;
  const { texts, found } = textsOf(page);
  if (!found.has(words)) found.set(words, texts.find(([, text]) => text.includes(words))?.[0]);
  return found.get(words);
}

/** Of a page that is gone, all words are. */
function textsOf({ rows, isGone }: ShownPage): DeletedTexts {
  const before = known.get(rows);
  if (before?.count === rows.length && before.isGone === isGone) return before;
  const deleted = rows.filter(({ row }) => isGone || row.formerLine !== undefined);
  const texts = deleted.map((shown) => [shown, inOneLine(wordsOf(shown, isGone))] as const);
  const made = { count: rows.length, isGone, texts, found: new Map() };
  known.set(rows, made);
  return made;
}

function wordsOf({ row, element }: ShownRow, isGone: boolean): string {
  if (!isGone || row.formerLine !== undefined) return formerText(element).text;
  return pageText(element.querySelector(':scope > .cell.after, :scope > .cell.both') ?? element).text;
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
