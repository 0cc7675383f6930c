import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Row } from '../../../src/extension/organization/rows.ts';
import type { Testing } from '../../../src/extension.ts';
import { organizationId, userId } from '../../../src/server/sample/seeding.ts';
import { fake } from '../../fakes/vscode/index.ts';
import { forgetAllAccounts } from '../../host/extensionUnderTest.ts';
import { signIn, type Person } from '../../host/person.ts';
import type { ServedPlatform } from '../../host/servedPlatform.ts';
import { shownRows, type ShownRow } from '../../host/shownRows.ts';
import { until } from '../../host/until.ts';
import { signedIn } from '../activated.ts';

interface MemberJson {
  readonly id: string;
  readonly role: string | null;
  readonly sso: boolean;
  readonly user: { readonly email: string };
}

const northwind = organizationId('northwind');
const at = `/orgs/${northwind}`;

describe('The Organization view', () => {
  let testing: Testing;
  let platform: ServedPlatform;
  let person: Person;

  signedIn((given) => ({ testing, person, platform } = given));

  beforeEach(async () => {
    platform.instead = undefined;
    person.startOver();
    await vscode.env.clipboard.writeText('');
    await run('clearFilters');
  });

  const run = (command: string, ...given: unknown[]) =>
    vscode.commands.executeCommand(`docsPlatform.organization.${command}`, ...given);

  async function json<Body>(path: string): Promise<Body> {
    return (await (await platform.call('GET', path)).json()) as Body;
  }

  const rowAt = (...labels: string[]) => shownRows(testing.organization).at('Northwind Robotics', ...labels);
  const labelsIn = (...labels: string[]) => shownRows(testing.organization).labels('Northwind Robotics', ...labels);

  async function memberNamed(search: string): Promise<MemberJson> {
    const { items } = await json<{ items: MemberJson[] }>(`${at}/members?search=${search}`);
    return items[0] ?? assert.fail(`There is no member ${search}`);
  }

  async function peopleIn(team: string): Promise<Record<string, string>> {
    const { items } = await json<{ items: { id: string; title: string }[] }>(`${at}/teams?limit=1000`);
    const id = items.find(({ title }) => title === team)?.id ?? assert.fail(`There is no team ${team}`);
    const people = await json<{ items: { organization: MemberJson; team: { role: string } }[] }>(
      `${at}/teams/${id}/members`,
    );
    return Object.fromEntries(
      people.items.map(({ organization, team: { role } }) => [organization.user.email.split('@')[0] ?? '', role]),
    );
  }

  async function newTeam(title: string): Promise<ShownRow<Row>> {
    assert.equal((await platform.call('PUT', `${at}/teams`, { title })).status, 201);
    await run('refresh');
    return rowAt('Teams', title);
  }

  const address = (name: string) => `${name}@northwind-robotics.example`;

  test('lists members, teams, specifications, translations, integrations and settings below the organization', async () => {
    assert.deepEqual(await labelsIn(), [
      'Members',
      'Teams',
      'OpenAPI Specifications',
      'Translations',
      'Integrations',
      'Settings',
    ]);
    assert.equal((await labelsIn('Members')).length, 10);
    assert.deepEqual((await labelsIn('Teams', 'Documentation')).toSorted(), [
      'Ada Park',
      'Mara Lindqvist',
      'Yusuf Haddad',
    ]);
    assert.deepEqual(await labelsIn('OpenAPI Specifications'), ['console', 'nw7-rest-api']);
    assert.equal((await labelsIn('OpenAPI Specifications', 'nw7-rest-api')).length, 2);
    assert.deepEqual(await labelsIn('Integrations'), ['Northwind Issues', 'Partner sign-in']);
  });

  test('says what matters about each, with the count next to a list', async () => {
    assert.equal((await rowAt('Members', 'Sam Whitlock')).marks, 'reader · disabled');
    assert.equal((await rowAt('Members', 'Grace Okafor')).marks, 'guest');
    assert.match((await rowAt('Members', 'Mara Lindqvist')).marks, /^\(you\) · /);
    assert.equal((await rowAt('Members')).marks, 'newest first · 10');
    assert.equal((await rowAt('Teams', 'Documentation', 'Ada Park')).marks, 'owner');
    assert.match(
      (await rowAt('OpenAPI Specifications', 'console')).marks,
      /^FETCH_TIMEOUT: its URL didn't respond in time/,
    );
    assert.match((await rowAt('Translations', 'Languages of our operators')).marks, /ar, de, ja/);
    assert.equal((await rowAt('Teams')).marks, '3');
  });

  test('offers nothing to change to a user who may only comment', async () => {
    const shown = shownRows(testing.organization);
    const contexts = (await shown.below(await shown.at('Harbor Labs'))).map(({ context }) => context);

    assert.deepEqual(contexts, ['members', 'teams', 'specs', 'translations', 'integrations', 'settings']);
  });

  test('recorded one visit per organization', async () => {
    await until('the sign of life', () => platform.signsOfLife() === 2);
    assert.equal(platform.signsOfLife(), 2);
  });

  test('shows members without further rights the integrations, and guests only the settings', async () => {
    await forgetAllAccounts(testing);
    await signIn(person, platform.address, platform.tokenOf(userId('jin')));
    const ofReader = await labelsIn();
    const integrations = await labelsIn('Integrations');
    const { context } = await rowAt('Integrations');
    await forgetAllAccounts(testing);
    await signIn(person, platform.address, platform.tokenOf(userId('grace')));
    const ofGuest = await labelsIn();
    await forgetAllAccounts(testing);
    await signIn(person, platform.address, platform.token);

    assert.ok(ofReader.includes('Integrations'), ofReader.join());
    assert.deepEqual(integrations, ['Northwind Issues', 'Partner sign-in']);
    assert.doesNotMatch(context, /\bchange\b/);
    assert.deepEqual(ofGuest, ['Settings']);
  });

  test('filters members by role, by name and by their last visit', async () => {
    person.picks('Role: reader');
    await run('filterMembers');
    assert.deepEqual((await labelsIn('Members')).toSorted(), ['Jin Watanabe', 'Sam Whitlock']);
    assert.match((await rowAt('Members')).marks, /^role: reader · newest first · 2$/);

    person.picks('By name');
    person.types('', 'lind');
    await run('filterMembers');
    assert.deepEqual((await labelsIn('Members')).toSorted(), ['Bo Lind', 'Mara Lindqvist']);

    person.picks('Recently active first');
    await run('filterMembers');
    await labelsIn('Members');
    assert.match((await rowAt('Members')).marks, /^“lind” · recently active first · \d$/);
    person.picks('All members');
    await run('filterMembers');
    assert.match((await rowAt('Members')).marks, /^recently active first/);
    assert.ok(!(await labelsIn('Members')).includes('Sam Whitlock'));

    await run('clearFilters');
    assert.equal((await labelsIn('Members')).length, 10);
  });

  test('shows a long list page by page', async () => {
    platform.instead = (request, handle) => {
      const url = new URL(request.url);
      if (url.pathname.endsWith('/members')) url.searchParams.set('limit', '4');
      return handle(new Request(url, request));
    };
    person.picks('Oldest first');
    await run('filterMembers');
    assert.equal((await labelsIn('Members')).length, 5);

    await run('loadMore', (await rowAt('Members', 'Load More')).row);

    assert.equal((await labelsIn('Members')).length, 9);
  });

  test('changes a role, also to guest', async () => {
    person.picks('editor');
    await run('changeRole', (await rowAt('Members', 'Jin Watanabe')).row);
    assert.equal((await memberNamed('jin')).role, 'edit');
    assert.equal((await rowAt('Members', 'Jin Watanabe')).marks, 'editor');

    person.picks('Jin', 'guest');
    await run('changeRole');
    assert.equal((await memberNamed('jin')).role, null);
  });

  test('says which role it changed, and changes it back', async () => {
    const before = (await memberNamed('jin')).role;
    for (const role of ['reviewer', 'admin']) {
      person.picks(role);
      person.presses(...(role === 'admin' ? ['Make Administrator', 'Undo'] : ['Undo']));

      await run('changeRole', (await rowAt('Members', 'Jin Watanabe')).row);

      const said = `The role of “Jin Watanabe” in “Northwind Robotics” is now ${role} instead of guest.`;
      assert.deepEqual([person.choices.at(-1)?.message, person.choices.at(-1)?.actions], [said, ['Undo']]);
      assert.deepEqual([before, (await memberNamed('jin')).role], [null, null]);
    }
    assert.equal((await rowAt('Members', 'Jin Watanabe')).marks, 'guest');
  });

  test('leaves a role that someone else has changed since', async () => {
    const { id } = await memberNamed('jin');
    const asIs = { ...testing.prompts };
    testing.prompts.choose = async (choice) => {
      await platform.call('PATCH', `${at}/members/${id}`, { role: 'read' });
      return asIs.choose(choice);
    };
    person.picks('editor');
    person.presses('Undo');

    await run('changeRole', (await rowAt('Members', 'Jin Watanabe')).row);

    Object.assign(testing.prompts, asIs);
    assert.equal((await memberNamed('jin')).role, 'read');
    assert.match(person.messages.at(-1) ?? '', /^Someone else changed the role of “Jin Watanabe” in the meantime/);
    await platform.call('PATCH', `${at}/members/${id}`, { role: null });
    await run('refresh');
  });

  test('offers the present role first, so that Enter alone changes nothing', async () => {
    const { role } = await memberNamed('priya');
    person.picks('');

    await run('changeRole', (await rowAt('Members', 'Priya Raman')).row);

    assert.equal((await memberNamed('priya')).role, role);
    assert.equal(person.offered.at(-1)?.length, 7);
    assert.equal(person.choices.length, 0);
  });

  test('makes someone an administrator only after a question', async () => {
    person.picks('admin');
    await run('changeRole', (await rowAt('Members', 'Jin Watanabe')).row);
    assert.equal(person.choices.length, 1);
    assert.match(person.choices[0]?.message ?? '', /^Make “Jin Watanabe” an administrator of “Northwind Robotics”\?$/);
    assert.notEqual((await memberNamed('jin')).role, 'admin');

    person.picks('admin');
    person.presses('Make Administrator');
    await run('changeRole', (await rowAt('Members', 'Jin Watanabe')).row);
    assert.equal((await memberNamed('jin')).role, 'admin');
    person.picks('guest');
    await run('changeRole', (await rowAt('Members', 'Jin Watanabe')).row);
  });

  test("changes the user's own role only after two questions", async () => {
    await platform.call('PATCH', `${at}/members/${(await memberNamed('lena')).id}`, { role: 'admin' });
    await run('refresh');
    const { row } = await rowAt('Members', 'Mara Lindqvist');
    person.picks('creator');
    person.presses('Change Your Role');
    await run('changeRole', row);
    assert.equal(person.choices.length, 2);
    assert.equal((await memberNamed('mara')).role, 'admin');

    person.picks('creator');
    person.presses('Change Your Role', 'Change Your Role');
    await run('changeRole', row);
    assert.equal((await memberNamed('mara')).role, 'create');
    // Only administrators could change it back.
    assert.ok(!person.choices.some(({ actions }) => actions.includes('Undo')));

    const [lena, mara] = [await memberNamed('lena'), await memberNamed('mara')];
    const reply = await platform.call('PATCH', `${at}/members/${mara.id}`, { role: 'admin' }, lena.id);
    assert.equal(reply.status, 200);
    await run('refresh');
  });

  test('asks twice before the user leaves the organization', async () => {
    person.presses('Leave');
    await run('removeMember', (await rowAt('Members', 'Mara Lindqvist')).row);

    assert.equal(person.choices.length, 2);
    assert.match(person.choices[1]?.message ?? '', /can't return/);
    assert.equal((await memberNamed('mara')).role, 'admin');
  });

  test('requires SSO, and removes a member, each after a question that names them', async () => {
    const { row } = await rowAt('Members', 'Tomás Herrera');
    await run('requireSso', row);
    assert.equal((await memberNamed('tomas')).sso, false);
    person.presses('Require SSO');
    await run('requireSso', row);
    assert.equal((await memberNamed('tomas')).sso, true);
    assert.match((await rowAt('Members', 'Tomás Herrera')).marks, /SSO/);

    person.presses('Remove');
    await run('removeMember', (await rowAt('Members', 'Sam Whitlock')).row);
    assert.match(person.choices.at(-1)?.message ?? '', /Sam Whitlock.*Northwind Robotics/);
    assert.ok(!(await labelsIn('Members')).includes('Sam Whitlock'));
    assert.equal((await json<{ count: number }>(`${at}/members`)).count, 9);
  });

  test('lists the spaces and teams of a member, which can be opened', async () => {
    person.picks('Documentation');

    await run('showMemberships', (await rowAt('Members', 'Ada Park')).row);

    assert.deepEqual(person.messages, []);
  });

  test('creates, renames and deletes a team', async () => {
    person.types('  ', 'x'.repeat(65), ' Translators ');
    await run('createTeam', (await rowAt('Teams')).row);
    assert.equal(person.refusals.length, 2);
    // Nothing is created twice or lost, even if the user types on or leaves the box.
    assert.equal(person.questions[0]?.isAction, true);
    assert.deepEqual(await peopleIn('Translators'), {});

    person.types('Firmware', 'Interpreters');
    await run('renameTeam', (await rowAt('Teams', 'Translators')).row);
    assert.match(person.refusals.at(-1) ?? '', /is used by another team/);
    assert.deepEqual(await peopleIn('Interpreters'), {});

    await run('deleteTeam', (await rowAt('Teams', 'Interpreters')).row);
    assert.deepEqual(await peopleIn('Interpreters'), {});
    person.presses('Delete');
    await run('deleteTeam', (await rowAt('Teams', 'Interpreters')).row);
    assert.ok(!(await labelsIn('Teams')).includes('Interpreters'));
  });

  test('adds people to a team by choice, by email address and from the clipboard, and removes them', async () => {
    const team = await newTeam('Everybody');
    person.picks('Member', 'Choose from', 'Bo Lind');
    await run('addToTeam', team.row);
    assert.deepEqual(await peopleIn('Everybody'), { 'bo.lind': 'member' });

    person.picks('Owner', 'Enter Email');
    person.types('nobody@', `nobody@elsewhere.example, ${address('ada.park')}`, address('ada.park'));
    await run('addToTeam', team.row);
    assert.match(person.refusals[0] ?? '', /nobody@/);
    assert.match(person.refusals[1] ?? '', /Not members of the organization: nobody@elsewhere\.example/);
    assert.deepEqual(await peopleIn('Everybody'), { 'bo.lind': 'member', 'ada.park': 'owner' });

    await vscode.env.clipboard.writeText(
      `${address('yusuf.haddad')}\nghost@elsewhere.example\n${address('lena.brandt')}`,
    );
    person.picks('Member', 'Paste from Clipboard');
    person.presses('Skip Them');
    await run('addToTeam', team.row);
    assert.ok(person.choices.some(({ message }) => message.includes('ghost@elsewhere.example')));
    assert.deepEqual(Object.keys(await peopleIn('Everybody')).toSorted(), [
      'ada.park',
      'bo.lind',
      'lena.brandt',
      'yusuf.haddad',
    ]);
    assert.equal((await rowAt('Teams', 'Everybody')).marks, '4 members');

    person.presses('Remove');
    await run('removeFromTeam', (await rowAt('Teams', 'Everybody', 'Bo Lind')).row);
    person.picks('Paste from Clipboard');
    person.presses('Remove');
    await run('removeFromTeam', team.row);
    assert.deepEqual(await peopleIn('Everybody'), { 'ada.park': 'owner' });
  });

  test('asks twice before users remove or demote themselves in a team, by row and by email address', async () => {
    const team = await newTeam('Mine');
    const { email, displayName } = (await (await platform.call('GET', '/user')).json()) as {
      email: string;
      displayName: string;
    };
    person.picks('Owner', 'Enter Email');
    person.types(email);
    await run('addToTeam', team.row);
    const own = async () => (await rowAt('Teams', 'Mine', displayName)).row;

    person.presses('Remove');
    await run('removeFromTeam', await own());
    person.picks('Enter Email');
    person.types(email);
    person.presses('Remove');
    await run('removeFromTeam', team.row);
    person.picks('Member');
    person.presses('Change Your Role');
    await run('changeTeamRole', await own());

    assert.equal(person.choices.filter(({ message }) => message.startsWith('Remove your own permissions')).length, 3);
    assert.deepEqual(Object.values(await peopleIn('Mine')), ['owner']);
    person.presses('Remove', 'Remove');
    await run('removeFromTeam', await own());
    assert.deepEqual(await peopleIn('Mine'), {});
  });

  test('asks twice before pasted people include the current user, who would stop owning the team', async () => {
    const team = await newTeam('Pasted Owners');
    const [mara, ada] = [address('mara.lindqvist'), address('ada.park')];
    person.picks('Owner', 'Enter Email');
    person.types(mara);
    await run('addToTeam', team.row);
    await vscode.env.clipboard.writeText([mara, ada].join(', ').toUpperCase());
    person.startOver();

    person.picks('Member', 'Paste from Clipboard');
    person.presses('Change Your Role');
    await run('addToTeam', team.row);
    assert.deepEqual([person.choices.length, await peopleIn('Pasted Owners')], [2, { 'mara.lindqvist': 'owner' }]);

    person.picks('Member', 'Paste from Clipboard');
    person.presses('Change Your Role', 'Change Your Role');
    await run('addToTeam', team.row);
    assert.equal(person.choices.length, 4);
    assert.deepEqual(await peopleIn('Pasted Owners'), { 'mara.lindqvist': 'member', 'ada.park': 'member' });
  });

  test('lets the user leave out what is no email address in a pasted list, before anything changes', async () => {
    const team = await newTeam('Pasted');
    const ada = address('ada.park');
    await vscode.env.clipboard.writeText(`${ada}\n${ada.toUpperCase()}\nada@\n<bo@b@c.io>`);
    person.picks('Owner', 'Paste from Clipboard');
    person.presses('Skip Them');

    await run('addToTeam', team.row);

    assert.equal(person.choices[0]?.message, 'Not an email address or ID: ada@, bo@b@c.io');
    assert.equal(person.choices[0].detail, 'Nothing has changed yet. Without them, the list has 1 person.');
    assert.deepEqual(await peopleIn('Pasted'), { 'ada.park': 'owner' });
  });

  test('refuses a part of a name that nobody has, and reports nothing if the user leaves that box', async () => {
    const team = await newTeam('Searched');
    const { items } = await json<{ items: MemberJson[] }>(`${at}/members`);
    // More members than fit on one page.
    platform.instead = (request, handle) => {
      const { pathname, searchParams } = new URL(request.url);
      return pathname.endsWith(`${at}/members`) && !searchParams.has('search')
        ? Response.json({ items, next: { page: 'two' }, count: 500 })
        : handle(request);
    };
    await run('refresh');
    person.picks('Owner', 'Choose from');
    person.types('zzz');

    await run('addToTeam', team.row);

    assert.deepEqual(person.refusals, ['No member has “zzz” in their name or email address. Enter something else.']);
    assert.deepEqual([person.messages, fake.said], [[], []]);
  });

  test('reports a URL of a specification that only a private network can reach, with what helps', async () => {
    person.picks('URL…');
    person.types('private', 'http://127.0.0.1:9/openapi.json');

    await run('createSpec', (await rowAt('OpenAPI Specifications')).row);

    assert.equal(
      person.choices[0]?.message,
      "“private”: FETCH_ERROR: its URL couldn't be read. " +
        'The server itself must be able to reach the URL. If only your own network can, update with a file.',
    );
  });

  test('sends a thousand pasted addresses in one request, and refuses one more before it is sent', async () => {
    const team = await newTeam('Crowd');
    const crowd = Array.from({ length: 1001 }, (_, index) => address(`person-${index}`));
    const sent: { add: string[] }[] = [];
    platform.instead = async (request, handle) => {
      if (request.method !== 'PUT') return handle(request);
      sent.push((await request.json()) as { add: string[] });
      return new Response(null, { status: 204 });
    };
    person.picks('Member', 'Enter Email');
    person.types(crowd.join(' '), crowd.slice(1).join(', '));

    await run('addToTeam', team.row);

    assert.match(person.refusals[0] ?? '', /You entered 1,?001, but at most 1,?000 are allowed at once/);
    assert.equal(sent.length, 1);
    assert.equal(sent[0]?.add.length, 1000);
  });

  test('makes someone an owner of a team', async () => {
    person.picks('Owner');
    await run('changeTeamRole', (await rowAt('Teams', 'Firmware', 'Priya Raman')).row);

    assert.equal((await peopleIn('Firmware'))['priya.raman'], 'owner');
    assert.equal((await rowAt('Teams', 'Firmware', 'Priya Raman')).marks, 'owner');
  });

  test('says whom it added to a team, and undoes it', async () => {
    const team = await newTeam('Joined');
    person.picks('Owner', 'Enter Email');
    person.types(address('priya.raman'));
    await run('addToTeam', team.row);
    person.picks('Member', 'Enter Email');
    person.types(`${address('priya.raman').toUpperCase()}, ${address('bo.lind')}`);
    person.presses('Change to Member', 'Undo');

    await run('addToTeam', team.row);

    assert.equal(person.choices.at(-1)?.message, 'Added 2 people to “Joined”.');
    assert.deepEqual(await peopleIn('Joined'), { 'priya.raman': 'owner' });
  });

  test('says whom it removed from a team, and undoes it with the same roles', async () => {
    const team = await newTeam('Left');
    for (const [role, name] of [
      ['Owner', 'priya.raman'],
      ['Member', 'bo.lind'],
    ] as const) {
      person.picks(role, 'Enter Email');
      person.types(address(name));
      await run('addToTeam', team.row);
    }
    const all = { 'priya.raman': 'owner', 'bo.lind': 'member' };
    person.picks('Enter Email');
    person.types(`${address('priya.raman')} ${address('bo.lind')}`);
    person.presses('Remove', 'Undo');

    await run('removeFromTeam', team.row);
    assert.equal(person.choices.at(-1)?.message, 'Removed 2 people from “Left”.');
    assert.deepEqual(await peopleIn('Left'), all);

    person.presses('Remove', 'Undo');
    await run('removeFromTeam', (await rowAt('Teams', 'Left', 'Priya Raman')).row);
    assert.equal(person.choices.at(-1)?.message, 'Removed “Priya Raman” from the team “Left”.');
    assert.deepEqual(await peopleIn('Left'), all);
  });

  test('offers no undo to users who removed themselves from a team', async () => {
    const team = await newTeam('Own');
    person.picks('Owner', 'Enter Email');
    person.types(address('mara.lindqvist'));
    await run('addToTeam', team.row);
    person.startOver();
    person.picks('Enter Email');
    person.types(address('mara.lindqvist'));
    person.presses('Remove', 'Remove');

    await run('removeFromTeam', team.row);

    assert.equal(person.choices.length, 2);
    assert.deepEqual(await peopleIn('Own'), {});
    assert.deepEqual(fake.said, ['Removed 1 person from “Own”.']);
  });

  test('says which role in a team it changed, and changes it back', async () => {
    const team = await newTeam('Undone');
    person.picks('Owner', 'Enter Email');
    person.types(address('priya.raman'));
    await run('addToTeam', team.row);
    const row = async () => (await rowAt('Teams', 'Undone', 'Priya Raman')).row;
    person.picks('Member', 'Member', 'Owner');
    person.presses('Undo');

    await run('changeTeamRole', await row());
    assert.deepEqual(await peopleIn('Undone'), { 'priya.raman': 'owner' });
    await run('changeTeamRole', await row());
    assert.deepEqual(await peopleIn('Undone'), { 'priya.raman': 'member' });
    person.presses('Undo');
    await run('changeTeamRole', await row());

    assert.deepEqual(await peopleIn('Undone'), { 'priya.raman': 'member' });
    assert.deepEqual(
      person.choices.slice(1).map(({ message }) => message),
      [
        '“Priya Raman” is no longer an owner of the team “Undone”, but still a member.',
        '“Priya Raman” is no longer an owner of the team “Undone”, but still a member.',
        '“Priya Raman” is now an owner of the team “Undone”.',
      ],
    );
  });

  test('leaves a team alone that someone else has changed since', async () => {
    const team = await newTeam('Changed');
    person.picks('Owner', 'Enter Email');
    person.types(address('priya.raman'));
    await run('addToTeam', team.row);
    const { id } = await memberNamed('priya');
    const { items } = await json<{ items: { id: string; title: string }[] }>(`${at}/teams?limit=1000`);
    const changed = items.find(({ title }) => title === 'Changed')?.id ?? assert.fail();
    const asIs = { ...testing.prompts };
    testing.prompts.choose = async (choice) => {
      await platform.call('PUT', `${at}/teams/${changed}/members`, { remove: [id] });
      return asIs.choose(choice);
    };
    person.picks('Member');
    person.presses('Undo');

    await run('changeTeamRole', (await rowAt('Teams', 'Changed', 'Priya Raman')).row);

    Object.assign(testing.prompts, asIs);
    assert.deepEqual(await peopleIn('Changed'), {});
    assert.match(person.messages.at(-1) ?? '', /^Someone else changed the role of “Priya Raman” in the meantime/);
  });

  test('filters teams by title and by who can manage them', async () => {
    person.picks('By title');
    person.types('field');
    await run('filterTeams');
    assert.deepEqual(await labelsIn('Teams'), ['Field service and support']);

    person.picks('teams you can manage');
    await run('filterTeams');
    assert.ok((await labelsIn('Teams')).includes('Documentation'));
  });
});
