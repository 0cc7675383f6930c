import { LRUCache } from 'lru-cache';
import { freeFileName, refersTo } from '../../model/editing/newFiles.ts';
import { endingOf } from '../../model/shared/contentTypes.ts';
import { digest } from '../../model/shared/digest.ts';
import { draftFiles, type DraftStorage } from '../shared/draftFiles.ts';
import type { EditDrafts, EditTarget, UnsentFile, UnsentFiles } from './edits.ts';

/** In ms. A file that no draft names stays this long, because Undo and Paste can bring its link back. */
const storedFor = 7 * 24 * 60 * 60_000;
/** In ms. Another window that is adding a file of the same name has done so by then. */
const adding = 10_000;

type At = Pick<EditTarget, 'space' | 'number'>;

/** Files that were inserted into pages and not sent yet, one file on disk each. */
export function createUnsentFiles(parts: {
  readonly storage: DraftStorage;
  readonly drafts: Pick<EditDrafts, 'all'>;
  /** In ms since the epoch. */
  readonly now: () => number;
  readonly warn: (message: string) => void;
}): Omit<UnsentFiles, 'areOffered'> & { discard(files: readonly UnsentFile[]): Promise<void> } {
  const { storage, drafts, now, warn } = parts;
  const stored = draftFiles<UnsentFile>({ storage, parsed, now, warn });
  /** By the name of the file on disk, because each change of a page asks for them. */
  const cached = new LRUCache<string, UnsentFile>({
    maxSize: 16_000_000,
    sizeCalculation: ({ base64 }) => base64.length + 200,
  });

  async function read(name: string): Promise<UnsentFile | undefined> {
    const file = cached.get(name) ?? (await stored.read(name));
    if (file) cached.set(name, file);
    return file;
  }

  async function named(start: string): Promise<UnsentFile[]> {
    const names = (await storage.names()).filter((name) => name.startsWith(start) && !name.startsWith('unreadable-'));
    const all = await Promise.all(names.map(read));
    return all.flatMap((file) => file ?? []);
  }

  async function discard(files: readonly UnsentFile[]): Promise<void> {
    for (const file of files) cached.delete(nameOf(file));
    await Promise.all(
      files.map(async (file) => {
        // Another window may have sent this one, and added another of the same name since.
        if ((await stored.read(nameOf(file)))?.addedAt === file.addedAt) await stored.delete(nameOf(file));
      }),
    );
  }

  /** False if there is a file of this name. */
  async function isStored(file: UnsentFile): Promise<boolean> {
    const own = nameOf(file);
    const release = await storage.claim(own, adding);
    if (!release) return false;
    try {
      if (await stored.read(own)) return false;
      await stored.write(own, file);
    } finally {
      await release();
    }
    cached.set(own, file);
    return true;
  }

  async function tidy(): Promise<void> {
    const old = (await named('')).filter(({ addedAt }) => now() - addedAt > storedFor);
    if (old.length === 0) return;
    const texts = await drafts.all();
    const isNamed = ({ space, number, name }: UnsentFile): boolean =>
      texts.some(({ target, text }) => target.space === space && target.number === number && refersTo(text, name));
    await discard(old.filter((file) => !isNamed(file)));
  }

  return {
    async add({ space, number }, { contentType, base64, size, name: wanted }, taken = []) {
      await tidy().catch((error: unknown) => warn(`Old files cannot be deleted: ${String(error)}`));
      const others = [...taken];
      for (;;) {
        const name = freeFileName(wanted, endingOf(contentType), others);
        if (await isStored({ space, number, name, contentType, base64, size, addedAt: now() })) return name;
        others.push(name);
      }
    },
    get: (at, name) => read(nameOf({ ...at, name })),
    of: (at) => named(startOf(at)),
    discard,
  };
}

function startOf({ space, number }: At): string {
  return `${digest(JSON.stringify([space, number]))}-`;
}

function nameOf({ name, ...at }: Pick<UnsentFile, 'space' | 'number' | 'name'>): string {
  return startOf(at) + digest(name);
}

function parsed(text: string): UnsentFile | undefined {
  try {
    const file = JSON.parse(text) as Partial<UnsentFile> | null;
    const isFile =
      typeof file?.space === 'string' &&
      typeof file.number === 'number' &&
      typeof file.name === 'string' &&
      typeof file.contentType === 'string' &&
      typeof file.base64 === 'string' &&
      typeof file.size === 'number' &&
      typeof file.addedAt === 'number';
    return isFile ? (file as UnsentFile) : undefined;
  } catch {
    return undefined;
  }
}
