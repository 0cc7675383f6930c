import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, test } from 'vitest';
import type { Api } from '../../../src/client/api.ts';
import { createApi } from '../../../src/client/createApi.ts';
import { checkSettings } from '../../../src/client/settingsCheck.ts';
import { asReceived } from '../../../src/contract/shared/tolerantly.ts';
import { settingsBodies } from '../../../src/contract/settingsBodies.ts';
import { parseSettings } from '../../../src/model/settings/document.ts';
import type { LocalPlatform } from '../../../src/server/localPlatform.ts';
import { organizationId, spaceId, userId } from '../../../src/server/sample/seeding.ts';
import { settingsKinds, type Ids, type SettingsKindName } from '../../../src/store/settings/kinds.ts';
import {
  createSettingsDocuments,
  type ConfirmChange,
  type PlannedChange,
  type SettingsDocuments,
  type SettingsTarget,
} from '../../../src/store/settings/documents.ts';
import { openSamplePlatform } from '../../server/samplePlatform.ts';

const organization = organizationId('northwind');
let platform: LocalPlatform;
let api: Api;
let documents: SettingsDocuments;
let instead: ((request: Request) => Promise<Response> | undefined) | undefined;
const sent: { request: string; body: unknown }[] = [];
/** The account's user, as the server reports them. */
let currentUser: string | undefined;
const currentUserId = async () => currentUser;
const targets = new Map<SettingsKindName, Ids>();

beforeAll(async () => {
  platform = openSamplePlatform();
  api = createApi({
    base: 'http://localhost',
    token: async () => platform.token,
    platform: async (request) => {
      if (request.method !== 'GET') {
        const text = await request.clone().text();
        sent.push({
          request: `${request.method} ${new URL(request.url).pathname}`,
          body: text ? JSON.parse(text) : undefined,
        });
      }
      return instead?.(request) ?? platform.handle(request);
    },
  });
  documents = createSettingsDocuments({
    api,
    currentUserId,
    check: checkSettings,
    asReceived,
    now: Date.now,
    log: { warn: (message) => assert.fail(message) },
  });

  const site = {
    organizationId: organization,
    siteId: (await api.sites.list({ organizationId: organization })).items[0]?.id ?? '',
  };
  const first = async (kind: SettingsKindName, ids: Ids): Promise<Ids> => {
    const [choice] = await documents.choices(kind, ids);
    assert.ok(choice, kind);
    return choice.ids;
  };
  const ofOrganization = { organizationId: organization };
  const [section] = (await api.siteSections.list(site)).items;
  if (!section) await api.siteSections.create({ ...site, body: { spaceId: spaceId('operator-handbook') } });
  if (!(await api.siteSectionGroups.list(site)).items[0])
    await api.siteSectionGroups.create({ ...site, body: { title: 'Group' } });
  await api.integrations.publish({
    integrationName: 'my-bridge',
    body: { title: 'Bridge', description: 'Joins.', script: 'code', organization },
  });
  targets.set('organization', ofOrganization);
  targets.set('collection', await first('collection', ofOrganization));
  targets.set('space', { spaceId: spaceId('operator-handbook') });
  for (const kind of ['site', 'siteCustomization', 'adaptiveSchema'] as const) targets.set(kind, site);
  for (const kind of ['siteSection', 'siteSectionGroup', 'siteSpace', 'siteSpaceCustomization'] as const) {
    targets.set(kind, await first(kind, site));
  }
  for (const kind of ['team', 'translation', 'openApiSource'] as const)
    targets.set(kind, await first(kind, ofOrganization));
  targets.set('member', { ...ofOrganization, userId: userId('ada') });
  targets.set('integration', { integrationName: 'my-bridge' });
  sent.length = 0;
});

afterAll(() => platform.close());

const yes = async () => true;
const all = Object.keys(settingsKinds) as SettingsKindName[];
const targetOf = (kind: SettingsKindName): SettingsTarget => ({ kind, ids: targets.get(kind) ?? {} });

