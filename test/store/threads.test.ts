import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { spaceId } from '../../src/server/sampleSeeding.ts';
import { openThreads } from './openThreads.ts';

const handbook = spaceId('operator-handbook');

describe('the threads of a space', () => {
  test('are asked for once, newest first', async () => {
    const { threads, taken } = openThreads();
    const discussion = threads.of({ space: handbook });

    const { threads: all, hasMore } = await discussion.load();
    await discussion.load();

    assert.ok(all.length > 2);
    assert.equal(hasMore, false);
    const times = all.map(({ postedAt }) => postedAt ?? 0);
    assert.deepEqual(
      times,
      times.toSorted((one, other) => other - one),
    );
    assert.deepEqual(
      taken().filter((request) => request.includes('/comments')),
      [`GET /v1/spaces/${handbook}/comments`],
    );
  });
});
