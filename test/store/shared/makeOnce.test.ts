import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { ApiError } from '../../../src/model/shared/failure.ts';
import { createMakeOnce, type Attempt } from '../../../src/store/shared/makeOnce.ts';

const lost = () => new ApiError('unavailable', { code: 'noReply' }, { mayHaveHappened: true });
const refused = () => new ApiError('forbidden', { code: 'forbidden' });

/** A server with one list, whose replies can be lost. */
function open() {
  const there = new Set<string>(['old']);
  let time = 0;
  let sent = 0;
  let answers: (() => void)[] = [];
  const answer = (): void => answers.shift()?.();
  const making = createMakeOnce({ now: () => time, serverNow: () => time });
  const make = () =>
    making({
      key: 'new',
      cached: ['old'],
      async create() {
        sent += 1;
        const id = `made-${String(sent)}`;
        there.add(id);
        answer();
        return { id };
      },
      async find({ before }: Attempt) {
        answer();
        return [...there].filter((id) => !before.has(id)).map((id) => ({ id }));
      },
    });
  return {
    make,
    sent: () => sent,
    pass: (ms: number) => (time += ms),
    answers(...given: readonly (() => void)[]) {
      answers = [...given];
    },
  };
}
const fine = (): void => {};
const breaks = (): never => {
  throw lost();
};

describe('a creation', () => {
  test('is found after its answer was lost', async () => {
    const platform = open();
    platform.answers(breaks, fine);

    assert.equal((await platform.make()).id, 'made-1');
  });

  test("isn't sent again while it can't be looked up", async () => {
    const platform = open();
    platform.answers(breaks, breaks);
    await assert.rejects(platform.make());
    platform.answers(breaks);

    await assert.rejects(platform.make(), /outcomeUnknown \{"cause":\{"code":"noReply"\}\}/);

    assert.equal(platform.sent(), 1);
  });

  test('is found by a later attempt although two lookups missed it', async () => {
    const late: string[] = [];
    const making = createMakeOnce({ now: () => 0, serverNow: () => 0 });
    let sent = 0;
    const make = () =>
      making({
        key: 'late',
        cached: [],
        create: (): Promise<{ id: string }> => {
          sent += 1;
          return Promise.reject(lost());
        },
        find: () => Promise.resolve(late.map((id) => ({ id }))),
      });
    await assert.rejects(make());
    await assert.rejects(make());
    late.push('arrived');

    assert.equal((await make()).id, 'arrived');
    assert.equal(sent, 2);
  });

  test('counts as a new one if it is sent again much later', async () => {
    const platform = open();
    platform.answers(breaks, breaks);
    await assert.rejects(platform.make());
    platform.pass(11 * 60_000);

    assert.equal((await platform.make()).id, 'made-2');
  });

  test('is sent again at once after a refusal', async () => {
    const platform = open();
    platform.answers(() => {
      throw refused();
    });
    await assert.rejects(platform.make(), /forbidden/);

    assert.equal((await platform.make()).id, 'made-2');
  });
});
