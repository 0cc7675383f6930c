import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addChangeRequest } from './changeRequestWriter.ts';
import type { Database } from './database.ts';
import { editChangeRequest, editSpace, type Change } from './edits.ts';
import { openFolder } from './folderFiles.ts';
import { writePlan } from './folderImport.ts';
import { pageAtPath, planOf, type Plan } from './folderPlan.ts';
import { withoutFrontMatter } from './frontMatter.ts';
import { idOf } from './ids.ts';
import { mergeChangeRequest } from './merge.ts';
import { titleAndText } from './pageTitle.ts';
import { lastRank, addSpace } from './spaceWriter.ts';
import type { ChangeRequestRow, SpaceRow } from './rows.ts';
import { SampleWorkspace, type SampleChange, type SampleComment } from './sampleWorkspace.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** Fills a new database with one user and one organization of theirs. Gives the user's id. */
export function seedEmpty(database: Database, now: number): string {
  const user = idOf('first user');
  const organization = idOf('first organization');
  addUser(database, { id: user, displayName: 'First User', email: 'first.user@docs.example' }, now);
  addOrganization(
    database,
    { id: organization, title: 'My Organization', type: 'business', plan: 'free_2024', emailDomains: [] },
    now,
  );
  addMember(database, { organization, user, role: 'admin' }, now);
  return user;
}

/** Fills a new database with the sample workspace in a folder. Gives the id of the user that a newcomer acts as. */
export function seedSample(database: Database, sampleFolder: string, now: number): string {
  const sample = SampleWorkspace.parse(JSON.parse(readFileSync(join(sampleFolder, 'workspace.json'), 'utf8')));
  seedPeople(database, sample, now);
  seedCollections(database, sample, now);
  const plans = new Map<string, Plan>(
    sample.spaces.map((space) => [
      space.key,
      planOf(openFolder(join(sampleFolder, 'spaces', space.folder)), (key) => idOf(`sample page ${space.key} ${key}`)),
    ]),
  );
  const seeding = { database, sample, sampleFolder, plans, now };
  for (const space of sample.spaces) seedSpace(seeding, space);
  for (const [index, changeRequest] of sample.changeRequests.entries())
    seedChangeRequest(seeding, changeRequest, index);
  for (const [index, comment] of sample.comments.entries()) {
    seedComment(seeding, comment, { space: comment.space, key: `${index}` });
  }
  for (const space of sample.spaces) {
    database.run(
      'UPDATE spaces SET updated_at = ? WHERE id = ?',
      now - space.hoursSinceUpdate * hour,
      spaceId(space.key),
    );
  }
  return userId(sample.me);
}

interface Seeding {
  readonly database: Database;
  readonly sample: SampleWorkspace;
  readonly sampleFolder: string;
  readonly plans: ReadonlyMap<string, Plan>;
  readonly now: number;
}

const userId = (key: string) => idOf(`sample user ${key}`);
const organizationId = (key: string) => idOf(`sample organization ${key}`);
const collectionId = (key: string) => idOf(`sample collection ${key}`);
const spaceId = (key: string) => idOf(`sample space ${key}`);

function seedPeople(database: Database, sample: SampleWorkspace, now: number): void {
  const shared = new Map(sample.users.map((user) => [user.key, user]));
  for (const user of sample.users) addUser(database, { ...user, id: userId(user.key) }, now - 400 * day);
  for (const organization of sample.organizations) {
    const id = organizationId(organization.key);
    addOrganization(database, { ...organization, id }, now - 400 * day);
    for (const [index, [key, role]] of Object.entries(organization.members).entries()) {
      const user = shared.get(key);
      const seen = user?.neverSeen ? undefined : now - index * 5 * hour;
      addMember(
        database,
        { organization: id, user: userId(key), role, seen, disabled: user?.disabled },
        now - (390 - 20 * index) * day,
      );
    }
  }
}

