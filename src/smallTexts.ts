import { watch } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DraftStorage } from './store/createDrafts.ts';

/**
 * Small texts by name, each a file of its own. Writing replaces the file in one step, which VS Code's own file system does
 * not: who reads meanwhile, in this window or another, would find none.
 */
export function textsIn(folder: string): DraftStorage {
  const fileOf = (name: string): string => join(folder, `${encodeURIComponent(name)}${ending}`);
  return {
    async names() {
      const files = await ifThere(() => readdir(folder));
      return (files ?? [])
        .filter((file) => file.endsWith(ending) && !file.startsWith(temporary))
        .map((file) => decodeURIComponent(file.slice(0, -ending.length)));
    },
    read: (name) => ifThere(() => readFile(fileOf(name), 'utf8')),
    async write(name, text) {
      const made = join(folder, `${temporary}${crypto.randomUUID()}`);
      await mkdir(folder, { recursive: true });
      await writeFile(made, text);
      await rename(made, fileOf(name));
    },
    delete: (name) => rm(fileOf(name), { force: true }),
    async claim(name, atMost) {
      const start = `${encodeURIComponent(name)}${claimed}`;
      await mkdir(folder, { recursive: true });
      const files = (await readdir(folder)).filter((file) => file.startsWith(start));
      const turns = files.map((file) => Number(file.slice(start.length)) || 0);
      const last = Math.max(0, ...turns);
      const held = await ifThere(() => stat(join(folder, `${start}${last}`)));
      // A clock that was set back makes it no younger.
      if (held && Math.abs(Date.now() - held.mtimeMs) < atMost) return undefined;
      // What was left behind is followed by another, never replaced: of several windows that find it so just one comes next.
      const own = join(folder, `${start}${last + 1}`);
      try {
        await writeFile(own, '', { flag: 'wx' });
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
      void mkdir(folder, { recursive: true }).then(
        () => {
          if (stop.signal.aborted) return;
          // Where a folder cannot be watched, what other windows do is seen when one asks for it.
          watch(folder, { persistent: false, signal: stop.signal }, listener).on('error', () => undefined);
        },
        () => undefined,
      );
      return { dispose: () => stop.abort() };
    },
  };
}

const ending = '.json';
const temporary = '.new-';
const claimed = '.claim-';

async function ifThere<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
