import { withoutLeading, withoutTrailing } from '../shared/trimmed.ts';

/** People that were typed or pasted, each once, by e-mail address or id. */
export interface PastedPeople {
  readonly people: readonly string[];
  /** Parts that are neither an address nor an id. */
  readonly wrong: readonly string[];
}

/** At most so many are sent at once. */
export const mostPeople = 1000;

/** Reads lists as people have them: one on a line, or between commas, semicolons and spaces; `Ada Park <ada@…>` gives the address, and so does each of several on one line. */
export function pastedPeople(text: string): PastedPeople {
  const people = new Map<string, string>();
  const wrong: string[] = [];
  for (const entry of text.replace(/"[^"\n\r]*"\s*(?=<)/g, '').split(/[\n\r,;]+/)) {
    for (const word of wordsOf(entry)) {
      const person = withoutTrailing(withoutLeading(word, `"'(`), `"')`).replace(/^mailto:/i, '');
      if (person === '') continue;
      if (isPerson(person)) people.set(keyOf(person), people.get(keyOf(person)) ?? person);
      else wrong.push(person);
    }
  }
  return { people: [...people.values()], wrong };
}

/** Beside addresses in angle brackets, what is no address is a name. */
function wordsOf(entry: string): string[] {
  const named = [...entry.matchAll(/<([^<>]*)>/g)].map(([, address = '']) => address.trim());
  const words = entry.replace(/<[^<>]*>/g, ' ').split(/\s+/);
  return named.length > 0 ? [...words.filter((word) => word.includes('@')), ...named] : words;
}

/** For comparing: addresses are the same in any case, ids are not. */
export function keyOf(person: string): string {
  return person.includes('@') ? person.toLowerCase() : person;
}

function isPerson(word: string): boolean {
  return word.includes('@') ? /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/.test(word) : /^[\w-]{1,128}$/.test(word);
}
