import assert from 'node:assert/strict';
import { describe, onTestFinished, test } from 'vitest';
import * as vscode from 'vscode';
import { pageTexts } from '../../../src/extension/comments/threadsPanel/pageTexts.ts';
import { outdatedBy } from '../../../src/extension/ground/threads/outdatedThreads.ts';
import type { Account } from '../../../src/extension/ground/services/accounts.ts';
import type { PlacedThread } from '../../../src/extension/comments/shownThreads.ts';
import type { Testing } from '../../../src/extension.ts';
import { uriOf as uriOfPage } from '../../../src/model/shared/address.ts';
import { spaceId } from '../../../src/server/sample/seeding.ts';
import { fake } from '../../fakes/vscode/index.ts';
import type { Person } from '../../host/person.ts';
import type { ServedPlatform } from '../../host/servedPlatform.ts';
import { until } from '../../host/until.ts';
import { signedInForEach } from '../activated.ts';

const { executeCommand } = vscode.commands;
const handbook = spaceId('operator-handbook');
const page = 'why-does-my-heron-stop.md';
const tape = 'Cover them with matte tape.';

interface Reported {
  readonly id: string;
  readonly status: string;
  readonly replies: number;
  readonly body: { readonly markdown: string };
  readonly postedBy: { readonly id: string };
  readonly target: { readonly page?: { readonly id: string } };
  readonly reactions: readonly { readonly emoji: string; readonly count: number }[];
}

