import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { ApiError, failureOf, type ApiErrorKind } from '../../../src/model/shared/failure.ts';
import { createSendOnce } from '../../../src/store/shared/sendOnce.ts';

const minute = 60_000;
const resendWindow = 10 * minute;

/** The fate of a request and of its reply. */
const fates = {
  answered: { arrives: 'now', failure: undefined },
  answerLost: { arrives: 'now', failure: 'unavailable' },
  cancelledAfterArrival: { arrives: 'now', failure: 'cancelled' },
  /** The request arrives after the lookup that follows it: at the next `arrival`, if there is one. */
  delayed: { arrives: 'later', failure: 'unavailable' },
  cancelledOnTheWay: { arrives: 'later', failure: 'cancelled' },
  lost: { arrives: 'never', failure: 'unavailable' },
} as const;
const refusals = ['forbidden', 'throttled', 'cancelled'] as const;

type Fate = keyof typeof fates | (typeof refusals)[number];

interface Call {
  readonly kind: 'call';
  readonly window: 0 | 1;
  readonly fate: Fate;
  /** Whether the lookups before and after the request are answered. */
  readonly lookups: readonly [boolean, boolean];
}

type Step = Call | { readonly kind: 'arrival' } | { readonly kind: 'pause'; readonly minutes: number };

const call: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('call' as const),
  window: fc.constantFrom(0 as const, 1 as const),
  fate: fc.constantFrom(...(Object.keys(fates) as (keyof typeof fates)[]), ...refusals),
  lookups: fc.tuple(fc.boolean(), fc.boolean()),
});
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: call },
    { weight: 2, arbitrary: fc.constant<Step>({ kind: 'arrival' }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('pause' as const), minutes: fc.nat(11) }) },
  ),
  { maxLength: 14 },
);

function error(kind: ApiErrorKind, mayHaveHappened: boolean): Error {
  return new ApiError(kind, { code: 'other', words: kind }, { mayHaveHappened });
}

interface Attempt {
  readonly before: ReadonlySet<number>;
  readonly at: number;
  readonly window: 0 | 1;
}

/** A server, and two windows that pass each other attempts with unknown outcome, like files of drafts do. */
function open() {
  let time = 0;
  let requests = 0;
  let settled = 0;
  const there = new Set<number>();
  /** Requests without an answer, with the time when they were sent: nobody knows whether they arrived. */
  let unknown = new Map<number, number>();
  let onTheWay: number[] = [];
  let handedOver: Attempt | undefined;
  /** Windows that have an attempt with unknown outcome. */
  const unknownOutcomes = new Set<number>();
  const windows = [createSendOnce(() => time), createSendOnce(() => time)] as const;

  async function make({ window, fate, lookups }: Call): Promise<void> {
    let isSent = false;
    let attempted: Attempt | undefined;
    /** The result of the last lookup; undefined if it wasn't answered. */
    let seen: { readonly found: number | undefined } | undefined;
    let hasLookFailed = false;
    const before = settled;
    // A window remembers its own attempts.
    const isOfOther = handedOver?.window !== window && time - (handedOver?.at ?? 0) < resendWindow;
    const earlier = isOfOther ? handedOver : undefined;
    const sending = windows[window]<number, Attempt>({
      key: 'new',
      earlier,
      begin: (before) => (attempted = { before: before?.before ?? new Set(there), at: time, window }),
      async send() {
        for (const [request, at] of unknown) {
          if (time - at >= resendWindow) continue;
          assert.ok(seen, 'nothing is sent before an unknown outcome was looked up');
          assert.ok(!there.has(request), 'nothing is sent that has arrived already');
        }
        assert.ok(!isSent, 'a call sends once at most');
        isSent = true;
        const request = requests++;
        if (!(fate in fates)) throw error(fate as ApiErrorKind, false);
        const { arrives, failure } = fates[fate as keyof typeof fates];
        if (arrives === 'now') there.add(request);
        if (arrives === 'later') onTheWay.push(request);
        if (failure === undefined) return request;
        unknown.set(request, time);
        throw error(failure, true);
      },
      async look(attempt) {
        assert.ok(isSent || unknownOutcomes.has(window) || earlier, 'what is sent for the first time is new');
        seen = undefined;
        hasLookFailed = !lookups[isSent ? 1 : 0];
        if (hasLookFailed) throw error('unavailable', false);
        seen = { found: [...there].find((request) => !attempt.before.has(request)) };
        return seen.found;
      },
      settle: async () => void (settled += 1),
    });
    try {
      assert.ok(there.has(await sending), 'what succeeds has arrived');
      unknown = new Map();
      unknownOutcomes.delete(window);
      handedOver = undefined;
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (!failure) throw thrown;
      assert.equal(seen?.found, undefined, 'what was found does not fail');
      assert.equal(failure.reason.code === 'outcomeUnknown', hasLookFailed);
      const isUnknown = hasLookFailed || (isSent && fate in fates);
      assert.equal(failure.details.mayHaveHappened, isUnknown, 'an unknown outcome is not reported as a refusal');
      if (isSent && fate in fates) {
        handedOver = attempted;
        unknownOutcomes.add(window);
      }
    }
    assert.equal(settled, before + 1, 'every call settles once');
  }

  return {
    async step(step: Step): Promise<void> {
      switch (step.kind) {
        case 'call':
          return make(step);
        case 'pause':
          time += step.minutes * minute;
          return;
        case 'arrival':
          for (const request of onTheWay) there.add(request);
          onTheWay = [];
      }
    },
    unanswered: () => unknown.size,
    made: () => there.size,
  };
}

