import { digest } from '../../model/shared/digest.ts';
import { storedReason } from '../../model/shared/reasons.ts';
import { cachedDrafts } from '../shared/cachedDrafts.ts';
import type { DraftStorage } from '../shared/draftFiles.ts';
import type { Draft, Drafts, DraftTarget, Unsent } from './drafts.ts';

/** Adds what only sending uses. */
export interface SendingDrafts extends Drafts {
  /** The draft as this window last read it. */
  seen(target: DraftTarget): Draft | undefined;
  /** Waits until no other window is sending this draft, and keeps them from sending it until it is released. */
  claim(target: DraftTarget): Promise<Claim>;
  /** Marks a draft as being sent. If this window closes in the meantime, the next one lists the draft under Unsent. */
  begin(target: DraftTarget, text: string, unsent: Unsent): Promise<void>;
  /** Records that sending failed. */
  fail(target: DraftTarget, unsent: Unsent): Promise<void>;
  /** Records that the text has arrived: removes the draft, unless its text has changed since. */
  finish(target: DraftTarget, sent: string): Promise<void>;
  dispose(): void;
}

export interface Claim {
  /** Another window was sending this draft, or another text to the same target. */
  readonly hasWaited: boolean;
  release(): Promise<void>;
}

/** In ms. If another window has been sending for longer than this, it is taken to have failed. */
const abandoned = 90_000;

/** Interval for checking whether another window is done, in ms. */
const lookEvery = 200;

export function createDrafts(parts: {
  readonly storage: DraftStorage;
  readonly now: () => number;
  readonly warn: (message: string) => void;
}): SendingDrafts {
  const { storage, now, warn } = parts;
  /** Names of the drafts that this window is sending. */
  const sending = new Set<string>();
  const drafts = cachedDrafts({ storage, parsed, now, warn, isHeld: (name) => sending.has(name) });

  function known(): readonly Draft[] {
    return drafts
      .all()
      .map((draft) => (isBeingSent(draft) ? { ...draft, isSending: true } : draft))
      .toSorted((one, other) => other.changedAt - one.changedAt);
  }

  function isSending({ target }: Draft): boolean {
    return sending.has(nameOf(target));
  }

  function isBeingSent(draft: Draft): boolean {
    const { unsent } = draft;
    return isSending(draft) || (unsent?.reason.code === 'windowClosed' && now() - unsent.at <= abandoned);
  }

  return {
    cached: known,
    unsent: () => known().filter((draft) => draft.unsent !== undefined && draft.isSending !== true),
    pending: () =>
      known()
        .filter((draft) => pendingId(draft.target) !== '' && !isSending(draft))
        .sort((one, other) => (pendingId(one.target) < pendingId(other.target) ? -1 : 1)),
    async load() {
      await drafts.load();
      return known();
    },
    get: (target) => drafts.read(nameOf(target)),
    async keep(target, text) {
      const name = nameOf(target);
      if (text.trim() === '') return drafts.put(name, undefined);
      const { text: before, unsent } = drafts.get(name) ?? {};
      if (before === text) return;
      await drafts.put(name, { target, text, changedAt: now(), ...(unsent && { unsent }) });
    },
    async discard(target) {
      const name = nameOf(target);
      sending.delete(name);
      await drafts.put(name, undefined);
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
        // A claim that can't be released expires by itself.
        return { hasWaited, release: () => end().catch((error: unknown) => warn(`A claim stays: ${String(error)}`)) };
      }
    },
    async begin(target, text, unsent) {
      const name = nameOf(target);
      sending.add(name);
      // Text that was typed in the meantime stays.
      const typed = drafts.get(name)?.text ?? text;
      await drafts.put(name, {
        target,
        text: typed,
        changedAt: now(),
        unsent: { ...unsent, reason: { code: 'windowClosed' } },
      });
    },
    async fail(target, unsent) {
      const name = nameOf(target);
      sending.delete(name);
      const text = drafts.get(name)?.text ?? unsent.text;
      await drafts.put(name, { target, text, changedAt: now(), unsent });
    },
    async finish(target, sent) {
      const name = nameOf(target);
      sending.delete(name);
      const text = drafts.get(name)?.text ?? sent;
      await drafts.put(name, text.trim() === sent.trim() ? undefined : { target, text, changedAt: now() });
    },
    onDidChange: (listener) => drafts.onDidChange(listener),
    dispose: () => drafts.dispose(),
  };
}

function pendingId(target: DraftTarget): string {
  return target.kind === 'edit' ? '' : (target.pending ?? '');
}

/** The name of a draft's file, the same for each input box. */
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
    if (!isDraft) return undefined;
    const { unsent, ...rest } = draft as Draft;
    return unsent ? { ...rest, unsent: { ...unsent, reason: storedReason(unsent.reason) } } : rest;
  } catch {
    return undefined;
  }
}
