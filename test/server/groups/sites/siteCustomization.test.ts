import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Json } from '../../serve.ts';
import { rootSite, serveSites } from '../../sites.ts';

// Sections 2.11 and 4.12 of the API document.

const field = (body: Json, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Json | undefined)?.[name], body);

async function customized(settings: object = {}) {
  const served = await serveSites();
  const { site, siteSpaces } = await rootSite(served, 'One', 'Two');
  const path = `${site}/customization`;
  assert.equal((await served.put(path, settings)).status, 200);
  return { served, path, override: `${site}/site-spaces/${siteSpaces[0]}/customization`, site };
}

describe('the customization of a site', () => {
  test('exists before anything was set, with a value for every switch', async () => {
    const served = await serveSites();
    const { site } = await rootSite(served, 'One');

    const { status, body } = await served.get(`${site}/customization`);

    assert.equal(status, 200);
    for (const name of ['pdf', 'feedback', 'aiSearch', 'advancedCustomization', 'pagination', 'trademark'])
      assert.equal(typeof field(body, `${name}.enabled`), 'boolean', name);
    assert.equal(field(body, 'ai.pageLinkSummaries.enabled'), false);
    assert.deepEqual([body.title, field(body, 'themes.default')], ['Docs', 'light']);
  });

  test('is replaced as a whole', async () => {
    const { served, path } = await customized({ title: 'T', styling: { theme: 'bold' }, pdf: { enabled: false } });

    const { body } = await served.put(path, { feedback: { enabled: true } });

    assert.deepEqual(body, (await served.get(path)).body);
    assert.deepEqual(
      [body.title, field(body, 'styling.theme'), field(body, 'pdf.enabled'), field(body, 'feedback.enabled')],
      ['Docs', 'clean', true, true],
    );
  });

  test('can be read, changed and sent, and keeps unknown fields', async () => {
    const header = {
      logo: { light: 'https://a.example/l.svg', dark: 'https://a.example/d.svg' },
      links: [
        {
          title: 'API',
          style: 'button-primary',
          to: { kind: 'space', space: 's' },
          links: [{ title: 'Inner', to: { kind: 'url', url: 'https://a.example' } }],
          condition: 'visitor.claims.beta',
        },
      ],
      newer: { deep: [1] },
    };
    const { served, path } = await customized({ header, newest: 'kept' });
    const read = (await served.get(path)).body;

    const { body } = await served.put(path, read);

    assert.deepEqual(body, read);
    assert.deepEqual([body['header'], body['newest']], [header, 'kept']);
  });

  test.each([
    ['styling.theme', 'gradient', 200],
    ['styling.theme', 'loud', 422],
    ['styling.corners', 'circular', 200],
    ['styling.corners', 'sharp', 422],
    ['styling.depth', 'flat', 200],
    ['styling.links', 'accent', 200],
    ['styling.font', 'FiraSans', 200],
    ['styling.font', { id: 'own' }, 200],
    ['styling.font', 'Comic', 422],
    ['styling.icons', 'thin', 200],
    ['styling.search', 'subtle', 200],
    ['styling.sidebar', { background: 'filled', list: 'line' }, 200],
    ['styling.sidebar', { list: 'tree' }, 422],
    ['styling.primaryColor', { light: '#abc', dark: '#AABBCC' }, 200],
    ['styling.primaryColor', { light: 'red' }, 422],
    ['styling.tint', { color: { light: '#12345' } }, 422],
    ['internationalization.locale', 'pt-br', 200],
    ['internationalization.locale', 'it', 200],
    ['internationalization.locale', 'zh-Hant-TW', 200],
    ['internationalization.locale', 'not a locale', 422],
    ['announcement.style', 'danger', 200],
    ['announcement.style', 'shout', 422],
    ['themes.default', 'system', 200],
    ['themes.toggeable', 'yes', 422],
    ['externalLinks.target', 'blank', 200],
    ['externalLinks.target', 'top', 422],
    ['header.links', [{ style: 'button' }], 422],
    ['insights.trackingCookie', false, 200],
    ['pdf.enabled', 1, 422],
  ])('limits %s to allowed values: %j', async (path, value, expected) => {
    const { served, path: customization } = await customized();
    const [outer = '', inner = ''] = path.split('.');

    const { status, body } = await served.put(customization, { [outer]: { [inner]: value } });

    assert.equal(status, expected);
    if (expected === 200) assert.deepEqual(field(body, path), value);
    else assert.match(body.error.message, new RegExp(`^body\\.${path.replace('.', '\\.')}`));
  });

  test('follows the title of the site unless its own is set, even if it is sent as it was read', async () => {
    const { served, path, site } = await customized();
    const read = (await served.get(path)).body;
    await served.put(path, read);
    await served.patch(site, { title: 'Renamed' });
    const renamed = (await served.get(path)).body.title;

    const own = (await served.put(path, { title: 'Own' })).body.title;
    const unset = (await served.put(path, { title: null })).body.title;

    assert.deepEqual([read.title, renamed, own, unset], ['Docs', 'Renamed', 'Own', 'Renamed']);
  });

  test('sets the icon of the site', async () => {
    const icon = { light: 'https://a.example/l.svg', dark: 'https://a.example/d.svg' };
    const { served, site } = await customized({ favicon: { icon } });

    assert.deepEqual((await served.get(site)).body['icon'], { icon });
  });
});

