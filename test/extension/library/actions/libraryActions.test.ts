import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Testing } from '../../../../src/extension.ts';
import { idOf } from '../../../../src/formats/ids.ts';
import { labelsBelow, rowAt, type ShownRow } from '../../../host/libraryRows.ts';
import type { Person } from '../../../host/person.ts';
import type { ServedPlatform } from '../../../host/servedPlatform.ts';
import { until } from '../../../host/until.ts';
import { signedIn } from '../../activated.ts';

interface SpaceJson {
  readonly id: string;
  readonly title: string;
  readonly emoji?: string;
  readonly editMode?: string;
  readonly parent?: string;
  readonly organization: string;
  readonly deletedAt?: string;
}

interface CollectionJson {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly parent?: string;
  readonly organization: string;
}

describe('Library management', () => {
  const northwind = 'Northwind Robotics';
  const organization = idOf('sample organization northwind');
  let testing: Testing;
  let platform: ServedPlatform;
  let person: Person;
  let other: { readonly id: string; readonly title: string };

  signedIn(async (given) => {
    ({ testing, person, platform } = given);
    const { items } = await json<{ items: { id: string; title: string }[] }>('/orgs');
    other = items.find(({ id }) => id !== organization) ?? assert.fail();
    const mara = idOf('sample user mara');
    const grace = idOf('sample user grace');
    const reply = await platform.call('PATCH', `/orgs/${other.id}/members/${mara}`, { role: 'admin' }, grace);
    assert.equal(reply.status, 200);
  });

  beforeEach(() => person.startOver());

  async function json<Body>(path: string): Promise<Body> {
    return (await (await platform.call('GET', path)).json()) as Body;
  }

  const spaces = async (of = organization) =>
    (await json<{ items: SpaceJson[] }>(`/orgs/${of}/spaces?limit=1000`)).items;
  const collections = async (of = organization) =>
    (await json<{ items: CollectionJson[] }>(`/orgs/${of}/collections?limit=1000`)).items;

  async function spaceNamed(title: string, of = organization): Promise<SpaceJson> {
    return (await spaces(of)).find((space) => space.title === title) ?? assert.fail(`There is no space ${title}`);
  }

  async function collectionNamed(title: string, of = organization): Promise<CollectionJson> {
    const found = (await collections(of)).find((collection) => collection.title === title);
    return found ?? assert.fail(`There is no collection ${title}`);
  }

  /** Each test changes a new collection of its own. */
  async function newCollection(title: string, parent?: string): Promise<ShownRow> {
    const reply = await platform.call('POST', `/orgs/${organization}/collections`, {
      title,
      ...(parent && { parent }),
    });
    assert.equal(reply.status, 201);
    await vscode.commands.executeCommand('docsPlatform.library.refresh');
    return rowAt(testing, northwind, title);
  }

  async function newSpace(title: string, ...within: string[]): Promise<ShownRow> {
    const parent = within.length > 0 ? (await collectionNamed(within.at(-1) ?? '')).id : undefined;
    const reply = await platform.call('POST', `/orgs/${organization}/spaces`, { title, ...(parent && { parent }) });
    assert.equal(reply.status, 201);
    await vscode.commands.executeCommand('docsPlatform.library.refresh');
    return rowAt(testing, northwind, ...within, title);
  }

  const run = (command: string, given?: ShownRow) =>
    vscode.commands.executeCommand(`docsPlatform.${command}`, ...(given ? [given.row] : []));

  const titlesAt = async (...way: string[]) => labelsBelow(testing, await rowAt(testing, northwind, ...way));

  test('a collection is created where the user wants it, once its title is short enough', async () => {
    await newCollection('Shelf A');
    person.types('x'.repeat(51), 'Inside A');

    await run('collection.create', await rowAt(testing, northwind, 'Shelf A'));

    assert.match(person.refusals[0] ?? '', /at most 50 characters\. This one has 51/);
    assert.equal((await collectionNamed('Inside A')).parent, (await collectionNamed('Shelf A')).id);
    assert.deepEqual(await titlesAt('Shelf A'), ['Inside A']);
  });

  test('asks for the place of a collection from the palette', async () => {
    // A hidden view has no selected row.
    await vscode.commands.executeCommand('workbench.view.explorer');
    await until('the Library to be hidden', () => testing.tree?.view.visible !== true);
    person.picks('Engineering');
    person.types('From Palette');

    await run('collection.create');

    assert.equal((await collectionNamed('From Palette')).parent, (await collectionNamed('Engineering')).id);
  });

  test('a collection is renamed and described', async () => {
    const row = await newCollection('Shelf B');
    person.types('Shelf B2');
    await run('collection.rename', row);
    person.types('x'.repeat(101), 'For tests');
    await run('collection.describe', await rowAt(testing, northwind, 'Shelf B2'));

    assert.match(person.refusals[0] ?? '', /at most 100 characters/);
    assert.equal((await collectionNamed('Shelf B2')).description, 'For tests');
  });

  test('a collection is deleted after one question that names its content', async () => {
    const row = await newCollection('Shelf C');
    await newSpace('Held By C', 'Shelf C');
    await run('collection.delete', row);
    assert.ok(await collectionNamed('Shelf C'));
    assert.match(person.choices[0]?.detail ?? '', /The collection contains 1 space\./);
    person.presses('Delete');

    await run('collection.delete', row);

    await assert.rejects(collectionNamed('Shelf C'));
    assert.ok(!(await titlesAt()).includes('Shelf C'));
    assert.ok((await titlesAt()).includes('Held By C'));
  });

  test('a space is created in the collection whose row was clicked', async () => {
    person.types(' ', 'Made Here');

    await run('space.create', await newCollection('Shelf D'));

    assert.equal(person.refusals.length, 1);
    assert.equal((await spaceNamed('Made Here')).parent, (await collectionNamed('Shelf D')).id);
    assert.deepEqual(await titlesAt('Shelf D'), ['Made Here']);
  });

  test('a space is renamed, gets an emoji, is locked and unlocked', async () => {
    const row = await newSpace('Plain');
    person.types('Fancy');
    await run('space.rename', row);
    person.types('nothing', '🚀');
    await run('space.changeEmoji', row);
    assert.match(person.refusals[0] ?? '', /one emoji/);
    assert.match((await rowAt(testing, northwind, '🚀 Fancy')).context, /;live;/);
    await run('space.lock', row);
    const { emoji, editMode } = await spaceNamed('Fancy');
    assert.deepEqual([emoji, editMode], ['🚀', 'locked']);
    assert.match((await rowAt(testing, northwind, '🚀 Fancy')).context, /;locked;/);

    await run('space.unlock', row);

    assert.equal((await spaceNamed('Fancy')).editMode, 'live');
  });

  test('a refused text stays in the box', async () => {
    const row = await newSpace('Refused');
    platform.instead = (request, handle) =>
      request.method === 'PATCH'
        ? Response.json({ error: { code: 422, message: 'body.title: is taken' } }, { status: 422 })
        : handle(request);
    try {
      person.types('Taken');
      await run('space.rename', row);
    } finally {
      platform.instead = undefined;
    }

    assert.match(person.refusals[0] ?? '', /is taken/);
    assert.ok(await spaceNamed('Refused'));
  });

  test('a space is duplicated', async () => {
    await run('space.duplicate', await newSpace('Twin'));

    assert.ok(await spaceNamed('Twin (copy)'));
    assert.ok((await titlesAt()).includes('Twin (copy)'));
  });

  test('a deleted space is restored by Undo', async () => {
    const row = await newSpace('Short Trip');
    person.presses('Delete', 'Undo');

    await run('space.delete', row);

    assert.match(person.choices[0]?.message ?? '', /Delete the space “Short Trip”\?/);
    assert.equal(person.choices[0]?.modal, true);
    assert.equal((await spaceNamed('Short Trip')).deletedAt, undefined);
    assert.ok((await titlesAt()).includes('Short Trip'));
  });

  test('a deleted space is listed as restorable, and restored from there', async () => {
    const row = await newSpace('Long Trip');
    person.presses('Delete');
    await run('space.delete', row);
    await assert.rejects(spaceNamed('Long Trip'));
    assert.ok(!(await titlesAt()).includes('Long Trip'));

    person.picks('Long Trip');
    await run('space.restore');

    assert.ok(await spaceNamed('Long Trip'));
    assert.ok((await titlesAt()).includes('Long Trip'));
    person.picks('Long Trip');
    await run('space.restore');
    assert.match(person.messages.at(-1) ?? '', /^There is no entry Long Trip in: .*Restore by ID or URL…$/);
  });

  test('a space that someone else deleted is listed as restorable', async () => {
    await newSpace('Others Trip');
    const { id } = await spaceNamed('Others Trip');
    await platform.call('DELETE', `/spaces/${id}`);

    person.picks('Others Trip');
    await run('space.restore');

    assert.ok(await spaceNamed('Others Trip'));
    assert.ok((await titlesAt()).includes('Others Trip'));
  });

  test('a space that was deleted earlier is restored by its ID or URL', async () => {
    const id = idOf('sample space nw5');
    const isDeleted = async () => (await json<SpaceJson>(`/spaces/${id}`)).deletedAt !== undefined;
    assert.ok(await isDeleted());
    const present = await spaceNamed('Start Here');

    person.picks('Restore by ID or URL…');
    person.types('what was it', 'nothing-there', present.id, `https://app.example/o/${organization}/s/${id}/`);
    await run('space.restore');

    assert.deepEqual(person.refusals, [
      'Enter the ID of a space, or a URL that contains it after /s/ or /spaces/.',
      'No space has this ID. Deleted spaces are permanently removed after 7 days.',
      "“Start Here” isn't deleted.",
    ]);
    assert.equal(await isDeleted(), false);
    await platform.call('DELETE', `/spaces/${id}`);
  });

  test('a space is moved into a collection, before another one', async () => {
    await newCollection('Shelf E');
    await newSpace('First', 'Shelf E');
    const row = await newSpace('Goes First');
    person.picks('Shelf E', 'Before “First”');

    await run('library.move', row);

    assert.deepEqual(await titlesAt('Shelf E'), ['Goes First', 'First']);
    assert.equal((await spaceNamed('Goes First')).parent, (await collectionNamed('Shelf E')).id);
  });

  test("a collection can't be moved into itself", async () => {
    await newCollection('Shelf F');
    person.picks('Shelf F');

    await run('library.move', await rowAt(testing, northwind, 'Shelf F'));

    await until('the message', () => person.messages.length > 0);
    assert.match(person.messages.at(-1) ?? '', /There is no entry Shelf F/);
  });

  test('a collection is moved and transferred with its content', async () => {
    await newCollection('Shelf L');
    await newCollection('Shelf M');
    await newSpace('Goes Along', 'Shelf M');
    person.picks('Shelf L');
    await run('library.move', await rowAt(testing, northwind, 'Shelf M'));
    assert.deepEqual(await titlesAt('Shelf L', 'Shelf M'), ['Goes Along']);

    person.picks(other.title, 'Top level');
    person.presses('Transfer');
    await run('library.transfer', await rowAt(testing, northwind, 'Shelf L', 'Shelf M'));

    assert.match(person.choices[0]?.detail ?? '', /everything in it move out of/);
    assert.ok(!(await titlesAt('Shelf L')).includes('Shelf M'));
    assert.ok(await spaceNamed('Goes Along', other.id));
  });

  test('a space is transferred after one question', async () => {
    const row = await newSpace('Leaves');
    person.picks(other.title, 'Top level');
    await run('library.transfer', row);
    assert.equal((await spaceNamed('Leaves')).organization, organization);

    person.picks(other.title, 'Top level');
    person.presses('Transfer');
    await run('library.transfer', row);

    assert.ok(await spaceNamed('Leaves', other.id));
    assert.ok(!(await titlesAt()).includes('Leaves'));
    assert.ok((await labelsBelow(testing, await rowAt(testing, other.title))).includes('Leaves'));
  });

  test('a space is transferred into a collection of the other organization', async () => {
    const reply = await platform.call('POST', `/orgs/${other.id}/collections`, { title: 'Shelf T' });
    assert.equal(reply.status, 201);
    const { id } = (await reply.json()) as { id: string };
    await vscode.commands.executeCommand('docsPlatform.library.refresh');
    const row = await newSpace('Arrives Inside');
    person.picks(other.title, 'Shelf T');
    person.presses('Transfer');

    await run('library.transfer', row);

    assert.equal((await spaceNamed('Arrives Inside', other.id)).parent, id);
    assert.match(person.choices.at(-1)?.message ?? '', /^Transfer “Arrives Inside” to the collection “Shelf T” of/);
    await platform.call('DELETE', `/collections/${id}`);
    await vscode.commands.executeCommand('docsPlatform.library.refresh');
  });

  test("an action without permission isn't offered", async () => {
    const handle = platform.tokenOf(idOf('sample user noor'));
    assert.ok(handle);
    const robots = await rowAt(testing, northwind, 'Developers');
    assert.match(robots.context, /^collection;.*\badmin\b/);
    const commands = testing.context.extension.packageJSON as {
      contributes: { menus: Record<string, { command?: string; when: string }[]> };
    };
    const items = commands.contributes.menus['view/item/context'] ?? [];
    const offered = (context: string) =>
      items.flatMap(({ command, when }) => {
        const pattern = /^view == docsPlatform\.library && viewItem =~ \/(.*)\/$/.exec(when)?.[1];
        return command && pattern && new RegExp(pattern).test(context) ? [command] : [];
      });
    assert.ok(offered(robots.context).includes('docsPlatform.collection.delete'));
    assert.ok(!offered('collection;view').some((command) => /collection\.|space\./.test(command)));
    assert.ok(!offered('space;live;view;edit').some((command) => /space\.(rename|delete|restore)/.test(command)));
    assert.deepEqual(
      offered('space;deleted;view;admin').filter((command) => /space\./.test(command)),
      ['docsPlatform.space.restore.row'],
    );
  });

  describe('by drag and drop', () => {
    async function drag(row: ShownRow, onto: ShownRow | undefined): Promise<void> {
      const { dragAndDrop } = testing;
      const data = new vscode.DataTransfer();
      const { token } = new vscode.CancellationTokenSource();
      await dragAndDrop.handleDrag?.([row.row], data, token);
      await dragAndDrop.handleDrop?.(onto?.row, data, token);
    }

    test('a space moves into the collection it is dropped on', async () => {
      const collection = await newCollection('Shelf G');
      await drag(await newSpace('Dropped'), collection);

      assert.deepEqual(await titlesAt('Shelf G'), ['Dropped']);
    });

    test('a space takes the place of the one it is dropped on', async () => {
      await newCollection('Shelf H');
      for (const title of ['One', 'Two', 'Three']) await newSpace(title, 'Shelf H');
      const at = (title: string) => rowAt(testing, northwind, 'Shelf H', title);

      await drag(await at('One'), await at('Two'));
      assert.deepEqual(await titlesAt('Shelf H'), ['Two', 'One', 'Three']);
      await drag(await at('Three'), await at('Two'));

      assert.deepEqual(await titlesAt('Shelf H'), ['Three', 'Two', 'One']);
    });

    test('a collection moves into another, back to the top level, and never into itself', async () => {
      const outer = await newCollection('Shelf I');
      await drag(await newCollection('Shelf J'), outer);
      assert.deepEqual(await titlesAt('Shelf I'), ['Shelf J']);

      await drag(outer, await rowAt(testing, northwind, 'Shelf I', 'Shelf J'));
      await until('the refusal', () => person.messages.some((message) => /into itself/.test(message)) || undefined);
      await drag(await rowAt(testing, northwind, 'Shelf I', 'Shelf J'), await rowAt(testing, northwind));

      assert.equal((await collectionNamed('Shelf J')).parent, undefined);
    });

    test('dropping on another organization is a transfer, which asks', async () => {
      const row = await newSpace('Emigrates');
      await drag(row, await rowAt(testing, other.title));
      assert.match(person.choices[0]?.message ?? '', /Transfer “Emigrates” to the organization/);
      assert.ok(await spaceNamed('Emigrates'));

      person.presses('Transfer');
      await drag(row, await rowAt(testing, other.title));

      assert.ok(await spaceNamed('Emigrates', other.id));
    });
  });

  describe("on a server that can't create empty spaces", () => {
    test('a new space is a copy of another one, with the typed title', async () => {
      const children = await newCollection('Shelf K');
      platform.instead = (request, handle) =>
        request.method === 'POST' && /\/orgs\/[^/]+\/spaces$/.test(new URL(request.url).pathname)
          ? Response.json({ error: { code: 405, message: 'no' } }, { status: 405 })
          : handle(request);
      try {
        person.types('As Typed');
        person.picks('Copy of another space', 'Start Here');
        const typing = run('space.create', children);
        await until('the second box', () => person.questions.length > 1 || undefined);
        assert.equal(person.questions[1]?.value, 'As Typed');
        await typing;
        person.types('As Typed', 'As Typed');
        person.picks('Copy of another space', 'Start Here');
        await run('space.create', children);
      } finally {
        platform.instead = undefined;
      }

      assert.equal((await spaceNamed('As Typed')).parent, (await collectionNamed('Shelf K')).id);
    });
  });
});
