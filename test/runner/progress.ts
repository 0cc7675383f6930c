import type { EndedFile, Failure, Tally } from './tally.ts';

/** How many files a line names. */
const namedFiles = 3;
/** How many lines of a message are repeated at the end. */
const repeatedLines = 12;
/** How many lines of output explain why a suite has no result. */
const lastLines = 40;

/** Minutes and seconds, such as 2:05. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** What passed, what is left, and the files that have ended since the last line. */
export function progressOf(tally: Tally, ended: readonly EndedFile[]): string {
  const files = tally.files === undefined ? 'starting' : `${tally.endedFiles.length} of ${tally.files} files`;
  const slowest = ended.toSorted((one, other) => other.ms - one.ms);
  const names = slowest.slice(0, namedFiles).map(({ name, ms }) => `${name} (${seconds(ms)})`);
  const more = ended.length > namedFiles ? ` and ${ended.length - namedFiles} more` : '';
  return `${counts(tally)}, ${files}${names.length > 0 ? `: ${names.join(', ')}${more}` : ''}`;
}

export function counts({ passed, failed }: { readonly passed: number; readonly failed: number }): string {
  return `${passed} passed, ${failed} failed`;
}

/** A failure as it is printed; with `lines`, no more lines of its message. */
export function failureText({ title, message }: Failure, lines = Infinity): string {
  const all = message.trimEnd().split('\n');
  const shown = all.length > lines ? [...all.slice(0, lines), '…'] : all;
  return [`✗ ${title}`, ...shown.map((line) => `    ${line}`.trimEnd())].join('\n');
}

export interface Result {
  readonly name: string;
  readonly tally: Tally;
  /** Why it did not run. */
  readonly reason: string | undefined;
  readonly ms: number;
}

/** What failed, a row for each suite, and on the last line all that passed and failed. */
export function summary(results: readonly Result[], ms: number): string {
  const failures = results.flatMap(({ name, tally }) =>
    tally.failures.map(({ title, message }) => failureText({ title: `${name}: ${title}`, message }, repeatedLines)),
  );
  const rows = results.map(({ name, tally, reason, ms: own }) => [name, reason ?? counts(tally), seconds(own)]);
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  const sum = (key: 'passed' | 'failed') => results.reduce((total, { tally }) => total + tally[key], 0);
  return [
    ...(failures.length > 0 ? ['What failed:', '', ...failures, ''] : []),
    ...rows.map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    ),
    '',
    `All of it in ${seconds(ms)}`,
    '',
    counts({ passed: sum('passed'), failed: sum('failed') }),
  ].join('\n');
}

export function seconds(ms: number): string {
  return ms < 1000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}

/** The end of an output, which tells best why it ended. */
export function lastOf(text: string): string {
  return text.split('\n').slice(-lastLines).join('\n');
}
