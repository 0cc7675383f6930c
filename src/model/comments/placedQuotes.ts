import { markedQuote } from './markedQuote.ts';
import { placerIn, type TextSpan } from './quotePlace.ts';

/** An edit of a text, in UTF-16 units: `removed` units from `start` on became `added` ones. */
export interface TextEdit {
  readonly start: number;
  readonly removed: number;
  readonly added: number;
}

export interface QuotePlace {
  /** Undefined if the quote has never been in the text. */
  readonly span: TextSpan | undefined;
  /** The quote was in the text and was removed. `span` is then its former place. */
  readonly isRemoved: boolean;
}

/** The places of quotes in a text while it is edited. */
export interface PlacedQuotes {
  /**
   * Moves the places along with the text, without reading it. Each edit applies to the text after the previous edits.
   */
  edited(edits: readonly TextEdit[]): void;
  /** The places in the current text. The whole text is searched only for quotes that are no longer at their place. */
  placesIn(text: string): (quote: string) => QuotePlace;
}

export function createPlacedQuotes(): PlacedQuotes {
  const spans = new Map<string, TextSpan>();

  return {
    edited(edits) {
      for (const [quote, span] of spans) spans.set(quote, edits.reduce(movedBy, span));
    },
    placesIn(text) {
      const placeIn = placerIn(text);
      const places = new Map<string, QuotePlace>();
      const placeOf = (quote: string): QuotePlace => {
        const before = spans.get(quote);
        const span = (before && placeNear(before, quote, text)) ?? placeIn(quote);
        if (span) {
          spans.set(quote, span);
          return { span, isRemoved: false };
        }
        if (!before) return { span, isRemoved: false };
        const isLong = before.end - before.start > farthest(quote);
        const start = Math.min(before.start, text.length);
        return { span: { start, end: isLong ? start : Math.min(before.end, text.length) }, isRemoved: true };
      };
      return (quote) => {
        const place = places.get(quote) ?? placeOf(quote);
        places.set(quote, place);
        return place;
      };
    },
  };
}

/** Another occurrence of the same words doesn't count as long as the words are still here. */
function placeNear({ start, end }: TextSpan, quote: string, text: string): TextSpan | undefined {
  const limit = farthest(quote);
  if (end - start > limit) return undefined;
  // Words that are typed again may follow a space that stayed.
  const lineEnd = text.indexOf('\n', end + quote.length);
  const isMarked = markedQuote(quote) !== undefined;
  // The words around it lead to a place that is marked.
  const from = isMarked ? Math.max(0, start - limit) : start;
  const to = Math.min(lineEnd < 0 || isMarked ? text.length : lineEnd, end + limit);
  const near = placerIn(text.slice(from, to))(quote);
  return near && { start: from + near.start, end: from + near.end };
}

/**
 * In UTF-16 units. A place that became longer is searched with the whole text: searching it for each quote would take
 * too long.
 */
function farthest(quote: string): number {
  return 1000 + 4 * quote.length;
}

/** Text that is inserted at an edge of the place belongs to it until the text is read again. */
function movedBy(span: TextSpan, { start, removed, added }: TextEdit): TextSpan {
  const end = start + removed;
  const moved = (at: number, within: number): number => (at < start ? at : at > end ? at + added - removed : within);
  return { start: moved(span.start, start), end: moved(span.end, start + added) };
}
