import { LRUCache } from 'lru-cache';
import type { Api } from '../client/api.ts';
import { digest } from '../model/digest.ts';
import { fragileIn } from '../model/fragile.ts';
import type { PageReading } from '../model/pageText.ts';
import { stillLeads } from '../model/sentLinks.ts';
import type { ChangeRequestContent, ReadPage } from './changeRequestContent.ts';
import type { ChangeRequestEdits, EditablePage, EditsChange, EditTarget } from './changeRequestEdits.ts';
import type { DraftStorage } from './createDrafts.ts';
import { createEditDrafts } from './editDrafts.ts';
import { createEmitter } from './emitter.ts';
import { sendingEdits } from './sendingEdits.ts';

export interface ChangeRequestEditsOptions {
  readonly api: Pick<Api, 'changeRequestContent'>;
  readonly content: ChangeRequestContent;
  /** Whether the server is known to take no content. */
  readonly isLacking: () => boolean;
  /** In ms since the epoch. */
  readonly now: () => number;
  readonly drafts: DraftStorage;
  readonly log: { warn(message: string): void };
}

/** A page that was handed out. */
interface Trace {
  /** Of the Markdown. */
  readonly print: string;
  readonly modifiedAt: number;
  /** Of the page, when it was read first so. */
  readonly path: string | undefined;
  /** The last ones, the newest first: what somebody still writes over. */
  readonly readings: readonly PageReading[];
}

const mostReadings = 4;

export function createChangeRequestEdits(options: ChangeRequestEditsOptions): ChangeRequestEdits & { dispose(): void } {
  const { api, content, isLacking, now, log } = options;
  const warn = (message: string): void => log.warn(message);
  const changed = createEmitter<EditsChange>((error) => warn(`A listener of edits failed: ${String(error)}`));
  const drafts = createEditDrafts({ storage: options.drafts, now, warn });
  const traces = new LRUCache<string, Trace>({ max: 500 });
  let hasAnswered = false;

  const send = sendingEdits({
    api,
    content,
    now,
    readingFor,
    onSent(change) {
      hasAnswered = true;
      changed.emit(change);
    },
  });

  /**
   * As long as the platform has the same text it reads the same, at the same time: what else is known of spaces meanwhile is no
   * reason to change what somebody writes in. Only where its links would lead nowhere any more it is read anew.
   */
  function told(target: EditTarget, page: ReadPage): EditablePage {
    const { node, tree } = page;
    const key = keyOf(target);
    const before = traces.get(key);
    const print = digest(page.reading.markdown);
    const isSame = before?.print === print;
    const said = Date.parse(node.page.updatedAt ?? '') || 0;
    const modifiedAt = isSame ? before.modifiedAt : Math.max(said, (before?.modifiedAt ?? -1) + 1);
    const known = isSame && before.path === node.path ? before.readings[0] : undefined;
    const isGood = known !== undefined && stillLeads(known, { spaceId: target.space, page: node, tree });
    const reading = isGood ? known : page.reading;
    const others = (before?.readings ?? []).filter(({ text }) => text !== reading.text);
    traces.set(key, { print, modifiedAt, path: node.path, readings: [reading, ...others].slice(0, mostReadings) });
    return { text: reading.text, size: new TextEncoder().encode(reading.text).byteLength, modifiedAt };
  }

  /** The one with that text, else the one that has the most in common with what was made of it. */
  function readingFor(target: EditTarget, present: PageReading, text: string, base: string | undefined): PageReading {
    const known = traces.get(keyOf(target))?.readings ?? [];
    const all = [present, ...known.filter((each) => each.text !== present.text)];
    if (all.length === 1) return present;
    const exact = all.find((each) => each.text === base) ?? all.find((each) => each.text === text);
    if (exact) return exact;
    const lines = new Set(text.split(/\r\n?|\n/));
    const common = all.map((each) => each.text.split(/\r\n?|\n/).filter((line) => lines.has(line)).length);
    return all[common.indexOf(Math.max(...common))] ?? present;
  }

  async function page(target: EditTarget, read: { signal?: AbortSignal | undefined } = {}): Promise<EditablePage> {
    return told(target, await content.reading(target.space, target.number, target.page, read));
  }

  return {
    isOffered: () => (isLacking() ? false : hasAnswered || undefined),
    page,
    knownPage(target) {
      const known = content.knownReading(target.space, target.number, target.page);
      return known && told(target, known);
    },
    async refresh(target, read) {
      await content.refresh(target.space, target.number, read);
      return page(target, read);
    },
    send,
    fragileIn: async (text) => fragileIn(text),
    drafts,
    onDidChange: (listener) => changed.listen(listener),
    dispose: () => drafts.dispose(),
  };
}

function keyOf({ space, number, page }: EditTarget): string {
  return JSON.stringify([space, number, page]);
}
