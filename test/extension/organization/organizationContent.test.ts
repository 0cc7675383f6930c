import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Account } from '../../../src/extension/ground/services/accounts.ts';
import type { Testing } from '../../../src/extension.ts';
import { organizationId, userId } from '../../../src/server/sample/seeding.ts';
import { fake } from '../../fakes/vscode/index.ts';
import { forgetAllAccounts } from '../../host/extensionUnderTest.ts';
import { signIn, type Person } from '../../host/person.ts';
import type { ServedPlatform } from '../../host/servedPlatform.ts';
import { shownRows } from '../../host/shownRows.ts';
import { until } from '../../host/until.ts';
import { signedIn } from '../activated.ts';

const northwind = organizationId('northwind');
const at = `/orgs/${northwind}`;
const document = { openapi: '3.1.0', info: { title: 'Fresh', version: '1' }, paths: {} };

describe('The content of an organization', () => {
  let testing: Testing;
  let platform: ServedPlatform;
  let person: Person;
  let account: Account;
  let web: Server;
  let address: string;
  let folder: vscode.Uri;

  signedIn((given) => ({ testing, person, platform, account } = given), { allowPrivateFetch: true });

  beforeAll(async () => {
    folder = vscode.Uri.joinPath(testing.context.globalStorageUri, 'manifests');
    web = createServer((request, reply) =>
      request.url === '/openapi.json' ? reply.end(JSON.stringify(document)) : reply.writeHead(404).end(),
    );
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  });

  afterAll(() => web.close());

  beforeEach(async () => {
    platform.instead = undefined;
    person.startOver();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await run('clearFilters');
  });

  const run = (command: string, ...given: unknown[]) =>
    vscode.commands.executeCommand(`docsPlatform.organization.${command}`, ...given);

  const rowAt = async (...labels: string[]) =>
    (await shownRows(testing.organization).at('Northwind Robotics', ...labels)).row;
  const labelsIn = (section: string) => shownRows(testing.organization).labels('Northwind Robotics', section);

  async function json<Body>(path: string): Promise<Body> {
    return (await (await platform.call('GET', path)).json()) as Body;
  }

  async function manifest(body: object | string): Promise<void> {
    const file = vscode.Uri.joinPath(folder, 'manifest.json');
    await vscode.workspace.fs.createDirectory(folder);
    await vscode.workspace.fs.writeFile(
      file,
      new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
    );
    Object.assign(vscode.window, { showOpenDialog: async () => [file] });
  }

  /** The page of an integration as its preview gets it. */
  async function pageOf(name: string): Promise<string> {
    const uri = vscode.Uri.from({
      scheme: 'docs-platform-organization',
      authority: account.key,
      path: `/integration/${name}/${name}.md`,
    });
    return (await vscode.workspace.openTextDocument(uri)).getText();
  }

  test('a specification is added by its URL, followed until it was read, and opened', async () => {
    person.picks('URL…');
    person.types('Not A Slug', ' fresh ', 'no address', ` ${address}/openapi.json `);
    person.presses('Open');

    await run('createSpec', await rowAt('OpenAPI Specifications'));

    assert.equal(person.refusals.length, 2);
    assert.match(person.choices[0]?.message ?? '', /Updated “fresh”/);
    assert.equal((await json<{ sourceURL: string }>(`${at}/openapi/fresh`)).sourceURL, `${address}/openapi.json`);
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.languageId, 'json');
    assert.deepEqual(JSON.parse(editor.document.getText()), document);
    assert.ok((await labelsIn('OpenAPI Specifications')).includes('fresh'));
  });

  test('refuses a taken slug in its input box, before it asks for the URL', async () => {
    person.picks('URL…');
    person.types('nw7-rest-api');

    await run('createSpec', await rowAt('OpenAPI Specifications'));

    assert.deepEqual(person.refusals, [
      'The specification “nw7-rest-api” already exists. Enter another slug, or update the existing specification.',
    ]);
    assert.equal(person.questions.length, 1);
  });

  test('a specification that the user deletes while it is being read is no failure', async () => {
    platform.instead = async (request, handle) => {
      if (request.method === 'GET' && request.url.endsWith('/openapi/deleted'))
        await platform.call('DELETE', `${at}/openapi/deleted`);
      return handle(request);
    };
    person.picks('URL…');
    person.types('deleted', `${address}/openapi.json`);

    await run('createSpec', await rowAt('OpenAPI Specifications'));

    assert.deepEqual([person.messages, fake.said], [['“deleted” was deleted before the server had read it.'], []]);
  });

  test("a URL that doesn't answer is reported with the platform’s code, and can be replaced", async () => {
    person.picks('URL…');
    person.types(`${address}/nowhere`);
    await run('updateSpec', await rowAt('OpenAPI Specifications', 'console'));
    assert.match(person.choices[0]?.message ?? '', /console.*FETCH_ERROR/);

    person.picks('URL…');
    person.types(`${address}/openapi.json`);
    await run('updateSpec', await rowAt('OpenAPI Specifications', 'console'));
    assert.match(person.choices.at(-1)?.message ?? '', /Updated “console”/);
    assert.equal(
      (await json<{ lastProcessErrorCode?: string }>(`${at}/openapi/console`)).lastProcessErrorCode,
      undefined,
    );
  });

  test('a specification is created from a file, and updated from the open editor', async () => {
    const titleOf = async () =>
      (await json<{ filesystem: Record<string, typeof document> }>(`${at}/openapi/from-a-file/versions/latest/content`))
        .filesystem;
    await manifest('openapi: 3.1.0\ninfo: { title: Of a file, version: "1" }\npaths: {}\n');
    person.picks('File…');
    person.types('from-a-file');
    await run('createSpec', await rowAt('OpenAPI Specifications'));
    assert.match(person.choices[0]?.message ?? '', /Updated “from-a-file”/);
    assert.match(JSON.stringify(await titleOf()), /Of a file/);

    const content = JSON.stringify({ ...document, info: { title: 'Of an editor', version: '2' } });
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'json', content }));
    person.picks('Open Editor');
    await run('updateSpec', await rowAt('OpenAPI Specifications', 'from-a-file'));

    assert.match(JSON.stringify(await titleOf()), /Of an editor/);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await platform.call('DELETE', `${at}/openapi/from-a-file`);
  });

  test("text that isn't a specification is reported, and nothing can be read", async () => {
    await manifest('no specification at all');
    person.picks('File…');
    person.types('no-good');

    await run('createSpec', await rowAt('OpenAPI Specifications'));

    assert.match(
      person.choices[0]?.message ?? person.refusals[0] ?? '',
      /PARSE_ERROR: not an OpenAPI document\. The server says: “It is text, /,
    );
    await platform.call('DELETE', `${at}/openapi/no-good`);
  });

  test('versions open as read-only files, the latest one from the specification', async () => {
    const spec = await rowAt('OpenAPI Specifications', 'nw7-rest-api');
    const versions = (await testing.organization.getChildren(spec)) ?? [];
    assert.equal(versions.length, 2);

    await run('openVersion', versions[1]);
    const first = vscode.window.activeTextEditor?.document.getText() ?? '';
    await run('openVersion', spec);
    const { document: latest } = vscode.window.activeTextEditor ?? assert.fail();

    assert.equal((JSON.parse(first) as typeof document).info.version, '1.8.0');
    assert.equal((JSON.parse(latest.getText()) as typeof document).info.version, '1.9.0');
    assert.equal(vscode.workspace.fs.isWritableFileSystem(latest.uri.scheme), undefined);
    await run('copyVersionAddress', versions[1]);
    assert.match(await vscode.env.clipboard.readText(), /^https?:\/\//);
  });

  test('a specification is deleted after a question', async () => {
    const row = await rowAt('OpenAPI Specifications', 'console');
    await run('deleteSpec', row);
    assert.equal((await platform.call('GET', `${at}/openapi/console`)).status, 200);

    person.presses('Delete');
    await run('deleteSpec', row);

    assert.equal((await platform.call('GET', `${at}/openapi/console`)).status, 404);
    assert.ok(!(await labelsIn('OpenAPI Specifications')).includes('console'));
  });

  test('translations are created, renamed and deleted', async () => {
    person.types('', 'Nordic');
    await run('createTranslation', await rowAt('Translations'));
    person.types('Northern');
    await run('renameTranslation', await rowAt('Translations', 'Nordic'));
    assert.ok((await labelsIn('Translations')).includes('Northern'));

    person.presses('Delete');
    await run('deleteTranslation', await rowAt('Translations', 'Northern'));

    assert.equal((await json<{ count: number }>(`${at}/translations`)).count, 2);
    assert.equal((await labelsIn('Translations')).length, 2);
  });

  test('integrations can be filtered', async () => {
    person.picks('with content sources');
    await run('filterIntegrations');
    assert.deepEqual(await labelsIn('Integrations'), ['Skiff playground']);

    person.picks('By name');
    person.types('issues');
    await run('filterIntegrations');
    assert.deepEqual(await labelsIn('Integrations'), ['Northwind Issues']);
  });

  test('an integration is shown as a page, with its installations', async () => {
    await run('showIntegration', await rowAt('Integrations', 'Northwind Issues'));

    await until('the preview', () =>
      vscode.window.tabGroups.activeTabGroup.activeTab?.label.includes('northwind-issues'),
    );
    const page = await pageOf('northwind-issues');
    assert.match(page, /# Northwind Issues/);
    assert.match(page, /## Installations\n\n- /);
  });

  describe("for a member who isn't an administrator", () => {
    beforeAll(async () => {
      await forgetAllAccounts(testing);
      account = await signIn(person, platform.address, platform.tokenOf(userId('jin')));
    });

    afterAll(async () => {
      await forgetAllAccounts(testing);
      account = await signIn(person, platform.address, platform.token);
    });

    test('integrations are listed, filtered and shown, without the installations that only administrators can see', async () => {
      person.picks('By name');
      person.types('partner');
      await run('filterIntegrations');
      assert.deepEqual(await labelsIn('Integrations'), ['Partner sign-in']);
      await run('clearFilters');
      assert.deepEqual(await labelsIn('Integrations'), ['Northwind Issues', 'Partner sign-in']);

      await run('showIntegration', await rowAt('Integrations', 'Northwind Issues'));
      await until('the preview', () =>
        vscode.window.tabGroups.activeTabGroup.activeTab?.label.includes('northwind-issues'),
      );
      const page = await pageOf('northwind-issues');
      assert.match(page, /# Northwind Issues/);
      assert.match(page, /## Installations\n\nNo installations visible to you\.\n/);

      await vscode.commands.executeCommand('docsPlatform.showDetails', await rowAt('Integrations', 'Northwind Issues'));
      const details = vscode.window.activeTextEditor?.document.getText() ?? '';
      assert.equal((JSON.parse(details) as { name: string }).name, 'northwind-issues');
      assert.deepEqual(person.messages, []);
    });

    test('integrations can be neither published nor unpublished', async () => {
      const row = await rowAt('Integrations', 'Northwind Issues');
      const item = await testing.organization.getTreeItem(row);

      assert.doesNotMatch(item.contextValue ?? '', /\bchange\b/);
    });
  });

  test('an integration is published from a manifest that the user picks, shown, and unpublished', async () => {
    const body = {
      name: 'sandbox',
      title: 'Sandbox',
      description: 'Plays [here](command:workbench.action.quit)',
      script: 'export {}',
      secrets: { key: 'hush-hush' },
    };
    await manifest(body);
    await run('publishIntegration', await rowAt('Integrations'));
    assert.equal((await platform.call('GET', '/integrations/sandbox')).status, 404);
    assert.match(person.choices[0]?.detail ?? '', /Secrets: 1/);
    assert.doesNotMatch(JSON.stringify(person.choices), /hush-hush/);

    person.presses('Publish');
    await run('publishIntegration', await rowAt('Integrations'));
    assert.equal((await json<{ version: number }>('/integrations/sandbox')).version, 1);
    assert.match(await pageOf('sandbox'), /Plays \\\[here\\\]\\\(command:workbench\\\.action\\\.quit\\\)/);

    person.presses('Unpublish');
    await run('unpublishIntegration', await rowAt('Integrations', 'Sandbox'));
    assert.equal((await platform.call('GET', '/integrations/sandbox')).status, 404);
    assert.ok(!(await labelsIn('Integrations')).includes('Sandbox'));
  });

  test('an invalid manifest, or one that breaks a limit, is refused and sends nothing', async () => {
    await manifest('{');
    await run('publishIntegration', await rowAt('Integrations'));
    await manifest({ name: 'broken', title: 'x', description: 'y', script: '' });
    person.presses('Publish');
    platform.taken();
    await run('publishIntegration', await rowAt('Integrations'));

    await until('both messages', () => person.messages.length === 2);
    assert.match(person.messages[0] ?? '', /isn't valid JSON/);
    assert.match(person.messages[1] ?? '', /title/);
    assert.deepEqual(
      platform.taken().filter((request) => request.startsWith('POST')),
      [],
    );
  });

  test('the organization of an email domain is found', async () => {
    person.types('nonsense', 'ada@northwind-robotics.example');
    person.picks('Northwind Robotics');
    await run('findByDomain');
    assert.equal(person.refusals.length, 1);

    person.types('elsewhere.example');
    await run('findByDomain');
    assert.match(person.messages[0] ?? '', /None of your organizations has the email domain elsewhere\.example/);
  });

  test('an invite is deleted by its id, after a question', async () => {
    const row = await rowAt('Members');
    platform.taken();
    person.types('no id', 'invite-1', 'invite-1');
    person.presses('Delete');

    await run('deleteInvite', row);

    assert.match(person.refusals[0] ?? '', /An ID can have up to 128 letters/);
    assert.deepEqual(
      platform.taken().filter((request) => request.startsWith('DELETE')),
      [`DELETE /v1${at}/link-invites/invite-1`],
    );
  });

  test('settings and details open from the rows', async () => {
    await vscode.commands.executeCommand('docsPlatform.settings.edit', await rowAt('Teams', 'Documentation'));
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /"title": "Documentation"/);

    await vscode.commands.executeCommand('docsPlatform.showDetails', await rowAt('Settings'));
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /"plan"/);
  });

  test("a list that can't be loaded shows why, and appears after Retry", async () => {
    await vscode.commands.executeCommand('docsPlatform.organization.refresh');
    platform.instead = (request, handle) =>
      request.url.includes('category=other') ? new Response('{}', { status: 503 }) : handle(request);
    person.picks('category: other');
    await run('filterIntegrations');
    assert.deepEqual(await labelsIn('Integrations'), ["Couldn't load"]);
    platform.instead = undefined;

    await run('refresh');

    assert.deepEqual(await labelsIn('Integrations'), ['Nothing matches the filter.']);
  });
});
