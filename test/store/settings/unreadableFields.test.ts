import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { createApi } from '../../../src/client/createApi.ts';
import { checkSettings } from '../../../src/client/settingsCheck.ts';
import { asReceived } from '../../../src/contract/shared/tolerantly.ts';
import { createSettingsDocuments } from '../../../src/store/settings/documents.ts';
import type { SettingsKindName } from '../../../src/store/settings/kinds.ts';
import { organizationOf } from '../../client/samples.ts';

type Values = Record<string, unknown>;

/** The documents of a server that answers every read with this resource, and the bodies that it received. */
function open(resource: object) {
  const sent: unknown[] = [];
  const api = createApi({
    base: 'https://docs.example',
    token: async () => 'token',
    platform: async (request) => {
      if (request.method !== 'GET') sent.push(await request.json());
      return Response.json(resource);
    },
  });
  const documents = createSettingsDocuments({
    api,
    currentUserId: async () => undefined,
    check: checkSettings,
    asReceived,
    now: Date.now,
    log: { warn: (message) => assert.fail(message) },
  });
  return { documents, sent };
}

const ids = {
  organizationId: 'o',
  siteId: 's',
  siteSpaceId: 'p',
  translationSettingsId: 't',
  specSlug: 'spec',
  integrationName: 'i',
};

async function edit({ documents }: ReturnType<typeof open>, kind: SettingsKindName, change: (values: Values) => void) {
  const { text } = await documents.refresh({ kind, ids });
  const values = JSON.parse(text) as Values;
  change(values);
  return documents.apply({ kind, ids }, JSON.stringify(values), async () => true);
}

const customization = {
  styling: { search: 'subtle', font: ['Custom'] },
  header: { links: [{ title: 'A' }, 'legacy', { title: { en: 'B', de: 'C' } }] },
  pdf: { enabled: true },
};
const integration = {
  name: 'i',
  title: 'Bridge',
  description: 'Joins.',
  contentSecurityPolicy: { 'default-src': 'none' },
};
const organization = { ...organizationOf('o'), emailDomains: ['a', { domain: 'b' }] };

describe("a document with a field that couldn't be read can't lose it by saving:", () => {
  const cases: [SettingsKindName, object, (values: Values) => void, string][] = [
    ['siteCustomization', customization, (values) => (values['pdf'] = { enabled: false }), 'styling.font'],
    [
      'siteSpaceCustomization',
      customization,
      ({ styling }) => ((styling as Values)['search'] = 'prominent'),
      'styling.font',
    ],
    ['organization', organization, ({ emailDomains }) => (emailDomains as unknown[]).push('c'), 'emailDomains.1'],
    ['integration', integration, (values) => Object.assign(values, { title: 'New' }), 'contentSecurityPolicy'],
    [
      'adaptiveSchema',
      { jsonSchema: { type: 'object', additionalProperties: false, properties: [{ name: 'isPartner' }] } },
      ({ jsonSchema }) => Object.assign(jsonSchema as Values, { title: 'New' }),
      'jsonSchema.properties',
    ],
  ];
  test.each(cases)('%s', async (kind, resource, change, field) => {
    const opened = open(resource);

    await assert.rejects(edit(opened, kind, change), { reason: { code: 'fieldUnreadable', field } });

    assert.deepEqual(opened.sent, []);
  });

  const replaced: [SettingsKindName, object][] = [
    ['translation', { id: 't', title: { en: 'T' } }],
    ['openApiSource', { id: 'x', slug: 'spec', sourceURL: { href: 'https://docs.example' } }],
  ];
  test.each(replaced)('%s', async (kind, resource) => {
    const opened = open(resource);

    assert.equal((await edit(opened, kind, () => undefined)).outcome, 'unchanged');

    assert.deepEqual(opened.sent, []);
  });
});

test('a change of another field is saved where only changes are sent', async () => {
  const opened = open(organization);

  await edit(opened, 'organization', (values) => (values['title'] = 'New title'));

  assert.deepEqual(opened.sent, [{ title: 'New title' }]);
});

test("a field that couldn't be read is shown as the server has it, and can be replaced", async () => {
  const opened = open(customization);
  const { text } = await opened.documents.refresh({ kind: 'siteCustomization', ids });
  const details = await opened.documents.details({ kind: 'siteCustomization', ids });

  assert.deepEqual([JSON.parse(text), JSON.parse(details.text)], [customization, customization]);

  const links = [{ title: 'A' }];
  await edit(opened, 'siteCustomization', (values) => {
    Object.assign(values['styling'] as Values, { font: 'Inter' });
    values['header'] = { links };
  });
  assert.deepEqual(opened.sent, [
    { ...customization, styling: { search: 'subtle', font: 'Inter' }, header: { links } },
  ]);
});

test('a title that a translation lacks can be added', async () => {
  const opened = open({ id: 't', languages: ['de'] });

  await edit(opened, 'translation', (values) => (values['title'] = 'German'));

  assert.deepEqual(opened.sent, [{ title: 'German' }]);
});
