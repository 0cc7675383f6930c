import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Testing } from '../../../src/extension.ts';
import type { Reply } from '../../../src/protocol/envelopes.ts';
import { fake } from '../../fakes/vscode/index.ts';
import type { Person } from '../../host/person.ts';
import type { ServedPlatform } from '../../host/servedPlatform.ts';
import { shownRows } from '../../host/shownRows.ts';
import { until } from '../../host/until.ts';
import { signedIn } from '../activated.ts';

interface Part {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly path?: string;
  readonly children: readonly Part[];
}

/** Acts as the webview of the last opened panel: sends its messages and receives the replies. */
function lastPanel() {
  const panel = fake.panels.at(-1) ?? assert.fail('No panel was opened.');
  const replies = panel.posted as readonly Reply[];
  let asked = 0;
  return {
    async ask<Result>(request: string, params: object = {}): Promise<Result> {
      const id = ++asked;
      panel.send({ id, request, params });
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
  };
}

for (const specOnly of [false, true]) {
  describe(`Actions on the board of a site${specOnly ? ', on a server of few endpoints' : ''}`, () => {
    let testing: Testing;
    let platform: ServedPlatform;
    let person: Person;
    let board: ReturnType<typeof lastPanel>;

    signedIn(
      async (given) => {
        ({ testing, person, platform } = given);
        await vscode.commands.executeCommand('docsPlatform.sites.openBoard', await rowOf());
        board = lastPanel();
      },
      { specOnly },
    );

    const rowOf = async (...labels: string[]) =>
      (await shownRows(testing.sites).at('Northwind Robotics', 'Northwind Documentation', ...labels)).row;
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

      await vscode.commands.executeCommand('docsPlatform.sites.openBoard', await rowOf('Releases'));

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
