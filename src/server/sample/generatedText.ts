/** Returns the next number from 0 to below 1, in a sequence that is always the same. */
export type Random = () => number;

/** Mulberry32: small, fast, and good enough for distributing words. */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const syllables =
  'ba be bi bo da de di do ka ke ki ko la le li lo ma me mi mo na ne ni no ra re ri ro sa se si so'.split(' ');

/** Words of two or three syllables; the first ones are used most, as in natural languages. */
const words = Array.from({ length: 4000 }, (_, number) =>
  [number % 32, Math.floor(number / 32) % 32, number >= 1024 ? Math.floor(number / 1024) : -1]
    .map((at) => syllables[at] ?? '')
    .join(''),
);

/** A page of a few hundred words in three sections, with links to other pages; contains `page <number>` once. */
export function generatedText(random: Random, number: number): { title: string; markdown: string } {
  const word = () => words[Math.floor(words.length * random() ** 3)] ?? '';
  const sentence = (length: number) => {
    const text = Array.from({ length }, word).join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  const section = () => `## ${word()} ${word()}\n\n${sentence(12)} ${sentence(15)}\n`;
  const link = `[${word()}](/${word()})`;
  return {
    title: `${sentence(2).slice(0, -1)} ${number}`,
    markdown: `${sentence(10)} This is page ${number}. ${sentence(14)}\n\n${section()}\n${section()}\n${sentence(8)} ${link}\n`,
  };
}
