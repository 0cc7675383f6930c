import { addChangeRequest } from '../pages/changeRequestWriter.ts';
import { DatabaseError, openDatabase, type Database } from '../database/database.ts';
import { generatedText, randomFrom, type Random } from './generatedText.ts';
import { idOf } from '../../formats/ids.ts';
import { addMember, addUser } from './members.ts';
import { pageWriter } from '../pages/writer.ts';
import { addRevision, revisionId } from '../pages/revisions.ts';
import type { SpaceRow } from '../database/rows.ts';
import { addSections } from '../pages/searchIndex.ts';
import { slugOf } from '../../model/shared/slug.ts';
import { addSpace, lastRank } from '../pages/spaceWriter.ts';

/** Amounts of generated content. */
export interface Amounts {
  /** Pages of one space, ten per parent; with a file and a change request for every hundred. */
  readonly pages: number;
  /** Comments in the same space, by fifty people. */
  readonly comments: number;
  /** Additional spaces, fifty per collection, each with one page. */
  readonly spaces: number;
}

/**
 * Fills the first organization of a database in a folder; repeated calls do nothing. The database must have been opened
 * as a local platform before. Returns the id of the space, or undefined if it already exists.
 */
export function generateInto(data: string, amounts: Amounts, at: number): string | undefined {
  const database = openDatabase(data);
  try {
    if (database.get(`SELECT 1 FROM settings WHERE name = 'generated'`)) return undefined;
    const first = database.get<{ organization: string; by: string }>(
      `SELECT organization_id AS organization, user_id AS by FROM members
       WHERE user_id = (SELECT value FROM settings WHERE name = 'first user') AND role = 'admin' LIMIT 1`,
    );
    if (!first) throw new DatabaseError('There is no organization to fill with data');
    const space = generate(database, { ...first, at }, amounts);
    database.run(`INSERT INTO settings (name, value) VALUES ('generated', ?)`, JSON.stringify(amounts));
    return space;
  } finally {
    database.close();
  }
}

/**
 * Fills an organization with these amounts, always with the same content, in one transaction. Returns the id of the
 * space that has the pages, `Page0`, `Page1` …, and the comments, `Comment0000000000000` ….
 */
function generate(
  database: Database,
  { organization, by, at }: { organization: string; by: string; at: number },
  amounts: Amounts,
): string {
  // In KiB. Pages that don't fit into memory would be written again and again while the indexes grow.
  database.get('PRAGMA cache_size = -400000');
  return database.write(() => {
    const { space } = addSpace(database, { organization, title: 'Generated', createdAt: at, by });
    const filling = { database, organization, by, at, random: randomFrom(1) };
    generatePages(filling, space, amounts.pages);
    generateChangeRequests(filling, space.id, Math.ceil(amounts.pages / 100));
    generateComments(filling, space.id, amounts);
    generateSpaces(filling, amounts.spaces);
    return space.id;
  });
}

interface Filling {
  readonly database: Database;
  readonly organization: string;
  readonly by: string;
  readonly at: number;
  readonly random: Random;
}

const minute = 60_000;

function generatePages({ database, by, at, random }: Filling, space: SpaceRow, count: number, prefix = ''): void {
  const parents = [revisionId(database, space.head)];
  const revision = addRevision(database, { line: space.line, parents, type: 'edits', by, at });
  const writer = pageWriter(database, revision, undefined);
  for (let number = 0; number < count; number += 1) {
    const { title, markdown } = generatedText(random, number);
    const id = `${prefix}Page${number}`;
    writer.add({
      id,
      parent_id: number === 0 ? null : `${prefix}Page${Math.floor((number - 1) / 10)}`,
      rank: `${String(number).padStart(7, '0')}V`,
      type: 'document',
      title,
      slug: slugOf(title),
      emoji: null,
      icon: null,
      description: null,
      hidden: 0,
      href: null,
      document_id: writer.document(markdown),
      more: null,
      created_at: at - number * minute,
      updated_at: at - number * minute,
    });
    addSections(database, space.id, id, title, markdown);
    if (number % 100 === 0) {
      const file = { id: `${prefix}File${number}`, name: `file-${number}.txt`, content_type: 'text/plain', size: 1 };
      writer.addFile({ ...file, width: null, height: null, path: null }, Buffer.from('x'));
    }
  }
  database.run('UPDATE spaces SET head = ?, updated_at = ? WHERE id = ?', revision.number, at, space.id);
}

/** One third each is open, a draft and archived. */
function generateChangeRequests({ database, by, at }: Filling, spaceId: string, count: number): void {
  for (let number = 0; number < count; number += 1) {
    const space = database.get<SpaceRow>('SELECT * FROM spaces WHERE id = ?', spaceId);
    if (!space) return;
    const subject = `Change ${number}`;
    const { id } = addChangeRequest(database, space, { id: `Change${number}`, subject, by, at: at + number * minute });
    const status = ['open', 'draft', 'archived'][number % 3] ?? 'open';
    database.run('UPDATE change_requests SET status = ? WHERE id = ?', status, id);
  }
}

/** Every fourth is resolved. Counts are set at once, because a trigger for each would take an hour. */
function generateComments(filling: Filling, spaceId: string, { comments, pages }: Amounts): void {
  const { database } = filling;
  const trigger = database.get<{ sql: string }>(`SELECT sql FROM sqlite_schema WHERE name = 'comment_added'`);
  if (comments === 0 || !trigger) return;
  const people = generatePeople(filling);
  database.run('DROP TRIGGER comment_added');
  database.run(
    `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?1)
     INSERT INTO comments (id, space_id, page_id, revision, posted_by, posted_at, markdown, status)
     SELECT printf('Comment%013d', n), ?2, iif(?3 = 0, NULL, printf('Page%d', n * 7919 % max(1, ?3))), head, json_extract(?4, '$[' || (n % 50) || ']'),
       1700000000000 + n * 1000, 'It should say **' || n || '** here.', iif(n % 4, 'open', 'resolved')
     FROM numbers, spaces WHERE spaces.id = ?2`,
    comments,
    spaceId,
    pages,
    JSON.stringify(people),
  );
  database.run('UPDATE spaces SET comments = ? WHERE id = ?', comments - Math.ceil(comments / 4), spaceId);
  database.run(trigger.sql);
}

function generatePeople({ database, organization, at }: Filling): string[] {
  return Array.from({ length: 50 }, (_, number) => {
    const id = idOf(`generated person ${number}`);
    addUser(database, { id, displayName: `Person ${number}`, email: `person.${number}@docs.example` }, at);
    addMember(database, { organization, user: id, role: 'edit' }, at);
    return id;
  });
}

function generateSpaces(filling: Filling, count: number): void {
  const { database, organization, at, by } = filling;
  for (let number = 0; number < count; number += 1) {
    const parent = `Collection${Math.floor(number / 50)}`;
    if (number % 50 === 0) {
      database.run(
        `INSERT INTO collections (id, organization_id, parent_id, rank, title, default_level, created_at)
         VALUES (?, ?, NULL, ?, ?, 'inherit', ?)`,
        parent,
        organization,
        lastRank(database, organization, null),
        parent,
        at,
      );
    }
    const id = `Space${number}`;
    const { space } = addSpace(database, { id, organization, parent, title: `Space ${number}`, createdAt: at, by });
    generatePages(filling, space, 1, id);
  }
}
