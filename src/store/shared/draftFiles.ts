/** Small texts by name, each written in one step. */
export interface DraftStorage {
  names(): Promise<readonly string[]>;
  read(name: string): Promise<string | undefined>;
  write(name: string, text: string): Promise<void>;
  delete(name: string): Promise<void>;
  /**
   * Takes a name for this window alone, for so many ms at most; undefined while another has it. What is given ends it. It says
   * nothing of the text: who must not act on an old one reads it afterwards.
   */
  claim(name: string, atMost: number): Promise<(() => Promise<void>) | undefined>;
  /** Tells when another window may have changed some. */
  watch(listener: () => void): { dispose(): void };
}

/** Drafts of one kind, a file each. */
export interface DraftFiles<Draft> {
  /** All by name; undefined for a file that is no draft, or cannot be read now. */
  all(): Promise<ReadonlyMap<string, Draft | undefined>>;
  /** Undefined where there is no file, or one that is no draft. */
  read(name: string): Promise<Draft | undefined>;
  write(name: string, draft: Draft): Promise<void>;
  delete(name: string): Promise<void>;
}

/**
 * A file that holds no draft, such as one of a newer version of the extension, is logged once and stays. Before another draft
 * takes its name its text is copied to a name of its own.
 */
export function draftFiles<Draft>(parts: {
  readonly storage: DraftStorage;
  /** Undefined for a text that is no draft. */
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
    // Another window, of a newer version, may have written over a draft.
    else readable.delete(name);
    if (text !== undefined && !draft) warnOnce(name);
    return draft;
  }

  function warnOnce(name: string, why = ''): void {
    if (warned.has(name)) return;
    warned.add(name);
    warn(`A draft cannot be read: ${name}.${why} Its file stays as it is.`);
  }

  /** One that the disk refuses, such as a folder with the name of a draft, hides no other. */
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
