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

interface ShownReply {
  readonly request: string;
  readonly status?: string;
  readonly time: string;
  readonly size?: string;
  readonly reply?: unknown;
  readonly error?: string;
}

describe('Call API Endpoint', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;

  signedIn((given) => ({ testing, person, platform } = given));

  afterEach(async () => {
    await executeCommand('workbench.action.closeAllEditors');
    person.startOver();
  });

  async function request(endpoint: string, id: string, given?: unknown): Promise<vscode.TextEditor> {
    person.picks(endpoint);
    await executeCommand('docsPlatform.callEndpoint', given);
    return until('the request', () => {
      const editor = vscode.window.activeTextEditor;
      return editor?.document.getText().includes(`/schemas/${id}.json`) && editor;
    });
  }

  async function rewrite(editor: vscode.TextEditor, change: (request: { body?: object; query?: object }) => void) {
    const { document } = editor;
    const [, heading = '', json = ''] = /^((?:\/\/.*\n)*)([^]*)$/.exec(document.getText()) ?? [];
    const written = JSON.parse(json) as object;
    change(written);
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    await editor.edit((edit) => edit.replace(all, heading + JSON.stringify(written, undefined, 2)));
  }

  const writes = () => platform.taken().filter((request) => !request.startsWith('GET'));

  const reply = () =>
    until('the reply', () => {
      const shown = vscode.window.visibleTextEditors.find(({ document }) => document.uri.path.endsWith('.reply.json'));
      return shown && (JSON.parse(shown.document.getText()) as ShownReply);
    });

  test('a deprecated operation is marked, with the one to use instead', async () => {
    const { showQuickPick } = vscode.window;
    const shown: vscode.QuickPickItem[] = [];
    const look = async (items: readonly vscode.QuickPickItem[]) => void shown.push(...items);
    Object.assign(vscode.window, { showQuickPick: look });
    try {
      await executeCommand('docsPlatform.callEndpoint');
    } finally {
      Object.assign(vscode.window, { showQuickPick });
    }

    const deprecated = shown.flatMap(({ description = '' }) =>
      description.includes('deprecated') ? [description] : [],
    );
    assert.deepEqual(deprecated.sort(), [
      'siteCustomization.get · deprecated',
      'siteCustomization.ofSiteSpace · deprecated',
      'siteSectionGroups.move · deprecated: use sites.sort',
      'siteSections.move · deprecated: use sites.sort',
      'siteSpaces.move · deprecated: use sites.sort',
    ]);
  });

  test('a request is named by its endpoint, and starts with its method and path', async () => {
    const endpoint = 'PATCH /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}';

    const { document } = await request(endpoint, 'siteSections.update');

    assert.ok(document.uri.path.endsWith('/siteSections.update.endpoint.jsonc'));
    assert.equal(document.lineAt(0).text, `// ${endpoint}`);
  });

  test('an empty required field is named by its place in the request', async () => {
    const editor = await request('GET /v1/spaces/{spaceId}/search', 'content.search');
    assert.match(editor.document.getText(), /"query": \{\s*"query": ""/);
    await rewrite(editor, (written) => Object.assign(written, { path: { spaceId: handbook }, query: {} }));

    await executeCommand('docsPlatform.callEndpoint.send');

    await until('the message', () => person.messages.length > 0);
    assert.match(person.messages.at(-1) ?? '', /query\.query is missing/);
  });

  test('the key of a share link is not shown', async () => {
    const organization = organizationId('northwind');
    const sites = (await (await platform.call('GET', `/orgs/${organization}/sites`)).json()) as {
      items: { id: string }[];
    };
    const path = { organizationId: organization, siteId: sites.items[0]?.id ?? '' };
    const editor = await request('POST /v1/orgs/{organizationId}/sites/{siteId}/share-links', 'shareLinks.create');
    await rewrite(editor, (written) => Object.assign(written, { path, body: { name: 'Press' } }));
    person.presses('Send');

    await executeCommand('docsPlatform.callEndpoint.send');

    const made = (await reply()).reply as { name: string; urls: { published?: string } };
    assert.equal(made.name, 'Press');
    const [link] = (
      (await (
        await platform.call('GET', `/orgs/${organization}/sites/${path.siteId}/share-links?limit=1000`)
      ).json()) as { items: { name: string; urls: { published?: string } }[] }
    ).items.filter(({ name }) => name === 'Press');
    assert.ok(link);
    const key = link.urls.published?.split('/').at(-1);
    if (key !== undefined) assert.ok(!JSON.stringify(made).includes(key));
  });

  test('a write asks first, and is only sent afterwards', async () => {
    const place = await rowAt(testing, ...row);
    const editor = await request('PATCH /v1/spaces/{spaceId}', 'spaces.update', place.row);
    await rewrite(editor, (written) => (written.body = { editMode: 'locked' }));
    platform.taken();

    await executeCommand('docsPlatform.callEndpoint.send');
    assert.deepEqual(writes(), []);
    assert.match(person.choices[0]?.message ?? '', new RegExp(`^Send PATCH /v1/spaces/${handbook} as `));

    person.presses('Send');
    await executeCommand('docsPlatform.callEndpoint.send');
    assert.deepEqual(writes(), [`PATCH /v1/spaces/${handbook}`]);
  });

  test('a refusal by the server is shown as the response', async () => {
    const editor = await request('GET /v1/spaces/{spaceId}', 'spaces.get');
    await rewrite(editor, (written) => Object.assign(written, { path: { spaceId: 'NoSuchSpace' } }));

    await executeCommand('docsPlatform.callEndpoint.send');

    await until('the error', async () => /exist|found|may not/.test((await reply()).error ?? ''));
    assert.equal((await reply()).status, '404 Not Found');
  });

  test('calls endpoints that no view uses', async () => {
    const json = async (path: string) => (await (await platform.call('GET', path)).json()) as Record<string, unknown>;
    const first = async (path: string, fits: (item: Record<string, unknown>) => boolean = () => true) => {
      const { items } = (await json(path)) as { items: Record<string, string>[] };
      return items.find(fits)?.['id'] ?? assert.fail(`nothing at ${path}`);
    };
    const hasReplies = ({ replies }: Record<string, unknown>): boolean => Number(replies) > 0;
    const comments = `/spaces/${handbook}/comments`;
    const commentId = await first(`${comments}?limit=1000`, hasReplies);
    const of = `/spaces/${handbook}/change-requests`;
    const { items: open } = (await json(`${of}?limit=1000`)) as { items: { id: string }[] };
    let inChange: Record<string, string> | undefined;
    for (const { id } of open) {
      const { items } = (await json(`${of}/${id}/comments?limit=1000`)) as { items: Record<string, unknown>[] };
      const found = items.find(hasReplies)?.['id'] as string | undefined;
      if (found === undefined) continue;
      const reply = await first(`${of}/${id}/comments/${found}/replies`);
      inChange = { spaceId: handbook, changeRequestId: id, commentId: found, commentReplyId: reply };
    }
    assert.ok(inChange);
    const organization = organizationId('northwind');
    const siteId = await first(`/orgs/${organization}/sites`);
    const siteSpaceId = await first(`/orgs/${organization}/sites/${siteId}/site-spaces`);
    const requests: [id: string, method: string, path: Record<string, string>][] = [
      ['content.revision', 'GET', { spaceId: handbook }],
      [
        'spaceComments.reply',
        'GET',
        { spaceId: handbook, commentId, commentReplyId: await first(`${comments}/${commentId}/replies`) },
      ],
      ['changeRequestComments.reply', 'GET', inChange],
      ['siteCustomization.resetOfSiteSpace', 'DELETE', { organizationId: organization, siteId, siteSpaceId }],
    ];
    const calls = await testing.stores(testing.accounts.active ?? assert.fail()).endpointCalls();

    for (const [id, method, path] of requests) {
      const pattern = calls.all().find((each) => each.id === id)?.path ?? '';
      const editor = await request(`${method} ${pattern}`, id);
      await rewrite(editor, (written) => Object.assign(written, { path }));
      if (method !== 'GET') person.presses('Send');
      await executeCommand('docsPlatform.callEndpoint.send');
      const shown = await reply();
      assert.equal(shown.error, undefined, id);
    }
  });

  test('Send Request says what is missing when no request is open', async () => {
    await executeCommand('docsPlatform.callEndpoint.send');

    assert.deepEqual(person.messages, ['Open a request first: run Call API Endpoint.']);
  });
});
