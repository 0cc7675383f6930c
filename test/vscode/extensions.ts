import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { serverEntry } from './install.ts';

export interface Extensions {
  /** Packaged extensions, as users get them. */
  vsix?: string[];
  /** Folders of extensions, used where they stand. */
  link?: string[];
}

interface Target {
  folder: string;
  /** The server's own options that name its directories. */
  base: string[];
  env: Record<string, string>;
}

/** Puts extensions into an extensions directory, before the server over it starts. */
export async function loadExtensions(
  { vsix = [], link = [] }: Extensions,
  { folder, base, env }: Target,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of vsix) {
    await promisify(execFile)(process.execPath, [serverEntry, ...base, '--install-extension', file, '--force'], {
      env,
    });
  }
  for (const extension of link) {
    await linkExtension(path.resolve(extension), folder);
  }
}

async function linkExtension(extension: string, folder: string): Promise<void> {
  const manifest = JSON.parse(await readFile(path.join(extension, 'package.json'), 'utf8')) as Manifest;
  const id = `${manifest.publisher}.${manifest.name}`;
  for (const earlier of await readdir(folder)) {
    if (earlier.startsWith(`${id}-`)) {
      await rm(path.join(folder, earlier), { recursive: true });
    }
  }
  const name = `${id}-${manifest.version}`;
  await symlink(extension, path.join(folder, name));
  await enlist({ id, version: manifest.version, name, folder });
}

interface Manifest {
  publisher: string;
  name: string;
  version: string;
}

/** VS Code looks at the folder itself only as long as it has no list of what is installed. */
async function enlist(extension: { id: string; version: string; name: string; folder: string }): Promise<void> {
  const { id, version, name, folder } = extension;
  const file = path.join(folder, 'extensions.json');
  const list = await readFile(file, 'utf8').catch(() => undefined);
  if (list === undefined) {
    return;
  }
  const others = (JSON.parse(list) as { identifier: { id: string } }[]).filter((other) => other.identifier.id !== id);
  const location = { $mid: 1, path: path.join(folder, name), scheme: 'file' };
  await writeFile(file, JSON.stringify([...others, { identifier: { id }, version, location, relativeLocation: name }]));
}
