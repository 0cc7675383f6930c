import { LRUCache } from 'lru-cache';
import * as vscode from 'vscode';
import { markedQuote } from '../../../model/comments/markedQuote.ts';
import { quoteFor } from '../../../model/comments/quoteFor.ts';
import { placeOf, placerIn } from '../../../model/comments/quotePlace.ts';
import { foldedRows, type ChangedRow } from '../../../model/rendering/changedRows.ts';
import type { ComparedPage as Compared } from '../../../model/rendering/comparePages.ts';
import type { ComparedPage, Row } from '../../../protocol/renderedChanges.ts';
import type { Uses } from '../../ground/services/services.ts';
import { renderingTexts } from '../../ground/words/rendering.ts';
import type { ChangesSource } from './context.ts';

/** The compared pages of a view. */
export interface Comparisons {
  page(id: string): Promise<ComparedPage>;
  /** Some rows of a page. */
  rows(id: string, from: number, to: number): Promise<Row[]>;
  /** The lines of its second version at which quotes are; null for those that aren't there. */
  places(id: string, quotes: readonly string[]): Promise<(number | null)[]>;
  /** A quote that leads to the same words of the whole page as this one does in the lines. */
  quote(id: string, lines: { readonly start: number; readonly end: number }, quote: string): Promise<string>;
  /** Forgets pages that are at another version than they were when they were compared. */
  forgetOthers(pages: readonly { readonly id: string; readonly version: string }[]): void;
  dispose(): void;
}

interface Known {
  readonly sentences: readonly string[];
  readonly kind: ComparedPage['kind'];
  readonly rows: readonly ChangedRow[];
  readonly after: string;
}

/** How much Markdown the compared pages of a view have together, in UTF-16 units. Rendered, it takes ten times as much. */
const mostCached = 1_500_000;
/** How many unchanged rows stand around each change. */
const context = 2;

export function createComparisons(
  { comparePages }: Uses<'comparePages'>,
  source: Pick<ChangesSource, 'versionsOf'>,
): Comparisons {
  const known = new LRUCache<string, Promise<Known>>({ max: 200 });
  const sizes = new LRUCache<string, true>({ maxSize: mostCached, dispose: (_, id) => void known.delete(id) });
  const ending = new AbortController();
  let versions: ReadonlyMap<string, string> = new Map();

  function compared(id: string): Promise<Known> {
    const found = known.get(id);
    if (found) return found;
    const made = compare(id);
    known.set(id, made);
    made.catch(() => {
      if (known.get(id) === made) known.delete(id);
    });
    return made;
  }

  async function compare(id: string): Promise<Known> {
    const { signal } = ending;
    const { before, after, isSameText, sentences } = await source.versionsOf(id);
    const none = { sentences, rows: [], after: '' };
    if (!before && !after) return { ...none, kind: 'none' };
    if (isSameText) return { ...none, kind: 'text' };
    const [former, present] = await Promise.all([before?.read(signal), after?.read(signal)]);
    sizes.set(id, true, { size: (former?.length ?? 0) + (present?.length ?? 0) + 1 });
    const task = { before: former, after: present, texts: renderingTexts(), language: vscode.env.language };
    const result: Compared = await comparePages(task, signal).catch((error: unknown) => {
      const isBusy = error instanceof Error && error.name === 'TaskEnded';
      throw isBusy ? new Error(vscode.l10n.t('Too many pages are being compared. Try again in a moment.')) : error;
    });
    return {
      ...{ sentences, after: present ?? '' },
      ...(former === present ? { kind: 'text', rows: [] } : { kind: result.kind, rows: rowsIn(result) }),
    };
  }

  return {
    async page(id) {
      const page = await compared(id);
      const { rows, kind, sentences } = page;
      const stretches = foldedRows(rows, context).map(({ from, to, isFolded }) => ({
        ...{ from, to, line: rows[from]?.line ?? 0, end: rows[to - 1]?.end ?? 0 },
        ...(isFolded ? {} : { rows: sent(page, from, to) }),
      }));
      return { kind, sentences, stretches };
    },
    async rows(id, from, to) {
      return sent(await compared(id), from, to);
    },
    async places(id, quotes) {
      const { after } = await compared(id);
      const placeIn = placerIn(after);
      return quotes.map((quote) => {
        const place = placeIn(quote);
        return place ? after.slice(0, place.start).split('\n').length - 1 : null;
      });
    },
    async quote(id, { start, end }, quote) {
      const { after } = await compared(id);
      const lines = after.split('\n');
      const above = lines.slice(0, start).reduce((length, line) => length + line.length + 1, 0);
      const place = placeOf(quote, lines.slice(start, end).join('\n'));
      if (!place) return quote;
      const span = { start: above + place.start, end: above + place.end };
      const made = quoteFor(after, span);
      // Readers know the words as they are shown.
      const isFirst = placeOf(quote, after)?.start === span.start;
      return isFirst && (markedQuote(quote) || !markedQuote(made)) ? quote : made;
    },
    forgetOthers(pages) {
      const now = new Map(pages.map(({ id, version }) => [id, version]));
      const isOther = [...versions].some(([id, version]) => now.get(id) !== version);
      versions = now;
      if (!isOther) return;
      known.clear();
      sizes.clear();
    },
    dispose() {
      ending.abort();
      known.clear();
    },
  };
}

function rowsIn(compared: Compared): readonly ChangedRow[] {
  return compared.kind === 'rows' ? compared.rows : [];
}

function sent({ rows }: Known, from: number, to: number): Row[] {
  return rows.slice(from, to).map(({ nodes, ...row }) => ({ nodes: [...nodes], ...row }));
}
