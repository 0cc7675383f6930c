import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Testing } from '../../../src/extension.ts';
import type { Account } from '../../../src/extension/ground/services/accounts.ts';
import type { Reply } from '../../../src/protocol/envelopes.ts';
import { spaceId } from '../../../src/server/sample/seeding.ts';
import { fake } from '../../fakes/vscode/index.ts';
import { signIn, type Person } from '../../host/person.ts';
import type { ServedPlatform } from '../../host/servedPlatform.ts';
import { shownRows } from '../../host/shownRows.ts';
import { until } from '../../host/until.ts';
import { signedInForEach } from '../activated.ts';

const space = spaceId('operator-handbook');
const { executeCommand } = vscode.commands;

type Panel = (typeof fake.panels)[number];

/** Acts as the webview: sends a request and returns its result. */
let asked = 0;
async function ask<Result>(panel: Panel, request: string, params: object = {}): Promise<Result> {
  const id = ++asked;
  panel.send({ id, request, params });
  const replies = panel.posted as readonly Reply[];
  const reply = await until(`the reply to ${request}`, () => replies.find((each) => 'id' in each && each.id === id));
  assert.ok('result' in reply, JSON.stringify(reply));
  return reply.result as Result;
}

const kinds = {
  'docsPlatform.threads': (account: Account) =>
    executeCommand('docsPlatform.openThreads', { account: account.key, place: { space } }),
  'docsPlatform.renderedChanges': async (account: Account, platform: ServedPlatform) => {
    const found = await platform.call('GET', `/spaces/${space}/change-requests?status=open`);
    const { items } = (await found.json()) as { items: { number: number }[] };
    return executeCommand('docsPlatform.renderedChanges.open', {
      ...{ account: account.key, space, title: 'Changes' },
      of: { kind: 'changeRequest', number: items[0]!.number },
    });
  },
  'docsPlatform.siteBoard': async (_account: Account, _platform: ServedPlatform, testing: Testing) => {
    const { row } = await shownRows(testing.sites).at('Northwind Robotics', 'Northwind Documentation');
    return executeCommand('docsPlatform.sites.openBoard', row);
  },
} as const;

/** What each webview asks when it starts. */
const firstRequests: Readonly<Record<keyof typeof kinds, string>> = {
  'docsPlatform.threads': 'open',
  'docsPlatform.renderedChanges': 'changes',
  'docsPlatform.siteBoard': 'board',
};

for (const [viewType, open] of Object.entries(kinds)) {
  describe(`A tab of ${viewType} whose account is signed out`, () => {
    let testing: Testing;
    let person: Person;
    let platform: ServedPlatform;
    let account: Account;
    let panel: Panel;

    signedInForEach((given) => ({ testing, person, platform, account } = given));

    beforeEach(async () => {
      await open(account, platform, testing);
      panel = await until('the panel', () => fake.panels.findLast((each) => each.viewType === viewType));
    });
    afterEach(() => executeCommand('workbench.action.closeAllEditors'));

    const host = () => new URL(platform.address).host;
    const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs).length;
    function assertSaysSignedOut({ webview: { html, options } }: Panel): void {
      assert.ok(html.includes(`<p>This belongs to an account on ${host()} that is signed out.</p>`), html);
      const address = `command:docsPlatform.signIn?${encodeURIComponent(JSON.stringify([host()]))}`;
      assert.ok(html.includes(`<a href="${address}">Sign In…</a>`), html);
      assert.ok(html.includes("content=\"default-src 'none'; base-uri 'none'; form-action 'none'\""), html);
      assert.ok(!html.includes('<script'), html);
      assert.deepEqual(options, {
        enableScripts: false,
        enableCommandUris: ['docsPlatform.signIn'],
        localResourceRoots: [],
      });
    }
    function assertShowsContent({ webview: { html, options } }: Panel): void {
      assert.ok(html.includes('<script'), html);
      assert.equal('enableCommandUris' in options, false);
    }

    test('stays, says so, and shows its content again after the next sign-in', async () => {
      assertShowsContent(panel);
      const before = tabs();

      await testing.accounts.remove(account.key);

      assertSaysSignedOut(panel);
      assert.deepEqual([tabs(), person.messages], [before, []]);
      await signIn(person, platform.address, platform.token);
      assertShowsContent(panel);
      await ask(panel, firstRequests[viewType as keyof typeof kinds]);
      assert.equal(tabs(), before);
    });

    test('says so if it is restored, and shows its content after the next sign-in', async () => {
      const place: unknown = JSON.parse(
        /data-place="([^"]*)"/.exec(panel.webview.html)?.[1]?.replaceAll('&quot;', '"') ?? 'null',
      );
      await executeCommand('workbench.action.closeAllEditors');
      await testing.accounts.remove(account.key);

      const restored = await fake.restorePanel(viewType, 'Title', { place });

      assertSaysSignedOut(restored);
      await signIn(person, platform.address, platform.token);
      assertShowsContent(restored);
    });

    test('stays signed out if another account signs in', async () => {
      await testing.accounts.remove(account.key);
      const html = panel.webview.html;

      await testing.accounts.add({ ...account, key: 'other.example~x' }, 'token');

      assert.equal(panel.webview.html, html);
      await testing.accounts.remove('other.example~x');
    });
  });
}

describe('A comment typed in a tab whose account is signed out', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;

  signedInForEach((given) => ({ testing, person, platform, account } = given));

  test('is there to its last letter after the next sign-in', async () => {
    await kinds['docsPlatform.threads'](account);
    const panel = await until('the panel', () => fake.panels.at(-1));
    await ask(panel, 'open');
    const target = { kind: 'thread' };
    panel.send({ id: ++asked, request: 'keepDraft', params: { target, text: 'Hel' } });
    panel.send({ id: ++asked, request: 'keepDraft', params: { target, text: 'Hello' } });

    await testing.accounts.remove(account.key);

    await signIn(person, platform.address, platform.token);
    const { drafts } = await ask<{ drafts: { text: string }[] }>(panel, 'open');
    assert.deepEqual(
      drafts.map(({ text }) => text),
      ['Hello'],
    );
  });
});
