import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import { fake } from '../../fakes/vscode/index.ts';
import { answerTo, type Choice, type Question } from '../../../src/extension/services/prompts.ts';
import { openOrganizations } from '../../store/openOrganizations.ts';
import { createSpec, openVersion } from '../../../src/extension/organization/specCommands.ts';
import { createTeam } from '../../../src/extension/organization/teamCommands.ts';
import { addToTeam } from '../../../src/extension/organization/teamMembers.ts';
import type { Services } from '../../../src/extension/services/services.ts';

/** The items to pick, by part of their label, one quick pick after the other. */
let picks: string[] = [];

beforeEach(() => {
  picks = [];
  fake.pick = (items) => {
    const wanted = picks.shift() ?? '';
    return items.find(({ label }) => label.includes(wanted));
  };
});

/** A user who types these texts, each into the open input box. A box that refuses one gets the next. */
async function sitDown(texts: readonly string[] = [], buttons: readonly string[] = []) {
  const opened = await openOrganizations();
  const { organizations, organizationId, api } = opened;
  const [ready, presses] = [[...texts], [...buttons]];
  const refusals: string[] = [];
  const boxes: string[] = [];
  const choices: Choice<string>[] = [];
  const parts = {
    accounts: { active: { key: 'a' } },
    stores: () => ({
      organizations: async () => organizations,
      currentUser: async () => ({ load: async () => undefined }),
    }),
    prompts: {
      async ask(question: Question<unknown>) {
        boxes.push(question.prompt);
        for (let text = ready.shift(); text !== undefined; text = ready.shift()) {
          const answer = await answerTo(question, text, new AbortController().signal);
          if ('value' in answer) return answer.value;
          refusals.push(answer.problem);
        }
        return undefined;
      },
      async choose(choice: Choice<string>) {
        choices.push(choice);
        return presses.shift();
      },
    },
  } as unknown as Services;
  const organization = await api.organizations.get({ organizationId });
  return { ...opened, opened, parts, row: { kind: 'specs', key: 'k', organization }, refusals, boxes, choices };
}

test('refuses a slug in use where it is typed, before it asks for a URL', async () => {
  const { parts, row, refusals, boxes } = await sitDown(['console']);
  picks = ['URL…'];

  await createSpec(parts, row, () => undefined);

  assert.deepEqual(refusals, [
    'The specification “console” already exists. Enter another slug, or update the existing specification.',
  ]);
  assert.equal(boxes.length, 1);
});

test('trims blanks around a slug and a URL', async () => {
  const { parts, row, api, organizationId } = await sitDown([' fresh ', ' https://specs.example/openapi.json ']);
  picks = ['URL…'];

  await createSpec(parts, row, () => undefined);

  const spec = await api.openapi.get({ organizationId, specSlug: 'fresh' });
  assert.equal(spec.sourceURL, 'https://specs.example/openapi.json');
});

test('reports a URL that only a private network can reach, with what helps', async () => {
  const { parts, row, choices } = await sitDown(['fresh', 'http://127.0.0.1:9/openapi.json']);
  picks = ['URL…'];

  await createSpec(parts, row, () => undefined);

  assert.equal(
    choices[0]?.message,
    "“fresh”: FETCH_ERROR: its URL couldn't be read. " +
      'The server itself must be able to reach the URL. If only your own network can, update with a file.',
  );
});

test('reports no failure if the user deletes a specification while it is being read', async () => {
  const { parts, row, api, opened, organizationId } = await sitDown(['fresh', 'https://specs.example/openapi.json']);
  picks = ['URL…'];
  opened.instead = async (request) => {
    if (request.method === 'POST') return undefined;
    if (request.url.endsWith('/openapi/fresh')) await api.openapi.delete({ organizationId, specSlug: 'fresh' });
    return undefined;
  };

  await createSpec(parts, row, () => undefined);

  assert.deepEqual(fake.said, ['“fresh” was deleted before the server had read it.']);
});

test('says what a specification without a version needs', async () => {
  const { parts, row, api, organizationId } = await sitDown();
  const spec = await api.openapi.get({ organizationId, specSlug: 'console' });

  await openVersion(parts, { ...row, kind: 'spec', spec: { ...spec, lastVersion: undefined } }, () => undefined);

  assert.deepEqual(fake.said, ['“console” has no versions yet. Update it first.']);
});

test('trims blanks around a title', async () => {
  const { parts, row, api, organizationId } = await sitDown(['   ', ' Night Watch ']);

  await createTeam(parts, { ...row, kind: 'teams' });

  const titles = (await api.teams.list({ organizationId })).items.map(({ title }) => title);
  assert.ok(titles.includes('Night Watch'), titles.join());
});

test('lets the user leave out what is no email address in a pasted list, before anything changes', async () => {
  const { parts, row, api, organizationId, organizations, choices } = await sitDown([], ['Skip Them']);
  const [somebody] = (await api.members.list({ organizationId })).items;
  const team = await organizations.createTeam(organizationId, 'Pasted');
  const email = somebody?.user?.email ?? '';
  fake.clipboard = `${email}\n${email.toUpperCase()}\nada@\n<bo@b@c.io>`;
  picks = ['Owner', 'Clipboard'];

  await addToTeam(parts, { ...row, kind: 'team', team });

  assert.equal(choices[0]?.message, 'Not an email address or ID: ada@, bo@b@c.io');
  assert.equal(choices[0].detail, 'Nothing has changed yet. Without them, the list has 1 person.');
  const people = (await api.teams.members({ organizationId, teamId: team.id })).items;
  assert.deepEqual(
    people.map(({ organization }) => organization.id),
    [somebody?.id],
  );
});

/** Simulates more members than fit on one page, so that the user is asked for a part of the name. */
function isWholeList({ url }: Request): boolean {
  const { pathname, searchParams } = new URL(url);
  return pathname.endsWith('/members') && !pathname.includes('/teams/') && !searchParams.has('search');
}

test('refuses a part of a name that nobody has where it is typed, and reports nothing if the user leaves that box', async () => {
  const { parts, row, opened, organizationId, organizations, refusals } = await sitDown(['zzz']);
  const team = await organizations.createTeam(organizationId, 'Searched');
  const { items } = await opened.api.members.list({ organizationId });
  opened.instead = (request) =>
    isWholeList(request) ? Response.json({ items, next: { page: 'two' }, count: 500 }) : undefined;
  picks = ['Owner', 'Choose from'];

  await addToTeam(parts, { ...row, kind: 'team', team });

  assert.deepEqual(refusals, ['No member has “zzz” in their name or email address. Enter something else.']);
  assert.deepEqual(fake.said, []);
});
