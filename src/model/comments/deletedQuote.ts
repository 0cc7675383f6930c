import { beginningOf } from '../shared/trimmed.ts';
import { escaped, markedQuote, unescaped } from './markedQuote.ts';

/** Deleted words that a comment is about, and above them what remains beside them, by which the comment is placed. */
export interface DeletedQuote {
  /** Empty if nothing remains. */
  readonly beside: string;
  readonly deleted: string;
}

/** In UTF-16 units. */
const longestDeleted = 500;

/** A quote whose last paragraph, struck through, are the deleted words. Other clients show it like that. */
export function deletedMarkdown({ beside, deleted }: DeletedQuote): string {
  const words = deleted
    .slice(0, 4 * longestDeleted)
    .replace(/\s+/g, ' ')
    .trim();
  const shown = beginningOf(words, longestDeleted);
  const struck = `~~${escaped(shown)}${shown.length < words.length ? '…' : ''}~~`;
  return beside.trim() === '' ? struck : `${beside.trim()}\n\n${struck}`;
}

/** The title of a deleted page as comments quote it. Those are about all changes, because the page is gone. */
export function quotedTitle(title: string): string {
  return escaped(title.replace(/\s+/g, ' ').trim());
}

/** The quote of a comment on a page that was deleted while it was written. */
export function quoteOfGone(title: string, quote: string | undefined): string | undefined {
  const beside = quotedTitle(title);
  if (quote !== undefined) return deletedMarkdown({ beside, deleted: selectedIn(quote) });
  return beside === '' ? undefined : beside;
}

/** The parts of what `deletedMarkdown` writes. */
export function deletedQuote(quote: string): DeletedQuote | undefined {
  const text = quote.trim();
  const at = text.lastIndexOf('\n') + 1;
  const line = text.slice(at);
  if (line.length < 5 || !line.startsWith('~~') || !line.endsWith('~~')) return undefined;
  const inner = line.slice(2, -2);
  if (inner.replace(/\\[^]/g, '').includes('~')) return undefined;
  return { beside: text.slice(0, at).trim(), deleted: unescaped(inner) };
}

/** A quote as it is shown in one line: the selected words. */
export function selectedIn(quote: string): string {
  return deletedQuote(quote)?.deleted ?? markedQuote(quote)?.selected ?? quote;
}
