/** Takes a comment apart: the lines that it quotes at its beginning, and what it says below. */
export function quoteApart(markdown: string): { readonly quote: string; readonly said: string } {
  const lines = markdown.replace(blankLines, '').split(/\r?\n/);
  const end = lines.findIndex((line) => !line.startsWith('>'));
  const quoted = end < 0 ? lines.length : end;
  return { quote: lines.slice(0, quoted).join('\n'), said: lines.slice(quoted).join('\n').replace(blankLines, '') };
}

/** What the author of a comment edits: what it says below the quote that shows its place. A quote alone is all of it. */
export function saidIn(markdown: string): string {
  const { said } = quoteApart(markdown);
  return said.trim() === '' ? markdown : said;
}

/** The whole comment again, for an edited `saidIn`. */
export function withQuoteOf(before: string, said: string): string {
  const { quote } = quoteApart(before);
  const isWhole = quote === '' || saidIn(before) === before || quoteApart(said).quote === quote;
  return isWhole ? said : `${quote}\n\n${said}`;
}

/** At the beginning. The indentation of the line below stays: Markdown reads it. */
const blankLines = /^(?:[ \t]*\r?\n)+/;