/** Changes the document like a user, and saves it. */
async function edit(
  kind: SettingsKindName,
  change: (values: Record<string, unknown>) => unknown,
  confirm: ConfirmChange = yes,
) {
  const { text } = await documents.refresh(targetOf(kind));
  const values = JSON.parse(text) as Record<string, unknown>;
  change(values);
  return documents.apply(targetOf(kind), JSON.stringify(values), confirm);
}

test('the emoji of a space is shown and saved as a character', async () => {
  const { text } = await documents.refresh(targetOf('space'));
  assert.equal((JSON.parse(text) as { emoji: string }).emoji, '📘');

  await edit('space', (values) => (values['emoji'] = '🛟'));

  assert.deepEqual(sent.at(-1)?.body, { emoji: '🛟' });
  assert.equal((JSON.parse((await documents.refresh(targetOf('space'))).text) as { emoji: string }).emoji, '🛟');
});

test('details that an editor reads several times are fetched once', async () => {
  let time = 0;
  let asked = 0;
  instead = () => {
    asked++;
    return undefined;
  };
  const own = createSettingsDocuments({
    api,
    currentUserId,
    check: checkSettings,
    asReceived,
    now: () => time,
    log: { warn: (message) => assert.fail(message) },
  });

  const first = await own.details(targetOf('space'));
  const second = await own.details(targetOf('space'));
  assert.deepEqual([asked, second], [1, first]);
  time = 5000;
  await own.details(targetOf('space'));

  assert.equal(asked, 2);
  instead = undefined;
});

test('the fields of every kind are those of its body in the contract, in the same order', () => {
  assert.deepEqual(Object.keys(settingsKinds).sort(), Object.keys(settingsBodies).sort());
  for (const kind of all) {
    const fields = Object.keys(settingsBodies[kind].shape);
    assert.deepEqual([...settingsKinds[kind].fields].sort(), fields.sort(), kind);
  }
});

describe.each(all)('%s', (kind) => {
  test('sends nothing when it is saved unchanged', async () => {
    const { text } = await documents.refresh(targetOf(kind));
    sent.length = 0;

    const applied = await documents.apply(targetOf(kind), text, yes);

    assert.deepEqual([applied, sent], [{ outcome: 'unchanged', leftOut: [] }, []]);
  });

  test('shows every field in its details', async () => {
    const { text } = await documents.details(targetOf(kind));

    assert.ok(Object.keys(JSON.parse(text) as object).length > 0);
  });

  test('refuses an unknown field, and sends nothing', async () => {
    if (kind === 'siteCustomization') return;
    sent.length = 0;

    await assert.rejects(
      edit(kind, (values) => (values['nonsense'] = 1)),
      /nonsense/,
    );

    assert.deepEqual(sent, []);
  });
});

const edits: { [Kind in SettingsKindName]: [field: string, value: unknown] } = {
  organization: ['title', 'Northwind'],
  collection: ['description', 'Said anew.'],
  space: ['editMode', 'locked'],
  site: ['title', 'Another title'],
  siteCustomization: ['title', 'Shown title'],
  siteSpaceCustomization: ['title', 'Its own title'],
  adaptiveSchema: [
    'jsonSchema',
    { type: 'object', properties: { beta: { type: 'boolean' } }, additionalProperties: false },
  ],
  siteSection: ['description', 'All of it'],
  siteSectionGroup: ['title', 'Another group'],
  siteSpace: ['path', 'elsewhere'],
  team: ['title', 'Another team'],
  member: ['role', 'edit'],
  translation: ['title', 'Other languages'],
  openApiSource: ['source', { text: '{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{}}' }],
  integration: ['script', 'new code'],
};

