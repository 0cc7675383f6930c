import assert from 'node:assert/strict';
import { setup, suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Testing } from '../../src/extension.ts';
import { userId } from '../../src/server/sample/seeding.ts';
import type { Person } from './person.ts';
import type { ServedPlatform } from './servedPlatform.ts';
import { until } from './until.ts';
import { openEditingWindow, type EditingWindow } from './editingWindow.ts';
import { signedIn } from './signedIn.ts';

const { executeCommand } = vscode.commands;
const colleague = userId('ada');
const files = () => vscode.workspace.getConfiguration('files');
const save = () => executeCommand('workbench.action.files.save');

suite('Saving a page of a change request', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let session: EditingWindow;
  let restore = (): void => undefined;

  signedIn(async (given) => {
    ({ testing, person, platform } = given);
    session = await openEditingWindow(given);
  });

  setup(() => {
    person.startOver();
    platform.taken();
  });

  teardown(async () => {
    restore();
    platform.instead = undefined;
    await files().update('autoSave', undefined, vscode.ConfigurationTarget.Global);
    await files().update('autoSaveDelay', undefined, vscode.ConfigurationTarget.Global);
    await session.leave();
  });

  async function saveByItself(): Promise<void> {
    await files().update('autoSaveDelay', 50, vscode.ConfigurationTarget.Global);
    await files().update('autoSave', 'afterDelay', vscode.ConfigurationTarget.Global);
  }

  const writes = () => platform.taken().filter((request) => !request.startsWith('GET'));
  const nameOf = ({ uri }: vscode.TextDocument) => uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const end = (text: string) => text.trimEnd().split('\n').at(-1);

  test('an automatic save stores a draft and sends nothing; then a save by hand sends it', async () => {
    const page = session.pages[0]!;
    await session.propose('By itself');
    const { document } = await session.open(page);
    await saveByItself();
    platform.taken();

    await session.append(document, 'Typed slowly.');
    await until('the automatic save', () => !document.isDirty);

    assert.deepEqual(writes(), []);
    assert.deepEqual(await session.drafts(), [page.id]);
    await save();
    assert.equal(end(await session.markdownOf(page)), 'Typed slowly.');
    assert.deepEqual(await session.drafts(), []);
  });

  test('a save that renames a heading offers to update the links to it, after a diff', async () => {
    const [page, linking] = [session.pages[0]!, session.pages[1]!];
    await session.propose('Headings');
    await session.change(
      { operation: 'update_page', page: page.id, document: { markdown: '[Down](#old-way)\n\n## Old Way\n\nText.' } },
      { operation: 'update_page', page: linking.id, document: { markdown: `[Way](/${page.path}.md#old-way).` } },
    );
    const { document } = await session.open(page);
    const edit = new vscode.WorkspaceEdit();
    const at = document.positionAt(document.getText().indexOf('Old Way'));
    edit.replace(document.uri, new vscode.Range(at, at.translate(0, 'Old Way'.length)), 'New Way');
    await vscode.workspace.applyEdit(edit);
    person.presses('Update Links…', 'Update Links');
    await executeCommand('workbench.action.files.save');

    await until('the links', async () => (await session.markdownOf(linking)).includes(`/${page.path}.md#new-way`));

    assert.equal(person.choices[0]?.message, '2 links lead to the heading “Old Way”. Update them to “New Way”?');
    assert.match(await session.markdownOf(page), /\[Down\]\(#new-way\)\n\n## New Way/);
    await until('the editor', () => document.getText().includes('[Down](#new-way)') && !document.isDirty);
  });

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

  /** Waits for an automatic save once its conflicts are resolved. */
  async function savedByItself(document: vscode.TextDocument): Promise<void> {
    const { drafts } = await testing.stores(session.account).edits();
    await until(
      'the automatic save',
      () => !document.isDirty && drafts.cached().every(({ text }) => !text.includes('<<<<<<<')),
    );
  }

  /** Records the status bar messages. */
  function statusMessages(): string[] {
    const reported: string[] = [];
    const before = vscode.window.setStatusBarMessage.bind(vscode.window);
    vscode.window.setStatusBarMessage = ((text: string, ...rest: number[]) => {
      reported.push(text);
      return before(text, rest[0] ?? 0);
    }) as typeof vscode.window.setStatusBarMessage;
    restore = () => {
      vscode.window.setStatusBarMessage = before;
    };
    return reported;
  }

  test('merges changes on other lines that someone else saved, and names the author', async () => {
    const page = session.pages[2]!;
    const { document, selection } = await openParagraphs(page, 'Two at once');
    assert.ok(selection);
    await replace(document, 'Third.', 'Third, mine.');
    const editor = vscode.window.activeTextEditor!;
    const at = document.positionAt(document.getText().indexOf('mine'));
    editor.selection = new vscode.Selection(at, at);
    await session.changeBy(colleague, write(page, bodyWith(0, 'First, theirs.\n\nAnd another.')));
    const reported = statusMessages();

    await save();

    assert.equal(document.isDirty, false, person.messages.join());
    const markdown = await session.markdownOf(page);
    assert.match(markdown, /First, theirs\.\n\nAnd another\.\n\nSecond\.\n\nThird, mine\./);
    assert.equal(document.getText().trimEnd(), markdown.trimEnd());
    assert.equal(
      document.getText(new vscode.Range(editor.selection.active, editor.selection.active.translate(0, 4))),
      'mine',
    );
    assert.ok(
      reported.some((text) => /^Combined with Ada Park's changes to .*\.md\. Saved to #\d+\.$/.test(text)),
      reported.join('; '),
    );
    assert.deepEqual(person.choices, []);
    assert.deepEqual(await session.drafts(), []);
  });

  for (const [times, third] of [
    [1, 'Third, mine.'],
    [2, 'Third.'],
  ] as const)
    test(`keeps what someone else saved when a merged save is undone ${times === 1 ? 'once' : 'twice'} and saved`, async () => {
      const page = session.pages[2]!;
      const { document } = await openParagraphs(page, `Combined, then undone ${times}`);
      await replace(document, 'Third.', 'Third, mine.');
      await session.changeBy(colleague, write(page, bodyWith(0, 'First, theirs.')));
      await save();
      assert.match(document.getText(), /First, theirs\.[^]*Third, mine\./);
      await vscode.window.showTextDocument(document);

      for (let time = 0; time < times; time++) await executeCommand('undo');
      assert.equal(document.getText().includes('theirs'), false);
      await save();

      assert.match(await session.markdownOf(page), new RegExp(`First, theirs\\.\\n\\nSecond\\.\\n\\n${third}`));
      assert.equal(document.isDirty, false);
    });

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

  for (const [choice, expected] of [
    ["Accept Ada Park's Version", 'Second, theirs.'],
    ['Accept Yours', 'Second, mine.'],
  ] as const) {
    test(`keeps a conflict as a draft while automatic saves are on, and ${choice} resolves it`, async () => {
      const page = session.pages[3]!;
      const { document } = await openParagraphs(page, choice);
      await saveByItself();
      await replace(document, 'Second.', 'Second, mine.');
      await until('the automatic save', () => !document.isDirty);
      await session.changeBy(colleague, write(page, bodyWith(2, 'Second, theirs.')));
      await save();
      await until('the markers', () => document.getText().includes('<<<<<<<'));

      const { drafts } = await testing.stores(session.account).edits();
      await until('the draft', () => drafts.cached().some(({ text }) => text.includes('<<<<<<<')));

      await accept(document, choice);
      const isSent = async () =>
        new RegExp(`First\\.\\n\\n${expected}\\n\\nThird`).test(await session.markdownOf(page));
      // After a failed save, VS Code saves nothing automatically until the next save by hand. If an automatic save was
      // queued before, VS Code treats a save by hand as automatic until that one is done.
      await until('the save', async () => {
        await save();
        return isSent();
      });

      assert.deepEqual(await session.drafts(), []);
    });
  }

  test('opens the conflict again after Undo instead of sending text that would replace the other version', async () => {
    const page = session.pages[3]!;
    const { document } = await openParagraphs(page, 'Undone');
    await replace(document, 'Second.', 'Second, mine.');
    await session.changeBy(colleague, write(page, bodyWith(2, 'Second, theirs.')));
    await save();
    await until('the markers', () => document.getText().includes('<<<<<<<'));
    await vscode.window.showTextDocument(document);
    await executeCommand('undo');
    assert.equal(document.getText().includes('<<<<<<<'), false);

    await save();

    assert.match(await session.markdownOf(page), /Second, theirs\./);
    await until('the markers again', () => document.getText().includes('<<<<<<<'));
  });

  test("returns to the server's version on Revert, and discards the draft", async () => {
    const page = session.pages[4]!;
    const { document } = await openParagraphs(page, 'Given up');
    await replace(document, 'Third.', 'Third, mine.');
    await session.changeBy(colleague, write(page, bodyWith(4, 'Third, theirs.')));
    await save();
    await until('the markers', () => document.getText().includes('<<<<<<<'));
    assert.equal(end(await session.markdownOf(page)), 'Third, theirs.');
    await vscode.window.showTextDocument(document);

    await executeCommand('workbench.action.files.revert');

    assert.equal(end(document.getText()), 'Third, theirs.');
    await until('the draft to be let go', async () => (await session.drafts()).length === 0);
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

  for (const isAutomatic of [false, true]) {
    test(`Resolve Conflicts shows what both sides changed, and ends the conflict${isAutomatic ? ', with automatic saves' : ''}`, async () => {
      const page = session.pages[isAutomatic ? 5 : 4]!;
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
      if (isAutomatic) await saveByItself();
      await accept(document, 'Accept Yours');
      if (isAutomatic) await savedByItself(document);
      await save();
      await until('the conflict to be over', () => conflicts.cached(session.space, own).length === 0);
      assert.equal(document.isDirty, false);
      const reported = await session.json<{ conflicts?: unknown[] }>('GET', `${path}/${own}/changes`);
      assert.deepEqual(reported.conflicts ?? [], [], 'the platform shows it to nobody else');
    });
  }

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

  test('Combine restores the changes that a save has replaced, unsent', async () => {
    const page = session.pages[2]!;
    const { document } = await openParagraphs(page, 'Combined afterwards');
    await replace(document, 'Third.', 'Third, mine.');
    platform.instead = async (request, handle) => {
      if (request.method === 'POST' && request.url.endsWith('/content')) {
        platform.instead = undefined;
        await session.changeBy(colleague, write(page, bodyWith(0, 'First, theirs.')));
      }
      return handle(request);
    };
    person.presses('Combine');

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

  test('a merged change request accepts nothing more, and unsent changes move to another one', async () => {
    const page = session.pages[2]!;
    await session.propose('Already Merged');
    const merged = session.number;
    const { document } = await session.open(page);
    await session.append(document, 'Too late.');
    await session.json('POST', `/spaces/${session.space}/change-requests/${merged}/merge`);
    await session.propose('The next one');
    person.picks('The next one');

    await save();

    assert.equal(document.isDirty, true);
    assert.deepEqual(person.choices, [], 'VS Code tells that it was not sent, with a link to this command');
    await executeCommand('docsPlatform.editing.edit', document.uri.toString());
    const editor = await until('the page in the other change request', () => {
      const active = vscode.window.activeTextEditor;
      return active?.document.uri.path.includes(` #${session.number}/`) && active;
    });
    assert.equal(end(editor.document.getText()), 'Too late.');
    await until('the old editor to be closed', () =>
      vscode.window.tabGroups.all.every(({ tabs }) =>
        tabs.every(({ label, isDirty }) => label !== nameOf(document) || !isDirty),
      ),
    );
    assert.equal(document.isDirty, false);
    await save();
    assert.equal(end(await session.markdownOf(page)), 'Too late.');
  });

  test('unsent changes of a closed change request can be moved to another one, and not sent', async () => {
    const page = session.pages[2]!;
    await session.propose('Already Archived');
    const over = session.number;
    const { document } = await session.open(page);
    await session.append(document, 'Left behind.');
    await session.json('POST', `/spaces/${session.space}/change-requests/${over}/merge`);
    await (await testing.stores(session.account).changeRequestContent()).refresh(session.space, over);
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
    for (const page of [one, other]) {
      const target = { space, number, page: page.id };
      const { text } = await edits.page(target);
      await edits.drafts.keep(target, `${text.trimEnd()}\n\nFor later.\n`, text);
    }
    person.picks(one.title, 'Discard…', other.title, 'Open');
    person.presses('Discard');

    await executeCommand('docsPlatform.editing.unsent');

    assert.match(person.choices[0]?.message ?? '', /^Discard unsent changes to /);
    assert.deepEqual(await session.drafts(), [other.id]);
    const { document } = vscode.window.activeTextEditor!;
    assert.equal(document.uri.scheme, 'docs-platform-edit');
    assert.equal(end(document.getText()), 'For later.');
    await edits.drafts.discard({ space, number, page: other.id });
  });

  test('unsent changes of a deleted page can be read and discarded', async () => {
    await session.propose('Left of a page');
    const { space, number } = session;
    const edits = await testing.stores(session.account).edits();
    await edits.drafts.keep({ space, number, page: 'gone' }, '# Of old\n\nStill here.\n', '# Of old\n');
    person.picks('Of old', 'Open');

    await executeCommand('docsPlatform.editing.unsent');

    const { document } = vscode.window.activeTextEditor!;
    assert.equal(document.isUntitled, true);
    assert.equal(end(document.getText()), 'Still here.');
    person.picks('Of old', 'Discard…');
    person.presses('Discard');
    await executeCommand('docsPlatform.editing.unsent');
    assert.deepEqual(await session.drafts(), []);
  });

  test('Save All moves all unsent changes of a merged change request to another one', async () => {
    const [one, other] = [session.pages[0]!, session.pages[1]!];
    await session.propose('Merged before Save All');
    const merged = session.number;
    const { document } = await session.open(one);
    await session.append(document, 'In an editor.');
    const edits = await testing.stores(session.account).edits();
    const target = { space: session.space, number: merged, page: other.id };
    const { text } = await edits.page(target);
    await edits.drafts.keep(target, `${text.trimEnd()}\n\nIn a draft.\n`, text);
    await session.json('POST', `/spaces/${session.space}/change-requests/${merged}/merge`);
    await session.propose('Takes them all');
    person.presses('Edit in Another Change Request…');
    person.picks('Takes them all');

    await executeCommand('docsPlatform.editing.saveAll', document.uri);

    const shown = await until('the page in the other change request', () => {
      const active = vscode.window.activeTextEditor?.document;
      return active?.uri.path.includes(` #${session.number}/`) && active;
    });
    assert.match(
      person.choices[0]?.message ?? '',
      /is merged, so 2 pages weren't saved\. They stay here as unsent changes\./,
    );
    await until('the old ones to be let go', async () => (await edits.drafts.of(target)).length === 0);
    await until('the old editor to be closed', () => !document.isDirty);
    assert.deepEqual((await session.drafts()).sort(), [one.id, other.id].sort());
    await executeCommand('docsPlatform.editing.saveAll', shown.uri);
    assert.equal(person.messages.at(-1), `Saved 2 pages to #${session.number}.`);
    assert.equal(end(await session.markdownOf(one)), 'In an editor.');
    assert.equal(end(await session.markdownOf(other)), 'In a draft.');
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

  test('text that the platform altered is reported, and appears in the editor', async () => {
    const page = session.pages[5]!;
    await session.propose('Made other');
    const { document } = await session.open(page);
    await session.append(document, 'As sent.');
    platform.instead = async (request, handle) => {
      const response = await handle(request);
      if (!request.url.includes(`/page/${page.id}`)) return response;
      const text = await response.text();
      return new Response(text.replace('As sent.', 'As kept by the platform.'), response);
    };
    person.presses('Show Diff');

    await save();

    await until('the text of the platform', () => document.getText().includes('As kept by the platform.'));
    assert.equal(document.isDirty, false);
    await until('the diff', () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputTextDiff && input.modified.scheme === 'docs-platform-sent';
    });
  });

  test('a draft that another window discarded disappears from the editor', async () => {
    const page = session.pages[6]!;
    await session.propose('Given up elsewhere');
    const { document } = await session.open(page);
    const before = document.getText();
    await saveByItself();
    await session.append(document, 'Not so good.');
    await until('the automatic save', () => !document.isDirty);
    const { space, number } = session;

    await (await testing.stores(session.account).edits()).drafts.discard({ space, number, page: page.id });

    await until('the text of the platform', () => document.getText() === before);
  });

  test('an open page follows what someone else saves', async () => {
    const page = session.pages[5]!;
    await session.propose('Following');
    const { document } = await session.open(page);
    await session.change({ operation: 'update_page', page: page.id, document: { markdown: 'Theirs.\n' } });

    const content = await testing.stores(session.account).changeRequestContent();
    await content.refresh(session.space, session.number);

    await until('their text', () => end(document.getText()) === 'Theirs.');
  });
});

suite('Editing on a server that accepts no content', () => {
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
