import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { setup, suite, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import { openEditingWindow, type EditingWindow } from './editingWindow.ts';
import type { Testing } from '../../src/extension.ts';
import type { Person } from './person.ts';
import type { ServedPlatform } from './servedPlatform.ts';
import { signedIn } from './signedIn.ts';
import { until } from './until.ts';

const { executeCommand } = vscode.commands;

/** VS Code has no API to read source controls, so what the extension registers is recorded. */
interface Recorded {
  readonly control: vscode.SourceControl;
  readonly groups: Map<string, vscode.SourceControlResourceGroup>;
  isDisposed: boolean;
}

suite('Source control', () => {
  let person: Person;
  let platform: ServedPlatform;
  let testing: Testing;
  let session: EditingWindow;
  const recorded: Recorded[] = [];
  /** How long registering a source control took, in ms. */
  const times: number[] = [];
  const create = vscode.scm.createSourceControl;

  signedIn(async (given) => {
    ({ person, platform, testing } = given);
    Object.assign(vscode.scm, {
      createSourceControl: (...args: Parameters<typeof create>) => {
        const start = performance.now();
        const control = create(...args);
        // The extension registers everything else before it waits for anything.
        queueMicrotask(() => times.push(performance.now() - start));
        const entry: Recorded = { control, groups: new Map(), isDisposed: false };
        recorded.push(entry);
        const [createGroup, dispose] = [control.createResourceGroup.bind(control), control.dispose.bind(control)];
        return Object.assign(control, {
          createResourceGroup: (id: string, label: string) => {
            const group = createGroup(id, label);
            entry.groups.set(id, group);
            return group;
          },
          dispose: () => {
            entry.isDisposed = true;
            dispose();
          },
        });
      },
    });
    session = await openEditingWindow(given);
  });

  setup(() => {
    person.startOver();
    platform.taken();
  });

  teardown(async () => {
    platform.instead = undefined;
    await vscode.workspace.getConfiguration('docsPlatform').update('editing.compareWith', undefined, true);
    await session.leave();
  });

  suiteTeardown(() => {
    Object.assign(vscode.scm, { createSourceControl: create });
    // For test/bench/sourceControl.ts.
    const result = process.env['DOCS_PLATFORM_BENCH_RESULT'];
    if (result) writeFileSync(result, JSON.stringify(times));
  });

  const present = (): Recorded[] => recorded.filter(({ isDisposed }) => !isDisposed);
  const controlled = () =>
    until(`a source control of #${session.number}`, () =>
      present().find(({ control }) => control.rootUri?.path.endsWith(` #${session.number}`)),
    );
  const rowsOf = ({ groups }: Recorded, group: 'unsent' | 'changed') => groups.get(group)?.resourceStates ?? [];
  const namesIn = (each: Recorded, group: 'unsent' | 'changed') =>
    rowsOf(each, group).map(({ resourceUri }) => resourceUri.path.split('/').at(-1));
  const fileOf = (index: number): string => `${session.pages[index]!.path.split('/').at(-1)}.md`;

  async function originalAt({ control }: Recorded, { uri }: vscode.TextDocument): Promise<vscode.Uri | undefined> {
    const token = new vscode.CancellationTokenSource().token;
    return (await control.quickDiffProvider?.provideOriginalResource?.(uri, token)) ?? undefined;
  }

  async function replaceLine(document: vscode.TextDocument, line: number, text: string): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, document.lineAt(line).range, text);
    assert.ok(await vscode.workspace.applyEdit(edit));
  }

  test('is registered while a page is edited, and ends when its editor is closed and everything is saved', async () => {
    assert.deepEqual(present(), []);
    await session.propose('One page');
    const { document } = await session.open(session.pages[0]!);
    const shown = await controlled();
    assert.deepEqual(namesIn(shown, 'unsent'), []);

    await session.append(document, 'Unsent.');
    await until('the unsent page', () => namesIn(shown, 'unsent').length === 1);
    assert.equal(shown.control.count, 1);
    assert.equal(shown.control.inputBox.visible, false);

    await executeCommand('docsPlatform.editing.saveAll', shown.control);

    await until('the saved page among the changes', () => namesIn(shown, 'changed')[0] === fileOf(0));
    await session.open(session.pages[2]!);
    await executeCommand('docsPlatform.editing.edit', rowsOf(shown, 'changed')[0]);
    assert.equal(vscode.window.activeTextEditor?.document, document, 'its row opens the editable page');
    await until('nothing unsent', () => shown.control.count === 0 && namesIn(shown, 'unsent').length === 0);
    assert.equal(document.isDirty, false, person.messages.join());
    await session.leave();
    await until('the end of the source control', () => shown.isDisposed);
  });

  test('saves one of several unsent pages', async () => {
    await session.propose('Two pages');
    const first = await session.open(session.pages[1]!);
    await session.append(first.document, 'In the first.');
    const second = await session.open(session.pages[2]!);
    await session.append(second.document, 'In the second.');
    const shown = await controlled();
    await until('both pages', () => namesIn(shown, 'unsent').length === 2);

    const row = rowsOf(shown, 'unsent').find(({ resourceUri }) => resourceUri.path.endsWith(fileOf(2)));
    await executeCommand('docsPlatform.editing.save', row);

    await executeCommand('docsPlatform.editing.save', row);
    assert.match(person.messages.join(), /This page is already saved to #\d+\.$/);
    assert.match(await session.markdownOf(session.pages[2]!), /In the second\./);
    assert.doesNotMatch(await session.markdownOf(session.pages[1]!), /In the first\./);
    assert.deepEqual([first.document.isDirty, second.document.isDirty], [true, false]);
    await until('the other page alone', () => namesIn(shown, 'unsent').join() === fileOf(1));
  });

  test('saves selected pages of two change requests', async () => {
    await session.propose('The first of two');
    const first = await session.open(session.pages[1]!);
    await session.append(first.document, 'In the first.');
    const one = await controlled();
    await until('its page', () => namesIn(one, 'unsent').length === 1);
    const [row] = rowsOf(one, 'unsent');
    await session.propose('The second of two');
    const second = await session.open(session.pages[1]!);
    await session.append(second.document, 'In the second.');
    const other = await controlled();
    await until('its page', () => namesIn(other, 'unsent').length === 1);

    await executeCommand('docsPlatform.editing.save', row, rowsOf(other, 'unsent')[0]);

    assert.deepEqual([first.document.isDirty, second.document.isDirty], [false, false], person.messages.join());
    assert.match(await session.markdownOf(session.pages[1]!), /In the second\./);
  });

  test('discards all unsent changes of its group after one question', async () => {
    await session.propose('Discarded');
    const before = [];
    for (const index of [1, 2]) {
      const { document } = await session.open(session.pages[index]!);
      before.push({ document, text: document.getText() });
      await session.append(document, 'Not so good.');
    }
    const shown = await controlled();
    await until('both pages', () => namesIn(shown, 'unsent').length === 2);

    await executeCommand('docsPlatform.editing.discardDraft', shown.groups.get('unsent'));

    const [question] = person.choices;
    assert.equal(question?.message, 'Discard unsent changes to 2 pages?');
    for (const { document } of before) assert.equal(document.isDirty, true, 'nothing is lost before the answer');

    person.presses('Discard');
    await executeCommand('docsPlatform.editing.discardDraft', ...rowsOf(shown, 'unsent'));

    for (const { document, text } of before) assert.equal(document.getText(), text);
    await until('nothing unsent', () => namesIn(shown, 'unsent').length === 0);
    assert.deepEqual(await session.drafts(), []);
  });

  test('discards only unsent pages of a selection, also of several groups, and never the active one', async () => {
    await session.propose('The first selection');
    const [saved, unsent, active] = [session.pages[1]!, session.pages[2]!, session.pages[3]!];
    await session.change({ operation: 'update_page', page: saved.id, document: { markdown: 'Changed before.\n' } });
    await session.append((await session.open(unsent)).document, 'Discard me.');
    const one = await controlled();
    const first = session.number;
    await session.propose('The second selection');
    const { document } = await session.open(active);
    await session.append(document, 'Keep me.');
    const other = await controlled();
    await until('all rows', () => namesIn(one, 'changed').length + namesIn(one, 'unsent').length === 2);
    await until('the other row', () => namesIn(other, 'unsent').length === 1);
    person.presses('Discard');

    await executeCommand('docsPlatform.editing.discardDraft', rowsOf(one, 'changed')[0], rowsOf(one, 'unsent')[0]);

    assert.equal(person.choices[0]?.message, `Discard unsent changes to “${fileOf(2)}”?`);
    assert.match(document.getText(), /Keep me\./);
    await until('nothing unsent in the first', () => namesIn(one, 'unsent').length === 0);

    person.startOver();
    const groups = [one.groups.get('changed'), one.groups.get('unsent'), other.groups.get('unsent')];
    await executeCommand('docsPlatform.editing.discardDraft', ...groups);
    assert.deepEqual(
      person.choices.map(({ detail }) => detail),
      [`The page goes back to its state in #${session.number}. This can't be undone.`],
    );

    await executeCommand('docsPlatform.editing.saveAll', ...groups);
    assert.match(await session.markdownOf(active), /Keep me\./);
    assert.ok(first < session.number);
  });

  test('saves all unsent changes of its group', async () => {
    await session.propose('Saved as a group');
    const { document } = await session.open(session.pages[1]!);
    await session.append(document, 'In a group.');
    const shown = await controlled();
    await until('the page', () => namesIn(shown, 'unsent').length === 1);

    await executeCommand('docsPlatform.editing.saveAll', shown.groups.get('unsent'));

    assert.match(await session.markdownOf(session.pages[1]!), /In a group\./);
  });

  test('names the change request, and the pages of its rows', async () => {
    await session.propose('With a name');
    const { document } = await session.open(session.pages[1]!);
    await session.append(document, 'Named.');
    const shown = await controlled();

    const { number } = session;
    const labels = () => [...shown.groups.values()].map(({ label }) => label).join();
    const [unsent, changed] = ['Unsent Changes', 'In This Change Request'].map(
      (label) => `${label} · #${number} With a name`,
    );
    await until('the name', () => labels() === `${unsent},${changed}`);
    const tooltip = () => rowsOf(shown, 'unsent')[0]?.decorations?.tooltip;
    await until('the title', () => tooltip() === session.pages[1]!.title);
  });

  test('saves everything, then opens the change request for review, and counts as a draft until then', async () => {
    const { executeCommand: execute } = vscode.commands;
    let drafts: readonly string[] = [];
    Object.assign(vscode.commands, {
      executeCommand: (command: string, ...given: unknown[]) => {
        if (given[0] === 'docsPlatform.sourceControl.drafts') drafts = given[1] as readonly string[];
        return execute(command, ...given);
      },
    });
    await session.propose('Ready');
    const { document } = await session.open(session.pages[1]!);
    await session.append(document, 'Ready for review.');
    const shown = await controlled();
    try {
      const root = String(shown.control.rootUri);
      await until('a draft', () => drafts.includes(root));
      await executeCommand('docsPlatform.editing.openForReview', shown.control);
      await until('no draft', () => !drafts.includes(root));
    } finally {
      Object.assign(vscode.commands, { executeCommand: execute });
    }

    assert.match(await session.markdownOf(session.pages[1]!), /Ready for review\./);
    const { status } = await session.json<{ status: string }>(
      'GET',
      `/spaces/${session.space}/change-requests/${session.number}`,
    );
    assert.equal(status, 'open', person.messages.join());
  });

  test('says that the change request was merged, and offers another one for what is unsent', async () => {
    await session.propose('Merged meanwhile');
    const { document } = await session.open(session.pages[1]!);
    await session.append(document, 'Too late.');
    const shown = await controlled();
    await until('the page', () => namesIn(shown, 'unsent').length === 1);
    const { number } = session;
    await session.json('POST', `/spaces/${session.space}/change-requests/${number}/merge`);
    await (await testing.stores(session.account).contents()).refresh(session.space, number);

    await until('the status', () => /\(merged\)$/.test(shown.groups.get('unsent')?.label ?? ''));
    const [row] = rowsOf(shown, 'unsent');
    await session.propose('Another one');
    person.picks('Another one');
    await executeCommand('docsPlatform.editing.edit', row);

    const taken = await controlled();
    await until('the text there', () => namesIn(taken, 'unsent').join() === fileOf(1));
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /Too late\./);
    await until('the end of the first', () => shown.isDisposed);
  });

  test('compares a page with the base, under its path there, or with what was saved', async () => {
    await session.propose('Renamed');
    const [page, added] = [session.pages[3]!, 'A new page'];
    await session.change(
      { operation: 'update_page', page: page.id, slug: 'another-slug', document: { markdown: 'Changed.\n' } },
      { operation: 'insert_page', title: added, document: { markdown: 'New.\n' } },
    );
    const path = [...page.path.split('/').slice(0, -1), 'another-slug'].join('/');
    const { document } = await session.open({ ...page, path });
    const shown = await controlled();
    assert.match((await originalAt(shown, document))?.path ?? '', new RegExp(`/${page.path}\\.md$`));
    const other = await session.open({ ...page, path: 'a-new-page' });
    assert.equal((await vscode.workspace.openTextDocument((await originalAt(shown, other.document))!)).getText(), '');
    const untouched = await session.open(session.pages[4]!);
    assert.equal(
      (await vscode.workspace.openTextDocument((await originalAt(shown, untouched.document))!)).getText(),
      untouched.document.getText(),
    );

    await vscode.workspace.getConfiguration('docsPlatform').update('editing.compareWith', 'saved', true);

    await until('another source control', () => shown.isDisposed);
    const saved = await originalAt(await controlled(), document);
    assert.equal((await vscode.workspace.openTextDocument(saved!)).getText(), document.getText());
  });

  test('reverts a change, and saves the page if that was the only one', async () => {
    await session.propose('Reverted');
    const { document } = await session.open(session.pages[5]!);
    const before = document.getText();
    const line = document.lineCount - 2;
    await replaceLine(document, line, 'Something else.');
    const shown = await controlled();
    await until('the unsent page', () => namesIn(shown, 'unsent').length === 1);
    const change = {
      originalStartLineNumber: line + 1,
      originalEndLineNumber: line + 1,
      modifiedStartLineNumber: line + 1,
      modifiedEndLineNumber: line + 1,
    };

    // The page was typed in after the peek was opened.
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(line, 0), 'Typed.\n\n');
    await vscode.workspace.applyEdit(edit);
    await executeCommand('docsPlatform.editing.revertChange', document.uri, [change], 0);
    assert.match(person.messages.join(), /has changed since/);
    assert.match(document.getText(), /Typed\.\n\nSomething else\./);
    await executeCommand('undo');

    await executeCommand('docsPlatform.editing.revertChange', document.uri, [change], 0);
    assert.equal(document.getText(), before);
    assert.equal(document.isDirty, false);
    await until('nothing unsent', () => namesIn(shown, 'unsent').length === 0);
    assert.deepEqual(await session.drafts(), []);
  });

  test('reverts the selected lines only', async () => {
    await session.propose('Lines');
    const editor = await session.open(session.pages[6]!);
    const { document } = editor;
    const before = document.getText();
    await session.append(document, 'One more.\n\nAnd another.');
    const last = document.getText().split('\n').indexOf('And another.');
    editor.selection = new vscode.Selection(last - 1, 0, last, 3);

    await executeCommand('docsPlatform.editing.revertLines');

    assert.equal(document.getText().trimEnd(), `${before.trimEnd()}\n\nOne more.`);
    editor.selection = new vscode.Selection(0, 0, 0, 1);
    await executeCommand('docsPlatform.editing.revertLines');
    assert.match(person.messages.join(), /selected lines have no changes/);
  });
});
