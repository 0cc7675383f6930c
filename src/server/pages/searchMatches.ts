import type { Database } from '../database/database.ts';
import { plainly, type SearchWords } from './searchWords.ts';

/** A section with a match in it. */
export interface SectionMatch {
  readonly number: number;
  readonly space_id: string;
  readonly page_id: string;
  /** Null for what stands before the first heading. */
  readonly slug: string | null;
  readonly title: string;
  readonly heading: string;
  readonly body: string;
}

/** Who searches so broadly that there are more matches types on: of these many the best are shown. */
const mostMatches = 1000;
const mostOfTitles = 400;
/** So many spaces are part of the expression. More are looked up match by match: each word of an expression costs by itself. */
const mostNamed = 50;

/**
 * Sections of these spaces that hold all the words, best first. Nothing here looks at every match of a common word: those with
 * the words in their titles and headings are taken first, then others, and only these are compared.
 */
export function matchesOf(
  database: Database,
  words: SearchWords,
  spaces: readonly string[],
): { matches: SectionMatch[]; isComplete: boolean } {
  const { expression } = words;
  if (expression === undefined) return withPictures(database, words, spaces);
  const isNamed = spaces.length <= mostNamed;
  const scope = isNamed ? `space_id : (${spaces.map((id) => `"${id}"`).join(' OR ')}) AND ` : '';
  const condition = isNamed ? '' : 'AND sections.space_id IN (SELECT value FROM json_each(?))';
  const within = (columns: string, limit: number) =>
    database.all<SectionMatch>(
      `SELECT sections.* FROM section_words CROSS JOIN sections ON sections.number = section_words.rowid
       WHERE section_words MATCH ? ${condition} LIMIT ${limit}`,
      `${scope}{${columns}} : (${expression})`,
      ...(isNamed ? [] : [JSON.stringify(spaces)]),
    );

  const found = within('title heading body', mostMatches);
  const isComplete = found.length < mostMatches;
  const first = isComplete ? [] : [...within('title', mostOfTitles), ...within('heading', mostOfTitles)];
  const all = new Map([...first, ...found].map((match) => [match.number, match]));
  return { matches: bestFirst([...all.values()], words), isComplete };
}

/** Nobody looks for emoji alone often enough for an index of its own. */
function withPictures(
  database: Database,
  words: SearchWords,
  spaces: readonly string[],
): { matches: SectionMatch[]; isComplete: boolean } {
  const condition = words.pictures.map(() => "instr(title || ' ' || heading || ' ' || body, ?) > 0").join(' AND ');
  const found = database.all<SectionMatch>(
    `SELECT * FROM sections WHERE space_id IN (SELECT value FROM json_each(?)) AND ${condition} LIMIT ${mostMatches}`,
    JSON.stringify(spaces),
    ...words.pictures,
  );
  return { matches: bestFirst(found, words), isComplete: found.length < mostMatches };
}

function bestFirst(found: readonly SectionMatch[], { pattern }: SearchWords): SectionMatch[] {
  const scored = found.map((match) => ({ match, score: scoreOf(match, pattern) }));
  scored.sort((one, other) => other.score - one.score || one.match.number - other.match.number);
  return scored.map(({ match }) => match);
}

/** BM25 without the rarity of the words, which is the same for all matches: where a word stands, how often, in how much text. */
function scoreOf({ title, heading, body }: SectionMatch, pattern: RegExp): number {
  return 8 * weightOf(title, pattern, 30) + 4 * weightOf(heading, pattern, 30) + weightOf(body, pattern, 400);
}

/** `usual` is the usual length, in letters. */
function weightOf(text: string, pattern: RegExp, usual: number): number {
  const count = plainly(text).match(pattern)?.length ?? 0;
  return count === 0 ? 0 : (count * 2.2) / (count + 1.2 * (0.25 + (0.75 * text.length) / usual));
}

const longest = 160;

/** Whether one of the words stands in a text. */
export function isIn(text: string, { pattern }: SearchWords): boolean {
  return plainly(text).search(pattern) !== -1;
}

/** Some text around the first of the words in it; its beginning when there is none. */
export function snippetOf(text: string, { pattern }: SearchWords): string {
  if (text.length <= longest) return text;
  const place = Math.max(0, plainly(text).search(pattern));
  const wanted = Math.min(Math.max(0, place - longest / 3), text.length - longest);
  const start = wanted === 0 ? 0 : text.indexOf(' ', wanted) + 1;
  const end = start + longest >= text.length ? text.length : text.lastIndexOf(' ', start + longest);
  const cut = text.slice(start, end > start ? end : start + longest);
  return `${start > 0 ? '…' : ''}${cut}${start + cut.length < text.length ? '…' : ''}`;
}
