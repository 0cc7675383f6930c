import * as vscode from 'vscode';
import { fileSegmentOf } from '../../../model/shared/segment.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import { entryAt, type Place } from '../../ground/places/place.ts';
import { showInformation, showProgress, showStatus } from '../../ground/messages/show.ts';
import { askWhereToSave, saveWhole } from '../../ground/prompts/saveFile.ts';
import { sizeInWords } from '../../ground/words/sizes.ts';
import type { Uses } from '../../ground/services/services.ts';

/** In bytes. VS Code writes a file in one piece, so all of it is in memory. */
const largest = 200 * 1024 * 1024;

/** Saves a file of a space to a location that the user picks. */
export async function downloadFile(parts: Uses<'stores'>, place: Place | undefined): Promise<void> {
  const entry = place && (await entryAt(parts, place));
  if (!place || entry?.kind !== 'file')
    return void showInformation(vscode.l10n.t('Select a file in the Library first.'));
  const { file } = entry;
  const content = (await parts.stores(place.account).contents()).at(place.space, place.version);
  const name = titleText(file.name, file.id);
  const target = await askWhereToSave({
    title: vscode.l10n.t('Download “{0}”', name),
    name: fileSegmentOf(file.name ?? '') || file.id,
  });
  if (!target) return;
  const title = vscode.l10n.t('Downloading “{0}”', name);
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  const isSaved = await showProgress(options, async (progress, token) => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    const onProgress = reporting(progress, file.size ?? 0);
    const bytes = await content.bytes(file, { signal: stop.signal, limit: largest, onProgress });
    if (stop.signal.aborted) return false;
    await saveWhole(target, bytes);
    return true;
  });
  if (isSaved) showStatus(vscode.l10n.t('Downloaded “{0}”.', name), 5000);
}

/** Reports progress at each percent, or at each megabyte if the size is unknown. */
function reporting(progress: vscode.Progress<{ message?: string; increment?: number }>, size: number) {
  const step = size > 0 ? size / 100 : 1_000_000;
  let reported = 0;
  return (received: number): void => {
    if (received - reported < step) return;
    const message =
      size > 0 ? vscode.l10n.t('{0} of {1}', sizeInWords(received), sizeInWords(size)) : sizeInWords(received);
    progress.report({ message, ...(size > 0 && { increment: (100 * (received - reported)) / size }) });
    reported = received;
  };
}
