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

export function createDrafts(parts: {
  readonly storage: DraftStorage;
  readonly now: () => number;
  readonly warn: (message: string) => void;
}): SendingDrafts {
  const { storage, now, warn } = parts;
  const files = draftFiles({ storage, parsed, now, warn });
  const drafts = new Map<string, Draft>();
  /** What is being sent by this window. */
  const sending = new Set<string>();
  /** Names whose file is behind what is known here. */
  const unwritten = new Set<string>();
  /** Names whose file is being written. */
  const inWriting = new Set<string>();
  /** When each was last changed here, by count: what was read before says nothing about it. */
  const touched = new Map<string, number>();
  let touches = 0;
  const changed = createEmitter<void>((error) => warn(`A listener of the drafts failed: ${String(error)}`));
  const watching = storage.watch(() => void load().catch((error: unknown) => warn(`Drafts: ${String(error)}`)));
  let writing: Promise<void> = Promise.resolve();

  /** Writes follow each other; of several for one draft only the last is done. */
  function write(name: string): Promise<void> {
    unwritten.add(name);
    const written = writing.then(async () => {
      if (!unwritten.delete(name)) return;
      const draft = drafts.get(name);
      inWriting.add(name);
      try {
        await (draft ? files.write(name, draft) : files.delete(name));
      } catch (error) {
        unwritten.add(name);
        throw error;
      } finally {
        inWriting.delete(name);
        touched.set(name, ++touches);
      }
    });
    writing = written.catch(() => undefined);
    return written;
  }

  async function put(name: string, draft: Draft | undefined): Promise<void> {
    if (draft) drafts.set(name, draft);
    else if (!drafts.delete(name) && !unwritten.has(name)) return files.delete(name);
    changed.emit();
    await write(name);
  }

  async function load(): Promise<readonly Draft[]> {
    const begun = touches;
    const heard = await files.all();
    const before = JSON.stringify([...drafts]);
    const isOurs = (name: string) => isOpen(name) || (touched.get(name) ?? 0) > begun;
    for (const name of drafts.keys()) if (!heard.has(name) && !isOurs(name)) drafts.delete(name);
    for (const [name, draft] of heard) {
      if (!isOurs(name) && draft) drafts.set(name, draft);
    }
    if (JSON.stringify([...drafts]) !== before) changed.emit();
    return known();
  }

  function isOpen(name: string): boolean {
    return unwritten.has(name) || inWriting.has(name) || sending.has(name);
  }

  function known(): readonly Draft[] {
    return [...drafts.values()].sort((one, other) => other.changedAt - one.changedAt);
  }

  return {
    known,
    unsent: () =>
      known().filter(({ target, unsent }) => {
        if (!unsent || sending.has(nameOf(target))) return false;
        return unsent.reason !== beingSent || now() - unsent.at > abandoned;
      }),
    pending: () =>
      known()
        .filter(({ target }) => pendingId(target) !== '' && !sending.has(nameOf(target)))
        .sort((one, other) => (pendingId(one.target) < pendingId(other.target) ? -1 : 1)),
    load,
    async get(target) {
      const name = nameOf(target);
      const begun = touches;
      if (isOpen(name)) return drafts.get(name);
      const draft = await files.read(name);
      if (isOpen(name) || (touched.get(name) ?? 0) > begun) return drafts.get(name);
      if (draft) drafts.set(name, draft);
      else drafts.delete(name);
      return draft;
    },
    async keep(target, text) {
      const name = nameOf(target);
      if (text.trim() === '') return put(name, undefined);
      if (drafts.get(name)?.text === text) return;
      const unsent = drafts.get(name)?.unsent;
      await put(name, { target, text, changedAt: now(), ...(unsent && { unsent }) });
    },
    discard: (target) => {
      sending.delete(nameOf(target));
      return put(nameOf(target), undefined);
    },
    seen: (target) => drafts.get(nameOf(target)),
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
      sending.add(name);
      // What was typed since stays.
      const { text: typed = text } = drafts.get(name) ?? {};
      await put(name, { target, text: typed, changedAt: now(), unsent: { ...unsent, reason: beingSent } });
    },
    async fail(target, unsent) {
      const name = nameOf(target);
      sending.delete(name);
      const text = drafts.get(name)?.text ?? unsent.text;
      await put(name, { target, text, changedAt: now(), unsent });
    },
    async finish(target, sent) {
      const name = nameOf(target);
      sending.delete(name);
      const text = drafts.get(name)?.text ?? sent;
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
