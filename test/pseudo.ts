const plain = 'aAcCdDeEgGhHiIjJkKlLnNoOrRsStTuUwWyYzZ';
const accented = 'áÁçÇďĎéÉğĞĥĤíÍĵĴķĶļĻñÑóÓŕŔšŠťŤúÚŵŴýÝžŽ';

/** The brackets around our texts, and those around VS Code's own. */
export const brackets = { ours: ['⟦', '⟧'], vsCode: ['⟨', '⟩'] } as const;

/**
 * A text in a language that no one speaks, but everyone can read: with accents, in brackets, and 40 % longer. Plural forms are
 * texts of their own; placeholders, icons, code and targets of links stay.
 */
export function pseudo(text: string): string {
  return text
    .split('|')
    .map((form) => {
      const parts = form.split(/(\{\d+\}|\$\([\w~-]+\)|\]\([^)]*\)|`[^`]*`|<[^>]*>|&&|\n)/);
      const words = parts.map((part, at) => (at % 2 === 0 ? part.replace(/[a-z]/gi, accent) : part)).join('');
      const more = '~~~~~ '.repeat(Math.ceil((words.length * 0.4) / 6)).slice(0, Math.ceil(words.length * 0.4));
      return `${brackets.ours[0]}${words}${more.trimEnd()}${brackets.ours[1]}`;
    })
    .join('|');
}

function accent(letter: string): string {
  return accented[plain.indexOf(letter)] ?? letter;
}
