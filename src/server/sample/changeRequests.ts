import { posix } from 'node:path';
import { addChangeRequest } from '../pages/changeRequestWriter.ts';
import { editChangeRequest, editSpace, type Change } from '../pages/edits.ts';
import { withPlatformLinks } from '../../formats/import/folderLinks.ts';
import { pageAtPath } from '../../formats/import/folderPlan.ts';
import { withoutFrontMatter } from '../../formats/markdown/frontMatter.ts';
import { idOf } from '../../formats/ids.ts';
import { mergeChangeRequest } from '../pages/merge.ts';
import { titleAndText } from '../../formats/markdown/title.ts';
import type { ChangeRequestRow, SpaceRow } from '../database/rows.ts';
import { seedComment } from './comments.ts';
import { addressesIn, contentId, hour, spaceId, userId, type Seeding } from './seeding.ts';
import type { SampleChange, SampleWorkspace } from './workspace.ts';
import { slugOf } from '../../model/shared/slug.ts';

type Wanted = SampleWorkspace['changeRequests'][number];

/**
 * Adds the sample's change requests, numbered by age. Those that change main come first, so that only the intended ones
 * are outdated.
 */
export function seedChangeRequests(seeding: Seeding): void {
  const all = seeding.sample.changeRequests.map((wanted, index) => ({ wanted, index }));
  for (const ofSpace of Map.groupBy(all, ({ wanted }) => wanted.space).values()) {
    const oldestFirst = [...ofSpace].sort((one, other) => other.wanted.hoursAgo - one.wanted.hoursAgo);
    const turn = ({ wanted }: { wanted: Wanted }) =>
      wanted.status === 'merged' ? 0 : wanted.outdatedBy.length > 0 ? 1 : 2;
    for (const { wanted, index } of [...oldestFirst].sort((one, other) => turn(one) - turn(other))) {
      seedChangeRequest(seeding, wanted, index, oldestFirst.findIndex((each) => each.index === index) + 1);
    }
  }
}

function seedChangeRequest(seeding: Seeding, wanted: Wanted, index: number, number: number): void {
  const { database, now } = seeding;
  const at = now - wanted.hoursAgo * hour;
  const by = userId(wanted.createdBy);
  const space = database.get<SpaceRow>('SELECT * FROM spaces WHERE id = ?', spaceId(wanted.space));
  if (!space) return;
  const id = idOf(`sample change request ${index}`);
  addChangeRequest(database, space, { id, number, subject: wanted.subject, by, at });
  const changes = (list: readonly SampleChange[]) =>
    list.flatMap((change, place) => changeOf(seeding, wanted.space, change, `${index} ${place}`));
  if (wanted.changes.length > 0) editChangeRequest(database, id, changes(wanted.changes), { by, at });
  if (wanted.outdatedBy.length > 0) editSpace(database, space.id, changes(wanted.outdatedBy), { by, at: at + hour });
  const changeRequest = database.get<ChangeRequestRow>('SELECT * FROM change_requests WHERE id = ?', id);
  for (const [place, comment] of wanted.comments.entries()) {
    seedComment(seeding, comment, { space: wanted.space, changeRequest, key: `${index}/${place}` });
  }
  seedReviews(seeding, wanted, id);
  if (wanted.status === 'merged') mergeChangeRequest(database, id, by, at + hour);
  else database.run('UPDATE change_requests SET status = ?, updated_at = ? WHERE id = ?', wanted.status, at, id);
}

function seedReviews({ database, now }: Seeding, wanted: Wanted, id: string): void {
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

function changeOf(seeding: Seeding, space: string, change: SampleChange, key: string): Change[] {
  const plan = seeding.plans.get(space);
  if (!plan) return [];
  if (change.operation === 'insert_page') {
    const into = change.into === undefined ? undefined : pageAtPath(plan, change.into);
    const source = posix.join(posix.dirname(into?.source ?? ''), 'new.md');
    const path = posix.join(into?.path ?? '', slugOf(change.title));
    const markdown = textOf(seeding, space, change.file, { source, path });
    return [
      {
        operation: 'insert_page',
        id: idOf(`sample inserted page ${key}`),
        into: into?.id,
        title: change.title,
        markdown,
      },
    ];
  }
  const page = pageAtPath(plan, change.page);
  if (!page) return [];
  if (change.operation === 'delete_page') return [{ operation: 'delete_page', page: page.id }];
  const markdown = textOf(seeding, space, change.file, { source: page.source ?? '', path: page.path });
  return [{ operation: 'update_page', page: page.id, title: change.title, markdown }];
}

/** The text of a change, with links relative to the page's file. */
function textOf(seeding: Seeding, space: string, name: string, place: { source: string; path: string }): string {
  const { files, plans, database } = seeding;
  const plan = plans.get(space);
  const { text } = titleAndText(withoutFrontMatter(files.text(name)).body);
  const file = (path: string) => {
    const id = contentId(space, `file ${path}`);
    return database.get('SELECT 1 FROM files WHERE id = ?', id) ? id : undefined;
  };
  return plan ? withPlatformLinks(text, place, { plan, file, otherSpace: addressesIn(plans) }) : text;
}
