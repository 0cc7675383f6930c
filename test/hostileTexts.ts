import { examineGrowth, type Reach } from './growth.ts';

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

/** In characters. All texts are read at this length, unless their time has shown before that its growth is linear. */
const length = 2 ** 16;
/** In characters. Some texts are read at this length, because quadratic time with a small factor shows late. */
const greatLength = 2 ** 18;
/** How many texts are read at a great length, besides each unit alone: those that would take longest. */
const slowest = 10;

/** Fails if a function takes more than linear time for one of these texts. */
export function assertReadsLinearly(read: (text: string) => unknown): void {
  const works = hostileTexts.map(({ name, isAlone, ofLength }) => ({
    name,
    isAlone,
    prepare(length: number) {
      const text = ofLength(length);
      return () => read(text);
    },
  }));
  const reached = examineGrowth(works, { to: length });
  const examined = works
    .map((work, at) => ({ work, ...reached[at]! }))
    .toSorted((one, other) => timeAtGreatLength(other) - timeAtGreatLength(one));
  const alone = examined.filter(({ work }) => work.isAlone);
  for (const { work, size } of new Set([...alone, ...examined.slice(0, slowest)])) {
    if (size < greatLength) examineGrowth([work], { from: size, to: greatLength, enough: 4 });
  }
}

/** The expected time of a work at the great length, in ms. */
function timeAtGreatLength({ size, time, exponent = 1 }: Reach): number {
  return time * (greatLength / size) ** Math.max(1, exponent);
}

const hostileTexts = Object.entries(contexts).flatMap(([context, textWith]) =>
  units.map((unit) => ({
    name: `characters of ${JSON.stringify(unit)} ${context}`,
    isAlone: context === 'alone',
    ofLength: cached((length) => textWith((wanted) => unit.repeat(Math.ceil(wanted / unit.length)), length)),
  })),
);

/** Making texts takes longer than reading them, and all functions read the same. */
function cached(make: (length: number) => string): (length: number) => string {
  const made = new Map<number, string>();
  return (length) => {
    const text = made.get(length) ?? make(length);
    made.set(length, text);
    return text;
  };
}
