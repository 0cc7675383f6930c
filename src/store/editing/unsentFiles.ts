import { LRUCache } from 'lru-cache';
import { refersTo } from '../../model/editing/newFiles.ts';
import { digest } from '../../model/shared/digest.ts';
import { draftFiles, type DraftStorage } from '../shared/draftFiles.ts';
import type { EditDrafts, NewFile, UnsentFile, UnsentFiles } from './edits.ts';

/** In ms. A file that no draft names stays this long, because Undo and Paste can bring its link back. */
const storedFor = 7 * 24 * 60 * 60_000;

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
    await Promise.all(files.map((file) => stored.delete(nameOf(file))));
  }

  async function tidy(): Promise<void> {
    const old = (await named('')).filter(({ addedAt }) => now() - addedAt > storedFor);
    if (old.length === 0) return;
    const texts = await drafts.all();
    const isNamed = ({ space, name }: UnsentFile): boolean =>
      texts.some(({ target, text }) => target.space === space && refersTo(text, name));
    await discard(old.filter((file) => !isNamed(file)));
  }

  return {
    async add(space: string, { name, contentType, base64, size }: NewFile) {
      await tidy().catch((error: unknown) => warn(`Old files cannot be deleted: ${String(error)}`));
      const file = { space, name, contentType, base64, size, addedAt: now() };
      await stored.write(nameOf(file), file);
      cached.set(nameOf(file), file);
    },
    get: (space, name) => read(nameOf({ space, name })),
    of: (space) => named(startOf(space)),
    discard,
  };
}

function startOf(space: string): string {
  return `${digest(space)}-`;
}

function nameOf({ space, name }: Pick<UnsentFile, 'space' | 'name'>): string {
  return startOf(space) + digest(name);
}

function parsed(text: string): UnsentFile | undefined {
  try {
    const file = JSON.parse(text) as Partial<UnsentFile> | null;
    const isFile =
      typeof file?.space === 'string' &&
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
