import { deletedQuote, quotedTitle } from '../../model/comments/deletedQuote.ts';
import { formerText } from '../shared/pageText.ts';
import type { ShownPage, ShownRow } from './state.ts';

/** Whether a quote is about words of a deleted page. */
export function isAboutDeleted({ page, isGone }: ShownPage, quote: string | undefined): boolean {
  if (quote === undefined || (page.kind !== 'deleted' && !isGone)) return false;
  return (deletedQuote(quote)?.beside ?? quote) === quotedTitle(page.title);
}

interface DeletedTexts {
  readonly count: number;
  readonly texts: readonly (readonly [ShownRow, string])[];
  readonly found: Map<string, ShownRow | undefined>;
}

const known = new WeakMap<readonly ShownRow[], DeletedTexts>();

/** The row with the deleted words that a quote is about, if they are a block of their own, or in one. */
export function deletedRow({ rows }: ShownPage, quote: string): ShownRow | undefined {
  const words = deletedQuote(quote)?.deleted.replace(/…$/, '');
  if (!words) return undefined;
  const { texts, found } = textsOf(rows);
  if (!found.has(words)) found.set(words, texts.find(([, text]) => text.includes(words))?.[0]);
  return found.get(words);
}

function textsOf(rows: readonly ShownRow[]): DeletedTexts {
  const before = known.get(rows);
  if (before?.count === rows.length) return before;
  const deleted = rows.filter(({ row }) => row.formerLine !== undefined);
  const texts = deleted.map((shown) => [shown, inOneLine(formerText(shown.element).text)] as const);
  const made = { count: rows.length, texts, found: new Map() };
  known.set(rows, made);
  return made;
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
