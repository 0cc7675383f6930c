import * as vscode from 'vscode';
import { run } from '../contributions/run.ts';
import { failureOf, isKind, ReasonedError, type ApiError } from '../../../model/shared/failure.ts';
import { isMissingCode, missingCodeText } from './missingCode.ts';
import type * as Words from './sentence.ts';
import { showError } from './show.ts';

/** Where errors end: they are logged with their source and explained to the user, with an action that helps. */
export interface ErrorEdge {
  /** For an action of the user: shows the error. `retry` runs the action again. */
  explain(source: string, error: unknown, retry?: () => unknown): void;
  /** For background work: only logs the error. */
  note(source: string, error: unknown): void;
}

/** `isAsked` returns whether the user is already being asked about a refused token. */
export function createErrorEdge(log: vscode.LogOutputChannel, isAsked: () => boolean): ErrorEdge {
  function note(source: string, error: unknown): void {
    if (isCancelled(error)) return;
    const api = failureOf(error);
    if (api) log.warn(`${source}: ${api.kind}: ${api.message}`, api.details.endpoint ?? '', api.details.status ?? '');
    else if (error instanceof ReasonedError) log.warn(`${source}: ${error.message}`);
    else log.error(`${source}:`, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }

  function explain(source: string, error: unknown, retry?: () => unknown): void {
    if (isCancelled(error)) return;
    note(source, error);
    if (isKind(error, 'signedOut') && isAsked()) return;
    void show(error, () =>
      isMissingCode(error) || (error instanceof ReasonedError && !words)
        ? reloading()
        : remediesOf(failureOf(error), retry, isPlain(error)),
    );
  }

  function remediesOf(error: ApiError | undefined, retry: (() => unknown) | undefined, isRefusal: boolean): Remedy[] {
    const showLog: Remedy = { title: vscode.l10n.t('Show Log'), run: () => log.show() };
    const tryAgain: Remedy[] = retry ? [{ title: vscode.l10n.t('Retry'), run: retry }] : [];
    switch (error?.kind) {
      case 'signedOut':
        return [
          {
            title: vscode.l10n.t('Replace Token…'),
            run: () => run('replaceToken'),
          },
        ];
      case 'unavailable':
      case 'throttled':
      case 'unreadable':
        return [...tryAgain, showLog];
      case 'forbidden':
      case 'missing':
      case 'conflict':
      case 'invalid':
      case 'unsupported':
      case 'cancelled':
        return [];
      case undefined:
        return isRefusal ? [] : [showLog];
    }
  }

  return { explain, note };
}

function reloading(): Remedy[] {
  const run = () => vscode.commands.executeCommand('workbench.action.reloadWindow');
  return [{ title: vscode.l10n.t('Reload Window'), run }];
}

interface Remedy {
  readonly title: string;
  readonly run: () => unknown;
}

async function show(error: unknown, remediesOf: () => readonly Remedy[]): Promise<void> {
  // Without a pause where none is needed, so that a message doesn't come after the action that it is about.
  const text = readySentenceOf(error) ?? (await laterSentenceOf(error));
  const remedies = remediesOf();
  const chosen = await showError(text, ...remedies.map(({ title }) => title));
  await remedies.find(({ title }) => title === chosen)?.run();
}

/** An error of our own is one complete sentence. A bug or a disk error has another name, or a code. */
function isPlain(error: unknown): boolean {
  return error instanceof ReasonedError || (error instanceof Error && error.name === 'Error' && !('code' in error));
}

/** Undefined before the first error. */
let words: typeof Words | undefined;

function readySentenceOf(error: unknown): string | undefined {
  if (words) return words.sentenceOf(error);
  return error instanceof Error && !(error instanceof ReasonedError) && !isMissingCode(error)
    ? error.message
    : undefined;
}

/** See `sentenceOf` in sentence.ts: the words are loaded with the first error. */
export async function laterSentenceOf(error: unknown): Promise<string> {
  const ready = readySentenceOf(error);
  if (ready !== undefined) return ready;
  try {
    words = await import('./sentence.ts');
  } catch {
    return missingCodeText();
  }
  return words.sentenceOf(error);
}

function isCancelled(error: unknown): boolean {
  return error instanceof vscode.CancellationError || isKind(error, 'cancelled');
}
