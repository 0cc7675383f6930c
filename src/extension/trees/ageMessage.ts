import * as vscode from 'vscode';
import type { ApiError } from '../../client/errors.ts';

/** Above a tree that shows what could not be refreshed: why, and how old it is. Times in ms since the epoch. */
export function ageMessage(failure: ApiError, asOf: number, now: number): string {
  const age = ageInWords(now - asOf);
  switch (failure.kind) {
    case 'signedOut':
      return vscode.l10n.t('The token is no longer accepted. Shown as it was {0}.', age);
    case 'throttled': {
      const wait = Math.ceil(((failure.details.retryAt ?? now) - now) / 1000);
      return wait > 0
        ? vscode.l10n.t('Too many requests: the server asks to wait {0} s. Shown as it was {1}.', wait, age)
        : vscode.l10n.t('Too many requests. Shown as it was {0}.', age);
    }
    case 'unavailable':
      return failure.details.status === undefined
        ? vscode.l10n.t('Offline. Shown as it was {0}.', age)
        : vscode.l10n.t('The server has trouble. Shown as it was {0}.', age);
    default:
      return vscode.l10n.t('Could not refresh: {0} Shown as it was {1}.', failure.message, age);
  }
}

function ageInWords(milliseconds: number): string {
  const relative = new Intl.RelativeTimeFormat(vscode.env.language, { numeric: 'auto' });
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return vscode.l10n.t('a moment ago');
  if (minutes < 60) return relative.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? relative.format(-hours, 'hour') : relative.format(-Math.floor(hours / 24), 'day');
}
