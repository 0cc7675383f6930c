import assert from 'node:assert/strict';
import { slowness } from './slowness.ts';

// Units of text for which a careless reader takes quadratic time.

/** The units that the texts repeat. */
export const units = [' ', '_', ')', '<?', '<!--', '#', '- ', '[', '`', '{%', '|', '\\', '> ', '\n'] as const;

/** The contexts of these texts. `fill` returns the repeated unit at a given length. */
export const contexts: Readonly<Record<string, (fill: (length: number) => string, length: number) => string>> = {
  alone: (fill, length) => fill(length),
  'on lines of its own': (fill, length) => `${fill(2)}\n`.repeat(Math.ceil(length / (fill(2).length + 1))),
  'between empty lines': (fill, length) => `${fill(1)}a\n\n`.repeat(Math.ceil(length / (fill(1).length + 3))),
  'at the start of a line': (fill, length) => `Text.\n${fill(length)}`,
  'between letters': (fill, length) => `m${fill(length)}x`,
  'in the address of a link': (fill, length) => `[x](${fill(length)}y)`,
  'in a tag of HTML': (fill, length) => `<p ${fill(length)}=>`,
  'in an address in HTML': (fill, length) => `<a href="https://x/${fill(length)}a">`,
  'in a template tag': (fill, length) => `{% hint ${fill(length)}`,
  'in a heading': (fill, length) => `# ${fill(length)}x`,
  'in front matter': (fill, length) => `---\ntitle: a${fill(length)}b\n---\n`,
};

const megabyte = 1_000_000;
/** CPU time in ms. */
const longest = 1000 * slowness;

/** Parsers may take longest for a text just short enough to be parsed, so there is also a medium length. */
export const lengthsForParsers = [7500, 30_000, 120_000];

/**
 * Calls a function with all of these texts, and fails if a megabyte takes more than a second. The texts grow until the
 * time that a megabyte would take can be told from the growth, so that quadratic time is found before it takes hours.
 * Each unit alone, and the four texts that would take longest, are then read at full length.
 */
export function assertReadsQuickly(
  read: (text: string) => unknown,
  { most = megabyte, lengths = [4000, 40_000] } = {},
): void {
  const measure = (context: string, unit: string, length: number) => {
    const fill = (wanted: number) => unit.repeat(Math.ceil(wanted / unit.length));
    const text = contexts[context]!(fill, length);
    const taken = timeOf(() => read(text));
    assert.ok(
      taken <= longest,
      `took ${taken.toFixed(0)} ms for ${length} characters of ${JSON.stringify(unit)} ${context}`,
    );
    return taken;
  };
  const kinds = Object.keys(contexts).flatMap((context) => units.map((unit) => ({ context, unit })));
  const expected = kinds.map(({ context, unit }) => {
    let before: { readonly length: number; readonly taken: number } | undefined;
    let atFullLength = 0;
    for (const length of lengths.filter((each) => each < most)) {
      const taken = measure(context, unit, length);
      const growth = before ? Math.log(taken / before.taken) / Math.log(length / before.length) : 2;
      atFullLength = taken * (most / length) ** Math.min(2, Math.max(1, growth));
      if (atFullLength < longest / 8) break;
      before = { length, taken };
    }
    return { context, unit, atFullLength };
  });
  const slowest = expected.toSorted((one, other) => other.atFullLength - one.atFullLength).slice(0, 4);
  // Long texts may be read in another way than short ones.
  const alone = expected.filter(({ context }) => context === 'alone');
  for (const { context, unit } of new Set([...alone, ...slowest])) measure(context, unit, most);
}

/**
 * The CPU time of a call, in ms. If it is too long, the minimum of up to three calls, because a busy computer slows the
 * CPU down.
 */
function timeOf(call: () => unknown): number {
  let least = Infinity;
  for (let tries = 0; tries < 3 && least > longest; tries++) {
    const start = process.threadCpuUsage();
    call();
    const { user, system } = process.threadCpuUsage(start);
    // Some computers measure in larger steps.
    least = Math.min(least, Math.max(0.001, (user + system) / 1000));
    if (least > 10 * longest) break;
  }
  return least;
}
