import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { idOf } from '../../../../src/formats/ids.ts';
import { serve, type Client, type Reply, type Served } from '../../serve.ts';
import { actingAs, harbor, northwind, serveStaff } from '../../staff.ts';

// Sections 2.13 and 4.14 of the API document.

const specs = `${northwind}/openapi`;
const document = { openapi: '3.1.0', info: { title: 'Robots', version: '1.0.0' }, paths: {} };
const text = JSON.stringify(document);
const other = JSON.stringify({ ...document, info: { title: 'Robots', version: '2.0.0' } });
const url = 'https://robots.example/openapi.json';

function put(served: Client, source: object, slug = 'robots'): Promise<Reply> {
  return served.put(`${specs}/${slug}`, { source });
}

async function versions(served: Served, slug = 'robots'): Promise<string[]> {
  return (await served.get(`${specs}/${slug}/versions`)).body.items.map((item) => item.id);
}

describe('a spec', () => {
  test('is created from a document, and has all required fields', async () => {
    const served = await serveStaff();

    const { status, body } = await served.post(specs, { slug: 'robots', source: { text } });

    assert.equal(status, 201);
    assert.deepEqual(body, {
      object: 'openapi-spec',
      id: body.id,
      createdAt: '2026-05-04T10:00:00.000Z',
      updatedAt: '2026-05-04T10:00:00.000Z',
      slug: 'robots',
      processingState: 'complete',
      lastVersion: body['lastVersion'],
      lastProcessedAt: '2026-05-04T10:00:00.000Z',
      permissions: { view: true, edit: true },
      urls: { location: `${served.address}${specs}/robots` },
    });
    assert.deepEqual((await served.get(`${specs}/robots`)).body, body);
    assert.deepEqual(await versions(served), [body['lastVersion']]);
  });

  test.each([
    [{ slug: 'a' }, 201, ''],
    [{ slug: 'a'.repeat(100) }, 201, ''],
    [{ slug: 'a-2-b' }, 201, ''],
    [{ slug: '' }, 422, 'body.slug'],
    [{ slug: 'a'.repeat(101) }, 422, 'body.slug'],
    [{ slug: 'A' }, 422, 'body.slug'],
    [{ slug: 'a--b' }, 422, 'body.slug'],
    [{ slug: '-a' }, 422, 'body.slug'],
    [{ slug: 'a_b' }, 422, 'body.slug'],
    [{ slug: undefined }, 422, 'body.slug'],
    [{ source: undefined }, 422, 'body.source'],
    [{ source: {} }, 422, 'body.source'],
    [{ source: { text, url } }, 422, 'body.source'],
    [{ source: { text: 7 } }, 422, 'body.source.text'],
    [{ source: { url: 'robots' } }, 422, 'body.source.url'],
    [{ source: { url: 'file:///etc/passwd' } }, 422, 'body.source.url'],
    [{ source: { url: 'javascript:alert(1)' } }, 422, 'body.source.url'],
    [{ source: { url: `https://a.example/${'a'.repeat(2048 - 18)}` } }, 201, ''],
    [{ source: { url: `https://a.example/${'a'.repeat(2049 - 18)}` } }, 422, 'body.source.url'],
  ])('checks its limits: %j', async (sent, expected, field) => {
    const served = await serveStaff();

    const { status, body } = await served.post(specs, { slug: 'robots', source: { text }, ...sent });

    assert.equal(status, expected);
    assert.equal((await served.get(specs)).body.count, expected === 201 ? 1 : 0);
    if (expected !== 201) assert.equal(body.error.message.startsWith(`${field}: `), true, body.error.message);
  });

  test("can't take the slug of another", async () => {
    const served = await serveStaff();
    await put(served, { text });

    const again = await served.post(specs, { slug: 'robots', source: { text: other } });
    const elsewhere = await actingAs(served, 'grace').post(`${harbor}/openapi`, { slug: 'robots', source: { text } });

    assert.deepEqual([again.status, elsewhere.status], [409, 201]);
    assert.equal((await versions(served)).length, 1);
  });

  test('is created or updated by PUT', async () => {
    const served = await serveStaff();

    const made = await put(served, { text });
    const updated = await put(served, { text: other });

    assert.deepEqual([made.status, updated.status], [201, 200]);
    assert.equal(updated.body.id, made.body.id);
    assert.deepEqual(await versions(served), [updated.body['lastVersion'], made.body['lastVersion']]);
    const refused = await put(served, { text }, 'Not_a-slug');
    assert.equal(refused.status, 422);
    assert.match(refused.body.error.message, /^specSlug: must be /);
  });

  test('only gets a new version if its content has changed', async () => {
    const served = await serveStaff();
    const first = await put(served, { text });
    served.wait(1000);

    const same = await put(served, { text: JSON.stringify(document, undefined, 2) });

    assert.equal(same.body['lastVersion'], first.body['lastVersion']);
    assert.equal(same.body['lastProcessedAt'], '2026-05-04T10:00:01.000Z');
    assert.equal((await versions(served)).length, 1);
  });

  test.each(['openapi: 3.1.0', 'openapi: [3.1.0', '{"openapi":', '[]', 'null', '"3.1.0"', '{"openapi":3}', '{}', ''])(
    "reports a document that can't be parsed, and keeps its last version: %j",
    async (wrong) => {
      const served = await serveStaff();
      const { body: before } = await put(served, { text });

      const { status, body } = await put(served, { text: wrong });

      assert.equal(status, 200);
      assert.equal(body['processingState'], 'complete');
      assert.equal(body['lastProcessErrorCode'], 'PARSE_ERROR');
      assert.equal(body['lastVersion'], before['lastVersion']);
      assert.equal((body['lastProcessProblems'] as string[]).length, 1);
      const { body: after } = await put(served, { text: other });
      assert.deepEqual(['lastProcessErrorCode' in after, 'lastProcessProblems' in after], [false, false]);
    },
  );

  test('with problems is taken, and says what they are', async () => {
    const served = await serveStaff();

    const { body } = await put(served, { text: 'openapi: 3.1.0\npaths:\n  /robots: { get: { parameters: } }\n' });

    assert.equal('lastProcessErrorCode' in body, false);
    assert.equal(typeof body['lastVersion'], 'string');
    const problems = ['info: is missing.', 'paths › /robots › get › parameters: must be a list, but is empty.'];
    assert.deepEqual(body['lastProcessProblems'], problems);
    assert.deepEqual((await served.get(`${specs}/robots`)).body['lastProcessProblems'], problems);
  });

  test('without a version says so', async () => {
    const served = await serveStaff();
    await put(served, { url });

    const statuses = [
      (await served.get(`${specs}/robots/versions`)).status,
      (await served.get(`${specs}/robots/versions/latest`)).status,
      (await served.get(`${specs}/robots/versions/latest/content`)).status,
    ];

    assert.deepEqual(statuses, [200, 404, 404]);
  });

  test('that was deleted is gone with its versions', async () => {
    const served = await serveStaff();
    const { body: version } = await put(served, { text }).then(() => served.get(`${specs}/robots/versions/latest`));

    const { status } = await served.delete(`${specs}/robots`);

    assert.equal(status, 205);
    assert.equal((await served.get(`${specs}/robots`)).status, 404);
    assert.equal((await served.get(`${specs}/robots/versions`)).status, 404);
    assert.equal((await fetch(version.url)).status, 404);
    assert.equal((await served.delete(`${specs}/robots`)).status, 204);
  });
});

