import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'vitest';
import * as vscode from 'vscode';
import type { Testing } from '../../../src/extension.ts';
import type { Account } from '../../../src/extension/ground/services/accounts.ts';
import { spaceId } from '../../../src/server/sample/seeding.ts';
import { openEditingWindow } from '../../host/editingWindow.ts';
import { signIn, type Person } from '../../host/person.ts';
import type { ServedPlatform } from '../../host/servedPlatform.ts';
import { until } from '../../host/until.ts';
import { signedIn } from '../activated.ts';

let testing: Testing;
let person: Person;
let platform: ServedPlatform;
let account: Account;
signedIn((given) => ({ testing, person, platform, account } = given));

test('nothing of a signed-out account is stored, not even what its server answers afterwards', async () => {
  const folder = path.join(testing.context.globalStorageUri.fsPath, 'accounts', account.key);
  await until('the first stored text', () => existsSync(folder));
  const stores = testing.stores(account);
  const [library, actions] = [await stores.library(), await stores.libraryActions()];
  const space = await library.space(spaceId('security'));
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  platform.instead = async (request, handle) => {
    if (request.method !== 'DELETE') return handle(request);
    asked.resolve();
    await answer.promise;
    return handle(request);
  };
  // Deleted spaces are stored, so that they can be restored.
  const deleting = actions.deleteSpace(space);
  await asked.promise;

  person.presses('Sign Out');
  await vscode.commands.executeCommand('docsPlatform.signOut');
  assert.deepEqual([testing.accounts.all(), existsSync(folder)], [[], false], person.messages.join());

  answer.resolve();
  await deleting;
  assert.equal(existsSync(folder), false);
});

test('nothing more is sent to the server of a signed-out account, and the next sign-in loads everything again', async () => {
  const signedOut = await signIn(person, platform.address, platform.token);
  const api = await testing.stores(signedOut).api();
  await testing.accounts.remove(signedOut.key);
  const tokens: (string | null)[] = [];
  platform.instead = (request, handle) => {
    tokens.push(request.headers.get('authorization'));
    return handle(request);
  };

  await assert.rejects(api.organizations.list({}), { reason: { code: 'notSignedIn' } });
  await assert.rejects(testing.stores({ ...signedOut }).api(), { reason: { code: 'notSignedIn' } });

  assert.deepEqual(tokens, []);
  const account = await signIn(person, platform.address, platform.token);
  assert.notDeepEqual(await (await testing.stores(account).library()).organizations(), []);
});

test('what was viewed is still marked after signing out and in again', async () => {
  const signedOut = await signIn(person, platform.address, platform.token);
  const space = spaceId('operator-handbook');
  const content = async (of: Account) => testing.stores(of).contents();
  const before = await content(signedOut);
  const { items } = (await (await platform.call('GET', `/spaces/${space}/change-requests?status=open`)).json()) as {
    items: { number: number }[];
  };
  const number = items[0]!.number;
  const [page] = (await before.changes(space, number)).pages;
  assert.ok(page);
  await before.setViewed(space, number, new Map([[page.id, true]]));
  assert.equal(before.isViewed(space, number, page.id), true);

  person.presses('Sign Out');
  await vscode.commands.executeCommand('docsPlatform.signOut');
  assert.match(
    person.choices.at(-1)?.detail ?? '',
    /Comment threads, rendered changes, .* are there when you sign in again/,
  );
  const after = await content(await signIn(person, platform.address, platform.token));
  await after.changes(space, number);

  assert.equal(after.isViewed(space, number, page.id), true);
});

test('signing out names what is unsent, and a save after it says that the account is signed out', async () => {
  const signedOut = await signIn(person, platform.address, platform.token);
  const session = await openEditingWindow({ testing, platform, account: signedOut });
  await session.propose('Signed out');
  const { document } = await session.open(session.pages[0]!);
  await session.append(document, 'Unsent.');
  platform.instead = () => Response.json({ error: { code: 503, message: 'Down' } }, { status: 503 });
  await vscode.commands.executeCommand('workbench.action.files.save');
  platform.instead = undefined;
  await session.append(document, 'And more.');
  person.startOver();

  person.presses('Sign Out');
  await vscode.commands.executeCommand('docsPlatform.signOut');
  assert.match(
    person.choices[0]?.detail ?? '',
    /^You have unsent changes: 1 page\.\n\nUnsaved text stays in open editors\.\n\nThis removes/,
  );
  person.startOver();
  await vscode.commands.executeCommand('workbench.action.files.save');

  assert.equal(document.isDirty, true);
  const { failure } = document as unknown as { readonly failure: Error };
  assert.match(failure.message, /aren't signed in|signed out/);
  assert.deepEqual([...person.messages, ...person.choices], []);
  await signIn(person, platform.address, platform.token);
  await vscode.commands.executeCommand('workbench.action.files.save');
  assert.match(await session.markdownOf(session.pages[0]!), /Unsent\.\n\nAnd more\./);
  await session.leave();
});
