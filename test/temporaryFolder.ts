import { rm } from 'node:fs/promises';

/** Removes what unit tests have left in their temporary folder, with the folder. */
export function setup(): () => Promise<void> {
  return async () => {
    const folder = process.env['DOCS_PLATFORM_TEST_FOLDER'];
    // A process that a test has started may still store its compiled code.
    if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };
}
