import { digest } from '../../model/shared/digest.ts';
import { draftFiles, type DraftStorage } from '../shared/draftFiles.ts';
import type { Draft, Drafts, DraftTarget, Unsent } from './drafts.ts';
import { createEmitter } from '../shared/emitter.ts';

/** What sending needs beyond what everybody may do. */
export interface SendingDrafts extends Drafts {
  /** As this window knows it, without reading. */
  seen(target: DraftTarget): Draft | undefined;
  /** Comes when no other window is sending this, and holds them off until it is released. */
  claim(target: DraftTarget): Promise<Claim>;
  /** Marks a draft as being sent: should this window end meanwhile, it stands under Unsent in the next one. */
  begin(target: DraftTarget, text: string, unsent: Unsent): Promise<void>;
  /** Sending failed. */
  fail(target: DraftTarget, unsent: Unsent): Promise<void>;
  /** It has arrived: the draft ends, unless something else was typed since. */
  finish(target: DraftTarget, sent: string): Promise<void>;
  dispose(): void;
}

export interface Claim {
  /** Another window was sending this, or something else to the same place. */
  readonly hasWaited: boolean;
  release(): Promise<void>;
}

/** So long after sending began in another window, it is taken to have failed there, in ms. */
const abandoned = 90_000;

/** How often it is looked whether another window is done, in ms. */
const lookEvery = 200;

/** What this window knows of one draft and its file. */
interface Entry {
  draft?: Draft | undefined;
  isSending: boolean;
  /** Its file is behind what is known here. */
  isUnwritten: boolean;
  isWriting: boolean;
  /** When it was last changed here, by count: a file that was read before says nothing about it. */
  changedAt: number;
}

