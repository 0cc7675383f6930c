import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Testing } from '../../../../src/extension.ts';
import { userId } from '../../../../src/server/sample/seeding.ts';
import { openEditingWindow, type EditingWindow } from '../../../host/editingWindow.ts';
import type { Person } from '../../../host/person.ts';
import type { ServedPlatform } from '../../../host/servedPlatform.ts';
import { until } from '../../../host/until.ts';
import { signedIn } from '../../activated.ts';

const { executeCommand } = vscode.commands;
const colleague = userId('ada');
const save = () => executeCommand('workbench.action.files.save');

describe('Saving a page of a change request', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let session: EditingWindow;

  signedIn(async (given) => {
    ({ testing, person, platform } = given);
    session = await openEditingWindow(given);
  });

  beforeEach(() => {
    person.startOver();
    platform.taken();
  });

  afterEach(async () => {
    platform.instead = undefined;
    await session.leave();
  });

  const writes = () => platform.taken().filter((request) => !request.startsWith('GET'));
  const nameOf = ({ uri }: vscode.TextDocument) => uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const end = (text: string) => text.trimEnd().split('\n').at(-1);

  test('a save that renames no heading looks for no links', async () => {
    await session.propose('No heading');
    const { document } = await session.open(session.pages[0]!);
    await session.append(document, 'More.');
    platform.taken();

    await executeCommand('workbench.action.files.save');

    assert.deepEqual(
      platform.taken().filter((request) => request.includes('/links')),
      [],
    );
  });

  test('a draft of an earlier session is there when the page is opened', async () => {
    const page = session.pages[1]!;
    await session.propose('Kept');
    const { space, number } = session;
    const edits = await testing.stores(session.account).edits();
    const target = { space, number, page: page.id };
    const { text } = await edits.page(target);
    await edits.drafts.keep(target, `${text.trimEnd()}\n\nKept for later.\n`, text);

    const { document } = await session.open(page);

    assert.equal(end(document.getText()), 'Kept for later.');
    await save();
    assert.equal(end(await session.markdownOf(page)), 'Kept for later.');
  });

  /** The body of a page with several paragraphs. */
  const paragraphs = ['First.', '', 'Second.', '', 'Third.', ''];
  const bodyWith = (at: number, text: string) =>
    paragraphs.map((line, index) => (index === at ? text : line)).join('\n');
  const write = (page: { id: string }, markdown: string) =>
    ({ operation: 'update_page', page: page.id, document: { markdown } }) as const;

  async function openParagraphs(page: (typeof session.pages)[number], subject: string) {
    await session.propose(subject);
    await session.change(write(page, paragraphs.join('\n')));
    return session.open(page);
  }

  async function replace(document: vscode.TextDocument, from: string, to: string): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    const start = document.positionAt(document.getText().indexOf(from));
    edit.replace(document.uri, new vscode.Range(start, start.translate(0, from.length)), to);
    assert.ok(await vscode.workspace.applyEdit(edit));
  }

  async function accept(document: vscode.TextDocument, title: string): Promise<void> {
    const lenses = await executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 50);
    const command = lenses.find((each) => each.command?.title === title)?.command;
    assert.ok(command, `${title} among ${lenses.map((each) => each.command?.title).join()}`);
    await executeCommand(command.command, ...((command.arguments ?? []) as unknown[]));
  }

  test('merges what someone else saves while it is being sent', async () => {
    const page = session.pages[2]!;
    const { document } = await openParagraphs(page, 'Faster');
    await replace(document, 'Third.', 'Third, mine.');
    let asked = 0;
    platform.instead = async (request, handle) => {
      // The first request comes before the save, the second while the page is sent.
      const isChangeRequest = request.method === 'GET' && request.url.endsWith(`/change-requests/${session.number}`);
      if (isChangeRequest && ++asked === 2)
        await session.changeBy(colleague, write(page, bodyWith(0, 'First, theirs.')));
      return handle(request);
    };

    await save();

    assert.ok(asked > 2);
    assert.equal(document.isDirty, false, person.messages.join());
    assert.match(await session.markdownOf(page), /First, theirs\.\n\nSecond\.\n\nThird, mine\./);
    await until('their text in the editor', () => document.getText().includes('First, theirs.'));
    assert.equal(document.isDirty, false);
  });

  test('shows both versions and the base if someone else saved the same lines, and sends nothing', async () => {
    const page = session.pages[3]!;
    const { document } = await openParagraphs(page, 'The same lines');
    await replace(document, 'Second.', 'Second, mine.');
    await session.changeBy(colleague, write(page, bodyWith(2, 'Second, theirs.')));
    platform.taken();

    await save();

    assert.deepEqual(writes(), []);
    assert.equal(document.isDirty, true);
    assert.match(await session.markdownOf(page), /Second, theirs\./);
    await until('the markers', () => document.getText().includes('<<<<<<<'));
    assert.match(
      document.getText(),
      /First\.\n\n<<<<<<< Yours\nSecond, mine\.\n\|{7} Base\nSecond\.\n=======\nSecond, theirs\.\n>>>>>>> Ada Park's version\n\nThird\./,
    );
    const problems = () =>
      vscode.languages
        .getDiagnostics(document.uri)
        .filter(({ source, code }) => source === 'Docs Platform' && code === 'conflict');
    await until('the problem', () => problems().length === 1);
    assert.equal(problems()[0]?.message, "Conflict with Ada Park's version. Choose what to keep.");
    assert.deepEqual(await session.drafts(), [page.id]);

    await save();
    assert.deepEqual(writes(), [], 'with markers left nothing is sent');
    assert.equal(document.isDirty, true);

    await accept(document, 'Accept Both');
    await until('no problem', () => problems().length === 0);
    await save();
    assert.equal(document.isDirty, false, person.messages.join());
    assert.match(await session.markdownOf(page), /First\.\n\nSecond, mine\.\nSecond, theirs\.\n\nThird\./);
    assert.deepEqual(await session.drafts(), []);
  });

  test('reports its own conflict markers once, whole or not', async () => {
    const page = session.pages[3]!;
    const { document } = await openParagraphs(page, 'Marked once');
    await replace(document, 'Second.', 'Second, mine. [a](gone-1.md)');
    await session.changeBy(colleague, write(page, bodyWith(2, 'Second, theirs.')));
    await save();
    const codes = () => vscode.languages.getDiagnostics(document.uri).map(({ code }) => code);
    const shown = async (link: string) => {
      await until('the problems', () =>
        vscode.languages.getDiagnostics(document.uri).some(({ message }) => message.includes(link)),
      );
      return until('each once', () => codes().includes('conflict') && !codes().includes('conflict-marker') && codes());
    };

    assert.deepEqual((await shown('gone-1.md')).toSorted(), ['broken-page', 'conflict']);
    await replace(document, '=======\n', '');
    await replace(document, 'gone-1.md', 'gone-2.md');
    assert.ok(!(await shown('gone-2.md')).includes('conflict-marker'));
    await replace(document, document.getText(), '# Title\n\n<<<<<<< HEAD\n\n[a](gone-3.md)\n');

    await until('a marker of someone else', () => codes().includes('conflict-marker') || codes().includes('conflict'));
    assert.equal(codes().filter((code) => code === 'conflict' || code === 'conflict-marker').length, 1);
  });

  test('Save All merges what it can, and opens the remaining conflict', async () => {
    const [one, other] = [session.pages[0]!, session.pages[1]!];
    await session.propose('All at once');
    await session.change(write(one, paragraphs.join('\n')), write(other, paragraphs.join('\n')));
    const first = await session.open(one);
    await replace(first.document, 'Third.', 'Third, mine.');
    const second = await session.open(other);
    await replace(second.document, 'Second.', 'Second, mine.');
    await session.changeBy(
      colleague,
      write(one, bodyWith(0, 'First, theirs.')),
      write(other, bodyWith(2, 'Second, theirs.')),
    );
    person.presses('Resolve Conflicts');

    await executeCommand('docsPlatform.editing.saveAll', first.document.uri);

    assert.match(await session.markdownOf(one), /First, theirs\.\n\nSecond\.\n\nThird, mine\./);
    await until('their text in the editor', () => first.document.getText().includes('First, theirs.'));
    assert.equal(first.document.isDirty, false);
    assert.match(await session.markdownOf(other), /Second, theirs\./);
    await until('the markers', () => second.document.getText().includes('<<<<<<< Yours\nSecond, mine.'));
    assert.match(
      person.choices[0]?.message ?? '',
      /^Ada Park changed the same lines of “.*” in #\d+\. Your text is kept as a draft\. Resolve the conflicts to save it\.$/,
    );
    await accept(second.document, 'Accept Yours');
    await executeCommand('docsPlatform.editing.saveAll', second.document.uri);
    await until('the save', () => !second.document.isDirty);
    assert.match(await session.markdownOf(other), /Second, mine\./);
  });

  test('Resolve Conflicts shows what both sides changed, and ends the conflict', async () => {
    const page = session.pages[4]!;
    const { document } = await openParagraphs(page, 'Conflict with main');
    await replace(document, 'Second.', 'Second, mine.');
    await save();
    const markdown = await session.markdownOf(page);
    const own = session.number;
    const path = `/spaces/${session.space}/change-requests`;
    const made = await session.json<{ number: number }>('POST', path, { subject: 'Others' });
    const theirs = markdown.replace(/^# .*\n+/, '').replace('Second, mine.', 'Second, theirs.');
    await session.json('POST', `${path}/${made.number}/content`, { changes: [write(page, theirs)] });
    await session.json('POST', `${path}/${made.number}/merge`);
    await (await testing.stores(session.account).changeRequests()).refresh();
    const changeRequests = await testing.stores(session.account).changeRequests();
    const conflicts = await testing.stores(session.account).conflicts();
    const at = await changeRequests.find(session.space, String(own));
    await changeRequests.updateFromMain(at);
    await conflicts.compareUpdate(session.space, at.changeRequest);
    assert.equal(conflicts.cached(session.space, own).length, 1);

    await executeCommand('docsPlatform.editing.resolveConflicts', document.uri);

    await until('the markers', () => document.getText().includes('<<<<<<<'));
    assert.match(
      document.getText(),
      /Second, mine\.\n\|{7} Base\n[^]*=======\n[^]*Second, theirs\.[^]*>>>>>>> Main \(published\)/,
    );
    await accept(document, 'Accept Yours');
    await save();
    await until('the conflict to be over', () => conflicts.cached(session.space, own).length === 0);
    assert.equal(document.isDirty, false);
    const reported = await session.json<{ conflicts?: unknown[] }>('GET', `${path}/${own}/changes`);
    assert.deepEqual(reported.conflicts ?? [], [], 'the platform shows it to nobody else');
  });

  test('a save that replaces what someone else saved at that moment warns, and shows the difference', async () => {
    const page = session.pages[2]!;
    await session.propose('In the same moment');
    const { document } = await session.open(page);
    await session.append(document, 'Mine.');
    platform.instead = async (request, handle) => {
      if (request.method === 'POST' && request.url.endsWith('/content')) {
        platform.instead = undefined;
        await session.change({ operation: 'update_page', page: page.id, document: { markdown: 'Theirs.\n' } });
      }
      return handle(request);
    };
    person.presses('Show Diff');

    await save();

    const diff = await until('the diff', () => {
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      return activeTab?.input instanceof vscode.TabInputTextDiff && activeTab.input;
    });
    assert.equal(
      person.choices[0]?.message,
      `Someone else changed “${page.title}” in #${session.number} while you were saving. Your save replaced their changes.`,
    );
    const sides = await Promise.all(
      [diff.original, diff.modified].map(async (uri) => end((await vscode.workspace.openTextDocument(uri)).getText())),
    );
    assert.deepEqual(sides, ['Theirs.', 'Mine.']);
    assert.equal(end(await session.markdownOf(page)), 'Mine.');
  });

  test.each([
    ['Combine', ['Combine']],
    ['Combine after Show Diff', ['Show Diff', 'Combine']],
  ])('%s restores the changes that a save has replaced, unsent', async (subject, buttons) => {
    const page = session.pages[2]!;
    const { document } = await openParagraphs(page, subject);
    await replace(document, 'Third.', 'Third, mine.');
    platform.instead = async (request, handle) => {
      if (request.method === 'POST' && request.url.endsWith('/content')) {
        platform.instead = undefined;
        await session.changeBy(colleague, write(page, bodyWith(0, 'First, theirs.')));
      }
      return handle(request);
    };
    person.presses(...buttons);

    await save();

    await until('their text', () => document.getText().includes('First, theirs.'));
    assert.equal(document.isDirty, true);
    await save();
    assert.match(await session.markdownOf(page), /First, theirs\.\n\nSecond\.\n\nThird, mine\./);
  });

  test('a dropped connection leaves the editor dirty, and a draft', async () => {
    const page = session.pages[0]!;
    await session.propose('Offline');
    const { document } = await session.open(page);
    await session.append(document, 'Written on a train.');
    platform.instead = () => Response.json({ error: { code: 503, message: 'Down' } }, { status: 503 });

    await save();

    assert.equal(document.isDirty, true);
    assert.deepEqual(await session.drafts(), [page.id]);
    platform.instead = undefined;
    await save();
    assert.equal(document.isDirty, false);
    assert.equal(end(await session.markdownOf(page)), 'Written on a train.');
    assert.deepEqual(await session.drafts(), []);
  });

  test("a lost answer doesn't cause a second send", async () => {
    const page = session.pages[1]!;
    await session.propose('Lost answer');
    const { document } = await session.open(page);
    await session.append(document, 'Once.');
    platform.taken();
    platform.instead = async (request, handle) => {
      const response = await handle(request);
      return request.method === 'POST' ? new Response('', { status: 502 }) : response;
    };

    await save();

    assert.equal(document.isDirty, false, person.messages.join());
    assert.equal(writes().length, 1);
    assert.equal(end(await session.markdownOf(page)), 'Once.');
  });

  test('unsent changes of a closed change request can be moved to another one, and not sent', async () => {
    const page = session.pages[2]!;
    await session.propose('Already Archived');
    const over = session.number;
    const { document } = await session.open(page);
    await session.append(document, 'Left behind.');
    await session.json('POST', `/spaces/${session.space}/change-requests/${over}/merge`);
    await (await testing.stores(session.account).contents()).refresh(session.space, over);
    await session.propose('Where it goes');
    person.picks('Edit in Another Change Request…', 'Where it goes');

    await executeCommand('docsPlatform.editing.nextSteps');

    const editor = await until('the page in the other change request', () => {
      const active = vscode.window.activeTextEditor;
      return active?.document.uri.path.includes(` #${session.number}/`) && active;
    });
    assert.equal(end(editor.document.getText()), 'Left behind.');
    assert.deepEqual(await session.drafts(), [page.id]);
    assert.equal(document.isDirty, false);
  });

  test('unsent changes of closed pages are listed, to be opened or discarded one by one', async () => {
    const [one, other] = [session.pages[0]!, session.pages[1]!];
    await session.propose('Left for later');
    const { space, number } = session;
    const edits = await testing.stores(session.account).edits();
    for (const { target } of await edits.drafts.all()) await edits.drafts.discard(target);
    for (const page of [one, other]) {
      const target = { space, number, page: page.id };
      const { text } = await edits.page(target);
      await edits.drafts.keep(target, `${text.trimEnd()}\n\nFor later.\n`, text);
    }
    // The last one is asked about at once.
    person.picks(one.title, 'Discard…', 'Open');
    person.presses('Discard');

    await executeCommand('docsPlatform.editing.unsent');

    assert.match(person.choices[0]?.message ?? '', /^Discard unsent changes to /);
    assert.deepEqual(await session.drafts(), [other.id]);
    const { document } = vscode.window.activeTextEditor!;
    assert.equal(document.uri.scheme, 'docs-platform-edit');
    assert.equal(end(document.getText()), 'For later.');
    await edits.drafts.discard({ space, number, page: other.id });
  });

  test('Save All reopens an archived change request, which accepts the unsent changes', async () => {
    const page = session.pages[2]!;
    await session.propose('Archived before Save All');
    const { document } = await session.open(page);
    await session.append(document, 'After all.');
    await session.json('PATCH', `/spaces/${session.space}/change-requests/${session.number}`, { status: 'archived' });
    person.presses('Reopen and Save All');

    await executeCommand('docsPlatform.editing.saveAll', document.uri);

    await until('the save', () => !document.isDirty);
    assert.match(
      person.choices[0]?.message ?? '',
      /is archived, so 1 page wasn't saved\. It stays here as an unsent change\./,
    );
    assert.equal(end(await session.markdownOf(page)), 'After all.');
    assert.deepEqual(await session.drafts(), []);
  });

  test('a missing permission to edit is reported, and the text is kept', async () => {
    const page = session.pages[3]!;
    await session.propose('Forbidden');
    const { document } = await session.open(page);
    await session.append(document, 'Not for me to say.');
    platform.instead = (request, handle) =>
      request.method === 'POST'
        ? Response.json({ error: { code: 403, message: 'Forbidden' } }, { status: 403 })
        : handle(request);

    await save();

    assert.equal(document.isDirty, true);
    assert.deepEqual(await session.drafts(), [page.id]);
    // VS Code itself reports the failure.
    assert.deepEqual([...person.choices, ...person.messages], []);
  });

  test('the first save of a page with template tags and figures sends it', async () => {
    const page = session.pages[4]!;
    await session.propose('With a hint');
    const markdown =
      '{% hint style="info" %}\nMind the gap.\n{% endhint %}\n\n<figure><img src="https://docs.example/a.png" alt=""></figure>\n';
    await session.change({ operation: 'update_page', page: page.id, document: { markdown } });
    const { document } = await session.open(page);
    await session.append(document, 'After the hint.');

    await save();

    assert.equal(document.isDirty, false);
    assert.equal(end(await session.markdownOf(page)), 'After the hint.');
    assert.deepEqual(await session.drafts(), []);
    assert.deepEqual(person.choices, []);
  });

  test('Save All sends pages with template tags without a question', async () => {
    const page = session.pages[4]!;
    await session.propose('With a hint among others');
    const markdown = '{% hint style="info" %}\nMind the gap.\n{% endhint %}\n';
    await session.change({ operation: 'update_page', page: page.id, document: { markdown } });
    const { document } = await session.open(page);
    await session.append(document, 'After the hint.');

    await executeCommand('docsPlatform.editing.saveAll', document.uri);

    await until('the save', () => !document.isDirty);
    assert.equal(end(await session.markdownOf(page)), 'After the hint.');
    assert.deepEqual(person.choices, []);
  });

  test('Restore Your Version puts the text back that the server changed, unsent', async () => {
    const page = session.pages[5]!;
    await session.propose('Restored');
    const { document } = await session.open(page);
    await session.append(document, 'As sent.');
    platform.instead = async (request, handle) => {
      const response = await handle(request);
      if (!request.url.includes(`/page/${page.id}`)) return response;
      const text = await response.text();
      return new Response(text.replace('As sent.', 'As changed by the server.'), response);
    };
    const choose = testing.prompts.choose.bind(testing.prompts);
    testing.prompts.choose = async (choice) => {
      await until('the text of the server', () => document.getText().includes('As changed by the server.'));
      return choose(choice);
    };
    person.presses('Restore Your Version');

    await save();

    await until('the sent text', () => person.choices.length > 0 && document.isDirty);
    testing.prompts.choose = choose;
    assert.equal(person.choices.length, 1);
    assert.equal(end(document.getText()), 'As sent.');
    assert.equal(
      person.choices[0]?.message,
      `The server saved a different version of “${nameOf(document)}” than you sent.`,
    );
    assert.equal(document.isDirty, true);
    assert.equal(document.getText().includes('As changed by the server.'), false);
  });

  test('an open page follows what someone else saves', async () => {
    const page = session.pages[5]!;
    await session.propose('Following');
    const { document } = await session.open(page);
    await session.change({ operation: 'update_page', page: page.id, document: { markdown: 'Theirs.\n' } });

    const content = await testing.stores(session.account).contents();
    await content.refresh(session.space, session.number);

    await until('their text', () => end(document.getText()) === 'Theirs.');
  });
});

describe('Editing on a server that accepts no content', () => {
  let testing: Testing;
  let person: Person;

  signedIn(
    (given) => {
      ({ testing, person } = given);
      person.startOver();
    },
    { specOnly: true, appUrl: 'https://docs.example.com' },
  );

  test('opens the browser', async () => {
    const account = testing.accounts.active!;
    const library = await testing.stores(account).library();
    const [space] = (await library.availableSpaces()).spaces.filter(({ title }) => title.includes('Operator Handbook'));
    assert.ok(space);
    const { byId } = await library.pages(space.id);
    const page = [...byId.values()].find(({ page }) => page.type === 'document');
    const place = await library.placeOf(space.id, page?.id);
    person.picks('Create Change Request');
    person.types('Cannot be written');
    person.presses('Open in Browser');

    await executeCommand('docsPlatform.editing.edit', place);

    assert.equal(person.visited.length, 1, person.messages.join());
    assert.match(person.choices[0]?.message ?? '', /doesn't accept edits from here/);
  });
});