describe('one edit', () => {
  test.each(all)('of a %s reaches the server, and the next read', async (kind) => {
    const [field, value] = edits[kind];
    sent.length = 0;

    const applied = await edit(kind, (values) => (values[field] = value));

    assert.equal(applied.outcome, 'applied');
    assert.equal(sent.length, 1);
    const [{ body } = { body: undefined }] = sent;
    assert.deepEqual((body as Record<string, unknown>)[field], value);
    if (!('replaces' in settingsKinds[kind])) assert.deepEqual(Object.keys(body as object), [field]);
    if (kind === 'openApiSource' || kind === 'integration') return;
    const { text } = await documents.refresh(targetOf(kind));
    assert.deepEqual((JSON.parse(text) as Record<string, unknown>)[field], value);
  });
});

/** Valid values of some fields of a kind: the server must have any of them after the save. */
const title = fc.array(fc.constantFrom('Robots', 'ÄÖ', '日本', '"quoted"', '<b>', '$(x)', '👍'), {
  minLength: 1,
  maxLength: 2,
});
const words = title.map((each) => `No ${each.join(' ')}`);
const level = fc.constantFrom('read', 'edit', 'admin', null);
const written: Partial<Record<SettingsKindName, Readonly<Record<string, fc.Arbitrary<unknown>>>>> = {
  organization: { title: words, sso: fc.boolean(), inviteLinks: fc.boolean(), defaultRole: level },
  collection: { title: words, description: words, defaultLevel: level },
  space: { title: words, editMode: fc.constantFrom('live', 'locked'), defaultLevel: level },
  site: { title: words, visibility: fc.constantFrom('public', 'unlisted', 'share-link') },
  siteCustomization: { title: words },
  siteSpaceCustomization: { title: words },
  siteSection: { title: words, description: fc.option(words) },
  siteSectionGroup: { title: words },
  siteSpace: { path: fc.stringMatching(/^[a-z]{3,10}$/) },
  team: { title: words },
  member: { role: fc.constantFrom('read', 'edit', 'review') },
  translation: { title: words },
};

describe('any value', () => {
  test.each(Object.entries(written) as [SettingsKindName, Record<string, fc.Arbitrary<unknown>>][])(
    'typed in a %s is in the document at the next read, and nothing else changed',
    async (kind, fields) => {
      await fc.assert(
        fc.asyncProperty(fc.record(fields, { requiredKeys: [], noNullPrototype: true }), async (values) => {
          const before = parseSettings((await documents.refresh(targetOf(kind))).text);

          await edit(kind, (document) => Object.assign(document, values));

          const after = parseSettings((await documents.refresh(targetOf(kind))).text);
          assert.deepEqual(after, { ...before, ...values });
        }),
        { numRuns: 8 },
      );
    },
  );
});

test('an unset title of a site space reads as the title of its space', async () => {
  const titled = async (title: string | null) => {
    await edit('siteSpaceCustomization', (document) => (document['title'] = title));
    return parseSettings((await documents.refresh(targetOf('siteSpaceCustomization'))).text)['title'];
  };
  const { organizationId = '', siteId = '', siteSpaceId } = targetOf('siteSpaceCustomization').ids;
  const { items } = await api.siteSpaces.list({ organizationId, siteId });
  const { space } = items.find(({ id }) => id === siteSpaceId) ?? {};

  assert.deepEqual([await titled('Its own'), await titled(null)], ['Its own', space?.title ?? assert.fail()]);
});

