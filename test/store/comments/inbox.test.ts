import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { organizationId, spaceId, userId } from '../../../src/server/sample/seeding.ts';
import { createInbox, type Inbox } from '../../../src/store/comments/inbox.ts';
import type { News } from '../../../src/store/comments/inboxRecord.ts';
import type { Storage } from '../../../src/store/shared/storage.ts';
import { openThreads, type OpenedThreads } from '../openThreads.ts';
import { memory } from '../openLibrary.ts';

const handbook = spaceId('operator-handbook');
const northwind = organizationId('northwind');

interface Opened extends OpenedThreads {
  readonly inbox: ReturnType<typeof createInbox>;
  /** Checks until each list was requested; returns all new items. */
  readonly lookAround: () => Promise<News[]>;
  readonly window: () => Inbox;
  /** Merges from this window, as `<id> merged`. */
  readonly ownMoves: string[];
}

function open(options: Parameters<typeof openThreads>[0] = {}, storage: Storage = memory()): Opened {
  const opened = openThreads(options);
  const ownMoves: string[] = [];
  const window = () =>
    createInbox({
      api: opened.api,
      threads: opened.threads,
      organizations: async () => [northwind],
      isOwnMove: (_, id, status) => ownMoves.includes(`${id} ${status}`),
      now: Date.now,
      serverNow: opened.serverNow,
      storage,
      log: { warn: (message) => assert.fail(message) },
    });
  const inbox = window();
  return {
    ...opened,
    inbox,
    ownMoves,
    window,
    async lookAround() {
      const found: News[] = [];
      for (let turn = 0; turn < 4; turn++) found.push(...(await inbox.look()));
      return found;
    },
  };
}

/** A change request by another user. */
async function changeRequestOf({ call }: OpenedThreads, who: string, subject: string): Promise<string> {
  const made = await call(who, 'POST', `/spaces/${handbook}/change-requests`, { subject });
  await call(who, 'PATCH', `/spaces/${handbook}/change-requests/${made.id}`, { status: 'open' });
  return made.id;
}

test('the inbox is checked once each list was requested, and requests the lists first', async () => {
  const opened = open();
  await opened.lookAround();
  await opened.threads.send({ kind: 'thread', place: { space: handbook } }, 'Who owns this page?');
  const next = opened.window();
  const states = [next.isChecked()];

  for (let turn = 0; turn < 3; turn++) {
    await next.look();
    states.push(next.isChecked());
  }

  assert.deepEqual(states, [false, false, true, true]);
});

test('the inbox is new until the first check in any window', async () => {
  const opened = open();
  const states = [opened.inbox.isNew()];
  await opened.inbox.look();
  const next = opened.window();
  await next.load();
  states.push(opened.inbox.isNew(), next.isNew());

  assert.deepEqual(states, [true, false, false]);
});

test('the inbox writes nothing after it was disposed during a check', async () => {
  const opened = open();
  const looking = opened.inbox.look();
  opened.inbox.dispose();
  await looking;
  const next = opened.window();
  await next.load();

  assert.equal(next.isNew(), true);
});

