import type { Database } from '../database/database.ts';
import { plainly, type SearchWords } from './searchWords.ts';

/** A section with a match. */
export interface SectionMatch {
  readonly number: number;
  readonly space_id: string;
  readonly page_id: string;
  /** Null for the part before the first heading. */
  readonly slug: string | null;
  readonly title: string;
  readonly heading: string;
  readonly body: string;
}

/** Limit of matches: a user with more matches will refine the search, so only the best of these are shown. */
const mostMatches = 1000;
const mostOfTitles = 400;
/**
 * Limit of spaces in the expression, because each word of an expression costs time. With more spaces, each match is
 * checked.
 */
const mostNamed = 50;

/**
 * Sections of these spaces that contain all the words, best first. Never visits every match of a common word: sections
 * with the words in titles and headings are taken first, then others, and only these are compared.
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

/** Emoji are too rarely searched to have an index of their own. */
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

/**
 * BM25 without the rarity of the words, which is the same for all matches: where a word is, how often, and in how much
 * text.
 */
function scoreOf({ title, heading, body }: SectionMatch, pattern: RegExp): number {
  return 8 * weightOf(title, pattern, 30) + 4 * weightOf(heading, pattern, 30) + weightOf(body, pattern, 400);
}

/** `usual` is the normal length, in characters. */
function weightOf(text: string, pattern: RegExp, usual: number): number {
  const count = plainly(text).match(pattern)?.length ?? 0;
  return count === 0 ? 0 : (count * 2.2) / (count + 1.2 * (0.25 + (0.75 * text.length) / usual));
}

const longest = 160;

/** Whether a text contains one of the words. */
export function isIn(text: string, { pattern }: SearchWords): boolean {
  return plainly(text).search(pattern) !== -1;
}

/** Some text around the first match; the beginning if there is none. */
export function snippetOf(text: string, { pattern }: SearchWords): string {
  if (text.length <= longest) return text;
  const place = Math.max(0, plainly(text).search(pattern));
  const wanted = Math.min(Math.max(0, place - longest / 3), text.length - longest);
  const start = wanted === 0 ? 0 : text.indexOf(' ', wanted) + 1;
  const end = start + longest >= text.length ? text.length : text.lastIndexOf(' ', start + longest);
  const cut = text.slice(start, end > start ? end : start + longest);
  return `${start > 0 ? '…' : ''}${cut}${start + cut.length < text.length ? '…' : ''}`;
}
