import assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, setup, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import type { PlacedThread } from '../../src/extension/comments/shownThreads.ts';
import type { Testing } from '../../src/extension.ts';
import { uriOf as uriOfPage } from '../../src/model/shared/address.ts';
import { spaceId } from '../../src/server/sample/seeding.ts';
import { extensionUnderTest, forgetAllAccounts } from './extensionUnderTest.ts';
import { signIn, sitDown, type Person } from './person.ts';
import { servePlatform, type ServedPlatform } from './servedPlatform.ts';
import { until } from './until.ts';

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

suite('Comments in pages', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;

  suiteSetup(async () => {
    testing = await extensionUnderTest();
    person = sitDown(testing);
  });

  setup(async () => {
    platform = await servePlatform();
    account = await signIn(person, platform.address, platform.token);
    person.startOver();
  });

  teardown(async () => {
    await forgetAllAccounts(testing);
    person.startOver();
    await platform.close();
  });

  suiteTeardown(() => person.leave());

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

  async function reported<Answer = Reported>(path: string): Promise<Answer> {
    const response = await platform.call('GET', `/spaces/${handbook}/comments${path}`);
    return (await response.json()) as Answer;
  }

  async function repliesTo({ id }: PlacedThread): Promise<string[]> {
    const { items } = await reported<{ items: Reported[] }>(`/${id}/replies?format=markdown`);
    return items.map(({ body }) => body.markdown);
  }

  test('appear at the words they are about, with their replies, with one request', async () => {
    platform.taken();

    const thread = await threadAt(tape);
    await until('the replies', () => thread.widget.thread.comments.length === 3);

    const document = await vscode.workspace.openTextDocument(uriOf(page));
    assert.equal(document.getText(thread.range), tape.slice(0, -1));
    assert.equal(thread.widget.thread.comments[0]?.author.name, 'Yusuf Haddad');
    assert.equal(thread.widget.thread.state, vscode.CommentThreadState.Unresolved);
    assert.deepEqual(
      platform.taken().filter((request) => request.endsWith('/comments')),
      [`GET /v1/spaces/${handbook}/comments`],
    );
  });

  test('a new comment on lines quotes them, and appears there', async () => {
    await threadsIn(page);
    const { inline } = await testing.comments();
    const controller = vscode.comments.createCommentController('test', 'Test');
    const begun = controller.createCommentThread(uriOf(page), new vscode.Range(15, 0, 15, 5), []);
    const before = new Set(inline.placedIn(uriOf(page)).map(({ id }) => id));

    await executeCommand('docsPlatform.comments.begin', { thread: begun, text: 'Which place?' });
    controller.dispose();

    const made = await until('the new thread', () =>
      inline
        .placedIn(uriOf(page))
        .find(({ id, widget }) => !before.has(id) && widget.thread.contextValue !== 'thread;pending'),
    );
    const comment = await reported(`/${made.id}?format=markdown`);
    assert.equal(comment.body.markdown, '> It stops again and again at the same place\n\nWhich place?');
    assert.ok(comment.target.page);
    assert.equal(made.range?.start.line, 15);
    assert.equal(made.widget.thread, begun, 'the box became the thread');
    assert.equal(inline.placedIn(uriOf(page)).filter(({ id }) => !before.has(id)).length, 1);

    person.presses('Delete');
    await executeCommand('docsPlatform.comments.delete', made.widget.thread.comments[0]);
    assert.equal((await platform.call('GET', `/spaces/${handbook}/comments/${made.id}`)).status, 404);
  });

  test("the user's own comment can be edited and deleted, and others can't be edited", async () => {
    const thread = await threadAt(tape);
    await executeCommand('docsPlatform.comments.send', { thread: thread.widget.thread, text: 'Frist.' });
    const own = await until('the reply', () => thread.widget.thread.comments[3]);
    assert.match(own.contextValue ?? '', /;edit\b.*;delete\b/);
    assert.doesNotMatch(thread.widget.thread.comments[0]?.contextValue ?? '', /;edit\b/);

    await executeCommand('docsPlatform.comments.edit', own);
    assert.deepEqual([own.mode, own.body], [vscode.CommentMode.Editing, 'Frist.']);
    own.body = 'First.';
    await executeCommand('docsPlatform.comments.saveEdit', own);
    const edited = await repliesTo(thread);
    person.presses('Delete');
    await executeCommand('docsPlatform.comments.delete', own);

    assert.equal(edited.at(-1), 'First.');
    assert.equal((await repliesTo(thread)).length, 2);
    assert.match(person.choices.at(-1)?.message ?? '', /Delete this reply/);
  });

  test('Go to Next and Previous Open Comment step through the page and on to others', async () => {
    const [first, second] = await threadsIn(page);
    const at = () => vscode.window.activeTextEditor?.selection.active.line;

    await executeCommand('docsPlatform.comments.next');
    const one = at();
    await executeCommand('docsPlatform.comments.next');
    const two = at();
    await executeCommand('docsPlatform.comments.previous');
    const back = at();
    await executeCommand('docsPlatform.comments.previous');

    assert.deepEqual([one, two, back], [first?.range?.start.line, second?.range?.start.line, one]);
    assert.notEqual(vscode.window.activeTextEditor?.document.uri.toString(), uriOf(page).toString());
    assert.equal(vscode.window.activeTextEditor?.document.uri.scheme, 'docs-platform');
  });

  test('people are completed after @ and change requests after # in a reply document', async () => {
    const thread = await threadAt(tape);
    await executeCommand('docsPlatform.comments.replyInEditor', thread.widget.thread);
    const editor = await until('the editor', () => {
      const active = vscode.window.activeTextEditor;
      return active?.document.uri.scheme === 'docs-platform-reply' && active;
    });
    const offered = async (text: string): Promise<vscode.CompletionItem[]> => {
      await editor.edit((edit) => edit.insert(editor.selection.active, text));
      return until('suggestions', async () => {
        const { document, selection } = editor;
        const given = [document.uri, selection.active] as const;
        const { items } = await executeCommand<vscode.CompletionList>('vscode.executeCompletionItemProvider', ...given);
        const { User, Reference } = vscode.CompletionItemKind;
        const ours = items.filter(({ kind }) => kind === User || kind === Reference);
        return ours.length > 0 && ours;
      });
    };

    const people = await offered('Ask @Yus');
    assert.deepEqual(
      people.map(({ insertText }) => insertText),
      ['@Yusuf Haddad '],
    );
    assert.equal(editor.document.getText(people[0]?.range as vscode.Range), '@Yus');
    const changes = await offered(' about #');
    assert.ok(changes.length > 0);
    for (const { insertText } of changes)
      assert.match(JSON.stringify(insertText), /^"(?:\[#\d+\]\(http[^()]+\)|#\d+) "$/);
    await executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  test('Reply in Editor opens a document whose text is a draft, and Send Reply sends it', async () => {
    const thread = await threadAt(tape);
    await executeCommand('docsPlatform.comments.replyInEditor', thread.widget.thread);
    const editor = await until('the editor', () => vscode.window.activeTextEditor);
    const { uri, languageId } = editor.document;
    assert.deepEqual([uri.scheme, languageId], ['docs-platform-reply', 'markdown']);
    assert.equal(uri.path, '/Heron Operator Handbook/Reply to Yusuf Haddad.md');
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'A long\n\nanswer.'));
    const { drafts } = await testing.stores(account).comments();
    await until('the draft', () => drafts.cached().some(({ text }) => text === 'A long\n\nanswer.'));

    await executeCommand('docsPlatform.comments.sendReply');

    assert.equal((await repliesTo(thread)).at(-1), 'A long\n\nanswer.');
    assert.deepEqual(drafts.cached(), []);
    await until('the editor to close', () =>
      vscode.window.tabGroups.all.every(({ tabs }) =>
        tabs.every(
          ({ input }) => !(input instanceof vscode.TabInputText) || input.uri.scheme !== 'docs-platform-reply',
        ),
      ),
    );
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

  test('those of a change request appear in its pages, with one request for all of them', async () => {
    const { uri, inline, thread, base } = await threadOfChangeRequest();

    await executeCommand('docsPlatform.comments.send', { thread: thread.widget.thread, text: 'In the change.' });
    const requests = platform.taken().filter((request) => request.includes('/comments'));
    assert.equal(requests.filter((request) => request === `GET ${base}`).length, 1);
    assert.ok(requests.includes(`POST ${base}/${thread.id}/replies`), requests.join());

    const before = new Set(inline.placedIn(uri).map(({ id }) => id));
    const controller = vscode.comments.createCommentController('test', 'Test');
    const begun = controller.createCommentThread(uri, new vscode.Range(0, 0, 0, 5), []);
    await executeCommand('docsPlatform.comments.begin', { thread: begun, text: 'Of the change.' });
    controller.dispose();
    const made = await until('the new thread', () =>
      inline.placedIn(uri).find(({ id, widget }) => !before.has(id) && widget.thread.contextValue !== 'thread;pending'),
    );
    await executeCommand('docsPlatform.comments.resolve', made.widget.thread);
    person.presses('Delete');
    await executeCommand('docsPlatform.comments.delete', made.widget.thread.comments[0]);

    assert.deepEqual(
      platform.taken().filter((request) => /^(POST|PUT|DELETE) /.test(request)),
      [`POST ${base}`, `PUT ${base}/${made.id}`, `DELETE ${base}/${made.id}`],
    );
  });
});