function seedCollections(database: Database, sample: SampleWorkspace, now: number): void {
  for (const collection of sample.collections) {
    const organization = organizationId(collection.organization);
    const parent = collection.parent === undefined ? null : collectionId(collection.parent);
    database.run(
      `INSERT INTO collections (id, organization_id, parent_id, rank, title, description, default_level, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      collectionId(collection.key),
      organization,
      parent,
      lastRank(database, organization, parent),
      collection.title,
      collection.description ?? null,
      collection.defaultLevel === undefined ? 'inherit' : collection.defaultLevel,
      now - 380 * day,
    );
  }
}

function seedSpace({ database, sample, plans, now }: Seeding, space: SampleWorkspace['spaces'][number]): void {
  const updatedAt = now - space.hoursSinceUpdate * hour;
  const by = userId(sample.me);
  const { space: row } = addSpace(database, {
    id: spaceId(space.key),
    organization: organizationId(space.organization),
    parent: space.collection === undefined ? null : collectionId(space.collection),
    title: space.title,
    emoji: space.emoji,
    visibility: space.visibility,
    editMode: space.editMode,
    defaultLevel: space.defaultLevel,
    publishedPath: space.published,
    createdAt: updatedAt - 300 * day,
    by,
  });
  const plan = plans.get(space.key);
  if (plan) {
    writePlan(database, row, plan, {
      by,
      // Change requests of the sample start, and end, after this.
      at: updatedAt - 60 * day,
      editedAt: (source) => updatedAt - spread(`${space.key}/${source}`, 60 * day),
      identify: (key) => idOf(`sample content ${space.key} ${key}`),
      otherSpace: (key, path) => addressInOther(plans, key, path),
    });
  }
  if (space.deletedDaysAgo !== undefined) {
    database.run('UPDATE spaces SET deleted_at = ? WHERE id = ?', now - space.deletedDaysAgo * day, row.id);
  }
}

function addressInOther(plans: ReadonlyMap<string, Plan>, key: string, path: string): string | undefined {
  const plan = plans.get(key);
  if (!plan) return undefined;
  const page = path === '' ? undefined : pageAtPath(plan, path);
  return page ? `/spaces/${spaceId(key)}/${page.path}` : `/spaces/${spaceId(key)}${path === '' ? '' : `/${path}`}`;
}

/** A number below `most` that only depends on the text. */
function spread(text: string, most: number): number {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return Math.floor((sum / 1_000_003) * most);
}

function seedChangeRequest(seeding: Seeding, wanted: SampleWorkspace['changeRequests'][number], index: number): void {
  const { database, now } = seeding;
  const at = now - wanted.hoursAgo * hour;
  const by = userId(wanted.createdBy);
  const space = database.get<SpaceRow>('SELECT * FROM spaces WHERE id = ?', spaceId(wanted.space));
  if (!space) return;
  const id = idOf(`sample change request ${index}`);
  const changeRequest = addChangeRequest(database, space, { id, subject: wanted.subject, by, at });
  const plan = seeding.plans.get(wanted.space);
  const changes = (list: readonly SampleChange[]) =>
    list.flatMap((change, at) => changeOf(seeding, plan, change, `${index} ${at}`));
  if (wanted.changes.length > 0) editChangeRequest(database, id, changes(wanted.changes), { by, at });
  if (wanted.outdatedBy.length > 0) editSpace(database, space.id, changes(wanted.outdatedBy), { by, at: at + hour });
  for (const [number, comment] of wanted.comments.entries()) {
    seedComment(seeding, comment, { space: wanted.space, changeRequest, key: `${index}/${number}` });
  }
  seedReviews(seeding, wanted, id);
  if (wanted.status === 'merged') mergeChangeRequest(database, id, by, at + hour);
  else database.run('UPDATE change_requests SET status = ?, updated_at = ? WHERE id = ?', wanted.status, at, id);
}

function seedReviews({ database, now }: Seeding, wanted: SampleWorkspace['changeRequests'][number], id: string): void {
  const head = database.get<ChangeRequestRow>('SELECT * FROM change_requests WHERE id = ?', id)?.head ?? 0;
  for (const reviewer of wanted.requestedReviewers) {
    database.run(
      'INSERT INTO requested_reviewers (change_request_id, user_id, requested_by, revision, created_at) VALUES (?, ?, ?, ?, ?)',
      id,
      userId(reviewer),
      userId(wanted.createdBy),
      head,
      now - wanted.hoursAgo * hour,
    );
  }
  for (const [index, review] of wanted.reviews.entries()) {
    database.run(
      'INSERT INTO reviews (id, change_request_id, revision, reviewer, status, created_at) VALUES (?, ?, ?, ?, ?, ?)',
      idOf(`sample review ${id} ${index}`),
      id,
      head,
      userId(review.by),
      review.status,
      now - review.hoursAgo * hour,
    );
  }
}

function changeOf(seeding: Seeding, plan: Plan | undefined, change: SampleChange, key: string): Change[] {
  const id = (path: string) => plan && pageAtPath(plan, path)?.id;
  if (change.operation === 'insert_page') {
    const into = change.into === undefined ? undefined : id(change.into);
    const page = idOf(`sample inserted page ${key}`);
    return [{ operation: 'insert_page', id: page, into, title: change.title, markdown: textOf(seeding, change.file) }];
  }
  const page = id(change.page);
  if (page === undefined) return [];
  if (change.operation === 'delete_page') return [{ operation: 'delete_page', page }];
  return [{ operation: 'update_page', page, title: change.title, markdown: textOf(seeding, change.file) }];
}

function textOf({ sampleFolder }: Seeding, file: string): string {
  return titleAndText(withoutFrontMatter(readFileSync(join(sampleFolder, file), 'utf8')).body).text;
}

function seedComment(
  { database, plans, now }: Seeding,
  comment: SampleComment,
  place: { space: string; changeRequest?: ChangeRequestRow; key: string },
): void {
  const id = idOf(`sample comment ${place.key}`);
  const plan = plans.get(place.space);
  const page = comment.page !== undefined && plan ? pageAtPath(plan, comment.page) : undefined;
  const head = database.get<SpaceRow>('SELECT * FROM spaces WHERE id = ?', spaceId(place.space))?.head ?? 0;
  const postedAt = now - comment.hoursAgo * hour;
  const reaction = (reply: string, { emoji, users }: SampleComment['reactions'][number], at: number) => {
    for (const user of users) {
      database.run(
        'INSERT INTO reactions (comment_id, reply_id, emoji, user_id, reacted_at) VALUES (?, ?, ?, ?, ?)',
        id,
        reply,
        emoji,
        userId(user),
        at + hour,
      );
    }
  };

  database.run(
    `INSERT INTO comments (id, space_id, change_request_id, page_id, node, preview, revision, posted_by, posted_at, markdown, status,
       resolved_at, resolved_by)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    spaceId(place.space),
    place.changeRequest?.id ?? null,
    page?.id ?? null,
    comment.quote === undefined ? null : idOf(`sample node ${place.key}`),
    comment.quote ?? null,
    place.changeRequest?.head ?? head,
    userId(comment.by),
    postedAt,
    comment.body,
    comment.resolvedBy === undefined ? 'open' : 'resolved',
    comment.resolvedBy === undefined ? null : postedAt + hour,
    comment.resolvedBy === undefined ? null : userId(comment.resolvedBy),
  );
  for (const each of comment.reactions) reaction('', each, postedAt);
  for (const [index, reply] of comment.replies.entries()) {
    const replyId = idOf(`sample reply ${place.key} ${index}`);
    const at = now - reply.hoursAgo * hour;
    database.run(
      'INSERT INTO replies (id, comment_id, posted_by, posted_at, markdown) VALUES (?, ?, ?, ?, ?)',
      replyId,
      id,
      userId(reply.by),
      at,
      reply.body,
    );
    for (const each of reply.reactions) reaction(replyId, each, at);
  }
}

function addUser(database: Database, user: { id: string; displayName: string; email: string }, at: number): void {
  database.run(
    'INSERT INTO users (id, display_name, email, created_at) VALUES (?, ?, ?, ?)',
    user.id,
    user.displayName,
    user.email,
    at,
  );
}

function addOrganization(
  database: Database,
  organization: {
    id: string;
    title: string;
    hostname?: string | undefined;
    type: string;
    plan: string;
    useCase?: string | undefined;
    emailDomains: readonly string[];
    defaultRole?: string | null | undefined;
  },
  at: number,
): void {
  database.run(
    `INSERT INTO organizations (id, title, hostname, type, plan, use_case, email_domains, default_role, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    organization.id,
    organization.title,
    organization.hostname ?? null,
    organization.type,
    organization.plan,
    organization.useCase ?? null,
    JSON.stringify(organization.emailDomains),
    organization.defaultRole ?? null,
    at,
  );
}

function addMember(
  database: Database,
  member: {
    organization: string;
    user: string;
    role: string | null;
    seen?: number | undefined;
    disabled?: boolean | undefined;
  },
  at: number,
): void {
  database.run(
    'INSERT INTO members (organization_id, user_id, role, disabled, joined_at, last_seen_at) VALUES (?, ?, ?, ?, ?, ?)',
    member.organization,
    member.user,
    member.role,
    member.disabled ? 1 : 0,
    at,
    member.seen ?? null,
  );
}
