import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { LocalPlatform } from '../server/localPlatform.ts';
import { textsIn } from './smallTexts.ts';
import { conflictsName } from '../store/editing/cachedConflicts.ts';
import { inboxName } from '../store/comments/inbox.ts';
import { accountData, draftsOf, sampleData } from './accountFiles.ts';
import { startOverText } from '../extension/ground/words/sample.ts';

/** The local platform of the sample workspace, opened on first use. */
export interface SampleAccount extends vscode.Disposable {
  open(): Promise<LocalPlatform>;
  /** Resets the sample workspace, and deletes its drafts, conflicts and inbox. */
  reset(): Promise<void>;
}

export function createSampleAccount(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): SampleAccount {
  const folder = context.globalStorageUri.fsPath;
  const warn = (message: string): void => log.warn(message);
  let sample: Promise<LocalPlatform> | undefined;

  function openSample(): Promise<LocalPlatform> {
    sample ??= import('../server/localPlatform.ts').then(({ openLocalPlatform }) =>
      openLocalPlatform({
        data: sampleData(folder),
        otherwise: startOverText(),
        seed: 'sample',
        sampleFolder: vscode.Uri.joinPath(context.extensionUri, 'dist', 'sample.json.br').fsPath,
      }),
    );
    sample.catch(() => (sample = undefined));
    return sample;
  }

  return {
    open: openSample,
    async reset() {
      try {
        (await openSample()).reset();
      } catch (error) {
        if (!(error instanceof Error && error.name === 'DatabaseError')) throw error;
        log.warn(`The sample workspace couldn't be reset in place, so it is created again: ${error.message}`);
        (await sample?.catch(() => undefined))?.close();
        sample = undefined;
        await rm(sampleData(folder), { recursive: true, force: true });
        await openSample();
      }
      // The content that these files belong to is gone or has been replaced.
      for (const drafts of Object.values(draftsOf(folder, 'sample', warn)))
        for (const name of await drafts.names()) await drafts.delete(name);
      const stored = textsIn(accountData(folder, 'sample'), warn);
      for (const name of [conflictsName('sample'), inboxName]) await stored.delete(name);
    },
    dispose() {
      void sample?.then((open) => open.close()).catch(() => undefined);
    },
  };
}
