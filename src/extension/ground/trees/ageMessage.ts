import * as vscode from 'vscode';
import type { ApiError } from '../../../model/shared/failure.ts';
import { durationInWords } from '../words/duration.ts';
import { sentenceOf } from '../messages/sentence.ts';

/**
 * The message above content that couldn't be refreshed: the reason, and the age of the content. Times in ms since the
 * epoch.
 */
export function ageMessage(failure: ApiError, asOf: number, now: number): string {
  const shown = contentFrom(asOf, now);
  const wait = secondsLeft(failure, now);
  switch (failure.kind) {
    case 'signedOut':
      return vscode.l10n.t('The server no longer accepts your token. {0}', shown);
    case 'throttled':
      return wait > 0
        ? vscode.l10n.t('Too many requests: the server asks you to wait {0}. {1}', durationInWords(wait), shown)
        : vscode.l10n.t('Too many requests. {0}', shown);
    case 'unavailable':
      if (failure.details.status === undefined) {
        return vscode.l10n.t("Couldn't refresh: the server didn't respond. {0}", shown);
      }
      return wait > 0
        ? vscode.l10n.t('The server is busy: it asks you to wait {0}. {1}', durationInWords(wait), shown)
        : vscode.l10n.t('The server has a problem. {0}', shown);
    default:
      return vscode.l10n.t("Couldn't refresh. {0} {1}", sentenceOf(failure), shown);
  }
}

/** When the message says something else, in ms from now. */
export function nextChange(failure: ApiError | undefined, now: number): number {
  return failure && secondsLeft(failure, now) > 0 ? 1000 : 30_000;
}

/** How long the server still asks to wait, in seconds. */
function secondsLeft({ details }: ApiError, now: number): number {
  return Math.max(0, Math.ceil(((details.retryAt ?? now) - now) / 1000));
}

/**
 * The message above the content of an account whose server can't be reached. `asOf` is undefined if nothing was loaded.
 */
export function unreachableMessage(asOf: number | undefined, now: number): string {
  const message = vscode.l10n.t("Can't reach the server.");
  return asOf === undefined ? message : `${message} ${contentFrom(asOf, now)}`;
}

function contentFrom(asOf: number, now: number): string {
  return vscode.l10n.t('Showing content from {0}.', ageInWords(now - asOf));
}

function ageInWords(milliseconds: number): string {
  const relative = new Intl.RelativeTimeFormat(vscode.env.language, { numeric: 'auto' });
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return vscode.l10n.t('a moment ago');
  if (minutes < 60) return relative.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? relative.format(-hours, 'hour') : relative.format(-Math.floor(hours / 24), 'day');
}
