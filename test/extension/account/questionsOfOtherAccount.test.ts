import assert from 'node:assert/strict';
import { beforeEach, describe, test, vi } from 'vitest';
import { z } from 'zod';
import * as vscode from 'vscode';
import type { Testing } from '../../../src/extension.ts';
import type { Account } from '../../../src/extension/ground/services/accounts.ts';
import { inAccount, usesAccount } from '../../../src/extension/ground/services/otherAccount.ts';
import { createPrompts } from '../../../src/extension/ground/services/prompts.ts';
import { showQuickPick } from '../../../src/extension/ground/services/quickPick.ts';
import { connect } from '../../../src/extension/ground/webviews/port.ts';
import { spaceId, userId } from '../../../src/server/sample/seeding.ts';
import { fake } from '../../fakes/vscode/index.ts';
import { signIn, type Person } from '../../host/person.ts';
import type { ServedPlatform } from '../../host/servedPlatform.ts';
import { signedIn } from '../activated.ts';

describe('A question of a command', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let mara: Account;
  let uri: vscode.Uri;
  const titles: (string | undefined)[] = [];

  signedIn(async (given) => {
    ({ testing, person, platform, account: mara } = given);
    const library = await testing.stores(mara).library();
    const { byPath } = await library.pages(spaceId('operator-handbook'));
    const path = [...byPath.keys()].find((each) => each.endsWith('.md'));
    uri = vscode.Uri.parse(`docs-platform://${mara.key}/${spaceId('operator-handbook')}/${path}`);
    await signIn(person, platform.address, platform.tokenOf(userId('jin')));
    const { showQuickPick } = vscode.window;
    Object.assign(vscode.window, {
      showQuickPick(items: vscode.QuickPickItem[], options?: vscode.QuickPickOptions) {
        titles.push(options?.title);
        return showQuickPick(items, options);
      },
    });
    // The real questions, in the fake VS Code.
    Object.assign(testing.prompts, createPrompts());
  });

  beforeEach(() => {
    person.startOver();
    titles.length = 0;
    fake.inputBoxes.length = 0;
  });

  const host = () => new URL(platform.address).host;
  const run = (command: string, ...given: unknown[]) =>
    vscode.commands.executeCommand(`docsPlatform.${command}`, ...given);

  for (const command of ['editing.edit', 'editing.newPage', 'editing.renamePage', 'editing.deletePage']) {
    test(`names the account of the page if that isn't the active one: ${command}`, async () => {
      void run(command, uri);

      await asked();
      assert.match(titleShown(), new RegExp(` · Mara Lindqvist · ${host()}$`));
    });
  }

  test('names no account if the page belongs to the active one', async () => {
    const before = testing.accounts.active;
    await testing.accounts.activate(mara.key);

    void run('editing.edit', uri);

    await asked();
    await testing.accounts.activate(before?.key ?? '');
    assert.match(titleShown(), /^[^·]+$/);
  });

  test('names the other account in a message and in the explanation of a dialog, and none if there are several', async () => {
    const said: unknown[] = [];
    Object.assign(vscode.window, {
      showInformationMessage: async (message: string, { detail }: vscode.MessageOptions) =>
        void said.push(message, detail),
    });
    const ask = async (others: Account[], modal: boolean) =>
      inAccount(mara.key, async () => {
        for (const { key } of others) usesAccount(key);
        await createPrompts().choose({ message: 'Sure?', actions: [], modal });
      });

    await ask([], false);
    await ask([], true);
    await ask([...testing.accounts.all()], false);

    const account = `This is about another account: Mara Lindqvist · ${host()}.`;
    assert.deepEqual(said, [`Sure? ${account}`, undefined, 'Sure?', account, 'Sure?', undefined]);
  });

  test('names the other account if it follows from the answer to another', async () => {
    void inAccount(mara.key, async () =>
      createPrompts().ask({
        title: 'Name',
        prompt: '',
        async accept() {
          await showQuickPick([{ label: 'Copy' }], { title: 'Way' });
          return { value: '' };
        },
      }),
    );

    // VS Code calls the listeners of a box outside of the action.
    fake.inputBoxes.at(-1)?.enter();

    await asked();
    assert.deepEqual(titles, [`Way · Mara Lindqvist · ${host()}`]);
    fake.inputBoxes.at(-1)?.hide();
  });

  test('names the other account if a webview asks it', async () => {
    const said: unknown[] = [];
    Object.assign(vscode.window, { showInformationMessage: async (message: string) => void said.push(message) });
    let send: ((message: unknown) => void) | undefined;
    const panel = { webview: { postMessage: async () => true } } as unknown as vscode.WebviewPanel;
    const protocol = { requests: { delete: { params: z.null(), result: z.null() } }, notifications: {} };
    const port = connect(
      {
        panel,
        onMessage(listener) {
          send = listener;
          return new vscode.Disposable(() => undefined);
        },
      },
      protocol,
      { delete: async () => (await createPrompts().choose({ message: 'Delete?', actions: [] })) ?? null },
      { note: assert.fail, explain: assert.fail },
      mara.key,
    );

    send?.({ id: 1, request: 'delete', params: null });

    await vi.waitFor(() => assert.equal(said.length, 1));
    assert.deepEqual(said, [`Delete? This is about another account: Mara Lindqvist · ${host()}.`]);
    port.dispose();
  });

  const titleShown = (): string => titles[0] ?? fake.inputBoxes[0]?.title ?? '';
  const asked = (): Promise<void> => vi.waitFor(() => assert.notEqual(titleShown(), ''));
});
