import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openLocalPlatform, type LocalPlatform, type LocalPlatformOptions } from '../../src/server/localPlatform.ts';

const sampleFolder = path.join(import.meta.dirname, '../../media/sample');
/** The folder of each filled database, by the sample and the time of its content. */
const filled = new Map<string, string>();

/**
 * The local platform with the sample workspace, on data of its own. The sample is read and written once, and then
 * copied, which takes a twentieth of the time.
 */
export function openSamplePlatform(given: Omit<Partial<LocalPlatformOptions>, 'data' | 'seed'> = {}): LocalPlatform {
  const options = { sampleFolder, ...given };
  const folder = mkdtempSync(path.join(tmpdir(), 'sample-'));
  try {
    copySample(folder, options);
    const platform = openLocalPlatform({ ...options, data: folder });
    const close = () => {
      platform.close();
      remove(folder);
    };
    return { ...platform, close };
  } catch (error) {
    remove(folder);
    throw error;
  }
}

/** Copies the data of a local platform with the sample workspace. */
export function copySample(folder: string, options: Parameters<typeof filledWith>[0] = { sampleFolder }): void {
  cpSync(filledWith(options), folder, { recursive: true });
}

function filledWith({ now, sampleFolder }: Pick<LocalPlatformOptions, 'now' | 'sampleFolder'>): string {
  const key = `${now?.() ?? 'the time of filling'} ${sampleFolder}`;
  const before = filled.get(key);
  if (before !== undefined) return before;
  const folder = mkdtempSync(path.join(tmpdir(), 'filled-'));
  // In a worker, the run of all tests removes it.
  process.once('exit', () => remove(folder));
  openLocalPlatform({ data: folder, seed: 'sample', sampleFolder, now }).close();
  filled.set(key, folder);
  return folder;
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
