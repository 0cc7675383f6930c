import { examineGrowth } from './growth.ts';

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

/** In characters, and in ms: how far all texts are read, if their time doesn't grow steeply until there. */
const screening = { to: 2 ** 14, enough: 0.3 };
/** How many texts are read further, besides each unit alone: those that would take longest. */
const slowest = 4;

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
  const reached = examineGrowth(works, screening);
  const examined = works
    .map((work, at) => ({ work, ...reached[at]! }))
    .toSorted((one, other) => other.time / other.size - one.time / one.size);
  const alone = examined.filter(({ work }) => work.isAlone);
  // Quadratic time with a small factor shows late.
  const further = new Set([...examined.slice(0, slowest), ...alone]);
  examineGrowth([...further].map(({ work }) => work));
}

const hostileTexts = Object.entries(contexts).flatMap(([context, textWith]) =>
  units.map((unit) => ({
    name: `characters of ${JSON.stringify(unit)} ${context}`,
    isAlone: context === 'alone',
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
