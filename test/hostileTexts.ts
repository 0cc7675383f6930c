import { assertLinear, sizes, timesOf, type Work } from './growth.ts';

// Texts for which a careless reader takes quadratic time: they repeat a unit.

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

/** In ms: all texts are read in larger and larger sizes until reading them all takes so long. */
const enough = 60;
/** How many texts are examined further: those that took longest. */
const slowest = 4;

/** Fails if a function takes more than linear time for one of these texts. */
export function assertReadsLinearly(read: (text: string) => unknown): void {
  const works = worksOf(read);
  let times: number[] = [];
  for (const size of sizes.slice(1, -1)) {
    times = timesOf(works, size);
    if (times.reduce((sum, time) => sum + time, 0) >= enough) break;
  }
  const order = works.map((work, at) => ({ work, time: times[at]! })).toSorted((one, other) => other.time - one.time);
  for (const { work } of order.slice(0, slowest)) assertLinear(work.name, work.prepare);
}

/** Reading each of these texts. */
export function worksOf(read: (text: string) => unknown): Work[] {
  return hostileTexts.map(({ name, ofLength }) => ({
    name,
    prepare(length) {
      const text = ofLength(length);
      return () => read(text);
    },
  }));
}

const hostileTexts = Object.entries(contexts).flatMap(([context, textWith]) =>
  units.map((unit) => ({
    name: `characters of ${JSON.stringify(unit)} ${context}`,
    ofLength: cached((length) => textWith((wanted) => unit.repeat(Math.ceil(wanted / unit.length)), length)),
  })),
);

/** All functions read the same texts. Making long ones takes longer than reading them. */
function cached(make: (length: number) => string): (length: number) => string {
  const made = new Map<number, string>();
  return (length) => {
    const text = made.get(length) ?? make(length);
    if (length <= 2 ** 18) made.set(length, text);
    return text;
  };
}
