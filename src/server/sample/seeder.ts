import type { Database } from '../database/database.ts';
import { writePlan } from '../formats/import/writePages.ts';
import type { Folder } from '../../formats/import/folderFiles.ts';
import { planOf, type Plan } from '../../formats/import/folderPlan.ts';
import { idOf } from '../../formats/ids.ts';
import { addMember, addOrganization, addUser } from './members.ts';
import { openSampleFiles, type SampleFiles } from './files.ts';
import { seedChangeRequests } from './changeRequests.ts';
import { seedAdministration } from './administration.ts';
import { seedComment } from './comments.ts';
import {
  addressesIn,
  collectionId,
  contentId,
  day,
  hour,
  organizationId,
  spaceId,
  userId,
  type Seeding,
} from './seeding.ts';
import { seedSites } from './sites.ts';
import { addSpace, lastRank } from '../pages/spaceWriter.ts';
import { SampleWorkspace } from './workspace.ts';

/** Fills a new database with one user and their organization. Returns the user's id. */
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

/**
 * Fills a new database with the sample workspace (a folder, or the file that the build makes of it). Returns the id of
 * the user that a newcomer is signed in as.
 */
export function seedSample(database: Database, sampleFolder: string, now: number): string {
  const files = openSampleFiles(sampleFolder);
  const sample = SampleWorkspace.parse(JSON.parse(files.text('workspace.json')), once);
  seedPeople(database, sample, now);
  seedCollections(database, sample, now);
  const plans = new Map<string, Plan>(
    sample.spaces.map((space) => [
      space.key,
      planOf(folderOf(files, space), (key) => idOf(`sample page ${space.key} ${key}`)),
    ]),
  );
  const seeding = { database, sample, files, plans, now };
  for (const space of sample.spaces) seedSpace(seeding, space);
  seedChangeRequests(seeding);
  for (const [index, comment] of sample.comments.entries()) {
    seedComment(seeding, comment, { space: comment.space, key: `${index}` });
  }
  seedAdministration(seeding);
  seedSites(seeding);
  for (const space of sample.spaces) {
    database.run(
      'UPDATE spaces SET updated_at = ? WHERE id = ?',
      now - space.hoursSinceUpdate * hour,
      spaceId(space.key),
    );
  }
  return userId(sample.me);
}

/** The pictures of a folder that is not the sample's own are left out: they would double the size of the extension. */
function folderOf(files: SampleFiles, { folder, from }: SampleWorkspace['spaces'][number]): Folder {
  const whole = files.folder(`spaces/${folder}`, from);
  if (from === undefined) return whole;
  return { ...whole, text: (path) => whole.text(path).replace(pictureLine, ''), bytes: () => undefined };
}

const pictureLine = /^!\[[^\]\n]*\]\([^)\n]*\)\n+/gm;

/** Compiling the schema would take longer than reading with it. */
const once = { jitless: true };

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
      // Change requests of the sample start and end after this time.
      at: updatedAt - 60 * day,
      editedAt: (source) => updatedAt - spread(`${space.key}/${source}`, 60 * day),
      identify: (key) => contentId(space.key, key),
      otherSpace: addressesIn(plans),
    });
  }
  if (space.deletedDaysAgo !== undefined) {
    database.run('UPDATE spaces SET deleted_at = ? WHERE id = ?', now - space.deletedDaysAgo * day, row.id);
  }
}

/** A number below `most` that only depends on the text. */
function spread(text: string, most: number): number {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return Math.floor((sum / 1_000_003) * most);
}
