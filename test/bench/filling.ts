import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/server/database.ts';
import { openLocalPlatform, type LocalPlatform } from '../../src/server/localPlatform.ts';

export interface Filled extends Disposable {
  readonly platform: LocalPlatform;
  readonly data: string;
  readonly organization: string;
  readonly space: string;
}

/** A platform on disk with one space, filled behind the back of the API: so many rows take too long through it. */
export async function filledPlatform(amount: { comments?: number; pages?: number }): Promise<Filled> {
  const data = mkdtempSync(join(tmpdir(), 'platform-bench-'));
  const first = openLocalPlatform({ data });
  const { items } = await ask<{ items: { id: string }[] }>(first, '/v1/orgs');
  const organization = items[0]?.id ?? '';
  const { id: space } = await ask<{ id: string }>(first, `/v1/orgs/${organization}/spaces`, 'POST');
  first.close();
  fill(data, space, amount.comments ?? 0, amount.pages ?? 0);
  const platform = openLocalPlatform({ data });
  return {
    platform,
    data,
    organization,
    space,
    [Symbol.dispose]: () => {
      platform.close();
      rmSync(data, { recursive: true });
    },
  };
}

/** A reply of the platform, read whole. */
export async function ask<T>(platform: LocalPlatform, path: string, method = 'GET'): Promise<T> {
  const headers = { Authorization: `Bearer ${platform.token}` };
  const response = await platform.handle(new Request(`http://a.invalid${path}`, { method, headers }));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as T;
}

function fill(data: string, space: string, comments: number, pages: number): void {
  const database = openDatabase(data);
  const numbers = 'WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?1)';
  const trigger = database.get<{ sql: string }>(`SELECT sql FROM sqlite_schema WHERE name = 'comment_added'`);
  database.write(() => {
    database.run('DROP TRIGGER comment_added');
    if (comments > 0) {
      database.run(
        `${numbers} INSERT INTO comments (id, space_id, revision, posted_by, posted_at, markdown, status)
         SELECT printf('Comment%013d', n), ?2, head, (SELECT id FROM users LIMIT 1), 1760000000000 + n * 1000,
           'It should say **' || n || '** here.', iif(n % 4, 'open', 'resolved')
         FROM numbers, spaces WHERE spaces.id = ?2`,
        comments,
        space,
      );
      database.run('UPDATE spaces SET comments = ? WHERE id = ?', comments - Math.ceil(comments / 4), space);
    }
    if (pages > 0) {
      const { line = 0, head = 0 } =
        database.get<{ line: number; head: number }>('SELECT line, head FROM spaces') ?? {};
      database.run(
        `${numbers} INSERT INTO documents (id, line, markdown) SELECT 'Document' || n, ?2, 'What it is for, page ' || n FROM numbers`,
        pages,
        line,
      );
      database.run(
        `${numbers} INSERT INTO pages (line, since, until, id, parent_id, rank, type, title, slug, document_id, created_at, updated_at)
         SELECT ?2, ?3, 9007199254740991, 'Page' || n, iif(n = 0, NULL, 'Page' || ((n - 1) / 10)), printf('%07dV', n), 'document',
           'Part ' || n, 'part-' || n, 'Document' || n, 1760000000000, 1760000000000 FROM numbers`,
        pages,
        line,
        head,
      );
    }
    if (trigger) database.run(trigger.sql);
  });
  database.close();
}
