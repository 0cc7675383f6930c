/** Small texts by name, each written atomically. */
export interface DraftStorage {
  names(): Promise<readonly string[]>;
  read(name: string): Promise<string | undefined>;
  write(name: string, text: string): Promise<void>;
  delete(name: string): Promise<void>;
  /**
   * Claims a name for this window, for at most this many ms; undefined while another window has it. The returned
   * function releases it. A claim says nothing about the text, so read the text after claiming.
   */
  claim(name: string, atMost: number): Promise<(() => Promise<void>) | undefined>;
  /** Called when another window may have changed some of the texts. */
  watch(listener: () => void): { dispose(): void };
}

/** Drafts of one kind, one file each. */
export interface DraftFiles<Draft> {
  /** All by name; undefined for a file that is not a draft or can't be read now. */
  all(): Promise<ReadonlyMap<string, Draft | undefined>>;
  /** Undefined if the file is missing or not a draft. */
  read(name: string): Promise<Draft | undefined>;
  write(name: string, draft: Draft): Promise<void>;
  delete(name: string): Promise<void>;
}

/**
 * A file that is not a draft, such as one of a newer version of the extension, is logged once and stays. Before another
 * draft takes its name, the file is copied to another name.
 */
export function draftFiles<Draft>(parts: {
  readonly storage: DraftStorage;
  /** Undefined for a text that is not a draft. */
  readonly parsed: (text: string) => Draft | undefined;
  /** In ms since the epoch. */
  readonly now: () => number;
  readonly warn: (message: string) => void;
}): DraftFiles<Draft> {
  const { storage, parsed, now, warn } = parts;
  const readable = new Set<string>();
  const warned = new Set<string>();

  async function read(name: string): Promise<Draft | undefined> {
    const text = await storage.read(name);
    const draft = text === undefined ? undefined : parsed(text);
    if (draft) readable.add(name);
    // Another window with a newer version may have overwritten the draft.
    else readable.delete(name);
    if (text !== undefined && !draft) warnOnce(name);
    return draft;
  }

  function warnOnce(name: string, why = ''): void {
    if (warned.has(name)) return;
    warned.add(name);
    warn(`A draft cannot be read: ${name}.${why} Its file stays as it is.`);
  }

  /** A name that can't be read, such as a folder with the name of a draft, must not hide other drafts. */
  async function readIfPossible(name: string): Promise<Draft | undefined> {
    try {
      return await read(name);
    } catch (error) {
      warnOnce(name, ` ${String(error)}.`);
      return undefined;
    }
  }

  async function setAside(name: string): Promise<void> {
    if (readable.has(name)) return;
    const text = await storage.read(name);
    if (text === undefined || parsed(text)) return;
    const copy = `${aside}${now()}-${name}`;
    await storage.write(copy, text);
    warn(`A draft cannot be read: ${name}. A new draft replaces it, and a copy of the old one is kept as ${copy}.`);
  }

  return {
    async all() {
      const names = (await storage.names()).filter((name) => !name.startsWith(aside));
      return new Map(await Promise.all(names.map(async (name) => [name, await readIfPossible(name)] as const)));
    },
    read,
    async write(name, draft) {
      await setAside(name);
      await storage.write(name, JSON.stringify(draft));
      readable.add(name);
    },
    async delete(name) {
      await setAside(name);
      await storage.delete(name);
    },
  };
}

const aside = 'unreadable-';
