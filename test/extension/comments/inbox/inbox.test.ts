import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Account } from '../../../../src/extension/ground/services/accounts.ts';
import type { InboxRow } from '../../../../src/extension/comments/inbox/rows.ts';
import type { Testing } from '../../../../src/extension.ts';
import { spaceId, userId } from '../../../../src/server/sample/seeding.ts';
import { quotedWords } from '../../../../src/model/comments/quotedWords.ts';
import type { DraftTarget } from '../../../../src/store/comments/drafts.ts';
import type { Threads } from '../../../../src/store/comments/threads.ts';
import type { Person } from '../../../host/person.ts';
import type { ServedPlatform } from '../../../host/servedPlatform.ts';
import { until } from '../../../host/until.ts';
import { signedInForEach } from '../../activated.ts';

const { executeCommand } = vscode.commands;
const handbook = spaceId('operator-handbook');
const place = { space: handbook };

describe('The Inbox', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;
  let threads: Threads;

  signedInForEach(async (given) => {
    ({ testing, person, platform, account } = given);
    threads = await testing.stores(account).comments();
  });

  interface Shown {
    readonly row: InboxRow;
    readonly label: string;
    readonly description: string;
    readonly context: string;
  }

  async function rows(parent?: InboxRow): Promise<Shown[]> {
    const provider = testing.inbox?.provider;
    assert.ok(provider);
    const found = (await provider.getChildren(parent)) ?? [];
    return Promise.all(
      found.map(async (row) => {
        const item = await provider.getTreeItem(row);
        return {
          row,
          label: typeof item.label === 'string' ? item.label : '',
          description: String(item.description),
          context: item.contextValue ?? '',
        };
      }),
    );
  }

  const labels = async (parent?: InboxRow) => (await rows(parent)).map(({ label }) => label);

  async function as(who: string, path: string, body: object): Promise<{ id: string }> {
    const response = await platform.call('POST', path, body, userId(who));
    assert.ok(response.ok, String(response.status));
    return (await response.json()) as { id: string };
  }

  /** Each refresh requests the next list. */
  async function lookAround(): Promise<void> {
    for (let turn = 0; turn < 6; turn++) await executeCommand('docsPlatform.inbox.refresh');
  }

  const answers = async (thread: string) => {
    const response = await platform.call('GET', `/spaces/${handbook}/comments/${thread}/replies?format=markdown`);
    const { items } = (await response.json()) as { items: { body: { markdown: string } }[] };
    return items.map(({ body }) => body.markdown);
  };

  /** Makes a reply that can't be sent. */
  async function unsentReply(text: string): Promise<DraftTarget> {
    const { id } = await as('bo', `/spaces/${handbook}/comments`, { body: { markdown: 'Why?' } });
    const target: DraftTarget = { kind: 'reply', place, thread: id };
    platform.instead = () => new Response(null, { status: 503 });
    await assert.rejects(threads.send(target, text));
    platform.instead = undefined;
    return target;
  }

  test("says that it is loading until its rows arrive, and why if they can't be loaded", async () => {
    const { provider, view } = testing.inbox ?? assert.fail();
    const stores = testing.stores(account);
    const inbox = stores.inbox.bind(stores);
    await rows();
    const loaded = Promise.withResolvers<never>();
    Object.assign(stores, { inbox: () => loaded.promise });
    await testing.accounts.remove(account.key);
    await testing.accounts.add(account, platform.token);

    const asked = provider.getChildren();
    assert.match(view.message ?? '', /^Loading…$/);
    loaded.reject(new Error('The disk is full.'));
    await assert.rejects(async () => asked);
    assert.match(view.message ?? '', /^Couldn't load the Inbox: .*disk is full/);

    Object.assign(stores, { inbox });
    await rows();
    assert.equal(view.message, 'Not checked yet.');

    await executeCommand('docsPlatform.inbox.refresh');
    await rows();
    assert.equal(view.message, undefined);
  });

  test('shows a reply to the user in a row and a notification, where it can be answered, and then marks it as read', async () => {
    const own = await threads.send({ kind: 'thread', place }, 'Who owns this page?');
    await lookAround();
    await as('ada', `/spaces/${handbook}/comments/${own}/replies`, { body: { markdown: 'I **do**.' } });

    await lookAround();
    const row = (await rows()).find(({ label }) => label === 'I do.');
    assert.ok(row, (await labels()).join());
    person.types('Thank you.');
    await executeCommand('docsPlatform.comments.reply', row.row);
    await executeCommand('docsPlatform.inbox.markRead', row.row);

    assert.match(row.description, /^Ada Park replied · /);
    const { provider } = testing.inbox;
    const { token } = new vscode.CancellationTokenSource();
    const hovered = await provider.resolveTreeItem?.(await provider.getTreeItem(row.row), row.row, token);
    assert.match(hovered?.tooltip as string, /\nHeron Operator Handbook\n/);
    const reported = person.choices.find(({ message }) => message === 'Ada Park replied: “I do.”');
    assert.deepEqual(reported?.actions, ['Reply…', 'Open', "Don't Show Again"]);
    assert.deepEqual(await answers(own), ['I **do**.', 'Thank you.']);
    assert.equal((await labels()).includes('I do.'), false);
  });

  test('shows one notification when Change Requests is refreshed, alone or with all views', async () => {
    const own = await threads.send({ kind: 'thread', place }, 'Who refreshes?');
    await lookAround();
    for (const [answer, command] of [
      ['From there.', 'docsPlatform.changeRequests.refresh'],
      ['From everywhere.', 'docsPlatform.refresh'],
    ] as const) {
      person.startOver();
      await as('ada', `/spaces/${handbook}/comments/${own}/replies`, { body: { markdown: answer } });

      await executeCommand(command);

      await until('the notification', () => person.choices.length > 0);
      assert.deepEqual(
        person.choices.map(({ message }) => message),
        [`Ada Park replied: “${answer}”`],
      );
    }
    await executeCommand('docsPlatform.inbox.markAllRead');
  });

  test('ends the notifications with Don’t Show Again, but not the rows', async () => {
    const own = await threads.send({ kind: 'thread', place }, 'A question');
    await lookAround();
    person.startOver();
    person.presses("Don't Show Again");
    await as('ada', `/spaces/${handbook}/comments/${own}/replies`, { body: { markdown: 'First.' } });
    await lookAround();
    const setting = () => vscode.workspace.getConfiguration('docsPlatform').get('inbox.notifications');
    await until('the setting', () => setting() === false);
    person.startOver();

    await as('ada', `/spaces/${handbook}/comments/${own}/replies`, { body: { markdown: 'Second.' } });
    await lookAround();

    assert.ok((await labels()).includes('Second.'));
    assert.deepEqual(person.choices, []);
    const target = vscode.ConfigurationTarget.Global;
    await vscode.workspace.getConfiguration('docsPlatform').update('inbox.notifications', undefined, target);
  });

  test('lists a requested review, and Mark All as Read clears it', async () => {
    const base = `/spaces/${handbook}/change-requests`;
    await lookAround();
    const { id } = await as('ada', base, { subject: 'Please look' });
    await as('ada', `${base}/${id}/requested-reviewers`, { users: [userId('mara')] });

    await lookAround();
    const row = (await rows()).find(({ label }) => label === 'Please look');
    await executeCommand('docsPlatform.inbox.markAllRead');

    assert.equal(row?.context, 'news;review');
    assert.match(row?.description ?? '', /^Ada Park requested your review/);
    assert.deepEqual(await labels(), []);
  });

  test('has Needs Attention and its badge follow at once, and tells of a merge', async () => {
    const base = `/spaces/${handbook}/change-requests`;
    const badge = () => testing.changeRequests?.view.badge?.value;
    await until('the badge', () => badge() === 5);
    await lookAround();
    const { id } = await as('ada', base, { subject: 'Please look' });
    await platform.call('PATCH', `${base}/${id}`, { status: 'open' }, userId('ada'));
    await as('ada', `${base}/${id}/requested-reviewers`, { users: [userId('mara')] });

    await lookAround();
    await until('the badge with it', () => badge() === 6);
    await as('ada', `${base}/${id}/merge`, {});
    await lookAround();
    await until('the badge without it', () => badge() === 5);

    const found = (await rows()).find(({ label }) => label === 'Please look');
    assert.equal(found?.context, 'news;merge');
    assert.match(found?.description ?? '', /^Merged · /);
  });

  test("lists a reply that couldn't be sent under Unsent, and Retry Sending sends it", async () => {
    const target = await unsentReply('Try me again.');
    const [group] = await rows();
    assert.ok(group);
    assert.deepEqual([group.label, await labels(group.row)], ['Unsent', ['Try me again.']]);
    const [row] = await rows(group.row);

    await executeCommand('docsPlatform.comments.retryUnsent', row?.row);

    assert.deepEqual('thread' in target && (await answers(target.thread)), ['Try me again.']);
    assert.deepEqual(await labels(), []);
  });

  test('a comment on a page that was deleted names it, and can be sent as a general comment', async () => {
    const target: DraftTarget = { kind: 'thread', place, page: 'deleted-page', quote: 'Tape peels off' };
    await assert.rejects(threads.send(target, 'Which tape?', { title: 'Floor tape' }));
    const [group] = await rows();
    const [row] = await rows(group?.row);
    assert.match(row?.description ?? '', /^New comment on “Floor tape”/);
    assert.equal(row?.context, 'draft;gone');
    person.presses('Send as General Comment');

    await executeCommand('docsPlatform.comments.editUnsent', row?.row);
    await executeCommand('docsPlatform.comments.sendReply');

    const sent = await until('the general comment', async () => {
      const { threads: all } = await threads.of(place).load();
      return all.find(
        ({ body, isPending }) => !isPending && body.kind === 'markdown' && body.markdown.endsWith('Which tape?'),
      );
    });
    await until('nothing is unsent', async () => (await labels()).length === 0);
    assert.deepEqual([sent.page, quotedWords(sent)], [undefined, 'Floor tape\n\n~~Tape peels off~~']);
    assert.match(person.choices[0]?.message ?? '', /The page “Floor tape” was deleted/);
  });

  test('asks before Discard, names what is lost, and deletes it', async () => {
    const target = await unsentReply('Never mind.');
    person.presses('Discard');

    await executeCommand('docsPlatform.comments.discardUnsent', { account: account.key, target });

    assert.match(person.choices.at(-1)?.detail ?? '', /Reply: Never mind\./);
    assert.equal(person.choices.at(-1)?.modal, true);
    assert.deepEqual(await labels(), []);
  });

  test('lists unfinished replies under Drafts', async () => {
    const target: DraftTarget = { kind: 'thread', place };

    await threads.drafts.keep(target, 'Half a thou');

    const [group] = await rows();
    assert.deepEqual([group?.label, await labels(group?.row)], ['Drafts', ['Half a thou']]);
    await threads.drafts.discard(target);
  });

  test('has commands that ignore anything but its rows', async () => {
    platform.taken();
    for (const id of ['comments.retryUnsent', 'comments.discardUnsent', 'inbox.open', 'inbox.markRead']) {
      for (const given of [null, 7, {}, { kind: 'group' }]) await executeCommand(`docsPlatform.${id}`, given);
    }

    assert.deepEqual([platform.taken(), person.messages, person.choices], [[], [], []]);
  });
});
