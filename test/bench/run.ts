import { activation } from './activation.ts';
import type { Figure } from './figure.ts';
import { packageSize } from './packageSize.ts';
import { pageTree } from './pageTree.ts';

// npm run bench: measures everything, or what is named: `npm run bench -- activation`. Fails if a limit is exceeded.

/** What can be measured. Each gives its figures as it has them. */
const benches: Record<string, () => AsyncIterable<Figure> | Iterable<Figure>> = {
  packageSize,
  pageTree,
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

function print({ name, value, unit, limit }: Figure): void {
  const rounded = Math.round(value * 10) / 10;
  const exceeded = limit !== undefined && rounded > limit;
  console.log(
    `${name}: ${rounded} ${unit}${limit === undefined ? '' : ` (limit ${limit}${exceeded ? ', EXCEEDED' : ''})`}`,
  );
  if (exceeded) {
    process.exitCode = 1;
  }
}
