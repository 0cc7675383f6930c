import assert from 'node:assert/strict';
import { onTestFinished, test } from 'vitest';
import * as vscode from 'vscode';
import { Document } from '../../../fakes/vscode/documents.ts';
import { fake } from '../../../fakes/vscode/index.ts';
import { createApi } from '../../../../src/client/createApi.ts';
import { checkSettings } from '../../../../src/client/settingsCheck.ts';
import { asReceived } from '../../../../src/contract/shared/tolerantly.ts';
import { settingsUriOf } from '../../../../src/model/settings/address.ts';
import { organizationId } from '../../../../src/server/sample/seeding.ts';
import { createSettingsDocuments } from '../../../../src/store/settings/documents.ts';
import { createSettingsFiles } from '../../../../src/extension/organization/settings/files.ts';
import { openSamplePlatform } from '../../../server/samplePlatform.ts';
import { fakeStores } from '../../../fakes/stores.ts';

const manual = vscode.TextDocumentSaveReason.Manual;

/** The settings of an organization in an editor, as VS Code has read them. */
async function openEditor() {
  const platform = openSamplePlatform();
  onTestFinished(() => platform.close());
  const opened: { instead: ((request: Request) => Response | undefined) | undefined } = { instead: undefined };
  let writes = 0;
  const api = createApi({
    base: 'http://localhost',
    platform: async (request) => {
      if (request.method !== 'GET') writes++;
      return opened.instead?.(request) ?? platform.handle(request);
    },
    token: async () => platform.token,
  });
  const log = { warn: (message: string) => assert.fail(message) };
  const documents = createSettingsDocuments({
    api,
    currentUserId: async () => undefined,
    check: checkSettings,
    asReceived,
    now: Date.now,
    log,
  });
  const ids = { organizationId: organizationId('northwind') };
  const uri = vscode.Uri.from(settingsUriOf({ account: 'a', kind: 'organization', ids, title: 'Northwind' }));
  const answers: Promise<string>[] = [];
  let asked = 0;
  const files = createSettingsFiles({
    accounts: { byKey: () => ({ key: 'a' }) },
    stores: fakeStores(() => ({
      settings: async () => documents,
      library: async () => ({ refresh: async () => undefined }),
    })),
    prompts: {
      choose: async () => {
        asked++;
        return answers.shift();
      },
    },
    changed: { fire: () => undefined },
    edge: { note: () => undefined },
  } as unknown as Parameters<typeof createSettingsFiles>[0]);
  const base = await files.stat(uri);
  let text = new TextDecoder().decode(await files.readFile(uri));
  let saves = 0;
  const document = {
    uri,
    getText: () => text,
    /** As VS Code does it: will-save, then its own comparison, then the write. */
    async save() {
      saves++;
      if (!(await files.isToBeSaved(document))) return false;
      await files.willSave(uri, manual);
      const { mtime, size } = await files.stat(uri);
      if (mtime > base.mtime && size !== base.size) return false;
      await files.writeFile(uri, new TextEncoder().encode(text));
      return true;
    },
  } as unknown as vscode.TextDocument;
  return {
    api,
    opened,
    files,
    document,
    answers,
    /** A revert in VS Code. */
    read: async () => {
      text = new TextDecoder().decode(await files.readFile(uri));
    },
    write: (from: RegExp, to: string) => {
      const changed = text.replace(from, to);
      assert.notEqual(changed, text);
      text = changed;
    },
    counts: () => ({ asked, saves, writes }),
    ofPlatform: () => api.organizations.get(ids),
  };
}

test('asks once if the user saves again while the first save is still asking', async () => {
  const { files, document, answers, write, counts } = await openEditor();
  write(/"defaultRole": .*/, '"defaultRole": "comment",');
  const answer = Promise.withResolvers<string>();
  answers.push(answer.promise);

  const saves = [files.apply(document), files.apply(document)];
  answer.resolve('Apply');

  assert.deepEqual([await Promise.all(saves), counts().asked], [[true, false], 1]);
});

test("sends applied settings once, and the following save doesn't take them for a change by others", async () => {
  const { files, document, write, counts, ofPlatform } = await openEditor();
  write(/"title": ".*"/, '"title": "A much longer title than before"');

  assert.equal(await files.apply(document), true);

  assert.deepEqual(counts(), { asked: 0, saves: 1, writes: 1 });
  assert.equal((await ofPlatform()).title, 'A much longer title than before');
});

