import * as vscode from 'vscode';
import type { PageChange } from '../../../model/changeRequests/changes.ts';
import { showProgress } from '../../ground/messages/show.ts';
import type { CachedChanges } from './target.ts';
import { nameOf } from '../../ground/changeRequests/wording.ts';
import { plural } from '../../ground/words/plural.ts';

/**
 * Reads everything that a diff will show, so that it opens completely or fails with one error. Returns false if the
 * user cancelled. Progress appears only if reading takes long enough to be noticed.
 */
export async function readTexts(known: CachedChanges, pages: readonly PageChange[]): Promise<boolean> {
  const { at, content } = known;
  const { number } = at.changeRequest;
  const stop = new AbortController();
  const reads = pages.flatMap(({ id, before, after }) => {
    const read = (kind: 'base' | 'changeRequest') =>
      content.text(at.space, { kind, number }, id, { signal: stop.signal });
    return [...(before?.isReadable ? [read('base')] : []), ...(after?.isReadable ? [read('changeRequest')] : [])];
  });
  const reading = Promise.all(reads);
  try {
    if (await isDoneSoon(reading)) return true;
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: plural(
        vscode.l10n.t('Loading {0} page of {1}|Loading {0} pages of {1}'),
        pages.length,
        nameOf(at.changeRequest),
      ),
      cancellable: true,
    };
    await showProgress(options, async (progress, token) => {
      token.onCancellationRequested(() => stop.abort());
      const step = { increment: 100 / reads.length };
      for (const each of reads) each.then(() => progress.report(step)).catch(() => undefined);
      await reading;
    });
    return true;
  } catch (error) {
    if (stop.signal.aborted) return false;
    // Stop the other reads: their results are no longer needed.
    stop.abort();
    throw error;
  }
}

async function isDoneSoon(work: Promise<unknown>): Promise<boolean> {
  const waiting = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => waiting.resolve(false), 500);
  try {
    return await Promise.race([work.then(() => true), waiting.promise]);
  } finally {
    clearTimeout(timer);
  }
}