describe('a request that must not arrive twice', () => {
  test("isn't sent again before it was looked up, and doesn't fail if it was found, in any order of events", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const world = open();
        for (const step of all) await world.step(step);
      }),
      { numRuns: 2000 },
    );
  });

  test('arrives once, however often it is tried, if no request is delayed and no lookup fails for good', async () => {
    const prompt = call.filter(
      (step) => step.kind === 'call' && step.fate !== 'delayed' && !/OnTheWay/.test(step.fate),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(prompt, { maxLength: 10 }), async (tries) => {
        const world = open();
        for (const each of tries) {
          await world.step(each);
          if (world.made() > 0 && world.unanswered() === 0) break;
        }
        await world.step({ kind: 'call', window: 0, fate: 'forbidden', lookups: [true, true] });

        assert.ok(world.made() <= 1);
      }),
      { numRuns: 1000 },
    );
  });

  test('counts as new after the resend window', async () => {
    let time = 0;
    const sendOnce = createSendOnce(() => time);
    const lost = { key: 'a', begin: () => 'first', send: () => Promise.reject(error('unavailable', true)) };
    await assert.rejects(sendOnce<number, string>({ ...lost, look: async () => undefined }));
    time += resendWindow;

    const look = () => assert.fail('It is not looked up.');

    assert.equal(await sendOnce<number, string>({ ...lost, send: async () => 2, look }), 2);
  });

  test('is looked up within the resend window of its last attempt', async () => {
    let time = 0;
    const sendOnce = createSendOnce(() => time);
    const found: number[] = [];
    let sent = 0;
    const again = () =>
      sendOnce<number, string>({
        key: 'a',
        begin: () => '',
        async send() {
          sent += 1;
          throw error('unavailable', true);
        },
        look: async () => found[0],
      });
    await assert.rejects(again());
    time += resendWindow - minute;
    await assert.rejects(again());
    time += resendWindow - minute;
    found.push(7);

    assert.equal(await again(), 7);
    assert.equal(sent, 2);
  });

  test('is looked up from before the first attempt', async () => {
    const sendOnce = createSendOnce(() => 0);
    const looked: string[] = [];
    const send = (begun: string) =>
      sendOnce<number, string>({
        key: 'a',
        begin: (earlier) => earlier ?? begun,
        send: () => Promise.reject(error('unavailable', true)),
        look: async (attempt) => void looked.push(attempt),
      });
    await assert.rejects(send('first'), /other \{"words":"unavailable"\}/);
    await assert.rejects(send('second'), /other \{"words":"unavailable"\}/);

    assert.deepEqual(looked, ['first', 'first', 'first']);
  });
});

describe('a request that does no harm if it arrives twice', () => {
  const send = () => Promise.reject(error('unavailable', true));
  const look = async () => 'as wanted';

  test('succeeds if its answer is lost and the server has the wanted state', async () => {
    assert.equal(await createSendOnce(() => 0)({ send, look }), 'as wanted');
  });

  test('fails for its own reason if the lookup fails', async () => {
    const failing = createSendOnce(() => 0)({ send, look: () => Promise.reject(error('throttled', false)) });

    await assert.rejects(failing, /other \{"words":"unavailable"\}/);
  });

  test('is sent again without a lookup', async () => {
    const sendOnce = createSendOnce(() => 0);
    await assert.rejects(sendOnce({ send, look: async () => undefined }));

    const again = sendOnce({ send: async () => 'sent', look: () => assert.fail('It is not looked up.') });

    assert.equal(await again, 'sent');
  });

  test('is looked up after the given failures', async () => {
    const sendOnce = createSendOnce(() => 0);
    const missing = () => Promise.reject(error('missing', false));

    await assert.rejects(sendOnce({ send: missing, look }), { kind: 'missing' });
    assert.equal(await sendOnce({ send: missing, look, isWorthLook: ({ kind }) => kind === 'missing' }), 'as wanted');
  });

  test('throws a bug at once', async () => {
    const bug = createSendOnce(() => 0)({ send: () => Promise.reject(new TypeError('bug')), look });

    await assert.rejects(bug, TypeError);
  });
});
