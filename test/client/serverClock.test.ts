import assert from 'node:assert/strict';
import { test } from 'vitest';
import { withServerClock } from '../../src/client/network/serverClock.ts';
import { network } from './connect.ts';
import { serve } from './serve.ts';

const hour = 3_600_000;

/** A server that answers with these headers, and a computer with this clock. */
async function ask(
  headers: Record<string, string>,
  now: () => number,
  status = 200,
): Promise<() => number | undefined> {
  const server = await serve((_, response) => {
    response.sendDate = false;
    response.writeHead(status, headers).end();
  });
  const { platform, serverNow } = withServerClock(network(), now);
  await platform(new Request(server.base));
  return serverNow;
}

test.each([-24 * hour, -hour, 0, hour, 24 * hour])('the server is %i ms ahead', async (ahead) => {
  const serverNow = await ask({ date: new Date(Date.now() + ahead).toUTCString() }, Date.now);

  const apart = (serverNow() ?? NaN) - (Date.now() + ahead);

  assert.ok(Math.abs(apart) < 1500, `${apart} ms apart`);
});

test("half of the reply's duration counts", async () => {
  let clock = 0;
  const serverNow = await ask({ date: new Date(hour).toUTCString() }, () => (clock += 20_000));

  // Sent at 20 s and received at 40 s: the full hour of the server was at 30 s; the current time is 60 s.
  assert.equal(serverNow(), hour + 500 + 30_000);
});

test.each<Record<string, string>>([
  {},
  { date: '' },
  { date: '5' },
  { date: 'yesterday' },
  { date: '2026-11-20T10:00:00' },
  { date: 'Fri Nov 20 10:00:00 2026' },
  { date: 'Fri, 99 Nov 2026 10:00:00 GMT' },
  { date: 'Fri, 20 Nov 2026 10:00:00 GMT', age: '600' },
])('%j sets no time', async (headers) => {
  assert.equal((await ask(headers, Date.now))(), undefined);
});

test.each([301, 407, 502, 503])('a reply with %i sets no time, because it may come from a proxy', async (status) => {
  const serverNow = await ask({ date: new Date(Date.now() - hour).toUTCString() }, Date.now, status);

  assert.equal(serverNow(), undefined);
});

test.each([8 * hour, -hour])('a reply during which the clock advanced by %i ms sets no time', async (step) => {
  let clock = Date.now() - step;

  const serverNow = await ask({ date: new Date().toUTCString() }, () => (clock += step));

  assert.equal(serverNow(), undefined);
});
