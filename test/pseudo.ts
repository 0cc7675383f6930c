const plain = 'aAbBcCdDeEfFgGhHiIjJkKlLmMnNoOpPqQrRsStTuUvVwWxXyYzZ';
const accented = 'áÁƀɃçÇďĎéÉƒƑğĞĥĤíÍĵĴķĶļĻḿḾñÑóÓṗṖɋɊŕŔšŠťŤúÚṽṼŵŴẋẊýÝžŽ';

/** The brackets around our texts, and those around VS Code's own. */
export const brackets = { ours: ['⟦', '⟧'], vsCode: ['⟨', '⟩'] } as const;

/**
 * A text in a language that no one speaks, but everyone can read: without a plain letter, in brackets, and 40 % longer. Plural
 * forms are texts of their own; placeholders, icons, code and targets of links stay.
 */
export function pseudo(text: string): string {
  return text
    .split('|')
    .map((form) => {
      const parts = form.split(/(\{\d+\}|\$\([\w~-]+\)|\]\([^)]*\)|`[^`]*`|<[^>]*>|&&|\n)/);
      const [start, end] = brackets.ours;
      return `${start}${parts.map((part, at) => (at % 2 === 0 ? longer(part) : part)).join('')}${end}`;
    })
    .join('|');
}

function longer(part: string): string {
  const end = part.trimEnd().length;
  const more = Math.ceil((part.match(/[a-z]/gi)?.length ?? 0) * 0.4);
  return `${part.slice(0, end).replace(/[a-z]/gi, accent)}${'~~~~~ '.repeat(more).slice(0, more).trimEnd()}${part.slice(end)}`;
}

function accent(letter: string): string {
  return accented[plain.indexOf(letter)] ?? letter;
}