describe('a team', () => {
  const rolesOn = async () => {
    const { organizationId = '', teamId = '' } = targets.get('team') ?? {};
    const { items } = await api.teams.members({ organizationId, teamId, limit: 1000 });
    return Object.fromEntries(items.map(({ organization: { user, id }, team }) => [user?.email ?? id, team?.role]));
  };

  test('adds and removes members and changes their roles by its document', async () => {
    const before = await rolesOn();
    const [someone = ''] = Object.keys(before);
    const { items } = await api.members.list({ organizationId: organization, limit: 1000 });
    const other = items.map(({ user }) => user?.email ?? '').find((email) => email && !(email in before)) ?? '';
    const wanted = { [someone]: 'owner', [other]: 'member' };

    await edit('team', (values) => (values['members'] = wanted));

    assert.deepEqual(await rolesOn(), wanted);
  });

  test('is applied completely although the reply about its members is lost', async () => {
    const before = await rolesOn();
    instead = async (request) => {
      const reply = await platform.handle(request);
      if (request.method !== 'PUT' || !request.url.endsWith('/members')) return reply;
      throw new TypeError('The connection broke.');
    };
    let members = {};

    const { outcome } = await edit('team', (values) => {
      values['title'] = 'Night Watch';
      values['members'] = members = Object.fromEntries(Object.keys(before).map((who) => [who, 'owner']));
    });

    instead = undefined;
    const { organizationId = '', teamId = '' } = targets.get('team') ?? {};
    const { title } = await api.teams.get({ organizationId, teamId });
    assert.deepEqual([outcome, title, await rolesOn()], ['applied', 'Night Watch', members]);
  });

  test('keeps its title if its members are refused', async () => {
    const title = async () => (JSON.parse((await documents.refresh(targetOf('team'))).text) as { title: string }).title;
    const before = await title();

    await assert.rejects(
      edit('team', (values) => {
        values['title'] = 'Half applied';
        values['members'] = { ...(values['members'] as object), 'nobody@nowhere.example': 'member' };
      }),
    );

    assert.equal(await title(), before);
  });

  test('names a refused person as its document does', async () => {
    await assert.rejects(
      edit('team', (values) => {
        values['members'] = { ...(values['members'] as object), 'nobody@nowhere.example': 'member' };
      }),
      /notMember \{"field":"members\.nobody@nowhere\.example"\}/,
    );
  });
});

