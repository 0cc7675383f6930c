import assert from 'node:assert/strict';

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
const longest = 1000;

/** Parsers may take longest for a text just short enough to be parsed, so there is also a medium length. */
export const lengthsForParsers = [7500, 30_000, 120_000, megabyte];

/**
 * Calls a function with all of these texts, and fails if a call takes more than a second. Texts grow up to a
 * megabyte, so quadratic time is found before it takes hours. They stop growing if even a megabyte would stay far below
 * the limit.
 */
export function assertReadsQuickly(
  read: (text: string) => unknown,
  { most = megabyte, lengths = [7500, 120_000, megabyte] } = {},
): void {
  for (const [context, made] of Object.entries(contexts)) {
    for (const unit of units) {
      const fill = (length: number) => unit.repeat(Math.ceil(length / unit.length));
      let before: { readonly length: number; readonly taken: number } | undefined;
      for (const length of lengths) {
        if (length > most) break;
        const text = made(fill, length);
        const taken = timeOf(() => read(text));
        assert.ok(
          taken <= longest,
          `took ${taken.toFixed(0)} ms for ${length} characters of ${JSON.stringify(unit)} ${context}`,
        );
        const growth = before ? Math.log(taken / before.taken) / Math.log(length / before.length) : 2;
        const power = Math.min(2, Math.max(1, growth));
        if (context !== 'alone' && taken * (megabyte / length) ** power < longest / 4) break;
        before = { length, taken };
      }
    }
  }
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
    least = Math.min(least, (user + system) / 1000);
    if (least > 10 * longest) break;
  }
  return least;
}
