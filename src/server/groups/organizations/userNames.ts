import type { Database } from '../../database/database.ts';
import { folded } from '../../database/folding.ts';

/** With more matches than this, reading a list in its own order finds them soon enough. */
const mostFound = 10_000;

/**
 * The ids of all users whose name or email address may contain the text. Undefined if that doesn't help: for less than
 * three letters, and for text in very many names.
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
