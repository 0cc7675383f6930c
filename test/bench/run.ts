import { parseArgs } from 'node:util';
import { report } from '../runner/events.ts';
import { activation } from './activation.ts';
import { changes } from './changes.ts';
import { changeRequests } from './changeRequests.ts';
import { checks } from './checks.ts';
import { clientListing } from './clientListing.ts';
import type { Figure } from './figure.ts';
import { findInPages } from './findInPages.ts';
import { firstRow } from './firstRow.ts';
import { loadedCode } from './loadedCode.ts';
import { hostileTexts } from './hostileTexts.ts';
import { packageSize } from './packageSize.ts';
import { pageTree } from './pageTree.ts';
import { platformDurability } from './platformDurability.ts';
import { platformListing } from './platformListing.ts';
import { platformRequests } from './platformRequests.ts';
import { platformScale } from './platformScale.ts';
import { platformStart } from './platformStart.ts';
import { renderedChanges } from './renderedChanges.ts';
import { requests } from './requests.ts';
import { siteBoard } from './siteBoard.ts';
import { sourceControl } from './sourceControl.ts';
import { threads } from './threads.ts';
import { threadsPanel } from './threadsPanel.ts';

// npm run bench: measures everything but what takes very long, or only the named benchmarks: `npm run bench -- activation`. With --counts, only
// what is counted, which is the same on every computer: sizes, requests, reads. Prints each figure as soon as it is
// measured, and all that were measured as a table in the end, also when it is interrupted. Fails if a limit is exceeded.

/** The benchmarks. Each yields its figures as soon as it has them. */
const benches: Record<string, (wanted: { readonly timed: boolean }) => AsyncIterable<Figure> | Iterable<Figure>> = {
  loadedCode,
  packageSize,
  requests,
  changeRequests,
  pageTree,
  changes,
  checks,
  firstRow,
  clientListing,
  findInPages,
  platformStart,
  platformRequests,
  platformListing,
  platformScale,
  platformDurability,
  siteBoard,
  threads,
  threadsPanel,
  renderedChanges,
  sourceControl,
  activation,
  hostileTexts,
};

/** Takes a quarter of an hour, so only if it is named. */
const onlyNamed = ['hostileTexts'];

/** Those that count. Some of their figures are times, which --counts leaves out. */
const counting = ['loadedCode', 'packageSize', 'requests', 'changeRequests', 'changes', 'checks', 'threads'];

const { values, positionals } = parseArgs({ options: { counts: { type: 'boolean' } }, allowPositionals: true });
const wanted =
  positionals.length > 0
    ? positionals
    : values.counts
      ? counting
      : Object.keys(benches).filter((name) => !onlyNamed.includes(name));
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length) {
  console.error(`No such bench: ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}

const measured: Figure[] = [];
process.on('exit', printMeasured);
process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));

const chosen = Object.entries(benches).filter(([name]) => wanted.includes(name));
report({ is: 'planned', files: chosen.length });
for (const [name, measure] of chosen) {
  const start = performance.now();
  for await (const figure of measure({ timed: !values.counts })) {
    if (values.counts && isTimed(figure)) continue;
    measured.push(figure);
    const line = lineOf(figure);
    console.log(line);
    if (isOver(figure)) report({ is: 'failed', title: line, message: '' });
    else if (figure.limit !== undefined) report({ is: 'passed' });
  }
  report({ is: 'file', name, ms: performance.now() - start });
}
report({ is: 'ended' });
process.exitCode = measured.some(isOver) ? 1 : 0;

function isTimed({ unit }: Figure): boolean {
  return /^(ms|times|1\/s)\b/.test(unit);
}

function rounded({ value }: Figure): number {
  return Math.round(value * 10) / 10;
}

function isOver(figure: Figure): boolean {
  return figure.limit !== undefined && !(rounded(figure) <= figure.limit);
}

function row(figure: Figure): string[] {
  const { name, unit, limit } = figure;
  return [
    name,
    String(rounded(figure)),
    unit,
    String(limit ?? ''),
    limit === undefined ? '' : isOver(figure) ? 'OVER' : 'ok',
  ];
}

function lineOf(figure: Figure): string {
  const { name, unit, limit } = figure;
  const judged = limit === undefined ? '' : isOver(figure) ? `, OVER the limit of ${limit}` : `, within ${limit}`;
  return `${name}: ${rounded(figure)} ${unit}${judged}`;
}

function printMeasured(): void {
  if (measured.length === 0) return;
  console.log();
  printTable([['figure', 'value', 'unit', 'limit', ''], ...measured.map(row)]);
  const over = measured.filter(isOver).length;
  const within = measured.filter(({ limit }) => limit !== undefined).length - over;
  console.log(`\n${within} within their limits, ${over} over`);
}

function printTable(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  for (const cells of rows) {
    // Numbers end at the same place.
    const aligned = cells.map((cell, at) =>
      at === 1 || at === 3 ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!),
    );
    console.log(aligned.join('  ').trimEnd());
  }
}
