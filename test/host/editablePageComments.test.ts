import assert from 'node:assert/strict';
import { setup, suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { InlineThreads } from '../../src/extension/comments/inlineThreads.ts';
import type { PlacedThread } from '../../src/extension/comments/shownThreads.ts';
import type { Testing } from '../../src/extension.ts';
import type { Person } from './person.ts';
import { until } from './until.ts';
import { openEditingWindow, type EditingWindow } from './editingWindow.ts';
import { signedIn } from './signedIn.ts';

const { executeCommand } = vscode.commands;

suite('Comments in editable pages', () => {
  let testing: Testing;
  let person: Person;
  let session: EditingWindow;
  let inline: InlineThreads;

  signedIn(async (given) => {
    ({ testing, person } = given);
    session = await openEditingWindow(given);
    ({ inline } = await testing.comments());
  });

  setup(async () => {
    await session.propose('With comments');
    const markdown = lines.join('\n\n');
    await session.change({ operation: 'update_page', page: page().id, document: { markdown } });
    person.startOver();
  });

  teardown(() => session.leave());

  const page = () => session.pages[0] ?? assert.fail();
  const lines = [
    'Drive into the dock slowly.',
    'Two lamps turn green within seconds.',
    'Never cover the upper sensor with tape.',
    'Old batteries charge at half speed only.',
    'Call the service team when nothing helps.',
  ];
  const comments = () => `/spaces/${session.space}/change-requests/${session.number}/comments`;
  const comment = (line: string) =>
    session.json<{ id: string }>('POST', comments(), {
      page: page().id,
      body: { markdown: `> ${line}\n\nIs that so?` },
    });
  async function open(): Promise<vscode.TextDocument> {
    const { document } = await session.open(page());
    await until('the threads', async () => (await inline.shown(document.uri)) !== undefined);
    return document;
  }

  function threadAt(document: vscode.TextDocument, id: string): PlacedThread {
    return inline.placedIn(document.uri).find((each) => each.id === id) ?? assert.fail(`no thread ${id}`);
  }

  const wordsAt = (document: vscode.TextDocument, id: string) => document.getText(threadAt(document, id).range);

  async function edit(document: vscode.TextDocument, range: vscode.Range, text: string): Promise<void> {
    const edits = new vscode.WorkspaceEdit();
    edits.replace(document.uri, range, text);
    assert.ok(await vscode.workspace.applyEdit(edits));
  }

  test('appear at the words they are about, and follow them while the user types', async () => {
    const { id } = await comment(lines[3]!);
    const document = await open();
    assert.equal(wordsAt(document, id), lines[3]!.slice(0, -1));
    const before = threadAt(document, id).range!.start.line;

    await edit(document, new vscode.Range(1, 0, 1, 0), '\nA new paragraph.\n');

    await until('the new place', () => threadAt(document, id).widget.thread.range?.start.line === before + 2);
    assert.equal(wordsAt(document, id), lines[3]!.slice(0, -1));
  });

  test('stay as outdated where their words were removed, until the words are back', async () => {
    const { id } = await comment(lines[3]!);
    const document = await open();
    const { range } = threadAt(document, id);
    const { widget } = threadAt(document, id);
    assert.ok(range);

    await edit(document, range, 'Nothing of it');
    await until('the mark', () => widget.thread.label?.includes('Outdated'));
    assert.equal(widget.thread.range?.start.line, range.start.line);

    await executeCommand('undo');
    await until('the words', () => !widget.thread.label?.includes('Outdated'));
    assert.equal(wordsAt(document, id), lines[3]!.slice(0, -1));
  });

  test('appear once: a read-only editor of the same page has them only while it is visible', async () => {
    const { id } = await comment(lines[1]!);
    const readOnly = await vscode.workspace.openTextDocument(
      vscode.Uri.from({
        scheme: 'docs-platform',
        authority: session.account.key,
        path: `/${session.space}.change-request-${session.number}/${page().path}.md`,
      }),
    );
    await vscode.window.showTextDocument(readOnly, { preview: false });
    await inline.shown(readOnly.uri);
    const shown = (document: vscode.TextDocument) => inline.placedIn(document.uri).map((each) => each.id);
    assert.deepEqual(shown(readOnly), [id]);

    const editable = await open();
    await until('one list', () => shown(readOnly).length === 0);
    assert.deepEqual(shown(editable), [id]);

    await vscode.window.showTextDocument(readOnly, { preview: false });
    await until('the threads', () => shown(readOnly).join() === id);
  });

  test('cost a moment for a hundred of them when the user pauses, and nothing while the user types', async () => {
    const markdown = Array.from({ length: 1000 }, (_, index) => `Step ${index}: check unit ${index} of the robot.`);
    await session.change({ operation: 'update_page', page: page().id, document: { markdown: markdown.join('\n\n') } });
    await Promise.all(Array.from({ length: 100 }, (_, index) => comment(markdown[index * 9]!)));
    const document = await open();
    assert.equal(inline.placedIn(document.uri).filter(({ range }) => range).length, 100);
    const last = inline.placedIn(document.uri).at(-1)!;
    const before = last.range!.start.line;
    const { comments } = last.page;
    const known = () => inline.placedIn(document.uri).filter(({ id }) => comments.cachedReplies(id));
    await until('the replies', () => known().length >= 40);
    const cachedOfPage = comments.cachedOfPage.bind(comments);
    let count = 0;
    Object.assign(comments, {
      cachedOfPage: (id: string) => {
        count += 1;
        return cachedOfPage(id);
      },
    });

    await Promise.all(Array.from({ length: 20 }, () => executeCommand('type', { text: '\n' })));

    await until('the new place', () => last.widget.thread.range?.start.line === before + 20);
    Object.assign(comments, { cachedOfPage });
    assert.ok(count <= 3, `placed ${count} times`);
  });
});
