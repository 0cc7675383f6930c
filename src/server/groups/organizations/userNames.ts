import type { Database } from '../../database/database.ts';
import { folded } from '../../database/folding.ts';

/** Where more are found than this, a list in its own order comes upon them soon enough. */
const mostFound = 10_000;

/**
 * The ids of all users whose name or address may hold the text. Undefined where that is no help: for less than three letters, and
 * for what is in very many names.
 */
export function usersWith(database: Database, text: string): string[] | undefined {
  const words = folded(text);
  if ([...words].length < 3 || words.includes('\u0000')) return undefined;
  const rows = database.all<{ user_id: string }>(
    `SELECT user_id FROM user_words JOIN user_names ON user_names.number = user_words.rowid WHERE user_words MATCH ? LIMIT ?`,
    `"${words.replaceAll('"', '""')}"`,
    mostFound + 1,
  );
  return rows.length > mostFound ? undefined : rows.map((row) => row.user_id);
}
