import assert from 'node:assert/strict';
import { setup, suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Testing } from '../../src/extension.ts';
import { suggestionMarkdown } from '../../src/model/comments/suggestions.ts';
import { userId } from '../../src/server/sample/seeding.ts';
import { openEditingWindow, type EditingWindow } from './editingWindow.ts';
import type { Person } from './person.ts';
import type { ServedPlatform } from './servedPlatform.ts';
import { signedIn } from './signedIn.ts';
import { until } from './until.ts';

const { executeCommand } = vscode.commands;

suite('Edit as Suggestions', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let session: EditingWindow;

  signedIn(async (given) => {
    ({ testing, person, platform } = given);
    session = await openEditingWindow(given);
  });

  setup(async () => {
    await session.propose('With suggested edits');
    await session.change(write(lines));
    person.startOver();
    platform.taken();
  });

  teardown(async () => {
    platform.instead = undefined;
    await session.leave();
  });

  const page = () => session.pages[0] ?? assert.fail();
  const lines = ['Drive into the dock slowly.', 'Two lamps turn green.', 'Never cover the sensor.', 'Call Ada.'];
  const write = (all: readonly string[]) => ({
    operation: 'update_page',
    page: page().id,
    document: { markdown: all.join('\n\n') },
  });
  const comments = async () => {
    const path = `/spaces/${session.space}/change-requests/${session.number}/comments?format=markdown`;
    const { items } = await session.json<{ items: { body: { markdown: string } }[] }>('GET', path);
    return items.map(({ body }) => body.markdown).toReversed();
  };
  const suggested = (...pairs: [string, string][]) =>
    pairs.map(([before, after]) => suggestionMarkdown({ oldLines: [before], newLines: [after] }));
  /** The comments without their quotes. */
  const suggestions = async () => (await comments()).map((each) => each.slice(each.indexOf('```original')));
  const isPost = (request: Request) => request.method === 'POST' && request.url.endsWith('/comments');

  async function begin(): Promise<vscode.TextDocument> {
    const uri = vscode.Uri.from({
      scheme: 'docs-platform',
      authority: session.account.key,
      path: `/${session.space}.change-request-${session.number}/${page().path}.md`,
    });
    await executeCommand('docsPlatform.comments.editAsSuggestions', uri);
    const { document } = vscode.window.activeTextEditor ?? assert.fail(`no editor: ${person.messages.join()}`);
    assert.match(document.uri.query, /^suggestions\./);
    return document;
  }

  async function replace(document: vscode.TextDocument, before: string, after: string): Promise<void> {
    const start = document.getText().indexOf(before);
    assert.notEqual(start, -1, `${before} is missing`);
    const edit = new vscode.WorkspaceEdit();
    const range = new vscode.Range(document.positionAt(start), document.positionAt(start + before.length));
    edit.replace(document.uri, range, after);
    await vscode.workspace.applyEdit(edit);
  }

  const send = (document: vscode.TextDocument) => executeCommand('docsPlatform.comments.sendSuggestions', document.uri);
  const copies = () =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.query.startsWith('suggestions.'));
  const stored = async (text: string) => {
    const edits = await testing.stores(session.account).suggestedEdits();
    const [changeRequest] = await changeRequests();
    await until('the draft', async () => {
      const target = { place: { space: session.space, changeRequest }, page: page().id };
      return (await edits.get(target))?.text.includes(text);
    });
  };
  const changeRequests = async () => [
    (await session.json<{ id: string }>('GET', `/spaces/${session.space}/change-requests/${session.number}`)).id,
  ];

  test('sends each changed stretch of lines as a suggestion after a save, which make the edited page', async () => {
    const before = await session.markdownOf(page());
    const document = await begin();
    assert.equal(document.getText(), before);
    await replace(document, lines[0]!, 'Drive slowly.');
    await replace(document, lines[2]!, 'Keep the sensor free.');
    assert.deepEqual(await comments(), []);
    person.presses('Send');

    await executeCommand('workbench.action.files.save');

    await until('the end', () => copies().length === 0);
    assert.match(person.choices[0]?.message ?? '', /^Send 2 suggestions to #\d+\?$/);
    assert.match(person.choices[0]?.detail ?? '', /^Line \d+: “Drive into the dock slowly\.” → “Drive slowly\.”\nLine/);
    assert.deepEqual(
      await suggestions(),
      suggested([lines[0]!, 'Drive slowly.'], [lines[2]!, 'Keep the sensor free.']),
    );
    assert.equal(await session.markdownOf(page()), before);
    person.presses('Apply');
    await session.open(page());
    await executeCommand('docsPlatform.comments.applySuggestions');
    assert.equal(
      await session.markdownOf(page()),
      before.replace(lines[0]!, 'Drive slowly.').replace(lines[2]!, 'Keep the sensor free.'),
    );
  });

  test('says that nothing has changed', async () => {
    await send(await begin());

    assert.match(person.messages.join(), /haven't changed anything/);
    assert.deepEqual([person.choices, await comments()], [[], []]);
  });

  test('sends nothing without an answer, and opens again with what was typed', async () => {
    const document = await begin();
    await replace(document, lines[0]!, 'Drive slowly.');
    await send(document);
    assert.equal(person.choices.length, 1);
    assert.deepEqual(await comments(), []);
    await stored('Drive slowly.');
    await executeCommand('workbench.action.closeAllEditors');
    await executeCommand('workbench.action.revertAndCloseActiveEditor');

    assert.match((await begin()).getText(), /Drive slowly\./);
  });

  test('sends what still fits a page that someone else changed, and keeps the rest', async () => {
    const document = await begin();
    await replace(document, lines[0]!, 'Drive slowly.');
    await replace(document, lines[2]!, 'Keep the sensor free.');
    await session.changeBy(userId('ada'), write(lines.with(2, 'Never cover the sensor with tape.')));
    person.presses('Send');

    await send(document);

    assert.match(person.choices[0]?.message ?? '', /^Send 1 suggestion to/);
    assert.match(person.choices[0]?.detail ?? '', /^1 change no longer fits, because the page has changed/);
    assert.deepEqual(await suggestions(), suggested([lines[0]!, 'Drive slowly.']));
    assert.equal(copies().length, 1);
    assert.match(document.getText(), /Keep the sensor free\./);
    await send(document);
    assert.match(person.choices[1]?.message ?? '', /can't be sent/);
    assert.deepEqual((await suggestions()).length, 1);
  });

  test('sends only the rest after a failure in the middle', async () => {
    const document = await begin();
    await replace(document, lines[0]!, 'Drive slowly.');
    await replace(document, lines[1]!, 'Both lamps turn green.');
    await replace(document, lines[2]!, 'Keep the sensor free.');
    let posts = 0;
    platform.instead = (request, handle) =>
      isPost(request) && ++posts === 2
        ? Response.json({ error: { message: 'No.' } }, { status: 403 })
        : handle(request);
    person.presses('Send');
    await send(document);
    const shown = [...person.messages, ...person.choices.map(({ message }) => message)];
    assert.match(shown.join(), /1 of 3 suggestions were sent\. Save again to send the others\./);
    assert.match(document.getText(), /Drive slowly\.[^]*Both lamps[^]*Keep the sensor/);
    platform.instead = undefined;
    person.presses('Send');

    await send(document);

    assert.match(person.choices.at(-1)?.message ?? '', /^Send 2 suggestions to/);
    assert.deepEqual(
      await suggestions(),
      suggested(
        [lines[0]!, 'Drive slowly.'],
        [lines[1]!, 'Both lamps turn green.'],
        [lines[2]!, 'Keep the sensor free.'],
      ),
    );
    assert.equal(copies().length, 0);
    const { drafts } = await testing.stores(session.account).comments();
    assert.deepEqual(drafts.unsent(), []);
  });

  test('does not send again what arrived although the connection broke', async () => {
    const document = await begin();
    await replace(document, lines[0]!, 'Drive slowly.');
    platform.instead = async (request, handle) => {
      const response = await handle(request);
      if (!isPost(request)) return response;
      platform.instead = undefined;
      return new Response('broken', { status: 502 });
    };
    person.presses('Send');
    await send(document);
    await until('an end', () => copies().length === 0 || person.messages.length > 0);
    if (copies().length > 0) await send(document);

    await until('the end', () => copies().length === 0);
    assert.deepEqual(await suggestions(), suggested([lines[0]!, 'Drive slowly.']));
  });

  test('discards a copy after a question', async () => {
    const document = await begin();
    await replace(document, lines[0]!, 'Drive slowly.');
    person.presses('Discard');

    await executeCommand('docsPlatform.comments.discardSuggestions', document.uri);

    assert.equal(copies().length, 0);
    assert.doesNotMatch((await begin()).getText(), /Drive slowly\./);
  });
});
