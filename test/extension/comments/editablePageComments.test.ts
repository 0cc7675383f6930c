import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { InlineThreads } from '../../../src/extension/comments/inlineThreads.ts';
import type { PlacedThread } from '../../../src/extension/comments/shownThreads.ts';
import { goToPlace } from '../../../src/extension/ground/threads/goToPlace.ts';
import type { ThreadsAt } from '../../../src/extension/ground/threads/header.ts';
import type { Testing } from '../../../src/extension.ts';
import type { Person } from '../../host/person.ts';
import { until } from '../../host/until.ts';
import { openEditingWindow, type EditingWindow } from '../../host/editingWindow.ts';
import { signedIn } from '../activated.ts';

const { executeCommand } = vscode.commands;

describe('Comments in editable pages', () => {
  let testing: Testing;
  let person: Person;
  let session: EditingWindow;
  let inline: InlineThreads;

  signedIn(async (given) => {
    ({ testing, person } = given);
    session = await openEditingWindow(given);
    ({ inline } = await testing.comments());
  });

  beforeEach(async () => {
    await session.propose('With comments');
    const markdown = lines.join('\n\n');
    await session.change({ operation: 'update_page', page: page().id, document: { markdown } });
    person.startOver();
  });

  afterEach(() => session.leave());

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
  const wholePage = () => ({ page: page().id, body: { markdown: 'A good page.' } });
  const reported = (id: string) =>
    session.json<{ status: string; body: { markdown: string } }>('GET', `${comments()}/${id}?format=markdown`);

  async function open(): Promise<vscode.TextDocument> {
    const { document } = await session.open(page());
    await until('the threads', async () => (await inline.shown(document.uri)) !== undefined);
    return document;
  }

  function threadAt(document: vscode.TextDocument, id: string): PlacedThread {
    return inline.placedIn(document.uri).find((each) => each.id === id) ?? assert.fail(`no thread ${id}`);
  }

  test('can be replied to and resolved there', async () => {
    const { id } = await comment(lines[2]!);
    const document = await open();
    await session.append(document, 'Unsent.');
    const { thread } = threadAt(document, id).widget;

    await executeCommand('docsPlatform.comments.send', { thread, text: 'It is.' });
    await executeCommand('docsPlatform.comments.resolve', thread);

    const { items } = await session.json<{ items: { body: { markdown: string } }[] }>(
      'GET',
      `${comments()}/${id}/replies?format=markdown`,
    );
    assert.deepEqual(
      items.map(({ body }) => body.markdown),
      ['It is.'],
    );
    assert.equal((await reported(id)).status, 'resolved');
    assert.equal(thread.state, vscode.CommentThreadState.Resolved);
    assert.ok(document.isDirty);
  });

  test('can be added to unsent words', async () => {
    const document = await open();
    const at = document.lineCount;
    await session.append(document, 'Brand new words.');
    const line = document.getText().split('\n').indexOf('Brand new words.');
    assert.ok(line >= at - 1);
    const controller = vscode.comments.createCommentController('test', 'Test');
    const begun = controller.createCommentThread(document.uri, new vscode.Range(line, 0, line, 5), []);

    await executeCommand('docsPlatform.comments.begin', { thread: begun, text: 'Good.' });
    controller.dispose();

    const made = await until('the thread', () =>
      inline.placedIn(document.uri).find(({ widget }) => widget.thread.contextValue !== 'thread;pending'),
    );
    assert.equal((await reported(made.id)).body.markdown, '> Brand new words.\n\nGood.');
    assert.equal(made.range?.start.line, line);
  });

  test('are outdated only once their words are gone', async () => {
    const [about, whole] = [
      await comment(lines[2]!),
      await session.json<{ id: string }>('POST', comments(), wholePage()),
    ];
    const labelsAfter = async (texts: readonly string[]): Promise<(string | undefined)[]> => {
      await session.change({ operation: 'update_page', page: page().id, document: { markdown: texts.join('\n\n') } });
      const { space, number, account } = session;
      await (await testing.stores(account).contents()).refresh(space, number);
      await executeCommand('workbench.action.closeAllEditors');
      const document = await open();
      await executeCommand('docsPlatform.comments.refresh');
      await until('the text', () => document.getText().includes(texts[0]!));
      return [about, whole].map(({ id }) => threadAt(document, id).widget.thread.label);
    };

    const unrelated = await labelsAfter(['Drive into the dock at once.', ...lines.slice(1)]);
    const gone = await labelsAfter([...lines.slice(0, 2), ...lines.slice(3)]);

    assert.doesNotMatch(unrelated.join(), /Outdated/);
    assert.match(gone[0] ?? '', /Outdated/);
    assert.doesNotMatch(gone[1] ?? '', /Outdated/);
  });

  test('are placed again at their words when the whole text is replaced', async () => {
    const made = await Promise.all(lines.map((line) => comment(line)));
    const document = await open();
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    const text = document.getText().replace(lines[1]!, 'Two lamps turn red within seconds.');
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, document.validateRange(whole), text);
    await vscode.workspace.applyEdit(edit);

    const shownAt = (id: string): number | undefined =>
      (threadAt(document, id).widget.thread as unknown as { shownAt?: vscode.Range }).shownAt?.start.line;
    const wanted = lines.map((line) => text.split('\n').indexOf(line));
    await until('the places', () => made.every(({ id }, index) => index === 1 || shownAt(id) === wanted[index]));
  });

  test('are opened from the panel in the editable page', async () => {
    const { id } = await comment(lines[4]!);
    const document = await open();
    const { comments } = threadAt(document, id).page;
    const thread = comments.thread(id) ?? assert.fail();
    const at = { parts: { stores: testing.stores }, account: session.account, space: session.space };
    const changeRequest = comments.place.changeRequest;

    await goToPlace({ ...at, changeRequest } as unknown as ThreadsAt, thread, undefined);

    const active = vscode.window.activeTextEditor;
    assert.equal(active?.document, document);
    assert.equal(document.getText(active.selection), lines[4]!.slice(0, -1));
  });
});
