import { rm } from 'node:fs/promises';

/** Removes what unit tests have left in their temporary folder, with the folder. */
export function setup(): () => Promise<void> {
  return async () => {
    const folder = process.env['DOCS_PLATFORM_TEST_FOLDER'];
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  };
}
