import { activation } from './activation.ts';
import { changes } from './changes.ts';
import { changeRequests } from './changeRequests.ts';
import { clientListing } from './clientListing.ts';
import type { Figure } from './figure.ts';
import { firstRow } from './firstRow.ts';
import { loadedCode } from './loadedCode.ts';
import { packageSize } from './packageSize.ts';
import { pageTree } from './pageTree.ts';
import { platformDurability } from './platformDurability.ts';
import { platformListing } from './platformListing.ts';
import { platformRequests } from './platformRequests.ts';
import { platformScale } from './platformScale.ts';
import { platformStart } from './platformStart.ts';
import { requests } from './requests.ts';
import { siteBoard } from './siteBoard.ts';
import { threads } from './threads.ts';
import { threadsPanel } from './threadsPanel.ts';

// npm run bench: measures everything, or only the named benchmarks: `npm run bench -- activation`. Fails if a limit is
// exceeded.

/** The benchmarks. Each yields its figures as soon as it has them. */
const benches: Record<string, () => AsyncIterable<Figure> | Iterable<Figure>> = {
  loadedCode,
  packageSize,
  requests,
  changeRequests,
  pageTree,
  changes,
  firstRow,
  clientListing,
  platformStart,
  platformRequests,
  platformListing,
  platformScale,
  platformDurability,
  siteBoard,
  threads,
  threadsPanel,
  activation,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length) {
  console.error(`No such bench: ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}

for (const [name, measure] of Object.entries(benches)) {
  if (wanted.length === 0 || wanted.includes(name)) {
    for await (const figure of measure()) {
      print(figure);
    }
  }
}

/** `name: figure unit (limit …) ok|over`, the last two only if there is a limit. */
function print({ name, value, unit, limit }: Figure): void {
  const rounded = Math.round(value * 10) / 10;
  const isOver = limit !== undefined && !(rounded <= limit);
  const verdict = limit === undefined ? '' : ` (limit ${limit}) ${isOver ? 'over' : 'ok'}`;
  console.log(`${name}: ${rounded} ${unit}${verdict}`);
  if (isOver) {
    process.exitCode = 1;
  }
}