export function createDrafts(parts: {
  readonly storage: DraftStorage;
  readonly now: () => number;
  readonly warn: (message: string) => void;
}): SendingDrafts {
  const { storage, now, warn } = parts;
  const files = draftFiles({ storage, parsed, now, warn });
  const entries = new Map<string, Entry>();
  let changes = 0;
  const changed = createEmitter<void>((error) => warn(`A listener of the drafts failed: ${String(error)}`));
  const watching = storage.watch(() => void load().catch((error: unknown) => warn(`Drafts: ${String(error)}`)));
  let writing: Promise<void> = Promise.resolve();

  function entryOf(name: string): Entry {
    const entry = entries.get(name) ?? { isSending: false, isUnwritten: false, isWriting: false, changedAt: 0 };
    entries.set(name, entry);
    return entry;
  }

  /** Writes follow each other; of several for one draft only the last is done. */
  function write(name: string, entry: Entry): Promise<void> {
    entry.isUnwritten = true;
    const written = writing.then(async () => {
      if (!entry.isUnwritten) return;
      entry.isUnwritten = false;
      entry.isWriting = true;
      try {
        await (entry.draft ? files.write(name, entry.draft) : files.delete(name));
      } catch (error) {
        entry.isUnwritten = true;
        throw error;
      } finally {
        entry.isWriting = false;
        entry.changedAt = ++changes;
      }
    });
    writing = written.catch(() => undefined);
    return written;
  }

  async function put(name: string, draft: Draft | undefined): Promise<void> {
    const entry = entryOf(name);
    if (!draft && !entry.draft && !entry.isUnwritten) return files.delete(name);
    entry.draft = draft;
    changed.emit();
    await write(name, entry);
  }

  async function load(): Promise<readonly Draft[]> {
    const begun = changes;
    const read = await files.all();
    const before = JSON.stringify(known());
    for (const [name, entry] of entries) if (!read.has(name) && !isAhead(entry, begun)) entry.draft = undefined;
    for (const [name, draft] of read) if (draft && !isAhead(entryOf(name), begun)) entryOf(name).draft = draft;
    if (JSON.stringify(known()) !== before) changed.emit();
    return known();
  }

  /** Whether this window knows more of a draft than its file had said when so many changes had been made here. */
  function isAhead({ isSending, isUnwritten, isWriting, changedAt }: Entry, begun: number): boolean {
    return isSending || isUnwritten || isWriting || changedAt > begun;
  }

  function known(): readonly Draft[] {
    return [...entries.values()]
      .flatMap(({ draft }) => draft ?? [])
      .sort((one, other) => other.changedAt - one.changedAt);
  }

  function isSending({ target }: Draft): boolean {
    return entryOf(nameOf(target)).isSending;
  }

  return {
    known,
    unsent: () =>
      known().filter((draft) => {
        const { unsent } = draft;
        if (!unsent || isSending(draft)) return false;
        return unsent.reason !== beingSent || now() - unsent.at > abandoned;
      }),
    pending: () =>
      known()
        .filter((draft) => pendingId(draft.target) !== '' && !isSending(draft))
        .sort((one, other) => (pendingId(one.target) < pendingId(other.target) ? -1 : 1)),
    load,
    async get(target) {
      const name = nameOf(target);
      const entry = entryOf(name);
      const begun = changes;
      if (isAhead(entry, begun)) return entry.draft;
      const draft = await files.read(name);
      if (!isAhead(entry, begun)) entry.draft = draft;
      return entry.draft;
    },
    async keep(target, text) {
      const name = nameOf(target);
      if (text.trim() === '') return put(name, undefined);
      const { draft } = entryOf(name);
      if (draft?.text === text) return;
      await put(name, { target, text, changedAt: now(), ...(draft?.unsent && { unsent: draft.unsent }) });
    },
    discard: (target) => {
      const name = nameOf(target);
      entryOf(name).isSending = false;
      return put(name, undefined);
    },
    seen: (target) => entryOf(nameOf(target)).draft,
    async claim(target) {
      const name = nameOf(target);
      for (let hasWaited = false; ; hasWaited = true) {
        const end = await storage.claim(name, abandoned);
        if (!end) {
          await new Promise((resolve) => setTimeout(resolve, lookEvery));
          continue;
        }
        // What is left behind ends by itself.
        return { hasWaited, release: () => end().catch((error: unknown) => warn(`A claim stays: ${String(error)}`)) };
      }
    },
    async begin(target, text, unsent) {
      const name = nameOf(target);
      const entry = entryOf(name);
      entry.isSending = true;
      // Text that was typed since stays.
      const typed = entry.draft?.text ?? text;
      await put(name, { target, text: typed, changedAt: now(), unsent: { ...unsent, reason: beingSent } });
    },
    async fail(target, unsent) {
      const name = nameOf(target);
      const entry = entryOf(name);
      entry.isSending = false;
      const text = entry.draft?.text ?? unsent.text;
      await put(name, { target, text, changedAt: now(), unsent });
    },
    async finish(target, sent) {
      const name = nameOf(target);
      const entry = entryOf(name);
      entry.isSending = false;
      const text = entry.draft?.text ?? sent;
      await put(name, text.trim() === sent.trim() ? undefined : { target, text, changedAt: now() });
    },
    onDidChange: (listener) => changed.listen(listener),
    dispose: () => watching.dispose(),
  };
}

/** Stands as the reason while it is being sent. */
const beingSent = 'It was being sent when the window was closed.';

function pendingId(target: DraftTarget): string {
  return target.kind === 'edit' ? '' : (target.pending ?? '');
}

/** The name of a draft's file: the same for the same box. */
export function nameOf({ kind, place, ...rest }: DraftTarget): string {
  const { space, changeRequest } = place;
  const target = rest as {
    thread?: string;
    reply?: string;
    page?: string;
    node?: string;
    quote?: string;
    pending?: string;
  };
  const { thread, reply, page, node, quote, pending } = target;
  const parts = [kind, space, changeRequest, thread, reply, page, node, quote].map((part) => part ?? null);
  if (pending !== undefined) parts.push(pending);
  return `${kind}-${digest(JSON.stringify(parts))}`;
}

function parsed(text: string): Draft | undefined {
  try {
    const draft = JSON.parse(text) as Partial<Draft> | null;
    const kinds: readonly unknown[] = ['reply', 'thread', 'edit'];
    const isDraft =
      typeof draft?.text === 'string' &&
      typeof draft.changedAt === 'number' &&
      kinds.includes(draft.target?.kind) &&
      typeof draft.target?.place.space === 'string';
    return isDraft ? (draft as Draft) : undefined;
  } catch {
    return undefined;
  }
}
