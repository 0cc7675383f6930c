import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Testing } from '../../../../src/extension.ts';
import { rowAt, rowsBelow } from '../../../host/libraryRows.ts';
import type { Person } from '../../../host/person.ts';
import type { ServedPlatform } from '../../../host/servedPlatform.ts';
import { until } from '../../../host/until.ts';
import { signedIn } from '../../activated.ts';

const { fs } = vscode.workspace;
const files = ['Northwind Robotics', 'Products', 'Robots', '📘 Heron Operator Handbook', 'Files'] as const;

describe('Downloads', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let folder: vscode.Uri;
  /** Where the user saves a file; undefined means Cancel. */
  let chosen: vscode.Uri | undefined;
  const { withProgress } = vscode.window;

  signedIn((given) => ({ testing, person, platform } = given));

  beforeEach(async () => {
    folder = vscode.Uri.joinPath(testing.context.globalStorageUri, 'downloads');
    await fs.createDirectory(folder);
    chosen = vscode.Uri.joinPath(folder, 'saved.svg');
    Object.assign(vscode.window, {
      showSaveDialog: async () => chosen,
    });
    person.startOver();
    platform.taken();
  });

  afterEach(async () => {
    platform.instead = undefined;
    Object.assign(vscode.window, { withProgress });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await fs.delete(folder, { recursive: true });
  });

  const download = (given: unknown) => vscode.commands.executeCommand('docsPlatform.file.download', given);
  /** Each file is read from the server only once. */
  const image = async (index = 0) => {
    const images = (await rowsBelow(testing, await rowAt(testing, ...files))).filter(({ label }) =>
      /\.svg$/.test(label),
    );
    return images[index] ?? assert.fail('No image');
  };
  const names = async () => (await fs.readDirectory(folder)).map(([name]) => name);

  test('save the open file where the user wants it', async () => {
    const uri = (await image()).item.command?.arguments?.[0] as vscode.Uri;

    await download(uri);

    assert.deepEqual(await names(), ['saved.svg'], person.messages.join());
  });

  test('save a file of a change request where the user wants it', async () => {
    const uri = (await image()).item.command?.arguments?.[0] as vscode.Uri;
    const account = testing.accounts.active ?? assert.fail();
    const { row } = await image();
    assert.ok(row.kind === 'file');
    const [changeRequest] = (await (await testing.stores(account).changeRequests()).having(['open'], row.space)).map(
      (at) => at.changeRequest,
    );
    assert.ok(changeRequest);
    const at = { account, space: row.space.id, changeRequest };

    await download({
      kind: 'changedFile',
      key: 'file 1',
      at,
      change: { kind: 'added', id: row.file.id, name: row.file.name, path: row.path },
    });

    assert.ok(chosen);
    assert.deepEqual(await fs.readFile(chosen), await fs.readFile(uri), person.messages.join());
  });

  test('send no request if no location is chosen', async () => {
    chosen = undefined;
    const { row } = await image();
    platform.taken();

    await download(row);

    assert.deepEqual(
      platform.taken().filter((request) => request.includes('/downloads/')),
      [],
    );
    assert.deepEqual([await names(), person.messages], [[], []]);
  });

  test('that break off leave no partial file, and keep the existing file', async () => {
    assert.ok(chosen);
    await fs.writeFile(chosen, new TextEncoder().encode('before'));
    const { row } = await image(1);
    platform.instead = (request, handle) =>
      request.url.includes('/downloads/') ? new Response(brokenStream()) : handle(request);

    await download(row);

    await until('the message', () => person.messages.length > 0);
    assert.equal(person.messages.length, 1);
    assert.deepEqual(await names(), ['saved.svg']);
    assert.equal(new TextDecoder().decode(await fs.readFile(chosen)), 'before');
  });

  test('that are canceled leave nothing, and report nothing', async () => {
    const cancel = new vscode.CancellationTokenSource();
    const reports: unknown[] = [];
    Object.assign(vscode.window, {
      withProgress: (_: unknown, task: (...given: unknown[]) => unknown) =>
        task({ report: (step: unknown) => reports.push(step) }, cancel.token),
    });
    const { row } = await image(2);
    platform.instead = (request, handle) =>
      request.url.includes('/downloads/') ? new Response(endlessStream()) : handle(request);

    const downloading = download(row);
    await until('the progress', () => reports.length > 0);
    cancel.cancel();
    await downloading;

    assert.deepEqual([await names(), person.messages], [[], []]);
  });
});

function brokenStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(1000));
      controller.error(new Error('broken'));
    },
  });
}

function endlessStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(100_000)) });
}