test('reports what the platform refuses in a sentence and at its field, not as a failed save', async () => {
  const { files, document, opened, answers, write, counts } = await openEditor();
  write(/"hostname": ".*"/, '"hostname": "taken"');
  answers.push(Promise.resolve('Apply'));
  opened.instead = ({ method }) =>
    method === 'PATCH'
      ? Response.json({ error: { code: 422, message: 'hostname is taken already' } }, { status: 422 })
      : undefined;

  assert.equal(await files.apply(document), false);

  assert.equal(counts().saves, 0);
  assert.match(fake.said.join(), /^Couldn't apply settings: .*hostname is taken already/);
  assert.doesNotMatch(fake.said.join(), /docs-platform-settings|organizationId/);
  assert.match(fake.diagnostics[0]?.message ?? '', /hostname is taken already/);
});

test("shows no link from the server's words when a save fails", async () => {
  const { files, document, opened, write } = await openEditor();
  write(/"title": ".*"/, '"title": "Another title"');
  const message = 'Over. [Sign in again](command:workbench.action.quit)';
  opened.instead = ({ method }) =>
    method === 'PATCH' ? Response.json({ error: { code: 422, message } }, { status: 422 }) : undefined;
  await files.willSave(document.uri, manual);

  // As if `editor.codeActionsOnSave` was off.
  const save = files.writeFile(document.uri, new TextEncoder().encode(document.getText()));

  await assert.rejects(save, (error: Error) => {
    assert.match(error.message, /“Over\. \[Sign in again\]/);
    assert.doesNotMatch(error.message, /\]\(/);
    return true;
  });
});

test('reports a value beyond a limit before it asks', async () => {
  const { files, document, write, counts } = await openEditor();
  write(/"defaultRole": .*/, '"defaultRole": "boss",');

  assert.equal(await files.apply(document), false);

  assert.deepEqual(counts(), { asked: 0, saves: 0, writes: 0 });
  assert.match(fake.said.join(), /^Couldn't apply settings: defaultRole must be/);
});

test("reports text that isn't JSON, which only VS Code marks", async () => {
  const { files, document, write, counts } = await openEditor();
  write(/\{/, '{,');

  assert.equal(await files.apply(document), false);

  assert.match(fake.said.join(), /^Couldn't apply settings: This isn't valid JSON: /);
  assert.deepEqual([fake.diagnostics, counts().saves], [[], 0]);
});

test("applies a document that VS Code is about to save by itself first and once, or doesn't save it", async () => {
  const { files, document, answers, write, counts } = await openEditor();
  write(/"defaultRole": .*/, '"defaultRole": "comment",');
  answers.push(Promise.resolve('Cancel'), Promise.resolve('Apply'));

  assert.equal(await files.isToBeSaved(document), false);
  assert.deepEqual(counts(), { asked: 1, saves: 0, writes: 0 });

  assert.equal(await files.isToBeSaved(document), true);
  assert.equal(await files.isToBeSaved(document), true);
  assert.equal(await document.save(), true);
  assert.deepEqual(counts(), { asked: 2, saves: 1, writes: 1 });
});

test('lets the save compare if someone else has changed the settings since the editor read them, and sends nothing', async () => {
  const { api, files, document, write, counts, ofPlatform } = await openEditor();
  const ids = { organizationId: organizationId('northwind') };
  write(/"title": ".*"/, '"title": "Mine"');
  await api.organizations.update({ ...ids, body: { title: 'A longer title of somebody else' } });
  const { writes } = counts();

  assert.equal(await files.apply(document), false);

  assert.deepEqual(counts(), { asked: 0, saves: 1, writes });
  assert.equal((await ofPlatform()).title, 'A longer title of somebody else');
});

test("applies first again after the user reverts to someone else's changes", async () => {
  const { api, files, document, opened, write, read, counts } = await openEditor();
  const ids = { organizationId: organizationId('northwind') };
  write(/"title": ".*"/, '"title": "Mine"');
  await api.organizations.update({ ...ids, body: { title: 'A longer title of somebody else' } });
  assert.equal(await files.apply(document), false);

  const shown = new Document(document.uri);
  fake.documents.push(Object.assign(shown, { isDirty: true }));
  await read();
  shown.type(document.getText(), { isDirty: false });
  write(/"title": ".*"/, '"title": "Mine again"');
  opened.instead = ({ method }) =>
    method === 'PATCH' ? Response.json({ error: { code: 403, message: 'closed' } }, { status: 403 }) : undefined;

  assert.equal(await files.apply(document), false);
  assert.match(fake.said.join(), /^Couldn't apply settings: .*closed/);
  assert.equal(counts().saves, 1);
});

test("doesn't ask again in the save about what was confirmed before VS Code compares", async () => {
  const { api, files, document, answers, write, counts } = await openEditor();
  const ids = { organizationId: organizationId('northwind') };
  write(/"defaultRole": .*/, '"defaultRole": "comment",');
  await api.organizations.update({ ...ids, body: { title: 'A longer title of somebody else' } });
  assert.equal(await files.apply(document), false);
  const { asked } = counts();
  answers.push(Promise.resolve('Apply'), Promise.resolve('Apply'));

  await files.apply(document);

  assert.equal(counts().asked, asked + 1);
});