describe('Comments in pages', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;

  signedInForEach((given) => ({ testing, person, platform, account } = given), {
    appUrl: 'https://docs.northwind.example',
  });

  const uriOf = (path: string) =>
    vscode.Uri.from({ scheme: 'docs-platform', authority: account.key, path: `/${handbook}/${path}` });

  /** The threads of a page, once they are shown in it. */
  async function threadsIn(path: string): Promise<readonly PlacedThread[]> {
    const uri = uriOf(path);
    await vscode.window.showTextDocument(uri);
    const { inline } = await testing.comments();
    await until('the threads of the page', async () => (await inline.shown(uri)) !== undefined);
    return inline.placedIn(uri);
  }

  async function threadAt(words: string): Promise<PlacedThread> {
    const all = await threadsIn(page);
    const text = vscode.window.activeTextEditor?.document;
    const found = all.find(({ range }) => range && text?.getText(range).startsWith(words.slice(0, 10)));
    assert.ok(found, `${all.length} threads, none at ${words}`);
    return found;
  }

  const bodies = ({ widget }: PlacedThread) =>
    widget.thread.comments.map(({ body }) => (typeof body === 'string' ? body : body.value));

  async function reported<Answer = Reported>(path: string): Promise<Answer> {
    const response = await platform.call('GET', `/spaces/${handbook}/comments${path}`);
    return (await response.json()) as Answer;
  }

  /** From now on, changing requests take effect but are answered with a gateway error. */
  function loseAnswers(): void {
    platform.instead = async (request, real) => {
      const response = await real(request);
      return request.method === 'GET' ? response : new Response('<html>Bad gateway</html>', { status: 502 });
    };
  }

  const ofThread = ({ id }: PlacedThread) => platform.taken().filter((request) => request.endsWith(id));

  async function repliesTo({ id }: PlacedThread): Promise<string[]> {
    const { items } = await reported<{ items: Reported[] }>(`/${id}/replies?format=markdown`);
    return items.map(({ body }) => body.markdown);
  }

  test('Reply sends the reply of the box', async () => {
    const thread = await threadAt(tape);

    await executeCommand('docsPlatform.comments.send', { thread: thread.widget.thread, text: 'Please do.' });

    assert.equal((await repliesTo(thread)).at(-1), 'Please do.');
    await until('the reply', () => bodies(thread).at(-1)?.includes('Please do.'));
  });

  test('Reply and Resolve does both, and only resolves with an empty box', async () => {
    const thread = await threadAt(tape);
    const other = (await threadsIn(page)).find(({ id }) => id !== thread.id) as PlacedThread;

    await executeCommand('docsPlatform.comments.sendAndResolve', { thread: thread.widget.thread, text: 'Done.' });
    await executeCommand('docsPlatform.comments.sendAndResolve', { thread: other.widget.thread, text: '' });

    assert.equal((await repliesTo(thread)).at(-1), 'Done.');
    assert.equal((await reported(`/${thread.id}`)).status, 'resolved');
    assert.equal((await reported(`/${other.id}`)).status, 'resolved');
    assert.equal(thread.widget.thread.state, vscode.CommentThreadState.Resolved);
  });

  test('Resolve and Reopen show their effect at once, and on the platform', async () => {
    const thread = await threadAt(tape);

    await executeCommand('docsPlatform.comments.resolve', thread.widget.thread);
    const resolved = (await reported(`/${thread.id}`)).status;
    await executeCommand('docsPlatform.comments.reopen', thread.widget.thread);

    assert.deepEqual([resolved, (await reported(`/${thread.id}`)).status], ['resolved', 'open']);
    assert.match(thread.widget.thread.contextValue ?? '', /^thread;open/);
  });

  test('a resolution that the platform refuses is undone and reported', async () => {
    const thread = await threadAt(tape);
    platform.instead = (request, real) =>
      request.method === 'PUT'
        ? Response.json({ error: { code: 403, message: 'No.' } }, { status: 403 })
        : real(request);

    await executeCommand('docsPlatform.comments.resolve', thread.widget.thread);

    assert.equal(thread.widget.thread.state, vscode.CommentThreadState.Unresolved);
    await until('the message', () => person.messages.length > 0);
    assert.match(person.messages.join(), /You don't have permission to do this/);
  });

  test('a resolution without an answer is looked up, and not sent again', async () => {
    const thread = await threadAt(tape);
    platform.taken();
    loseAnswers();

    await executeCommand('docsPlatform.comments.resolve', thread.widget.thread);

    assert.equal(thread.widget.thread.state, vscode.CommentThreadState.Resolved);
    assert.deepEqual(person.messages, []);
    const at = `/v1/spaces/${handbook}/comments/${thread.id}`;
    assert.deepEqual(ofThread(thread), [`PUT ${at}`, `GET ${at}`]);
  });

  test('a comment is edited without the quote that shows its place, which stays', async () => {
    const { target } = await reported(`/${(await threadAt(tape)).id}`);
    const body = { page: target.page?.id, body: { markdown: '> Cover them with\n> matte tape.\n\nWhy?' } };
    const made = (await (await platform.call('POST', `/spaces/${handbook}/comments`, body)).json()) as Reported;
    const { inline } = await testing.comments();
    const placed = await until('the comment', async () => {
      await executeCommand('docsPlatform.comments.refresh');
      return inline.placedIn(uriOf(page)).find(({ id }) => id === made.id);
    });
    const own = placed.widget.thread.comments[0]!;

    await executeCommand('docsPlatform.comments.edit', own);

    assert.equal(typeof own.body === 'string' ? own.body : own.body.value, 'Why?');
    own.body = 'Why, and which?';
    await executeCommand('docsPlatform.comments.saveEdit', own);
    const { body: stored } = await reported(`/${made.id}?format=markdown`);
    assert.equal(stored.markdown, '> Cover them with\n> matte tape.\n\nWhy, and which?');
  });

  test('Cancel shows the comment as it was', async () => {
    const thread = await threadAt(tape);
    await executeCommand('docsPlatform.comments.send', { thread: thread.widget.thread, text: 'As it was.' });
    const own = await until('the reply', () => thread.widget.thread.comments[3]);

    await executeCommand('docsPlatform.comments.edit', own);
    own.body = 'Otherwise.';
    await executeCommand('docsPlatform.comments.cancelEdit', own);

    assert.equal(own.mode, vscode.CommentMode.Preview);
    assert.match(bodies(thread).at(-1) ?? '', /As it was/);
  });

  test("a reply that couldn't be sent is kept, reported, and sent on Retry", async () => {
    const thread = await threadAt(tape);
    platform.instead = (request, real) =>
      request.method === 'POST' ? new Response(null, { status: 503 }) : real(request);
    const threads = await testing.stores(account).comments();

    await executeCommand('docsPlatform.comments.send', { thread: thread.widget.thread, text: 'Kept.' });
    const unsent = threads.drafts.unsent().map(({ text }) => text);
    platform.instead = undefined;
    person.presses('Retry');
    await executeCommand('docsPlatform.comments.send', { thread: thread.widget.thread, text: 'Kept.' });

    assert.deepEqual(unsent, ['Kept.']);
    assert.match(person.choices[0]?.message ?? '', /wasn.t sent\. It is saved under Unsent/);
    assert.equal((await repliesTo(thread)).filter((text) => text === 'Kept.').length, 1);
    assert.deepEqual(threads.drafts.cached(), []);
  });

  test('Reply to Comment lists the open page’s comments, and takes a line and Enter', async () => {
    const thread = await threadAt(tape);
    person.picks('Tape peels off');
    person.types('', 'By keyboard.');

    await executeCommand('docsPlatform.comments.reply');

    assert.equal((await repliesTo(thread)).at(-1), 'By keyboard.');
    assert.deepEqual(person.refusals, ['Enter some text, or press Escape.']);
  });

  test('a mention is the one that was chosen, even while others are loading', async () => {
    const thread = await threadAt(tape);
    const sitting = { prompts: { ...testing.prompts }, window: { ...vscode.window }, commands: { ...vscode.commands } };
    person.leave();
    onTestFinished(() => {
      Object.assign(testing.prompts, sitting.prompts);
      Object.assign(vscode.window, sitting.window);
      Object.assign(vscode.commands, sitting.commands);
    });
    const replying = executeCommand('docsPlatform.comments.reply', { place: { space: handbook }, thread: thread.id });
    const box = await until('the box', () => fake.inputBoxes.findLast(({ isVisible }) => isVisible));
    box.type('Ask @');
    const picker = await until('the list', () => fake.quickPicks.findLast(({ isVisible }) => isVisible));
    await until('the people', () => picker.items.length > 1);
    const { label } = picker.items[1] ?? assert.fail();
    picker.value = label;
    await until('the others', () => !picker.busy);

    picker.acceptAt(1);

    await until('the name', () => box.value === `Ask @${label} `);
    box.hide();
    await replying;
  });

  test('Reply to Comment and Resolve It does both', async () => {
    const thread = await threadAt(tape);
    person.types('Settled.');

    await executeCommand('docsPlatform.comments.replyAndResolve', { place: { space: handbook }, thread: thread.id });

    assert.equal((await repliesTo(thread)).at(-1), 'Settled.');
    assert.equal((await reported(`/${thread.id}`)).status, 'resolved');
  });

  test("a reply that was sent without resolving its thread isn't asked for again", async () => {
    const thread = await threadAt(tape);
    platform.instead = (request, real) =>
      request.method === 'PUT' ? Response.json({ error: { code: 403 } }, { status: 403 }) : real(request);
    person.types('Sent once.', 'Never asked for.');

    await executeCommand('docsPlatform.comments.replyAndResolve', { place: { space: handbook }, thread: thread.id });

    assert.deepEqual((await repliesTo(thread)).slice(2), ['Sent once.']);
    assert.match(person.messages.join(), /was sent, but the thread wasn't resolved/);
  });

  test('Reply to Comment lists the comments of a row, those of a page first', async () => {
    const thread = await threadAt(tape);
    const { page: pageId } = thread.page;
    const picked: string[] = [];
    const { showQuickPick } = vscode.window;
    Object.assign(vscode.window, {
      showQuickPick: async (items: readonly vscode.QuickPickItem[]) => void picked.push(items[0]?.label ?? ''),
    });

    await executeCommand('docsPlatform.comments.reply', {
      kind: 'page',
      key: 'row',
      space: { id: handbook },
      node: { id: pageId },
    });
    Object.assign(vscode.window, { showQuickPick });

    assert.match(picked[0] ?? '', /^(Tape peels off|A customer asked)/);
  });

  test('Reply to Comment asks for the space if no page is open', async () => {
    person.picks('Heron Operator Handbook', 'Tape peels off');
    person.types('From the palette.');

    await executeCommand('docsPlatform.comments.reply');

    const { items } = await reported<{ items: Reported[] }>('?format=markdown');
    const thread = items.find(({ body }) => body.markdown.startsWith('Tape peels off'));
    assert.equal(thread?.replies, 3);
  });

  test('Send Reply and Resolve does both', async () => {
    const thread = await threadAt(tape);
    await executeCommand('docsPlatform.comments.replyInEditor', thread.widget.thread);
    const editor = await until('the editor', () => vscode.window.activeTextEditor);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'That is it.'));

    await executeCommand('docsPlatform.comments.sendReplyAndResolve');

    assert.equal((await reported(`/${thread.id}`)).status, 'resolved');
  });

  test('Edit Unsent Comment opens the typed text', async () => {
    const thread = await threadAt(tape);
    const { drafts } = await testing.stores(account).comments();
    const target = { kind: 'reply', place: { space: handbook }, thread: thread.id } as const;
    await drafts.keep(target, 'To be finished');

    await executeCommand('docsPlatform.comments.editUnsent', { target });

    assert.equal(vscode.window.activeTextEditor?.document.getText(), 'To be finished');
    await drafts.discard(target);
  });

  /** A page of a change request, its first thread, and the platform's URL of its comments. */
  async function threadOfChangeRequest() {
    const content = await testing.stores(account).contents();
    const changeRequests = await testing.stores(account).changeRequests();
    const response = await platform.call('GET', `/spaces/${handbook}/change-requests?status=open`);
    const { items } = (await response.json()) as { items: { number: number; subject: string }[] };
    const number = items.find(({ subject }) => /0\.3 m\/s/.test(subject))?.number ?? 0;
    const version = { kind: 'changeRequest', number } as const;
    const { changeRequest } = await changeRequests.find(handbook, String(number));
    const tree = await content.pages(handbook, version);
    const [charging] = [...tree.byPath].find(([, { title }]) => title === 'Charging') ?? [...tree.byPath][0] ?? [''];
    const uri = vscode.Uri.from(uriOfPage({ account: account.key, space: handbook, version, path: charging }));
    platform.taken();

    await vscode.window.showTextDocument(uri);
    const { inline } = await testing.comments();
    await until('the threads', async () => (await inline.shown(uri)) !== undefined);
    const [thread] = inline.placedIn(uri);
    assert.ok(thread?.range, `no thread in ${charging}`);
    assert.equal(thread.page.place.changeRequest, changeRequest.id, charging);
    return { uri, inline, thread, base: `/v1/spaces/${handbook}/change-requests/${changeRequest.id}/comments` };
  }

  test('a resolution in a change request without an answer is also looked up', async () => {
    const { thread, base } = await threadOfChangeRequest();
    platform.taken();
    loseAnswers();

    await executeCommand('docsPlatform.comments.resolve', thread.widget.thread);

    assert.equal(thread.widget.thread.state, vscode.CommentThreadState.Resolved);
    assert.deepEqual(ofThread(thread), [`PUT ${base}/${thread.id}`, `GET ${base}/${thread.id}`]);
  });

  test('Refresh Comments shows comments by others', async () => {
    const thread = await threadAt(tape);
    await until('the replies', () => thread.widget.thread.comments.length === 3);
    await platform.call('POST', `/spaces/${handbook}/comments/${thread.id}/replies`, {
      body: { markdown: 'From elsewhere.' },
    });

    await executeCommand('docsPlatform.comments.refresh');

    await until('the reply', () => bodies(thread).at(-1)?.includes('From elsewhere.'));
  });

  test('on published pages are outdated in the panel only once their words are gone', async () => {
    const thread = await threadAt(tape);
    const text = vscode.window.activeTextEditor?.document.getText() ?? assert.fail();
    const { comments, page: id } = thread.page;
    const place = { space: handbook };
    const made = await platform.call('POST', `/spaces/${handbook}/comments`, {
      ...{ page: id, body: { markdown: `> ${tape}\n\nWhich tape?` } },
    });
    const { id: about } = (await made.json()) as Reported;
    const texts = await pageTexts(testing, account, place, () => undefined);
    onTestFinished(() => void texts.dispose());
    const isOutdated = outdatedBy({ textOf: (each) => texts.of(each) });
    const publish = async (markdown: string): Promise<boolean> => {
      platform.edit(handbook, [{ operation: 'update_page', page: id, markdown }]);
      await comments.refresh();
      (await testing.stores(account).library()).renew(handbook);
      await until('the text', () => texts.of(id)?.includes(markdown.slice(-10)));
      const shown = comments.thread(about) ?? assert.fail();
      assert.equal(shown.page?.isOutdated, true);
      return isOutdated(shown);
    };

    assert.equal(await publish(`${text}\n\nMore words.`), false);
    assert.equal(await publish('Nothing of it.'), true);
  });

  test("a comment by others can't run anything for its reader", async () => {
    const thread = await threadAt(tape);
    const hostile =
      '<img src=x onerror=alert(1)> ![t](https://tracker.example/a.png) [run](command:workbench.action.quit) $(trash)';
    await platform.call('POST', `/spaces/${handbook}/comments/${thread.id}/replies`, { body: { markdown: hostile } });

    await executeCommand('docsPlatform.comments.refresh');

    const body = await until('the reply', () => thread.widget.thread.comments[3]?.body);
    assert.ok(body instanceof vscode.MarkdownString);
    assert.deepEqual([body.isTrusted, body.supportHtml, body.supportThemeIcons], [false, false, false]);
    assert.doesNotMatch(body.value, /\]\(command:|!\[/);
    assert.match(body.value, /&lt;img/);
  });

  test('Open Comment in Browser opens its own URL', async () => {
    const thread = await threadAt(tape);

    await executeCommand('docsPlatform.comments.openInBrowser', thread.widget.thread.comments[0]);

    assert.deepEqual(person.visited, [thread.page.comments.thread(thread.id)?.address]);
    assert.match(person.visited[0] ?? '', /^https:\/\/docs\.northwind\.example\//);
  });

  test("Show Replies loads replies that weren't shown", async () => {
    platform.instead = (request, real) =>
      request.url.includes('/replies') ? new Response(null, { status: 503 }) : real(request);
    const thread = await threadAt(tape);
    assert.match(thread.widget.thread.contextValue ?? '', /;folded\b/);
    platform.instead = undefined;

    await executeCommand('docsPlatform.comments.showReplies', thread.widget.thread);

    assert.equal(thread.widget.thread.comments.length, 3);
    assert.doesNotMatch(thread.widget.thread.contextValue ?? '', /;folded\b/);
  });

  test('every command on comments ignores unsuitable arguments', async () => {
    const ids = [
      'send',
      'sendAndResolve',
      'resolve',
      'reopen',
      'showReplies',
      'edit',
      'saveEdit',
      'cancelEdit',
      'delete',
      'openInBrowser',
      'editUnsent',
    ];
    platform.taken();

    for (const id of ids) {
      for (const given of [undefined, null, 7, {}, { place: {} }])
        await executeCommand(`docsPlatform.comments.${id}`, given);
    }

    assert.deepEqual(
      platform.taken().filter((request) => !request.startsWith('GET')),
      [],
    );
    assert.deepEqual(person.messages, []);
  });
});
