import { watch } from 'node:fs';
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DraftStorage } from '../store/shared/draftFiles.ts';

/**
 * Small texts by name, each in a file of its own that only this user can read. Writing replaces the file in one step.
 * VS Code's own file system doesn't: a reader in this window or another could find no file in the meantime. `warn`
 * reports files with foreign names.
 */
export function textsIn(folder: string, warn: (message: string) => void = () => undefined): DraftStorage {
  const fileOf = (name: string): string => join(folder, `${encodeURIComponent(name)}${ending}`);
  const foreign = new Set<string>();
  let tidied: Promise<void> | undefined;
  const tidy = (): Promise<void> => (tidied ??= tidyUp(folder));

  async function makeFolder(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await tidy();
  }

  function nameOf(file: string): string | undefined {
    const name = decoded(file.slice(0, -ending.length));
    if (name === undefined && !foreign.has(file)) warn(`Ignored ${join(folder, file)}: it has no name of a draft.`);
    if (name === undefined) foreign.add(file);
    return name;
  }

  return {
    async names() {
      await tidy();
      const files = (await ifThere(() => readdir(folder))) ?? [];
      return files
        .filter((file) => file.endsWith(ending) && !file.startsWith(temporary))
        .flatMap((file) => nameOf(file) ?? []);
    },
    read: (name) => ifThere(() => readFile(fileOf(name), 'utf8')),
    async write(name, text) {
      const made = join(folder, `${temporary}${crypto.randomUUID()}`);
      await makeFolder();
      try {
        // The text is on disk before the file gets its name: after a power cut there is the old text or the new one,
        // never an empty file.
        await writeFile(made, text, { flush: true, mode: 0o600 });
        await rename(made, fileOf(name));
      } catch (error) {
        await rm(made, { force: true });
        throw error;
      }
      await flushFolder(folder);
    },
    delete: (name) => rm(fileOf(name), { force: true }),
    async claim(name, atMost) {
      const start = `${encodeURIComponent(name)}${claimed}`;
      await makeFolder();
      const files = (await readdir(folder)).filter((file) => file.startsWith(start));
      const turns = files.map((file) => Number(file.slice(start.length)) || 0);
      const last = Math.max(0, ...turns);
      const held = await ifThere(() => stat(join(folder, `${start}${last}`)));
      // The absolute difference, so that a clock set back doesn't keep the claim alive.
      if (held && Math.abs(Date.now() - held.mtimeMs) < atMost) return undefined;
      // An abandoned claim is followed by another, never replaced, so that only one of several windows gets the next
      // one.
      const own = join(folder, `${start}${last + 1}`);
      try {
        await writeFile(own, '', { flag: 'wx', mode: 0o600 });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
        throw error;
      }
      return async () => {
        for (const file of files) await rm(join(folder, file), { force: true });
        await rm(own, { force: true });
      };
    },
    watch(listener) {
      const stop = new AbortController();
      makeFolder()
        .then(() => {
          if (stop.signal.aborted) return;
          watch(folder, { persistent: false, signal: stop.signal }, listener).on('error', () => undefined);
        })
        // Without a watcher, changes by other windows are seen at the next read. The folder may already be gone.
        .catch(() => undefined);
      return { dispose: () => stop.abort() };
    },
  };
}

const ending = '.json';
const temporary = '.new-';
const claimed = '.claim-';
/** In ms. An older temporary file was left behind by a window that ended, or by a full disk. */
const leftBehindAfter = 60 * 60_000;

/**
 * Also corrects the modes of a folder from an earlier version. Files that can't be changed, such as another user's,
 * stay as they are.
 */
async function tidyUp(folder: string): Promise<void> {
  await keepPrivate(folder, 0o700);
  const files = await readdir(folder).catch(() => []);
  for (const file of files) await keepPrivate(join(folder, file), 0o600, file.startsWith(temporary));
}

/**
 * Changes only modes that are wrong, because other windows watch the folder. Windows has no such modes, and would
 * notify them each time.
 */
async function keepPrivate(path: string, mode: number, isTemporary = false): Promise<void> {
  try {
    const found = await stat(path);
    if (isTemporary && Date.now() - found.mtimeMs > leftBehindAfter) await rm(path);
    else if (process.platform !== 'win32' && (found.mode & 0o777) !== mode) await chmod(path, mode);
  } catch {
    return;
  }
}

/** Makes sure that the new name survives a power cut. Windows has no such call for folders. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    await using handle = await open(folder, 'r');
    await handle.sync();
  } catch {
    // Some network file systems refuse it; the text itself is on disk.
  }
}

function decoded(name: string): string | undefined {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

async function ifThere<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
