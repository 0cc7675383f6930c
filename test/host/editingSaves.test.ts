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
    // A browser-hosted VS Code saves after a delay by default.
    await files().update('autoSave', 'off', vscode.ConfigurationTarget.Global);
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

  /** Saves by hand again until it is done: VS Code treats such a save as automatic while one of these is queued. */
  const untilSaved = (what: string, isDone: () => boolean | Promise<boolean>) =>
    until(what, async () => {
      await save();
      return isDone();
    });

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
    await until('their text in the editor', () => document.getText().includes('First, theirs.'));
    assert.equal(document.getText().trimEnd(), markdown.trimEnd());
    assert.equal(
      document.getText(new vscode.Range(editor.selection.active, editor.selection.active.translate(0, 4))),
      'mine',
    );
    assert.ok(
      reported.some((text) => /^Combined with Ada Park's changes to .*\. Saved to #\d+\.$/.test(text)),
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
      // After a failed save, VS Code saves nothing automatically until the next save by hand.
      await untilSaved('the save', isSent);

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

  test('Resolve Conflicts shows what both sides changed, and ends the conflict, with automatic saves', async () => {
    const page = session.pages[5]!;
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
    await saveByItself();
    await accept(document, 'Accept Yours');
    await savedByItself(document);
    await untilSaved('the conflict to be over', () => conflicts.cached(session.space, own).length === 0);
    assert.equal(document.isDirty, false);
    const reported = await session.json<{ conflicts?: unknown[] }>('GET', `${path}/${own}/changes`);
    assert.deepEqual(reported.conflicts ?? [], [], 'the platform shows it to nobody else');
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

  test('unsent changes of a deleted page can be read and discarded', async () => {
    await session.propose('Left of a page');
    const { space, number } = session;
    const edits = await testing.stores(session.account).edits();
    for (const { target } of await edits.drafts.all()) await edits.drafts.discard(target);
    await edits.drafts.keep({ space, number, page: 'gone' }, '# Of old\n\nStill here.\n', '# Of old\n');
    person.picks('Open');

    await executeCommand('docsPlatform.editing.unsent');

    const { document } = vscode.window.activeTextEditor!;
    assert.equal(document.isUntitled, true);
    assert.equal(end(document.getText()), 'Still here.');
    person.picks('Discard…');
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
      return input instanceof vscode.TabInputTextDiff && input.modified.scheme === 'docs-platform-text';
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
});
