import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Api } from '../../../src/client/api.ts';
import type { Unreadable } from '../../../src/contract/shared/list.ts';
import { parseFault, type Fault } from '../../../src/server/http/faults.ts';
import { pagesOf } from '../../../src/store/shared/pagesOf.ts';
import { connect, failure } from '../../client/connect.ts';
import { serve, type Served } from '../serve.ts';
import { patience } from '../../patience.ts';

// Faults on demand over a real connection, as the real client reports them.

interface Faulty extends Served {
  readonly api: Api;
  readonly skipped: Unreadable[];
}

/** Three collections on a server, and a client that waits as long as tests do. */
async function world(options: Parameters<typeof serve>[0] = {}): Promise<Faulty> {
  const served = await serve(options);
  for (const title of ['A', 'B', 'C']) await served.post(`/v1/orgs/${served.organization}/collections`, { title });
  const skipped: Unreadable[] = [];
  const api = connect(served.address, {
    token: async () => served.platform.token,
    onSkipped: (_, items) => skipped.push(...items),
    timeout: patience,
  });
  return { ...served, api, skipped };
}

async function titles(api: Api, organizationId: string, limit?: number): Promise<string[]> {
  const found: string[] = [];
  const pages = pagesOf((page) => api.collections.list({ organizationId, limit, page }));
  for await (const { list } of pages) found.push(...list.items.map(({ title }) => title));
  return found;
}

describe('a server with faults on demand', () => {
  test.each<[string, Fault, string]>([
    ['a wrong token', { kind: 'status', amount: 401 }, 'signedOut'],
    ['no permission', { kind: 'status', amount: 403 }, 'forbidden'],
    ['a conflict', { kind: 'status', amount: 409 }, 'conflict'],
    ['too many requests', { kind: 'status', amount: 429 }, 'throttled'],
    ['an error', { kind: 'status', amount: 500 }, 'unavailable'],
    ['being down', { kind: 'status' }, 'unavailable'],
    ['a web page', { kind: 'html' }, 'unreadable'],
    ['half of a reply', { kind: 'truncated' }, 'unreadable'],
    ['broken JSON', { kind: 'malformed' }, 'unreadable'],
    ['a dropped connection', { kind: 'drop-before' }, 'unavailable'],
    ['a connection dropped at the end', { kind: 'drop-after' }, 'unavailable'],
  ])('with %s', async (_, fault, kind) => {
    const { api, platform } = await world();
    platform.fail(fault);
    const begun = Date.now();

    const error = await failure(api.organizations.list({}));

    assert.equal(error.kind, kind);
    if (kind === 'throttled') assert.ok((error.details.retryAt ?? 0) > begun);
  });

  test('with latency times out, or is waited for', async () => {
    const { api, platform, address } = await world();
    platform.fail({ kind: 'latency', amount: 10, times: 1 }, { kind: 'latency', amount: 600_000 });
    const impatient = connect(address, { token: async () => platform.token, timeout: 150 });

    assert.equal((await api.organizations.list({})).items.length, 1);
    assert.equal((await failure(impatient.organizations.list({}))).kind, 'unavailable');
  });

  test('with unknown fields and values returns everything', async () => {
    const { api, platform, organization } = await world();
    for (const kind of ['unknown-fields', 'unknown-values'] as const) {
      platform.fail({ kind });

      assert.deepEqual(await titles(api, organization), ['A', 'B', 'C']);
    }
    assert.match((await api.organizations.get({ organizationId: organization })).plan, /^new-/);
  });

  test('with an item that breaks its schema returns the others, and says why', async () => {
    const { api, platform, organization, skipped } = await world();
    platform.fail({ kind: 'broken-item' });

    assert.deepEqual(await titles(api, organization), ['B', 'C']);
    assert.equal(skipped[0]?.index, 0);
    assert.match(skipped[0]?.reason ?? '', /id/);
  });

  test('with a repeated cursor ends the list', async () => {
    const { api, platform, organization } = await world();
    platform.fail({ kind: 'repeated-cursor' });

    assert.deepEqual(await titles(api, organization, 2), ['A', 'B', 'C']);
  });
});

describe('a write whose connection is dropped', () => {
  test.each<[string, Fault['kind'], number]>([
    ['before the work did not happen', 'drop-before', 3],
    ['after the work happened', 'drop-after', 4],
  ])('%s, and the client knows that it may have', async (_, kind, count) => {
    const { api, platform, organization } = await world();
    platform.fail({ kind, method: 'POST' });

    const error = await failure(api.collections.create({ organizationId: organization, body: { title: 'D' } }));

    assert.equal(error.details.mayHaveHappened, true);
    assert.equal((await titles(api, organization)).length, count);
  });
});

test('faults apply to the calls that they name, as often as they say, until they are replaced', async () => {
  const { api, platform, organization } = await world({ faults: [{ kind: 'status', path: '/nowhere' }] });
  const outcome = () =>
    titles(api, organization).then(
      (all) => all.length,
      (error: { kind: string }) => error.kind,
    );

  const before = await outcome();
  platform.fail({ kind: 'status', amount: 403, method: 'GET', path: '/collections', times: 1 });
  const first = await outcome();
  const second = await outcome();
  platform.fail({ kind: 'html' });
  const third = await outcome();
  platform.fail();
  const last = await outcome();

  assert.deepEqual([before, first, second, third, last], [3, 'forbidden', 3, 'unreadable', 3]);
});

describe('a fault on the command line', () => {
  test.each<[string, Fault]>([
    ['503', { kind: 'status', amount: 503 }],
    ['html /v1/orgs', { kind: 'html', path: '/v1/orgs' }],
    ['latency=20 GET', { kind: 'latency', amount: 20, method: 'GET' }],
    ['drop-after POST /comments x1', { kind: 'drop-after', method: 'POST', path: '/comments', times: 1 }],
  ])('such as %j is parsed', (text, fault) => {
    assert.deepEqual(JSON.parse(JSON.stringify(parseFault(text))), fault);
  });

  test.each(['', '200', 'toString', 'storm', 'latency=long', 'html post', '503 x', 'html GET GET'])(
    'such as %j is refused',
    (text) => {
      assert.equal(parseFault(text), undefined);
    },
  );
});
