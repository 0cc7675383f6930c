import assert from 'node:assert/strict';
import { describe, test, vi } from 'vitest';
import * as z from 'zod';
import { answer, type Handlers } from '../../src/protocol/answering.ts';
import { createAsker, RefusedError } from '../../src/protocol/asking.ts';
import type { Protocol } from '../../src/protocol/protocol.ts';

const protocol = {
  requests: { double: { params: z.strictObject({ number: z.number() }), result: z.number() } },
  notifications: { news: z.string() },
} satisfies Protocol;
const refusalOf = (request: string, error: unknown) => ({ message: `${request}: ${String(error)}` });

describe('the extension’s end', () => {
  const never: Handlers<typeof protocol> = {
    double: () => assert.fail('The handler was called.'),
  };

  test.each([
    ['nothing', undefined, null],
    ['a text', 'double', null],
    ['no id', { request: 'double', params: { number: 1 } }, null],
    ['an id of another form', { id: 'one', request: 'double', params: { number: 1 } }, null],
    ['an unknown request', { id: 1, request: 'halve', params: { number: 1 } }, 1],
    ['a name that every object has', { id: 1, request: 'constructor', params: {} }, 1],
    ['parameters of another form', { id: 1, request: 'double', params: { number: '1' } }, 1],
    ['parameters too many', { id: 1, request: 'double', params: { number: 1, more: true } }, 1],
    ['fields too many', { id: 1, request: 'double', params: { number: 1 }, more: true }, 1],
  ])('answers %s with an error, and does nothing', async (_, message, id) => {
    const reply = await answer(protocol, never, message, refusalOf);

    assert.equal(reply.id, id);
    assert.ok('refusal' in reply);
    assert.equal(reply.refusal.kind, 'unreadable');
  });

  test('sends why a handler failed', async () => {
    const failing: Handlers<typeof protocol> = { double: () => Promise.reject(new Error('too tired')) };

    const reply = await answer(protocol, failing, { id: 7, request: 'double', params: { number: 1 } }, refusalOf);

    assert.deepEqual(reply, { id: 7, refusal: { message: 'double: Error: too tired' } });
  });
});

describe('the webview’s end', () => {
  function joined(handlers: Handlers<typeof protocol>) {
    const asker = createAsker(
      protocol,
      (request) => {
        void answer(protocol, handlers, JSON.parse(JSON.stringify(request)), refusalOf).then((reply) =>
          asker.receive(JSON.parse(JSON.stringify(reply))),
        );
      },
      'Out of sync',
    );
    return asker;
  }

  test('gets each answer to its own request', async () => {
    const asker = joined({ double: async ({ number }) => number * 2 });

    const answers = await Promise.all([1, 2, 3].map((number) => asker.ask('double', { number })));

    assert.deepEqual(answers, [2, 4, 6]);
  });

  test('rejects with the sentence of the extension', async () => {
    const asker = joined({ double: () => Promise.reject(new Error('too tired')) });

    await assert.rejects(
      asker.ask('double', { number: 1 }),
      (error) => error instanceof RefusedError && error.message === 'double: Error: too tired',
    );
  });

  test('rejects if the answer has another form', async () => {
    const asker = joined({ double: () => 'two' as unknown as number });

    await assert.rejects(
      asker.ask('double', { number: 1 }),
      (error) => error instanceof RefusedError && error.kind === 'unreadable' && error.message === 'Out of sync',
    );
  });

  test('receives notifications', () => {
    const received = vi.fn();
    const asker = joined({ double: () => 0 });
    asker.on('news', received);

    asker.receive({ notification: 'news', params: 'it rains' });

    assert.deepEqual(received.mock.calls, [['it rains']]);
  });

  test.each([
    ['nothing', undefined],
    ['an answer to no question', { id: 99, result: 1 }],
    ['unknown news', { notification: 'rumours', params: 'x' }],
    ['news of another form', { notification: 'news', params: 7 }],
    ['a name that every object has', { notification: 'toString', params: 'x' }],
  ])('drops %s', (_, message) => {
    const received = vi.fn();
    const asker = joined({ double: () => 0 });
    asker.on('news', received);

    const taken = asker.receive(message);

    assert.deepEqual([taken, received.mock.calls], [false, []]);
  });
});
