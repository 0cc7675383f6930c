import { LRUCache } from 'lru-cache';
import { idsAlone, type SpaceNames } from '../../model/shared/address.ts';
import { digest } from '../../model/shared/digest.ts';
import { olderReadings } from '../../model/editing/olderReadings.ts';
import type { PageReading } from '../../model/pages/text.ts';
import type { PageNode } from '../../model/pages/tree.ts';
import { stillLeads } from '../../model/editing/sentLinks.ts';
import type { ReadPage } from '../changeRequestContent/content.ts';
import type { EditablePage, EditTarget } from './edits.ts';

/** The pages that were opened for editing. */
export interface EditablePages {
  /**
   * As long as the platform has the same text it reads the same, at the same time: what else is known of spaces meanwhile is no
   * reason to change what somebody writes in. Only where its links would lead nowhere any more it is read anew.
   */
  readonly pageFor: (target: EditTarget, page: ReadPage) => EditablePage;
  /** What a text was written over: of all readings that with the text `base`, else the one that has the most in common with it. */
  readonly readingFor: (
    target: EditTarget,
    present: PageReading,
    text: string,
    base: string | undefined,
  ) => PageReading;
}

/** What is left of a page whose readings had to make room: its time must not go backwards. */
interface Trace {
  /** Of the Markdown. */
  readonly print: string;
  readonly modifiedAt: number;
  /** Of the page, when it was read so first. */
  readonly path: string | undefined;
}

/** Of one page, beside those with other names of spaces. */
const mostReadings = 4;

/** `room` is in characters. */
export function createEditablePages(names: SpaceNames = idsAlone, room = 8_000_000): EditablePages {
  const traces = new Map<string, Trace>();
  /** The last ones of each page, the newest first. */
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
