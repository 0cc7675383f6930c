/** The page without metadata at its beginning, which previews don't show. Lines keep their numbers. */
export function withoutFrontMatter(markdown: string): string {
  const matter = /^\uFEFF?---[ \t]*\r?\n[^]*?\r?\n---[ \t]*(?=\r?\n|$)/.exec(markdown)?.[0];
  if (matter === undefined || !/^[\w-]+[ \t]*:/m.test(matter)) return markdown;
  return '\n'.repeat(matter.split('\n').length - 1) + markdown.slice(matter.length);
}
