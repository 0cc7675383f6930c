import assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Testing } from '../../src/extension.ts';
import type { Reply } from '../../src/protocol/envelopes.ts';
import { extensionUnderTest, forgetAllAccounts } from './extensionUnderTest.ts';
import { signIn, sitDown, type Person } from './person.ts';
import { servePlatform, type ServedPlatform } from './servedPlatform.ts';
import { until } from './until.ts';

interface Part {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly path?: string;
  readonly children: readonly Part[];
}

/** Acts as the webview of the last opened panel: sends its messages and receives the replies. */
function listenIn() {
  const { createWebviewPanel } = vscode.window;
  const replies: Reply[] = [];
  let receive: ((message: unknown) => unknown) | undefined;
  let asked = 1_000_000;
  Object.assign(vscode.window, {
    createWebviewPanel(...given: Parameters<typeof createWebviewPanel>) {
      const panel = createWebviewPanel(...given);
      const { onDidReceiveMessage } = panel.webview;
      const post = panel.webview.postMessage.bind(panel.webview);
      Object.defineProperties(panel.webview, {
        onDidReceiveMessage: {
          value: (listener: (message: unknown) => unknown) => {
            receive = listener;
            return onDidReceiveMessage(listener);
          },
        },
        postMessage: {
          value: (message: Reply) => {
            replies.push(message);
            return post(message);
          },
        },
      });
      return panel;
    },
  });
  return {
    async ask<Result>(request: string, params: object = {}): Promise<Result> {
      const id = ++asked;
      await until('the panel', () => receive !== undefined);
      receive?.({ id, request, params });
      const reply = await until(`the reply to ${request}`, () =>
        replies.find((each) => 'id' in each && each.id === id),
      );
      assert.ok('result' in reply, JSON.stringify(reply));
      return reply.result as Result;
    },
    /** The parts that it was asked to focus. */
    focuses: () =>
      replies.flatMap((each) => {
        const { focus } = 'params' in each ? (each.params as { focus?: string }) : {};
        return focus ?? [];
      }),
    leave: () => Object.assign(vscode.window, { createWebviewPanel }),
  };
}

for (const specOnly of [false, true]) {
  suite(`Actions on the board of a site${specOnly ? ', on a server of few endpoints' : ''}`, () => {
    let testing: Testing;
    let platform: ServedPlatform;
    let person: Person;
    let board: ReturnType<typeof listenIn>;

    suiteSetup(async () => {
      testing = await extensionUnderTest();
      platform = await servePlatform({ specOnly });
      person = sitDown(testing);
      board = listenIn();
      await signIn(person, platform.address, platform.token);
      await vscode.commands.executeCommand('docsPlatform.sites.openBoard', await rowOf('Northwind Documentation'));
    });

    suiteTeardown(async () => {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await forgetAllAccounts(testing);
      board.leave();
      person.leave();
      await platform.close();
    });

    async function rowOf(title: string) {
      const provider = testing.sites;
      for (const organizationRow of (await provider.getChildren()) ?? []) {
        for (const row of (await provider.getChildren(organizationRow)) ?? []) {
          const { label } = await provider.getTreeItem(row);
          if (label === title || (typeof label === 'object' && label.label === title)) return row;
        }
      }
      return assert.fail(`There is no ${title}`);
    }

    const top = async () => (await board.ask<{ tree: { top: Part[] } }>('refresh')).tree.top;
    const all = async () =>
      (await top()).flatMap((part) => [part, ...part.children.flatMap((c) => [c, ...c.children])]);
    async function find(title: string, kind: string): Promise<Part> {
      const found = (await all()).find((part) => part.title === title && part.kind === kind);
      return found ?? assert.fail(`There is no ${kind} ${title}`);
    }
    const edit = (change: object) => board.ask('edit', change);
    const writes = () => platform.taken().filter((request) => !request.startsWith('GET'));

    test('a visible board goes to the part whose row it is opened for', async () => {
      const releases = await find('Releases', 'site-section');
      const rows = (await testing.sites.getChildren(await rowOf('Northwind Documentation'))) ?? [];
      const row = rows.find((each) => each.key.endsWith(releases.id));

      await vscode.commands.executeCommand('docsPlatform.sites.openBoard', row);

      await until('the way to it', () => board.focuses().includes(releases.id));
    });

    test('a group, a section and a space are added, filled, changed, moved and removed, each verified on the platform', async () => {
      person.types('Extras');
      await board.ask('addGroup');
      // A server of few endpoints doesn't list spaces outside of collections.
      const spaces = specOnly ? ['REST API', 'Firmware'] : ['Operations Runbooks', 'Security'];
      person.picks(spaces[0] ?? '');
      const { id: section } = await board.ask<{ id?: string }>('addSpace', { as: 'section' });
      assert.ok(section, person.messages.join());
      const group = await find('Extras', 'site-section-group');
      const operate = await find('Operate', 'site-section');
      const releases = await find('Releases', 'site-section');
      person.picks(spaces[1] ?? '');
      assert.ok((await board.ask<{ id?: string }>('addSpace', { as: 'space', parent: releases.id })).id);
      const offered = async (as: string, parent?: string) => {
        await board.ask('addSpace', { as, parent });
        return person.offered.at(-1)?.filter((label) => label.includes(spaces[1] ?? '')).length;
      };
      assert.deepEqual([await offered('space', releases.id), await offered('space', operate.id)], [0, 1]);

      await edit({ kind: 'move', move: { id: releases.id, parent: group.id } });
      assert.deepEqual(
        (await find('Extras', 'site-section-group')).children.map(({ title }) => title),
        ['Releases'],
      );
      await edit({ kind: 'move', move: { id: releases.id } });
      await edit({ kind: 'move', move: { id: releases.id, before: operate.id } });
      assert.equal((await top())[0]?.title, 'Releases');
      const build = await find('Build', 'site-section-group');
      await edit({ kind: 'move', move: { id: build.id, before: releases.id } });
      assert.equal((await top())[0]?.title, 'Build');

      await edit({ kind: 'change', id: operate.id, fields: { description: 'Day by day' } });
      await edit({ kind: 'change', id: build.id, fields: { title: 'Making' } });
      const [first, second] = (await find('Operate', 'site-section')).children;
      assert.ok(first && second);
      await edit({ kind: 'change', id: second.id, fields: { path: 'upkeep' } });
      await edit({ kind: 'move', move: { id: second.id, parent: operate.id, before: first.id } });
      assert.deepEqual(
        (await find('Operate', 'site-section')).children.map(({ id }) => id),
        [second.id, first.id],
      );
      await edit({ kind: 'makeDefault', id: second.id });

      writes();
      for (const part of [second, await find('Extras', 'site-section-group'), releases]) {
        person.presses('Remove');
        assert.deepEqual(await board.ask('remove', { id: part.id }), { removed: true });
      }
      assert.equal(writes().filter((request) => request.startsWith('DELETE')).length, 3);
    });
  });
}