describe('the inbox', () => {
  test('reports a requested review once, until it is no longer requested', async () => {
    const opened = open();
    await opened.lookAround();
    const id = await changeRequestOf(opened, 'ada', 'Look at this');
    const reviewers = `/spaces/${handbook}/change-requests/${id}/requested-reviewers`;
    await opened.call('ada', 'POST', reviewers, { users: [userId('mara')] });

    const found = await opened.lookAround();
    const again = await opened.lookAround();
    await opened.call('ada', 'DELETE', `${reviewers}/${userId('mara')}`);
    await opened.lookAround();

    assert.deepEqual(
      found.map(({ kind, subject, needsAttention, place }) => [kind, subject, needsAttention, place]),
      [['review', 'Look at this', true, { space: handbook, changeRequest: id }]],
    );
    assert.deepEqual(again, []);
    assert.equal(
      opened.inbox.cached().some(({ subject }) => subject === 'Look at this'),
      false,
    );
  });

  test('is as the server has it once the user asked for all of it', async () => {
    const opened = open();
    for (let turn = 0; turn < 4; turn++) {
      await opened.inbox.look();
      const id = await changeRequestOf(opened, 'ada', `Round ${turn}`);
      const reviewers = `/spaces/${handbook}/change-requests/${id}/requested-reviewers`;
      await opened.call('ada', 'POST', reviewers, { users: [userId('mara')] });

      const added = await opened.inbox.lookAtAll();
      assert.ok(added.some(({ key }) => key === `review/${id}`));
      assert.ok(opened.inbox.requested().includes(id));
      await opened.call('ada', 'POST', `/spaces/${handbook}/change-requests/${id}/merge`, {});
      await opened.inbox.lookAtAll();

      assert.ok(!opened.inbox.requested().includes(id));
      assert.deepEqual(
        opened.inbox
          .cached()
          .filter(({ place }) => place.changeRequest === id)
          .map(({ kind }) => kind),
        ['merge'],
      );
    }
  });

  test('tells that a change request was merged that the user was asked to review, and drops its request', async () => {
    const opened = open();
    const [id, own] = [await changeRequestOf(opened, 'ada', 'Look'), await changeRequestOf(opened, 'ada', 'Own')];
    for (const each of [id, own]) {
      const reviewers = `/spaces/${handbook}/change-requests/${each}/requested-reviewers`;
      await opened.call('ada', 'POST', reviewers, { users: [userId('mara')] });
    }
    await opened.lookAround();
    assert.ok(opened.inbox.requested().includes(id));
    opened.ownMoves.push(`${own} merged`);
    for (const each of [id, own]) await opened.call('ada', 'POST', `/spaces/${handbook}/change-requests/${each}/merge`);

    const found = await opened.lookAround();

    assert.deepEqual(
      found.map(({ kind, subject, needsAttention }) => [kind, subject, needsAttention]),
      [['merge', 'Look', false]],
    );
    const left = opened.inbox.cached().filter(({ place }) => [id, own].includes(place.changeRequest ?? ''));
    assert.deepEqual(
      left.map(({ kind }) => kind),
      ['merge'],
    );
    assert.ok(!opened.inbox.requested().includes(id));
    assert.deepEqual(await opened.lookAround(), []);
  });

  test('drops what was said about a change request that was archived', async () => {
    const opened = open();
    const id = await changeRequestOf(opened, 'mara', 'Mine');
    await opened.lookAround();
    const at = `/spaces/${handbook}/change-requests/${id}`;
    await opened.call('bo', 'POST', `${at}/comments`, { body: { markdown: 'I ask.' } });
    assert.equal((await opened.lookAround()).length, 1);
    await opened.call('mara', 'PATCH', at, { status: 'archived' });

    const found = await opened.lookAround();

    assert.deepEqual(found, []);
    assert.deepEqual(
      opened.inbox.cached().filter(({ place }) => place.changeRequest === id),
      [],
    );
  });

  test('counts as read what is read, answered, or resolved elsewhere', async () => {
    const opened = open();
    const place = { space: handbook };
    const comments = opened.threads.of(place);
    const started: string[] = [];
    for (const text of ['One?', 'Two?', 'Three?']) {
      started.push(await opened.threads.send({ kind: 'thread', place }, text));
    }
    await opened.lookAround();
    for (const id of started) {
      const replies = `/spaces/${handbook}/comments/${id}/replies`;
      await opened.call('bo', 'POST', replies, { body: { markdown: 'Yes.' } });
    }
    assert.equal((await opened.lookAround()).length, 3);
    const [answered = '', resolved = '', read = ''] = started;
    const unread = () =>
      opened.inbox.cached().flatMap(({ thread, subject }) => (started.includes(thread ?? '') ? [subject] : []));

    await opened.threads.send({ kind: 'reply', place, thread: answered }, 'Thanks.');
    await comments.resolve(resolved);
    await expect.poll(unread).toEqual(['Three?']);
    await comments.moreReplies(read);

    await expect.poll(unread).toEqual([]);
    assert.deepEqual(await opened.lookAround(), []);
  });

  test("reports comments on the user's change request, except their own", async () => {
    const opened = open();
    const id = await changeRequestOf(opened, 'mara', 'Mine');
    const comments = `/spaces/${handbook}/change-requests/${id}/comments`;
    await opened.lookAround();
    await opened.call('mara', 'POST', comments, { body: { markdown: 'I say.' } });
    await opened.call('bo', 'POST', comments, { body: { markdown: 'I **ask**.' } });

    const found = await opened.lookAround();

    assert.deepEqual(
      found.map(({ kind, who, text, subject, needsAttention }) => [kind, who, text, subject, needsAttention]),
      [['comment', 'Bo Lind', 'I ask.', 'Mine', true]],
    );
  });

  test('reports replies in a thread that the user started, and in one that they replied to', async () => {
    const opened = open();
    const { threads, call } = opened;
    const own = await threads.send({ kind: 'thread', place: { space: handbook } }, 'My question');
    const theirs = (await call('bo', 'POST', `/spaces/${handbook}/comments`, { body: { markdown: 'Their question' } }))
      .id;
    await threads.of({ space: handbook }).load();
    await threads.send({ kind: 'reply', place: { space: handbook }, thread: theirs }, 'My answer');
    await opened.lookAround();
    for (const id of [own, theirs]) {
      await call('ada', 'POST', `/spaces/${handbook}/comments/${id}/replies`, { body: { markdown: 'First.' } });
      await call('ada', 'POST', `/spaces/${handbook}/comments/${id}/replies`, { body: { markdown: 'Second.' } });
    }

    const found = await opened.lookAround();

    const reported = found.map(({ kind, who, text, subject, needsAttention }) => [
      kind,
      who,
      text,
      subject,
      needsAttention,
    ]);
    assert.deepEqual(reported.sort(), [
      ['reply', 'Ada Park', 'Second.', 'My question', true],
      ['reply', 'Ada Park', 'Second.', 'Their question', false],
    ]);
  });

  test('reports nothing that the user has seen or read', async () => {
    const opened = open();
    const { threads, call, inbox } = opened;
    const id = await threads.send({ kind: 'thread', place: { space: handbook } }, 'A question');
    await opened.lookAround();
    await call('ada', 'POST', `/spaces/${handbook}/comments/${id}/replies`, { body: { markdown: 'An answer.' } });
    const found = await opened.lookAround();

    await inbox.markRead(found.map(({ key }) => key));
    const again = await opened.lookAround();
    await call('ada', 'POST', `/spaces/${handbook}/comments/${id}/replies`, { body: { markdown: 'Another.' } });
    await threads.of({ space: handbook }).refresh();
    await threads.of({ space: handbook }).moreReplies(id);
    const seen = await opened.lookAround();

    assert.equal(found.length, 1);
    assert.deepEqual([again, seen.filter(({ thread }) => thread === id)], [[], []]);
    assert.equal(
      inbox.cached().some(({ thread }) => thread === id),
      false,
    );
  });

  test('reports no reply that the user sees while the record is being written', async () => {
    const storage = memory();
    let beforeWrite: (() => Promise<void>) | undefined;
    const opened = open(
      {},
      {
        ...storage,
        async write(name, text) {
          const seeing = beforeWrite;
          beforeWrite = undefined;
          await seeing?.();
          await storage.write(name, text);
        },
      },
    );
    const { threads, call } = opened;
    const place = { space: handbook, changeRequest: await changeRequestOf(opened, 'ada', 'Quick') };
    const comments = threads.of(place);
    const id = await threads.send({ kind: 'thread', place }, 'A quick question');
    const replies = `/spaces/${handbook}/change-requests/${place.changeRequest}/comments/${id}/replies`;
    const seeAnother = async () => {
      await call('ada', 'POST', replies, { body: { markdown: 'An answer.' } });
      await comments.refresh();
      await comments.moreReplies(id);
    };
    await opened.lookAround();
    await comments.load();
    await seeAnother();
    beforeWrite = seeAnother;

    const found = [...(await opened.lookAround()), ...(await opened.lookAround())];

    assert.equal(comments.thread(id)?.replyCount, 2);
    assert.deepEqual(
      found.filter(({ thread }) => thread === id),
      [],
    );
  });

  test('reports a reply that comes after another was deleted', async () => {
    const opened = open();
    const { threads, call } = opened;
    const id = await threads.send({ kind: 'thread', place: { space: handbook } }, 'A question about counting');
    const replies = `/spaces/${handbook}/comments/${id}/replies`;
    const first = await call('ada', 'POST', replies, { body: { markdown: 'First.' } });
    await opened.lookAround();
    await call('ada', 'DELETE', `${replies}/${first.id}`);
    await opened.lookAround();
    await call('ada', 'POST', replies, { body: { markdown: 'Second.' } });

    const found = await opened.lookAround();

    assert.deepEqual(
      found.filter(({ thread }) => thread === id).map(({ text }) => text),
      ['Second.'],
    );
  });

  test('reports a reply to a post that was sent just before the window closed', async () => {
    const opened = open();
    await opened.inbox.look();
    const id = await opened.threads.send({ kind: 'thread', place: { space: handbook } }, 'My last words today');
    // The record is written after the post is sent.
    await setImmediate();
    const next = opened.window();
    await opened.call('ada', 'POST', `/spaces/${handbook}/comments/${id}/replies`, {
      body: { markdown: 'Good night.' },
    });

    const found: News[] = [];
    for (let turn = 0; turn < 5; turn++) found.push(...(await next.look()));

    assert.ok(found.some(({ thread, text }) => thread === id && text === 'Good night.'));
  });

  test('reports the same news in another window', async () => {
    const opened = open();
    const id = await changeRequestOf(opened, 'mara', 'Of two windows');
    await opened.lookAround();
    await opened.call('bo', 'POST', `/spaces/${handbook}/change-requests/${id}/comments`, {
      body: { markdown: 'So?' },
    });
    const [news] = await opened.lookAround();

    const other = opened.window();

    assert.ok((await other.load()).some(({ key }) => key === news?.key));
    await other.markRead();
    assert.deepEqual(await opened.inbox.load(), []);
  });
});