describe('a far-reaching change', () => {
  const asked: PlannedChange[] = [];
  const no: ConfirmChange = async (change) => {
    asked.push(change);
    return false;
  };

  afterEach(() => {
    asked.length = 0;
    currentUser = undefined;
  });

  test('is confirmed by comparing both documents, and not sent if declined', async () => {
    sent.length = 0;

    const { text } = await documents.refresh(targetOf('site'));
    const next = text.includes('"unlisted"') ? 'public' : 'unlisted';
    const applied = await edit('site', (values) => (values['visibility'] = next), no);

    assert.deepEqual([applied.outcome, sent], ['declined', []]);
    const [change] = asked;
    assert.ok(change);
    const [before, after] = [change.before, change.after].map((text) => JSON.parse(text) as Record<string, unknown>);
    assert.notEqual(before?.['visibility'], next);
    assert.deepEqual(after, { ...before, visibility: next });
    assert.deepEqual([change.fields, change.takesFromCurrentUser], [['visibility'], false]);
  });

  test.each([
    ['visibility', 'site', 'unlisted', 'public'],
    ['defaultRole', 'organization', 'admin', 'edit'],
    ['sso', 'organization', true, false],
    ['defaultLevel', 'space', 'edit', 'read'],
    ['defaultLevel', 'collection', 'edit', 'read'],
    ['condition', 'siteSection', 'visitor.claims.unsigned.staff', null],
    ['condition', 'siteSpace', 'visitor.claims.unsigned.staff', null],
    ['spaceId', 'siteSpace', spaceId('operator-handbook'), spaceId('release-notes')],
  ] as const)('such as %s of a %s asks for confirmation', async (field, kind, one, other) => {
    await edit(kind, (values) => (values[field] = values[field] === one ? other : one), no);

    assert.deepEqual(asked[0]?.fields, [field]);
  });

  test.each([
    ['organization', (values) => Object.assign(values, { defaultRole: 'edit', hostname: 'No' }), /hostname/],
    ['site', (values) => Object.assign(values, { visibility: 'everybody' }), /notSent/],
    ['team', (values) => Object.assign(values, { members: {}, title: '' }), /title/],
    ['member', (values) => Object.assign(values, { role: 'boss' }), /notSent/],
  ] as [SettingsKindName, (values: Record<string, unknown>) => unknown, RegExp][])(
    'that breaks the contract of a %s is refused before the question',
    async (kind, change, refusal) => {
      sent.length = 0;

      await assert.rejects(
        edit(kind, change, () => assert.fail('asked')),
        refusal,
      );

      assert.deepEqual(sent, []);
    },
  );

  test('is the only kind that asks for confirmation', async () => {
    await edit(
      'space',
      (values) => (values['editMode'] = 'live'),
      () => assert.fail('asked'),
    );
  });

  test('is refused if someone else changed the document during the question', async () => {
    const ids = targets.get('site') as { organizationId: string; siteId: string };
    const confirm = async () => {
      await api.sites.update({ ...ids, body: { title: 'Meanwhile' } });
      return true;
    };

    await assert.rejects(
      edit('site', (values) => (values['basename'] = 'taken-meanwhile'), confirm),
      { name: 'OvertakenError' },
    );

    assert.notEqual((await api.sites.get(ids)).basename, 'taken-meanwhile');
  });

  test('of a team removes members or owners, and warns users who affect themselves', async () => {
    const { organizationId = '', teamId = '' } = targets.get('team') ?? {};
    const { items } = await api.teams.members({ organizationId, teamId, limit: 1000 });
    const [someone] = items;
    assert.ok(someone);
    const name = someone.organization.user?.email ?? someone.organization.id;
    const membersWith = (role: string | undefined) => (values: Record<string, unknown>) => {
      const { [name]: _, ...others } = values['members'] as Record<string, string>;
      values['members'] = role === undefined ? others : { ...others, [name]: role };
    };
    await edit('team', membersWith('owner'));

    await edit('team', membersWith(undefined), no);
    currentUser = someone.organization.id;
    await edit('team', membersWith('member'), no);
    currentUser = 'somebodyElse';
    await edit('team', membersWith('member'), no);

    assert.deepEqual(
      asked.map(({ takesFromCurrentUser }) => takesFromCurrentUser),
      [undefined, true, false],
    );
    assert.equal((await edit('team', membersWith('owner'), no)).outcome, 'unchanged');
  });

  test('such as a role warns users who affect themselves', async () => {
    currentUser = targets.get('member')?.['userId'];

    await edit('member', (values) => (values['role'] = 'comment'), no);

    assert.deepEqual([asked[0]?.takesFromCurrentUser, asked[0]?.fields], [true, ['role']]);
  });
});

describe('a connection that drops', () => {
  afterEach(() => (instead = undefined));

  test("after the settings were applied isn't a refusal: they read as they were sent", async () => {
    let isApplied = false;
    const { text } = await documents.refresh(targetOf('collection'));
    instead = (request) => {
      if (request.method !== 'GET') isApplied = true;
      else if (isApplied) throw new TypeError('fetch failed');
      return undefined;
    };
    const warned: string[] = [];
    const own = createSettingsDocuments({
      api,
      currentUserId,
      check: checkSettings,
      asReceived,
      now: Date.now,
      log: { warn: (message) => warned.push(message) },
    });
    const ownDocuments = text.replace(/"description": ".*"/, '"description": "Said once."');

    const applied = await own.apply(targetOf('collection'), ownDocuments, yes);

    assert.equal(applied.outcome, 'applied');
    assert.match(own.cached(targetOf('collection'))?.text ?? '', /Said once/);
    assert.equal(warned.length, 1);
  });

  test('during the reply has its outcome confirmed: applied changes count as saved', async () => {
    instead = async (request) => {
      const reply = await platform.handle(request);
      if (request.method !== 'GET') throw new TypeError('fetch failed');
      return reply;
    };

    const applied = await edit('collection', (values) => (values['description'] = 'Said once more.'));

    assert.equal(applied.outcome, 'applied');
  });

  test('before anything arrived is reported', async () => {
    instead = (request) => {
      if (request.method !== 'GET') throw new TypeError('fetch failed');
      return undefined;
    };

    await assert.rejects(
      edit('collection', (values) => (values['description'] = 'Never said.')),
      { kind: 'unavailable' },
    );
  });
});

