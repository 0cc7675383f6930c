import { withoutLeading, withoutTrailing } from '../shared/trimmed.ts';

/** People that were typed or pasted, each once, by email address or id. */
export interface PastedPeople {
  readonly people: readonly string[];
  /** Parts that are neither an email address nor an id. */
  readonly wrong: readonly string[];
}

/** Limit of people per request. */
export const mostPeople = 1000;

/**
 * Reads lists in common formats: one person per line, or separated by commas, semicolons and spaces. From `Ada Park
 * <ada@…>` it takes the address, even if several are on one line.
 */
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

/** Next to addresses in angle brackets, other words are names. */
function wordsOf(entry: string): string[] {
  const named = [...entry.matchAll(/<([^<>]*)>/g)].map(([, address = '']) => address.trim());
  const words = entry.replace(/<[^<>]*>/g, ' ').split(/\s+/);
  return named.length > 0 ? [...words.filter((word) => word.includes('@')), ...named] : words;
}

/** For comparison: email addresses ignore case, ids don't. */
export function keyOf(person: string): string {
  return person.includes('@') ? person.toLowerCase() : person;
}

function isPerson(word: string): boolean {
  return word.includes('@') ? /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/.test(word) : /^[\w-]{1,128}$/.test(word);
}
