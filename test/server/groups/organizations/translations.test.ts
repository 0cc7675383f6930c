import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { actingAs, harbor, northwind, serveStaff } from '../../staff.ts';
import { serve } from '../../serve.ts';

// Sections 2.16 and 4.17 of the API document.

const translations = `${northwind}/translations`;

describe('translation settings', () => {
  test('are created with a title, and have all required fields', async () => {
    const served = await serveStaff();

    const { status, body } = await served.post(translations, { title: 'Operators' });

    assert.equal(status, 201);
    assert.deepEqual(body, {
      object: 'translation-settings',
      id: body.id,
      title: 'Operators',
      languages: [],
      createdAt: '2026-05-04T10:00:00.000Z',
      updatedAt: '2026-05-04T10:00:00.000Z',
      permissions: { view: true, edit: true },
      urls: { location: `${served.address}${translations}/${body.id}` },
    });
    assert.deepEqual((await served.get(`${translations}/${body.id}`)).body, body);
  });

  test.each([
    [{ title: 'a' }, 200],
    [{ title: 'a'.repeat(100) }, 200],
    [{ title: '' }, 422],
    [{ title: 'a'.repeat(101) }, 422],
    [{ title: undefined }, 422],
    [{ title: 'T', languages: ['de'] }, 422],
  ])('check their limits: %j', async (sent, expected) => {
    const served = await serveStaff();
    const { body: before } = await served.post(translations, { title: 'Before' });
    served.wait(1000);

    const made = await served.post(translations, sent);
    const changed = await served.put(`${translations}/${before.id}`, sent);

    assert.deepEqual([made.status, changed.status], [expected === 200 ? 201 : expected, expected]);
    const { body } = await served.get(`${translations}/${before.id}`);
    assert.equal(body.title, expected === 200 ? sent.title : 'Before');
    assert.equal(body.updatedAt > before.updatedAt, expected === 200);
  });

  test('are listed in pages, those of this organization only', async () => {
    const served = await serveStaff();
    for (const title of ['A', 'B', 'C']) await served.post(translations, { title });
    await actingAs(served, 'grace').post(`${harbor}/translations`, { title: 'Others' });

    const { body: first } = await served.get(`${translations}?limit=2`);
    const { body: second } = await served.get(`${translations}?limit=2&page=${first.next.page}`);

    const titles = [...first.items, ...second.items].map((item) => item.title);
    assert.deepEqual(titles.sort(), ['A', 'B', 'C']);
    assert.deepEqual([first.count, second.count, 'next' in second], [3, 3, false]);
  });

  test('that were deleted are gone, and deleting them again says so', async () => {
    const served = await serveStaff();
    const { body } = await served.post(translations, { title: 'A' });

    const { status } = await served.delete(`${translations}/${body.id}`);

    assert.equal(status, 205);
    assert.equal((await served.get(`${translations}/${body.id}`)).status, 404);
    assert.equal((await served.put(`${translations}/${body.id}`, { title: 'B' })).status, 404);
    assert.equal((await served.delete(`${translations}/${body.id}`)).status, 204);
  });

  test('of another organization are neither shown nor deleted', async () => {
    const served = await serveStaff();
    const { body } = await actingAs(served, 'grace').post(`${harbor}/translations`, { title: 'Others' });

    const statuses = [
      (await served.get(`${translations}/${body.id}`)).status,
      (await served.delete(`${translations}/${body.id}`)).status,
      (await served.get(`${harbor}/translations/${body.id}`)).status,
    ];

    assert.deepEqual(statuses, [403, 403, 200]);
  });

  test('are changed by those who can create content, and seen by members', async () => {
    const served = await serveStaff();
    const { body } = await served.post(translations, { title: 'A' });
    const path = `${translations}/${body.id}`;
    const lena = actingAs(served, 'lena');

    const changes = [
      (await lena.post(translations, { title: 'B' })).status,
      (await lena.put(path, { title: 'B' })).status,
      (await lena.delete(path)).status,
      (await actingAs(served, 'ada').put(path, { title: 'B' })).status,
    ];

    assert.deepEqual(changes, [403, 403, 403, 200]);
    assert.deepEqual((await lena.get(path)).body.permissions, { view: true, edit: false });
    assert.equal((await actingAs(served, 'grace').get(translations)).status, 403);
    assert.equal((await actingAs(served, 'noor').get(translations)).status, 403);
  });

  test('of the sample have languages', async () => {
    const served = await serve({ seed: 'sample' });

    const { body } = await served.get(translations);

    assert.deepEqual(
      body.items.map((item) => item['languages']),
      [
        ['ar', 'de', 'ja'],
        ['es', 'pt-br'],
      ],
    );
  });
});