describe('the customization of a site space', () => {
  test('is that of its site, except for the title, which is that of its space', async () => {
    const { served, path, override } = await customized({ title: 'T', styling: { theme: 'bold' } });

    const { title, ...settings } = (await served.get(path)).body;

    assert.equal(title, 'T');
    assert.deepEqual((await served.get(override)).body, { ...settings, title: 'One' });
  });

  test('overrides what is sent, and otherwise follows the site', async () => {
    const { served, path, override } = await customized({ styling: { theme: 'bold', corners: 'straight' } });

    const { status, body } = await served.patch(override, {
      title: 'Mine',
      styling: { theme: 'muted' },
      header: { backgroundColor: { light: '#fff', dark: '#000' } },
    });
    await served.patch(override, { pdf: { enabled: false } });
    await served.put(path, { styling: { corners: 'circular' } });

    assert.deepEqual([status, body.title, field(body, 'styling.corners')], [200, 'Mine', 'straight']);
    const after = (await served.get(override)).body;
    assert.deepEqual(
      [after.title, field(after, 'styling.theme'), field(after, 'styling.corners'), field(after, 'pdf.enabled')],
      ['Mine', 'muted', 'circular', false],
    );
    assert.deepEqual(field(after, 'header.backgroundColor'), { light: '#fff', dark: '#000' });
    assert.equal(field((await served.get(path)).body, 'pdf.enabled'), true);
  });

  test('unsets fields by null', async () => {
    const icon = { light: 'https://a.example/l.svg', dark: 'https://a.example/d.svg' };
    const { served, override } = await customized({ favicon: { icon }, styling: { theme: 'bold' } });
    await served.patch(override, {
      title: 'Mine',
      favicon: { icon: { light: 'https://b.example/l.svg' } },
      styling: { theme: 'muted', icons: 'thin' },
    });

    const { body } = await served.patch(override, { title: null, favicon: null, styling: { theme: null } });

    assert.deepEqual(
      [body.title, field(body, 'favicon.icon'), field(body, 'styling.theme'), field(body, 'styling.icons')],
      ['One', icon, 'bold', 'thin'],
    );
  });

  test('follows the title of its space if it is sent as it was read', async () => {
    const { served, override, site } = await customized();
    const { title } = (await served.get(override)).body;
    await served.patch(override, { title });
    const { items } = (await served.get(`${site}/site-spaces`)).body;
    const { id } = items[0]['space'] as Json;
    await served.patch(`/v1/spaces/${id}`, { title: 'Renamed' });

    assert.deepEqual([title, (await served.get(override)).body.title], ['One', 'Renamed']);
  });

  test('can be reset', async () => {
    const { served, override } = await customized();
    const before = (await served.get(override)).body;
    await served.patch(override, { title: 'Mine', pdf: { enabled: false } });

    const { status } = await served.delete(override);

    assert.equal(status, 205);
    assert.deepEqual((await served.get(override)).body, before);
  });

  test.each([
    ['ai', { pageLinkSummaries: { enabled: true } }],
    ['advancedCustomization', { enabled: true }],
    ['insights', { trackingCookie: false }],
    ['surprise', 1],
  ])('has no %s', async (name, value) => {
    const { served, override } = await customized();

    const { status, body } = await served.patch(override, { [name]: value });

    assert.deepEqual([status, body.error.message], [422, `body.${name}: is not a known field`]);
  });

  test("isn't found without a site space", async () => {
    const { served, site } = await customized();
    const path = `${site}/site-spaces/nothing/customization`;

    const statuses = [(await served.get(path)).status, (await served.patch(path, {})).status];

    assert.deepEqual([...statuses, (await served.delete(path)).status], [404, 404, 204]);
  });
});
