import assert from 'node:assert/strict';
import { test } from 'vitest';
import { nameOf } from '../../src/client/apiOf.ts';
import { createDownload } from '../../src/client/download.ts';
import { createLedger, type LedgerEntry } from '../../src/client/ledger.ts';
import { contract } from '../../src/contract/contract.ts';
import type { Endpoint, Group } from '../../src/contract/shared/endpoint.ts';
import { requestTable } from '../../src/extension/account/recentRequests.ts';
import { connect, failure, network, token } from './connect.ts';
import { spaceOf } from './samples.ts';
import { json, serve } from './serve.ts';

const endpoints: Endpoint[] = Object.values<Group>(contract).flatMap((group) => Object.values(group));
const names = new Set([...endpoints.map(nameOf), 'GET file']);
const fields = ['at', 'endpoint', 'outcome', 'reason', 'repeats', 'size', 'status', 'took', 'triedWay', 'way'];

test('no id, query, body, address, file name, text of a page, or token gets into the ledger', async () => {
  const page = { id: 'page-payroll', title: 'Payroll plans', kind: 'sheet', markdown: '# Salaries' };
  const server = await serve((request, response) => {
    if (request.url.includes('quote')) return json(response, { error: { message: `No ${token} Payroll` } }, 403);
    if (request.url.includes('search')) return json(response, { items: [page] });
    json(response, { ...spaceOf('space-payroll'), ...page });
  });
  const ledger = createLedger();
  const api = connect(server.base, { ledger });
  const download = createDownload({ base: server.base, platform: network(), token: async () => token, ledger });

  await api.spaces.get({ spaceId: 'space-payroll', shareKey: 'key-payroll' });
  await api.content.search({ spaceId: 'space-payroll', query: 'Payroll salaries' });
  await api.spaces.update({ spaceId: 'space-payroll', body: { title: 'Payroll plans' } });
  await failure(api.spaces.get({ spaceId: 'quote-payroll' }));
  await failure(connect('https://payroll.invalid', { ledger }).spaces.get({ spaceId: 'space-payroll' }));
  await download('/files/payroll.pdf?key=payroll');
  await failure(download('https://payroll.invalid/payroll.pdf'));

  const entries = ledger.entries();
  assert.deepEqual(
    entries.map(({ endpoint, outcome, status }) => [endpoint, outcome, status]),
    [
      ['GET /v1/spaces/{spaceId}', 'ok', 200],
      ['GET /v1/spaces/{spaceId}/search', 'ok', 200],
      ['PATCH /v1/spaces/{spaceId}', 'ok', 200],
      ['GET /v1/spaces/{spaceId}', 'forbidden', 403],
      ['GET /v1/spaces/{spaceId}', 'unavailable', undefined],
      ['GET file', 'ok', 200],
      ['GET file', 'unavailable', undefined],
    ],
  );
  for (const entry of entries) {
    assert.ok(names.has(entry.endpoint));
    assert.deepEqual(
      Object.keys(entry).filter((key) => !fields.includes(key)),
      [],
    );
  }
  for (const text of [JSON.stringify(entries), requestTable(entries)]) {
    assert.doesNotMatch(text, /payroll|salaries|127\.0\.0\.1|invalid/i);
    assert.ok(!text.includes(token) && !text.includes(String(server.port)));
  }
});

test('says how a request was repeated', async () => {
  let asked = 0;
  const server = await serve((_, response) => json(response, spaceOf('s'), ++asked < 3 ? 502 : 200));
  const ledger = createLedger();

  await connect(server.base, { ledger }).spaces.get({ spaceId: 's' });

  const [entry] = ledger.entries();
  assert.deepEqual([entry?.repeats, entry?.status, ledger.entries().length], [2, 200, 1]);
  assert.ok((entry?.size ?? 0) > 100);
});

test('keeps the last two hundred requests', () => {
  const ledger = createLedger();
  const entry: LedgerEntry = { at: 0, endpoint: 'GET /v1/user', outcome: 'ok', took: 1, repeats: 0 };

  for (let at = 0; at < 250; at += 1) ledger.add({ ...entry, at });

  assert.deepEqual([ledger.entries().length, ledger.entries()[0]?.at, ledger.entries().at(-1)?.at], [200, 50, 249]);
});