test('reports the news of other lists when one list always fails', async () => {
  const opened = open();
  await opened.threads.send({ kind: 'thread', place: { space: handbook } }, 'A question to be watched');
  const id = await changeRequestOf(opened, 'mara', 'Beside a failing space');
  await opened.lookAround();
  opened.fail({ kind: 'status', amount: 500, path: `/spaces/${handbook}/comments` });
  const found: News[] = [];
  const look = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn++) found.push(...(await opened.inbox.look().catch(() => [])));
  };
  await look();
  await opened.call('bo', 'POST', `/spaces/${handbook}/change-requests/${id}/comments`, {
    body: { markdown: 'Here!' },
  });

  await look();

  assert.ok(found.some(({ text }) => text === 'Here!'));
});

test('requests one list per check, and once each item whose count has changed', async () => {
  const opened = open();
  const ids = [await changeRequestOf(opened, 'mara', 'One'), await changeRequestOf(opened, 'mara', 'Two')];
  await opened.lookAround();
  opened.asked();
  const [first] = ids;
  await opened.call('bo', 'POST', `/spaces/${handbook}/change-requests/${first}/comments`, {
    body: { markdown: 'So?' },
  });

  await opened.inbox.look();
  const atFirst = opened.asked();
  await opened.inbox.look();
  const then = opened.asked();

  const list = `GET /v1/orgs/${northwind}/change-requests`;
  assert.deepEqual([atFirst, then], [[list], [list, `GET /v1/spaces/${handbook}/change-requests/${first}/comments`]]);
});

test('reports replies on a server without the list of change requests', async () => {
  const opened = open({ specOnly: true });
  const id = await changeRequestOf(opened, 'mara', 'Mine');
  const place = { space: handbook, changeRequest: id };
  const thread = await opened.threads.send({ kind: 'thread', place }, 'My question');
  await opened.lookAround();
  const replies = `/spaces/${handbook}/change-requests/${id}/comments/${thread}/replies`;
  await opened.call('ada', 'POST', replies, { body: { markdown: 'An answer.' } });

  const found = await opened.lookAround();

  assert.deepEqual(
    found.map(({ kind, text, subject }) => [kind, text, subject]),
    [['reply', 'An answer.', 'My question']],
  );
});
