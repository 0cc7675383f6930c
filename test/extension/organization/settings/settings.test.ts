import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Testing } from '../../../../src/extension.ts';
import { organizationId, spaceId } from '../../../../src/server/sample/seeding.ts';
import { rowAt } from '../../../host/libraryRows.ts';
import type { Person } from '../../../host/person.ts';
import type { ServedPlatform } from '../../../host/servedPlatform.ts';
import { until } from '../../../host/until.ts';
import { signedIn } from '../../activated.ts';

const { executeCommand } = vscode.commands;
const handbook = spaceId('operator-handbook');
const row = ['Northwind Robotics', 'Products', 'Robots', '📘 Heron Operator Handbook'] as const;

describe('Settings as documents', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;

  signedIn((given) => ({ testing, person, platform } = given));

  afterEach(async () => {
    platform.instead = undefined;
    while (vscode.window.activeTextEditor?.document.isDirty) await executeCommand('workbench.action.files.revert');
    await executeCommand('workbench.action.closeAllEditors');
    person.startOver();
  });

  async function open(kind: string, ids: Record<string, string>, title = 'Some thing'): Promise<vscode.TextEditor> {
    await executeCommand('docsPlatform.settings.edit', { settings: { kind, ids, title } });
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.scheme, 'docs-platform-settings', person.messages.join());
    return editor;
  }

  async function change(editor: vscode.TextEditor, from: RegExp, to: string): Promise<void> {
    const { document } = editor;
    const found = from.exec(document.getText());
    assert.ok(found, `${from} is not in ${document.getText()}`);
    const range = new vscode.Range(
      document.positionAt(found.index),
      document.positionAt(found.index + found[0].length),
    );
    assert.ok(await editor.edit((edit) => edit.replace(range, to)));
  }

  const problemsOf = ({ document }: vscode.TextEditor) => vscode.languages.getDiagnostics(document.uri);

  test('the path consists of names, and the same settings open once, whatever opens them', async () => {
    const place = await rowAt(testing, ...row);
    await executeCommand('docsPlatform.settings.edit', place.row);
    const uri = vscode.window.activeTextEditor?.document.uri ?? assert.fail();
    assert.equal(uri.path, '/Settings/Northwind-Robotics/Products/Robots/Heron-Operator-Handbook.space.docs.json');

    await open('space', { spaceId: handbook }, 'Called otherwise');

    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), uri.toString());
  });

  test('every kind opens, and applies its changes', async () => {
    const organization = organizationId('northwind');
    const ids = { organizationId: organization };
    const list = async (path: string) =>
      (
        (await (await platform.call('GET', `/orgs/${organization}${path}`)).json()) as {
          items: Record<string, string>[];
        }
      ).items;
    const [site] = await list('/sites');
    const ofSite = { ...ids, siteId: site?.['id'] ?? '' };
    const sitePath = `/sites/${ofSite.siteId}`;
    const [section] = await list(`${sitePath}/sections`);
    const [group] = await list(`${sitePath}/section-groups`);
    const [siteSpace] = await list(`${sitePath}/site-spaces`);
    const ofSiteSpace = { ...ofSite, siteSpaceId: siteSpace?.['id'] ?? '' };
    const [collection] = await list('/collections');
    const [team] = await list('/teams');
    const [translation] = await list('/translations');
    const [spec] = await list('/openapi');
    const member = (await list('/members')).find(({ role }) => role === 'read');
    await platform.call('POST', '/integrations/my-bridge', {
      title: 'Bridge',
      description: 'Joins.',
      script: 'code',
      organization,
    });
    const edits: [kind: string, ids: Record<string, string>, from: RegExp, to: string][] = [
      ['organization', ids, /"title": ".*"/, '"title": "Northwind"'],
      ['collection', { collectionId: collection?.['id'] ?? '' }, /"title": ".*"/, '"title": "Renamed"'],
      ['site', ofSite, /"title": ".*"/, '"title": "Renamed"'],
      ['siteCustomization', ofSite, /"theme": ".*"/, '"theme": "bold"'],
      ['adaptiveSchema', ofSite, /"jsonSchema": \{/, '"jsonSchema": {\n    "title": "Visitors",'],
      ['siteSection', { ...ofSite, siteSectionId: section?.['id'] ?? '' }, /"description": .*/, '"description": "All"'],
      [
        'siteSectionGroup',
        { ...ofSite, siteSectionGroupId: group?.['id'] ?? '' },
        /"title": ".*"/,
        '"title": "Renamed"',
      ],
      ['siteSpace', ofSiteSpace, /"path": ".*"/, '"path": "elsewhere"'],
      ['siteSpaceCustomization', ofSiteSpace, /"theme": ".*"/, '"theme": "clean"'],
      ['team', { ...ids, teamId: team?.['id'] ?? '' }, /": "member"/, '": "owner"'],
      ['member', { ...ids, userId: member?.['id'] ?? '' }, /"role": ".*"/, '"role": "comment"'],
      [
        'translation',
        { ...ids, translationSettingsId: translation?.['id'] ?? '' },
        /"title": ".*"/,
        '"title": "Renamed"',
      ],
      ['openApiSource', { ...ids, specSlug: spec?.['slug'] ?? '' }, /"url": ".*"/, '"text": "openapi: 3.1.0"'],
      ['integration', { integrationName: 'my-bridge' }, /"script": ".*"/, '"script": "new code"'],
    ];

    for (const [kind, at, from, to] of edits) {
      const editor = await open(kind, at, kind);
      await change(editor, from, to);
      person.presses('Apply');
      platform.taken();
      await executeCommand('docsPlatform.settings.apply');
      assert.equal(editor.document.isDirty, false, `${kind}: ${JSON.stringify(problemsOf(editor))}`);
      const writes = platform.taken().filter((request) => !request.startsWith('GET'));
      assert.equal(writes.length, 1, `${kind}: ${writes.join()}`);
    }
  });

  test("a refused change stays in the editor, with the platform's sentence at the field", async () => {
    const editor = await open('organization', { organizationId: organizationId('northwind') });
    platform.instead = (request, handle) =>
      request.method === 'PATCH'
        ? Response.json({ error: { code: 422, message: 'hostname is taken already' } }, { status: 422 })
        : handle(request);
    person.presses('Apply');

    await change(editor, /"hostname": ".*"/, '"hostname": "northwind2"');
    assert.equal(await editor.document.save(), false);

    assert.equal(editor.document.isDirty, true);
    assert.match(person.messages.join(), /^Couldn't apply settings: .*taken already[^/]*$/);
    const [problem] = problemsOf(editor).filter(({ message }) => message.includes('taken already'));
    assert.ok(problem);
    assert.match(editor.document.getText(problem.range), /^"hostname"/);
  });

  test('a refusal is no longer shown once the text is changed', async () => {
    const editor = await open('organization', { organizationId: organizationId('northwind') });
    await change(editor, /"hostname"/, '"nonsense": 5, "hostname"');
    await editor.document.save();
    assert.ok(problemsOf(editor).some(({ message }) => message.startsWith("nonsense isn't a field")));

    await change(editor, /"nonsense": 5, /, '');

    await until('no problem', () => problemsOf(editor).length === 0);
  });

  test("a server that doesn't answer is named, and the change stays in the editor", async () => {
    const editor = await open('space', { spaceId: handbook });
    await change(editor, /"title": ".*"/, '"title": "Not lost"');
    platform.instead = () => Response.json({ error: { code: 403, message: 'closed for the night' } }, { status: 403 });

    assert.equal(await editor.document.save(), false);

    assert.equal(editor.document.isDirty, true);
    assert.match(
      problemsOf(editor)
        .map(({ message }) => message)
        .join(),
      /closed for the night/,
    );
  });

  const isSso = async () =>
    ((await (await platform.call('GET', `/orgs/${organizationId('northwind')}`)).json()) as { sso?: boolean }).sso;

  /** The diff that asks for a confirmation, if there is one. */
  const diff = () =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .map(({ input }) => input)
      .find((input) => input instanceof vscode.TabInputTextDiff);

  const sideOf = async (uri: vscode.Uri) =>
    JSON.parse((await vscode.workspace.openTextDocument(uri)).getText()) as Record<string, unknown>;

  async function changeSso(): Promise<{ editor: vscode.TextEditor; next: boolean }> {
    const editor = await open('organization', { organizationId: organizationId('northwind') });
    const next = (await isSso()) !== true;
    await change(editor, /"sso": (true|false)/, `"sso": ${next}`);
    return { editor, next };
  }

  test('a far-reaching change is confirmed with a diff', async () => {
    const { editor, next } = await changeSso();
    const sides: Record<string, unknown>[] = [];
    const asIs = { ...testing.prompts };
    testing.prompts.choose = async (choice) => {
      const shown = diff();
      if (shown) sides.push(await sideOf(shown.original), await sideOf(shown.modified));
      return asIs.choose(choice);
    };

    assert.equal(await editor.document.save(), false);
    Object.assign(testing.prompts, asIs);

    assert.equal(person.choices[0]?.modal, true);
    const { title } = JSON.parse(editor.document.getText()) as { title: string };
    assert.equal(person.choices[0]?.message, `Apply these settings to “${title}”?`);
    assert.match(person.choices[0]?.detail ?? '', /: sso\.\nThis affects how members sign in/);
    assert.deepEqual(sides[1], { ...sides[0], sso: next });
    assert.deepEqual([editor.document.isDirty, await isSso(), diff()], [true, !next, undefined]);
    person.presses('Apply');
    assert.equal(await editor.document.save(), true);
    assert.deepEqual([await isSso(), diff()], [next, undefined]);
  });

  test('a change that makes someone an administrator says so', async () => {
    const organizations = await testing.stores(testing.accounts.active!).organizations();
    const { items } = await organizations.members(organizationId('northwind')).load();
    const member = items.find(({ role }) => role !== 'admin') ?? assert.fail();
    const editor = await open('member', { organizationId: organizationId('northwind'), userId: member.id });
    await change(editor, /"role": ("\w+"|null)/, '"role": "admin"');

    assert.equal(await editor.document.save(), false);

    assert.match(
      person.choices[0]?.detail ?? '',
      /This grants the role of an administrator, who can change and delete/,
    );
  });

  test("declining in Apply isn't a failed save, and a confirmed change is asked about once", async () => {
    const { editor, next } = await changeSso();
    let saves = 0;
    const listening = vscode.workspace.onWillSaveTextDocument(() => saves++);

    await executeCommand('docsPlatform.settings.apply');
    assert.deepEqual([saves, editor.document.isDirty, await isSso()], [0, true, !next]);

    person.presses('Apply');
    await executeCommand('docsPlatform.settings.apply');
    listening.dispose();
    assert.deepEqual([person.choices.length, editor.document.isDirty, await isSso()], [2, false, next]);
  });

  test('users who remove their own rights in a team are asked twice, and members are not removed without a question', async () => {
    const organization = organizationId('northwind');
    const currentUserId = (await (await platform.call('GET', '/user')).json()) as { id: string; email: string };
    const [team] = (
      (await (await platform.call('GET', `/orgs/${organization}/teams`)).json()) as { items: { id: string }[] }
    ).items;
    const path = `/orgs/${organization}/teams/${team?.id}/members`;
    await platform.call('PUT', path, {
      add: [currentUserId.id],
      memberships: { [currentUserId.id]: { role: 'owner' } },
    });
    const editor = await open('team', { organizationId: organization, teamId: team?.id ?? '' });
    const roles = async () => {
      const { items } = (await (await platform.call('GET', `${path}?limit=1000`)).json()) as {
        items: { organization: { id: string }; team: { role: string } }[];
      };
      return items.find(({ organization: { id } }) => id === currentUserId.id)?.team.role;
    };
    await change(editor, new RegExp(`"${currentUserId.email}": "owner"`), `"${currentUserId.email}": "member"`);
    person.presses('Apply');

    assert.equal(await editor.document.save(), false);

    assert.deepEqual([person.choices.length, await roles()], [2, 'owner']);
    assert.match(person.choices[1]?.message ?? '', /Remove your own permissions/);
    person.presses('Apply', 'Apply');
    assert.equal(await editor.document.save(), true);
    assert.equal(await roles(), 'member');
  });

  test("text that isn't JSON is refused with a message", async () => {
    const editor = await open('organization', { organizationId: organizationId('northwind') });
    await change(editor, /\{/, '{,');

    assert.equal(await editor.document.save(), false);

    assert.equal(editor.document.isDirty, true);
    assert.match(person.messages.join(), /^Couldn't apply settings: This isn't valid JSON: /);
    // VS Code's own language service marks it.
    assert.deepEqual(problemsOf(editor), []);
  });

  test('Show Details shows every field, read-only', async () => {
    await executeCommand('docsPlatform.showDetails', { settings: { kind: 'space', ids: { spaceId: handbook } } });

    const document = vscode.window.activeTextEditor?.document;
    const space = JSON.parse(document?.getText() ?? '') as { id: string; permissions: object };
    assert.equal(space.id, handbook);
    assert.ok(space.permissions);
    assert.equal(vscode.workspace.fs.isWritableFileSystem('docs-platform-settings'), true);
    assert.ok(document);
    const { permissions } = await vscode.workspace.fs.stat(document.uri);
    assert.equal(permissions, vscode.FilePermission.Readonly);
  });

  test('Show Details also shows a file', async () => {
    const list = await platform.call('GET', `/spaces/${handbook}/content/files`);
    const { items } = (await list.json()) as { items: { id: string; name: string }[] };
    const fileId = items[0]?.id ?? '';

    await executeCommand('docsPlatform.showDetails', {
      settings: { kind: 'file', ids: { spaceId: handbook, fileId } },
    });

    assert.equal((JSON.parse(vscode.window.activeTextEditor?.document.getText() ?? '') as { id: string }).id, fileId);
  });

  test('the palette asks for organization, kind and resource', async () => {
    person.picks('Northwind', 'Team', '');

    await executeCommand('docsPlatform.settings.edit');

    assert.match(vscode.window.activeTextEditor?.document.uri.path ?? '', /\.team\.docs\.json$/);
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /"members": \{/);
  });

  test('Apply says what is missing when no settings are open', async () => {
    await executeCommand('docsPlatform.settings.apply');

    assert.deepEqual(person.messages, ['Open settings first: run Edit Settings.']);
  });
});
