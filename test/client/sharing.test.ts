import assert from 'node:assert/strict';
import { onTestFinished, test, vi } from 'vitest';
import { connect, failure, stopClock } from './connect.ts';
import { spaceOf } from './samples.ts';
import { json, serve, until } from './serve.ts';
import type { ServerResponse } from 'node:http';

/** A server that answers when the test releases it. */
async function patientServer() {
  const waiting: ServerResponse[] = [];
  let closed = 0;
  const server = await serve((_, response) => {
    response.on('close', () => (closed += 1));
    waiting.push(response);
  });
  const answer = (title: string) => {
    for (const response of waiting.splice(0)) json(response, { ...spaceOf('s'), title });
  };
  return { ...server, answer, closed: () => closed };
}

test('identical reads at the same time are one request', async () => {
  const server = await patientServer();
  const api = connect(server.base);
  const calls = [api.spaces.get({ spaceId: 's' }), api.spaces.get({ spaceId: 's' })];
  await until(() => server.received.length > 0);

  server.answer('T');

  assert.deepEqual(
    (await Promise.all(calls)).map(({ title }) => title),
    ['T', 'T'],
  );
  assert.equal(server.received.length, 1);
});

test('reads that differ in a query field are two requests', async () => {
  const server = await serve((_, response) => json(response, { items: [] }));
  const api = connect(server.base);

  await Promise.all([api.organizations.list({ limit: 1 }), api.organizations.list({ limit: 2 })]);

  assert.equal(server.received.length, 2);
});

test('reads one after the other are two requests', async () => {
  const server = await serve((_, response) => json(response, spaceOf('s')));
  const api = connect(server.base);

  await api.spaces.get({ spaceId: 's' });
  await api.spaces.get({ spaceId: 's' });

  assert.equal(server.received.length, 2);
});

test('identical writes are never one request', async () => {
  const server = await serve((_, response) => json(response, spaceOf('s')));
  const api = connect(server.base);
  const input = { spaceId: 's', body: { title: 'T' } };

  await Promise.all([api.spaces.update(input), api.spaces.update(input)]);

  assert.equal(server.received.length, 2);
});

test('a caller that cancels leaves the others alone', async () => {
  const server = await patientServer();
  const api = connect(server.base);
  const stop = new AbortController();
  const leaves = failure(api.spaces.get({ spaceId: 's' }, { signal: stop.signal }));
  const stays = api.spaces.get({ spaceId: 's' });
  await until(() => server.received.length > 0);

  stop.abort();

  assert.equal((await leaves).kind, 'cancelled');
  server.answer('T');
  assert.equal((await stays).title, 'T');
});

test('the request is aborted when all callers have left, and the next caller starts another', async () => {
  const server = await patientServer();
  const api = connect(server.base);
  const stop = new AbortController();
  const calls = [1, 2].map(() => failure(api.spaces.get({ spaceId: 's' }, { signal: stop.signal })));
  await until(() => server.received.length === 1);

  stop.abort();
  await Promise.all(calls);
  const next = api.spaces.get({ spaceId: 's' });

  await until(() => server.closed() === 1 && server.received.length === 2);
  server.answer('new');
  assert.equal((await next).title, 'new');
});

test('all callers receive a failure', async () => {
  const server = await serve((_, response) => json(response, {}, 403));
  const api = connect(server.base);

  const errors = await Promise.all([1, 2].map(() => failure(api.spaces.get({ spaceId: 's' }))));

  assert.deepEqual(
    errors.map(({ kind }) => kind),
    ['forbidden', 'forbidden'],
  );
  assert.equal(server.received.length, 1);
});

test("a read after a write doesn't join a read from before it", async () => {
  const reads: ServerResponse[] = [];
  const server = await serve((request, response) => {
    if (request.method === 'GET') reads.push(response);
    else json(response, spaceOf('s'));
  });
  const api = connect(server.base);
  const before = api.spaces.get({ spaceId: 's' });
  await until(() => reads.length === 1);

  await api.spaces.update({ spaceId: 's', body: { title: 'new' } });
  const after = api.spaces.get({ spaceId: 's' });

  await until(() => reads.length === 2);
  json(reads[0]!, { ...spaceOf('s'), title: 'old' });
  json(reads[1]!, { ...spaceOf('s'), title: 'new' });
  assert.equal((await before).title, 'old');
  assert.equal((await after).title, 'new');
});

test('reads with another token are a separate request', async () => {
  const server = await patientServer();
  const tokens = ['first', 'second'];
  const api = connect(server.base, { token: async () => tokens.shift() });
  const calls = [api.spaces.get({ spaceId: 's' }), api.spaces.get({ spaceId: 's' })];
  await until(() => server.received.length === 2);

  server.answer('T');
  await Promise.all(calls);

  assert.deepEqual(server.received.map(({ headers }) => headers.authorization).sort(), [
    'Bearer first',
    'Bearer second',
  ]);
});

test("a read doesn't join one that has been pending for some seconds", async () => {
  let clock = 0;
  const waiting: ServerResponse[] = [];
  const server = await serve((_, response) => {
    waiting.push(response);
    // The first one never ends.
    if (waiting.length === 1) response.writeHead(200).write('{');
    else json(response, { ...spaceOf('s'), title: 'at once' });
  });
  const api = connect(server.base, { now: () => clock });
  const stop = new AbortController();
  const first = failure(api.spaces.get({ spaceId: 's' }, { signal: stop.signal }));
  await until(() => waiting.length === 1);
  clock = 4999;
  const joined = failure(api.spaces.get({ spaceId: 's' }, { signal: stop.signal }));
  await new Promise((resolve) => setImmediate(resolve));
  clock = 5000;

  const { title } = await api.spaces.get({ spaceId: 's' });

  assert.deepEqual([title, server.received.length], ['at once', 2]);
  stop.abort();
  assert.deepEqual([(await first).kind, (await joined).kind], ['cancelled', 'cancelled']);
});

test('a read joins the newest one after an older one has ended', async () => {
  let clock = 0;
  const waiting: ServerResponse[] = [];
  const server = await serve((_, response) => {
    if (waiting.push(response) > 2) json(response, spaceOf('s'));
  });
  const api = connect(server.base, { now: () => clock });
  const older = api.spaces.get({ spaceId: 's' });
  await until(() => waiting.length === 1);
  clock = 5000;
  const newer = api.spaces.get({ spaceId: 's' });
  await until(() => waiting.length === 2);
  json(waiting[0]!, spaceOf('s'));
  await older;

  const joined = api.spaces.get({ spaceId: 's' });

  json(waiting[1]!, spaceOf('s'));
  await Promise.all([newer, joined]);
  assert.equal(server.received.length, 2);
});

test('a read joins one that waits for a busy server, however long', async () => {
  let clock = Date.now();
  const server = await serve((_, response) =>
    server.received.length === 1 ? json(response, {}, 503, { 'retry-after': '1' }) : json(response, spaceOf('s')),
  );
  stopClock();
  const random = vi.spyOn(Math, 'random');
  onTestFinished(() => random.mockRestore());
  const api = connect(server.base, { now: () => clock });
  const first = api.spaces.get({ spaceId: 's' });
  // The wait begins when its random part is chosen.
  await until(() => random.mock.calls.length === 1);
  clock += 5500;

  const both = Promise.all([first, api.spaces.get({ spaceId: 's' })]);
  vi.advanceTimersByTime(1500);
  await both;

  assert.equal(server.received.length, 2);
});