test("that is nested without end can't be parsed", async () => {
  const served = await serveStaff();
  const depth = 100_000;

  const { status, body } = await put(served, {
    text: `{"openapi":"3.1.0","x":${'['.repeat(depth)}${']'.repeat(depth)}}`,
  });

  assert.deepEqual([status, body['lastProcessErrorCode']], [201, 'PARSE_ERROR']);
});

describe('the specs of an organization', () => {
  test('come in pages, by slug', async () => {
    const served = await serveStaff();
    for (const slug of ['c', 'a', 'b']) await put(served, { text }, slug);

    const { body: first } = await served.get(`${specs}?limit=2`);
    const { body: second } = await served.get(`${specs}?limit=2&page=${first.next.page}`);

    assert.deepEqual(
      [...first.items, ...second.items].map((item) => item.slug),
      ['a', 'b', 'c'],
    );
    assert.equal(first.count, 3);
  });

  test('are changed by those who can create content, and seen by members', async () => {
    const served = await serveStaff();
    await put(served, { text });
    const lena = actingAs(served, 'lena');

    const statuses = [
      (await lena.post(specs, { slug: 'mine', source: { text } })).status,
      (await put(lena, { text: other })).status,
      (await lena.delete(`${specs}/robots`)).status,
      (await put(actingAs(served, 'ada'), { text: other })).status,
      (await actingAs(served, 'grace').get(specs)).status,
      (await actingAs(served, 'noor').get(`${specs}/robots`)).status,
    ];

    assert.deepEqual(statuses, [403, 403, 403, 200, 403, 403]);
    assert.deepEqual((await lena.get(`${specs}/robots`)).body.permissions, { view: true, edit: false });
  });
});

