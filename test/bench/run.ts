import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { activation } from './activation.ts';
import { changes } from './changes.ts';
import { changeRequests } from './changeRequests.ts';
import { checks } from './checks.ts';
import { clientListing } from './clientListing.ts';
import type { Figure } from './figure.ts';
import { findInPages } from './findInPages.ts';
import { firstRow } from './firstRow.ts';
import { loadedCode } from './loadedCode.ts';
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

// npm run bench: measures everything, or only the named benchmarks: `npm run bench -- activation`. With --counts, only
// what is counted, which is the same on every computer: sizes, requests, reads. Fails if a limit is exceeded.

/** The benchmarks. Each yields its figures as soon as it has them. */
const benches: Record<string, () => AsyncIterable<Figure> | Iterable<Figure>> = {
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
};

/** Those that count. Some of their figures are times, which --counts leaves out. */
const counting = ['loadedCode', 'packageSize', 'requests', 'changeRequests', 'changes', 'checks', 'threads'];

const { values, positionals } = parseArgs({ options: { counts: { type: 'boolean' } }, allowPositionals: true });
const wanted = positionals.length > 0 ? positionals : values.counts ? counting : Object.keys(benches);
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length) {
  console.error(`No such bench: ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}

const measured: Figure[] = [];
for (const [name, measure] of Object.entries(benches).filter(([each]) => wanted.includes(each))) {
  for await (const figure of measure()) {
    if (values.counts && isTimed(figure)) continue;
    measured.push(figure);
    // What takes minutes shows how far it is.
    if (process.stderr.isTTY) console.error(`${name}: ${row(figure).join(' ')}`);
  }
}
printTable([['figure', 'value', 'unit', 'limit', ''], ...measured.map(row)]);
await report();

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

/** For `npm test`: out/figures.json. */
async function report(): Promise<void> {
  const limited = measured.filter(({ limit }) => limit !== undefined);
  const exceeded = limited.filter(isOver).map((figure) => `  ${row(figure).join(' ')}`);
  const met = limited.filter((figure) => !isOver(figure)).map(({ name }) => name);
  const output = path.join(import.meta.dirname, '../../out');
  await mkdir(output, { recursive: true });
  await writeFile(path.join(output, 'figures.json'), JSON.stringify({ met, exceeded }));
  console.log(`\n${met.length} within their limits, ${exceeded.length} over`);
  process.exitCode = exceeded.length > 0 ? 1 : 0;
}