describe('a change by someone else', () => {
  test("isn't overwritten: the save is refused once, and the next one is compared", async () => {
    const { text, modifiedAt, size } = await documents.refresh(targetOf('collection'));
    const ids = targets.get('collection') as { collectionId: string };
    await api.collections.update({ ...ids, body: { description: 'Said by him.' } });
    const ownDocuments = text.replace(/"description": ".*"/, '"description": "Said by me."');

    await assert.rejects(documents.apply(targetOf('collection'), ownDocuments, yes), { name: 'OvertakenError' });

    assert.equal((await api.collections.get(ids)).description, 'Said by him.');
    const after = documents.cached(targetOf('collection'));
    assert.ok(after && after.modifiedAt > modifiedAt && after.size !== size, 'an editor sees that it is another');
    const reported = JSON.parse(ownDocuments) as object;
    assert.equal((await documents.apply(targetOf('collection'), JSON.stringify(reported), yes)).outcome, 'applied');
  });

  test('is noticed even if it has the same length', async () => {
    const { size } = await documents.refresh(targetOf('collection'));
    const ids = targets.get('collection') as { collectionId: string };
    await api.collections.update({ ...ids, body: { description: 'Said by us.' } });

    assert.notEqual((await documents.refresh(targetOf('collection'))).size, size);
  });

  test('is noticed for any version in an editor, and reverted text has its former size', async () => {
    const ids = targets.get('collection') as { collectionId: string };
    const sizeWith = async (description: string) => {
      await api.collections.update({ ...ids, body: { description } });
      return (await documents.refresh(targetOf('collection'))).size;
    };

    const sizes = [await sizeWith('Said 1.'), await sizeWith('Said 2.'), await sizeWith('Said 3.')];

    assert.equal(new Set(sizes).size, 3);
    assert.equal(await sizeWith('Said 1.'), sizes[0]);
  });
});

describe('resetting the customization of a site space', () => {
  const target = () => targetOf('siteSpaceCustomization');
  const themeOf = ({ text }: { readonly text: string }) =>
    (JSON.parse(text) as { styling: { theme: string } }).styling.theme;

  async function overridden(): Promise<string> {
    const inherited = themeOf(await documents.refresh(target()));
    const theme = inherited === 'bold' ? 'clean' : 'bold';
    await edit('siteSpaceCustomization', (values) => (values['styling'] = { ...(values['styling'] as object), theme }));
    assert.equal(themeOf(await documents.refresh(target())), theme);
    sent.length = 0;
    return inherited;
  }

  test('restores the settings of the site, and updates the open document', async () => {
    const inherited = await overridden();
    const received: SettingsTarget[] = [];
    const listening = documents.onDidChange((each) => received.push(each));

    await documents.reset(target());
    listening.dispose();

    const { organizationId, siteId, siteSpaceId } = target().ids;
    const path = `/v1/orgs/${organizationId}/sites/${siteId}/site-spaces/${siteSpaceId}/customization`;
    assert.deepEqual(sent, [{ request: `DELETE ${path}`, body: undefined }]);
    assert.deepEqual(received, [target()]);
    assert.equal(themeOf(documents.cached(target()) ?? assert.fail()), inherited);
  });

  test("shows the server's values if no answer comes, and rejects", async () => {
    const inherited = await overridden();
    instead = (request) => {
      if (request.method !== 'DELETE') return undefined;
      return Promise.resolve(platform.handle(request)).then(() => Promise.reject(new TypeError('socket hang up')));
    };

    await assert.rejects(documents.reset(target()), { name: 'ApiError' });
    instead = undefined;

    assert.equal(themeOf(documents.cached(target()) ?? assert.fail()), inherited);
  });

  test('is available for no other kind', async () => {
    await assert.rejects(documents.reset(targetOf('siteCustomization')), /inherit nothing/);
  });
});