describe('a version of a spec', () => {
  test('has its document at a URL that needs no token', async () => {
    const served = await serveStaff();
    await put(served, { text });

    const { status, body } = await served.get(`${specs}/robots/versions/latest`);
    const response = await fetch(body.url);

    assert.equal(status, 200);
    assert.equal(body['object'], 'openapi-spec-version');
    assert.equal(body.urls.location, `${served.address}${specs}/robots/versions/${body.id}`);
    assert.equal(response.headers.get('Content-Type'), 'application/json');
    assert.deepEqual(await response.json(), document);
  });

  test("has a URL that expires, and can't be forged", async () => {
    const served = await serveStaff();
    await put(served, { text });
    const { body } = await served.get(`${specs}/robots/versions/latest`);

    const forged = await fetch(body.url.replace(/signature=.*/, 'signature=abc'));
    served.wait(2 * 60 * 60 * 1000);
    const late = await fetch(body.url);

    assert.deepEqual([forged.status, late.status], [403, 403]);
  });

  test('never changes when later ones are added', async () => {
    const served = await serveStaff();
    const { body: first } = await put(served, { text });
    await put(served, { text: other });

    const old = await served.get(`${specs}/robots/versions/${String(first['lastVersion'])}/content`);
    const latest = await served.get(`${specs}/robots/versions/latest/content`);

    assert.deepEqual([old.status, latest.status], [200, 200]);
    assert.deepEqual(old.body['filesystem'], { 'openapi.json': document });
    assert.deepEqual(latest.body['filesystem'], { 'openapi.json': JSON.parse(other) as unknown });
    assert.equal(typeof old.body.url, 'string');
  });

  test("of another spec isn't found", async () => {
    const served = await serveStaff();
    await put(served, { text });
    const { body } = await put(served, { text }, 'others');

    const { status } = await served.get(`${specs}/robots/versions/${String(body['lastVersion'])}`);

    assert.equal(status, 404);
  });

  test('is listed before older ones, in pages', async () => {
    const served = await serveStaff();
    for (const source of [text, other, text]) await put(served, { text: source });
    const all = await versions(served);

    const { body: first } = await served.get(`${specs}/robots/versions?limit=2`);
    const { body: second } = await served.get(`${specs}/robots/versions?limit=2&page=${first.next.page}`);

    assert.deepEqual(
      [...first.items, ...second.items].map((item) => item.id),
      all,
    );
    assert.equal(all.length, 3);
  });
});

test("the sample has specs with versions, and one that couldn't be read", async () => {
  const served = await serve({ seed: 'sample' });

  const { body } = await served.get(specs);

  assert.deepEqual(
    body.items.map((item) => [item.slug, item['lastProcessErrorCode'], 'lastVersion' in item]),
    [
      ['console', 'FETCH_TIMEOUT', false],
      ['nw7-rest-api', undefined, true],
    ],
  );
  assert.deepEqual(await versions(served, 'nw7-rest-api'), [
    idOf('sample spec nw7-rest-api 1'),
    idOf('sample spec nw7-rest-api 0'),
  ]);
});
