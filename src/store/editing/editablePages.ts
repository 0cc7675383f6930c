import { LRUCache } from 'lru-cache';
import { idsAlone, type SpaceNames } from '../../model/shared/address.ts';
import { digest } from '../../model/shared/digest.ts';
import { olderReadings } from '../../model/editing/olderReadings.ts';
import type { PageReading } from '../../model/pages/text.ts';
import type { PageNode } from '../../model/pages/tree.ts';
import { stillLeads } from '../../model/editing/sentLinks.ts';
import type { ReadPage } from '../content/content.ts';
import type { EditablePage, EditTarget } from './edits.ts';

/** Editable pages that are open. */
export interface EditablePages {
  /**
   * Returns the same text and time as long as the server has the same text, so that news about other spaces never
   * changes a text while someone edits it. The text changes only if one of its links would break.
   */
  readonly pageFor: (target: EditTarget, page: ReadPage) => EditablePage;
  /**
   * The reading that a text is based on: the one whose text is `base`, else the one that shares the most lines with the
   * text.
   */
  readonly readingFor: (
    target: EditTarget,
    present: PageReading,
    text: string,
    base: string | undefined,
  ) => PageReading;
}

/** Remains of a page whose readings were evicted, because its time must never go backwards. */
interface Trace {
  /** Fingerprint of the Markdown. */
  readonly print: string;
  readonly modifiedAt: number;
  /** Path of the page when this Markdown was first read. */
  readonly path: string | undefined;
}

/** Limit of readings per page, not counting those with other names of spaces. */
const mostReadings = 4;

/** `room` is the size limit of all readings, in characters. */
export function createEditablePages(names: SpaceNames = idsAlone, room = 8_000_000): EditablePages {
  const traces = new Map<string, Trace>();
  /** The last readings of each page, newest first. */
  const readings = new LRUCache<string, readonly PageReading[]>({
    maxSize: room,
    sizeCalculation: (all) => all.reduce((sum, { text, markdown }) => sum + text.length + markdown.length, 1),
  });
  const made = new WeakMap<PageReading, { readonly node: PageNode; readonly page: EditablePage }>();

  function pageFor(target: EditTarget, page: ReadPage): EditablePage {
    const { node, tree } = page;
    const known = made.get(page.reading);
    if (known?.node === node) return known.page;
    const key = keyOf(target);
    const before = traces.get(key);
    const print = digest(page.reading.markdown);
    const isSame = before?.print === print;
    const said = Date.parse(node.page.updatedAt ?? '') || 0;
    const modifiedAt = isSame ? before.modifiedAt : Math.max(said, (before?.modifiedAt ?? -1) + 1);
    const last = isSame && before.path === node.path ? readings.get(key)?.[0] : undefined;
    const isGood = last !== undefined && stillLeads(last, { spaceId: target.space, page: node, tree, names });
    const reading = isGood ? last : page.reading;
    const given = readings.get(key)?.filter(({ text }) => text !== reading.text) ?? [];
    const recent = given.slice(0, mostReadings - 1);
    const texts = new Set(recent.map(({ text }) => text));
    const older = olderReadings(reading, { path: node.path ?? '', names }).filter(({ text }) => !texts.has(text));
    const others = [...recent, ...older];
    readings.set(key, [reading, ...others]);
    traces.set(key, { print, modifiedAt, path: node.path });
    const size = new TextEncoder().encode(reading.text).byteLength;
    const earlier = others.flatMap(({ markdown, text }) => (markdown === reading.markdown ? [text] : []));
    const editable = { text: reading.text, size, modifiedAt, ...(earlier.length > 0 && { earlier }) };
    made.set(page.reading, { node, page: editable });
    return editable;
  }

  function readingFor(target: EditTarget, present: PageReading, text: string, base: string | undefined): PageReading {
    const known = readings.get(keyOf(target)) ?? [];
    const all = [present, ...known.filter((each) => each.text !== present.text)];
    if (all.length === 1) return present;
    const exact = all.find((each) => each.text === base) ?? all.find((each) => each.text === text);
    if (exact) return exact;
    const lines = new Set(linesOf(text));
    const common = all.map((each) => linesOf(each.text).filter((line) => lines.has(line)).length);
    return all[common.indexOf(Math.max(...common))] ?? present;
  }

  return { pageFor, readingFor };
}

function linesOf(text: string): string[] {
  return text.split(/\r\n?|\n/);
}

function keyOf({ space, number, page }: EditTarget): string {
  return JSON.stringify([space, number, page]);
}
