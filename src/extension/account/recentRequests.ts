import * as vscode from 'vscode';
import type { LedgerEntry } from '../../client/ledger.ts';
import type { Uses } from '../ground/services/services.ts';

/** The text of the document with the most recent requests of this window, the newest first. */
export async function recentRequestsText({ recentRequests }: Uses<'recentRequests'>): Promise<string> {
  const entries = await recentRequests();
  return entries.length === 0 ? `${nothingYet()}\n` : `${introduction()}\n\n${requestTable(entries)}`;
}

/** Shows that document. It stays as it is until it is shown again. */
export async function showRecentRequests(): Promise<void> {
  // Documents with the same address would be the same.
  const query = new Date().toISOString();
  const uri = vscode.Uri.from({ scheme: 'docs-platform-requests', path: '/recent-requests.md', query });
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
}

function nothingYet(): string {
  return vscode.l10n.t('This window has sent no requests yet.');
}

function introduction(): string {
  return [
    vscode.l10n.t(
      'The latest requests of this window, the newest first. The list has no IDs, URLs, or content, and is only in memory.',
    ),
    vscode.l10n.t(
      'Way: “vscode” is through VS Code, “direct” is without it, and “local” is the sample workspace. Result: the status of the reply, and what went wrong. Repeats: how often the request was sent again.',
    ),
  ].join('\n\n');
}

/**
 * The requests as a Markdown table, the newest first. It is always in English, because it is also part of bug reports,
 * whose readers may not speak the user's language.
 */
export function requestTable(entries: readonly LedgerEntry[]): string {
  const rows = entries
    .toReversed()
    .toSorted((one, other) => other.at - one.at)
    .map((entry) => [
      new Date(entry.at).toISOString().slice(11, 19),
      resultOf(entry),
      String(entry.took),
      entry.size === undefined ? '' : String(entry.size),
      waysOf(entry),
      entry.repeats === 0 ? '' : String(entry.repeats),
      `\`${entry.endpoint}\``,
    ]);
  const table = [['Time (UTC)', 'Result', 'ms', 'Bytes', 'Way', 'Repeats', 'Endpoint'], ...rows];
  // Endpoints come last, unpadded, so that a long one moves no column out of sight.
  const widths =
    table[0]?.map((name, column, { length }) =>
      column === length - 1 ? name.length : Math.max(3, ...table.map((row) => row[column]?.length ?? 0)),
    ) ?? [];
  const lines = table.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  const divider = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lines[0], divider, ...lines.slice(1), ''].join('\n');
}

function waysOf({ way, triedWay }: LedgerEntry): string {
  if (way === undefined) return 'local';
  return triedWay === undefined ? way : `${triedWay}, ${way}`;
}

function resultOf({ status, outcome, reason }: LedgerEntry): string {
  const words = reason ?? outcome;
  if (status === undefined) return words;
  return outcome === 'ok' ? String(status) : `${status} ${words}`;
}
