/** A quote with the words around the selected ones, by which these are found. As plain text. */
export interface MarkedQuote {
  readonly before: string;
  readonly selected: string;
  readonly after: string;
}

/** Stands for the middle of a long quote. */
export const gap = ' … ';

/** In bold, which other clients show. Nothing else is formatted. */
export function markedMarkdown({ before, selected, after }: MarkedQuote): string {
  return `${escaped(before)}**${escaped(selected)}**${escaped(after)}`;
}

/** The parts of what `markedMarkdown` writes: a quote whose only formatted words are in bold. */
export function markedQuote(markdown: string): MarkedQuote | undefined {
  const [start, end, other] = [...markdown.matchAll(/\\[^]|\*+/g)].filter(([mark]) => mark.startsWith('*'));
  if (!start || !end || other || start[0] !== '**' || end[0] !== '**') return undefined;
  const selected = unescaped(markdown.slice(start.index + 2, end.index));
  if (selected.trim() === '') return undefined;
  return {
    before: unescaped(markdown.slice(0, start.index)),
    selected,
    after: unescaped(markdown.slice(end.index + 2)),
  };
}

export function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<&~]/g, '\\$&');
}

export function unescaped(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}
