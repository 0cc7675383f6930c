import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Testing } from '../../../src/extension.ts';
import { collectionId, organizationId, spaceId } from '../../../src/server/sample/seeding.ts';
import { everyRow, labelsBelow, rowAt, rowsBelow } from '../../host/libraryRows.ts';
import type { Person } from '../../host/person.ts';
import type { ServedPlatform } from '../../host/servedPlatform.ts';
import { until } from '../../host/until.ts';
import { signedInForEach } from '../activated.ts';

const { executeCommand } = vscode.commands;
const northwind = 'Northwind Robotics';
const startHere = [northwind, '🧭 Start Here'] as const;

describe('The Library on errors', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;

  signedInForEach((given) => ({ testing, person, platform } = given));

  /** Changes the platform's responses for one path, as a different server would. */
  const changeReplies = (path: RegExp, change: (reply: Reply) => void) => {
    platform.instead = async (request, real) => {
      const response = await real(request);
      if (!path.test(new URL(request.url).pathname)) return response;
      const reply = (await response.json()) as Reply;
      change(reply);
      return Response.json(reply);
    };
  };
  /** Of the organizations, and of what is below one collection. */
  const allLabels = async () => {
    const below = await everyRow(testing, await rowAt(testing, northwind, 'Engineering'));
    return [...(await labelsBelow(testing)), ...below.map(({ label }) => label)];
  };

  test('shows a long list page by page, and the next one on demand', async () => {
    for (let number = 1; number <= 12; number++) {
      await platform.call('POST', `/orgs/${organizationId('northwind')}/spaces`, { title: `Space ${number}` });
    }
    platform.instead = (request, real) => {
      const url = new URL(request.url);
      if (url.searchParams.has('limit')) url.searchParams.set('limit', '10');
      return real(new Request(url, request));
    };
    const before = await rowsBelow(testing, await rowAt(testing, northwind));
    const [more] = before.filter(({ label }) => label === 'Load More');
    assert.ok(more);

    await executeCommand(more.item.command?.command ?? '', ...((more.item.command?.arguments ?? []) as unknown[]));
    await executeCommand(more.item.command?.command ?? '', ...((more.item.command?.arguments ?? []) as unknown[]));

    const labels = await labelsBelow(testing, await rowAt(testing, northwind));
    const titles = Array.from({ length: 12 }, (_, index) => `Space ${index + 1}`);
    assert.deepEqual(
      titles.filter((title) => !labels.includes(title)),
      [],
    );
    assert.ok(!labels.includes('Load More'));
    assert.equal(new Set(labels).size, labels.length);
  });

  test("says why content couldn't be loaded, and loads it on a retry", async () => {
    platform.instead = (request, real) =>
      request.url.includes('/content/pages')
        ? Response.json({ error: { code: 500, message: 'no' } }, { status: 500 })
        : real(request);
    const space = await rowAt(testing, ...startHere);
    const [failed, ...others] = await rowsBelow(testing, space);
    assert.equal(others.length, 0);
    assert.equal(failed?.label, "Couldn't load");
    assert.match(failed.marks, /^The server has a problem\. Try again later\./);
    platform.instead = undefined;

    await executeCommand(failed.item.command?.command ?? '', ...((failed.item.command?.arguments ?? []) as unknown[]));

    assert.ok((await labelsBelow(testing, space)).length > 3);
    assert.equal(testing.tree?.view.message, undefined);
  });

  test("keeps cached content if the server can't be reached, and shows its age", async () => {
    const before = await allLabels();
    await platform.close();

    await executeCommand('docsPlatform.library.refresh');

    assert.deepEqual(await allLabels(), before);
    assert.equal(testing.tree?.view.message, "Can't reach the server. Showing content from a moment ago.");
    assert.deepEqual(person.choices, []);
    assert.deepEqual(person.messages, []);
  });

  test('keeps cached content if there are too many requests, and says how long to wait', async () => {
    const before = await allLabels();
    const reset = Math.ceil(Date.now() / 1000) + 40;
    platform.instead = () =>
      Response.json(
        { error: { code: 429, message: 'slow down' } },
        { status: 429, headers: { 'x-ratelimit-reset': `${reset}` } },
      );

    await executeCommand('docsPlatform.library.refresh');

    assert.deepEqual(await allLabels(), before);
    assert.match(
      testing.tree?.view.message ?? '',
      /^Too many requests: the server asks you to wait \d+ seconds?\. Showing content from a moment ago/,
    );
  });

  test('is up to date again as soon as the server can be reached', async () => {
    await allLabels();
    platform.instead = () => Response.json({ error: { code: 503, message: 'no' } }, { status: 503 });
    await executeCommand('docsPlatform.library.refresh');
    await allLabels();
    assert.match(testing.tree?.view.message ?? '', /Showing content from/);
    platform.instead = undefined;

    await executeCommand('docsPlatform.library.refresh');

    await allLabels();
    assert.equal(testing.tree?.view.message, undefined);
  });

  test('removes a deleted space when the user expands it', async () => {
    const space = await rowAt(testing, ...startHere);
    const deleted = await platform.call('DELETE', `/spaces/${spaceId('start-here')}`);
    assert.ok(deleted.ok);
    platform.instead = async (request, real) =>
      request.url.includes(spaceId('start-here'))
        ? Response.json({ error: { code: 404, message: 'gone' } }, { status: 404 })
        : real(request);

    const [failed] = await rowsBelow(testing, space);

    assert.equal(failed?.label, "Couldn't load");
    await until('the row to go', async () => {
      return !(await labelsBelow(testing, await rowAt(testing, northwind))).includes(space.label);
    });
  });

  test('shows unknown values: types of pages, kinds of visibility, deleted spaces', async () => {
    changeReplies(/\/spaces$/, ({ items }) => {
      for (const space of items ?? []) {
        space['visibility'] = 'galaxy';
        if (space['title'] === 'Start Here') space['deletedAt'] = new Date().toISOString();
      }
    });
    const rows = await rowsBelow(testing, await rowAt(testing, northwind));
    const marks = (label: string) => rows.find((row) => row.label === label)?.marks;
    assert.match(marks('🧭 Start Here') ?? '', /^deleted · galaxy/);
    changeReplies(/\/content\/pages$/, ({ pages }) => {
      for (const page of pages ?? []) page['type'] = 'whiteboard';
    });

    const [first] = await rowsBelow(testing, await rowAt(testing, ...startHere));

    assert.equal(first?.marks, 'whiteboard');
  });

  test("leaves out an item that it can't read, says so, and shows the others", async () => {
    changeReplies(/\/spaces$/, ({ items }) => items?.unshift({ id: 7, title: null }, 'nonsense' as never));

    const labels = await labelsBelow(testing, await rowAt(testing, northwind));

    assert.ok(labels.includes('🧭 Start Here'));
    assert.equal(labels.at(-1), "Couldn't load 2 items. See the log for details.");
  });

  test('shows collections at the root if their parents are missing or form a cycle', async () => {
    changeReplies(/\/collections$/, ({ items }) => {
      const parents = { Products: collectionId('robots'), Robots: collectionId('products'), Controllers: 'nowhere' };
      for (const [title, parent] of Object.entries(parents)) {
        const collection = items?.find((item) => item['title'] === title);
        if (collection) collection['parent'] = parent;
      }
    });

    const rows = await everyRow(testing);

    const collections = rows.filter(({ context }) => context.startsWith('collection;')).map(({ label }) => label);
    assert.deepEqual(collections.toSorted(), [
      'Controllers',
      'Developers',
      'Engineering',
      'People',
      'Platform team',
      'Products',
      'Retired products',
      'Robots',
      'Skiff',
    ]);
  });

  test('shows titles as they are, and takes nothing in them for an icon, a link or a command', async () => {
    const title = '$(trash) [x](command:workbench.action.quit) **b**';
    await platform.call('POST', `/orgs/${organizationId('northwind')}/spaces`, { title });
    await executeCommand('docsPlatform.library.refresh');

    const { item } = await rowAt(testing, northwind, title);

    assert.ok(item.tooltip instanceof vscode.MarkdownString);
    assert.equal(item.tooltip.isTrusted ?? false, false);
    assert.equal(item.tooltip.supportHtml ?? false, false);
    assert.equal(item.tooltip.supportThemeIcons ?? false, false);
    assert.ok(!item.tooltip.value.includes('](command:'));
  });
});

interface Reply {
  readonly items?: Record<string, unknown>[];
  readonly pages?: Record<string, unknown>[];
}
