import assert from 'node:assert/strict';
import { setup, suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { InlineThreads } from '../../src/extension/comments/inlineThreads.ts';
import type { PlacedThread } from '../../src/extension/comments/shownThreads.ts';
import type { Testing } from '../../src/extension.ts';
import { suggestionMarkdown } from '../../src/model/comments/suggestions.ts';
import { userId } from '../../src/server/sample/seeding.ts';
import { openEditingWindow, type EditingWindow } from './editingWindow.ts';
import type { Person } from './person.ts';
import type { ServedPlatform } from './servedPlatform.ts';
import { signedIn } from './signedIn.ts';
import { until } from './until.ts';

const { executeCommand } = vscode.commands;
const colleague = userId('ada');

suite('Suggestions', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let session: EditingWindow;
  let inline: InlineThreads;
  /** Boxes for new comments, as they were opened. */
  const boxes: vscode.CommentThread[] = [];

  signedIn(async (given) => {
    ({ testing, person, platform } = given);
    session = await openEditingWindow(given);
    ({ inline } = await testing.comments());
    const { begin } = inline;
    Object.assign(inline, {
      begin(...args: Parameters<typeof begin>) {
        const thread = begin(...args);
        boxes.push(thread);
        return thread;
      },
    });
  });

  setup(async () => {
    await session.propose('With suggestions');
    await session.change(write(lines));
    person.startOver();
    platform.taken();
    boxes.length = 0;
  });

  teardown(async () => {
    platform.instead = undefined;
    await vscode.workspace.getConfiguration('docsPlatform').update('comments.resolveApplied', undefined, true);
    await session.leave();
  });

  const page = () => session.pages[0] ?? assert.fail();
  const lines = [
    'Drive into the dock slowly.  ',
    'Two lamps turn green within seconds.',
    'Never cover the upper sensor with tape.',
    'Two lamps turn green within seconds.',
    'Call the service team when nothing helps.',
  ];
  const write = (all: readonly string[]) => ({
    operation: 'update_page',
    page: page().id,
    document: { markdown: all.join('\n\n') },
  });
  const comments = () => `/spaces/${session.space}/change-requests/${session.number}/comments`;
  const comment = (markdown: string) =>
    session.json<{ id: string }>('POST', comments(), { page: page().id, body: { markdown } });
  const suggest = (oldLines: string[], newLines: string[]) => comment(suggestionMarkdown({ oldLines, newLines }));
  const reported = (id: string) =>
    session.json<{ status: string; body: { markdown: string } }>('GET', `${comments()}/${id}?format=markdown`);
  const writes = () => platform.taken().filter((request) => !request.startsWith('GET'));

  async function open(scheme = 'docs-platform'): Promise<vscode.TextEditor> {
    const editor = await vscode.window.showTextDocument(
      vscode.Uri.from({
        scheme,
        authority: session.account.key,
        path: `/${session.space}.change-request-${session.number}/${page().path}.md`,
      }),
      { preview: false },
    );
    await until('the threads', async () => (await inline.shown(editor.document.uri)) !== undefined);
    return editor;
  }

  function threadAt({ document }: vscode.TextEditor, id: string): Promise<PlacedThread> {
    return until(`the thread ${id}`, () => inline.placedIn(document.uri).find((each) => each.id === id));
  }

  const lineOf = ({ document }: vscode.TextEditor, text: string) => document.getText().split('\n').indexOf(text);

  /** Selects a line and runs the command. Returns the box with its comment. */
  async function box(editor: vscode.TextEditor, line: number): Promise<vscode.Comment> {
    editor.selection = new vscode.Selection(line, 2, line, 6);
    await executeCommand('docsPlatform.comments.suggest', editor.document.uri);
    return boxes.at(-1)?.comments[0] ?? assert.fail('no box');
  }

  async function applyOf(placed: PlacedThread): Promise<void> {
    await executeCommand('docsPlatform.comments.applySuggestion', placed.widget.thread.comments[0]);
  }

  test('start with the selected line, are shown as a diff, and are applied byte for byte', async () => {
    const editor = await open();
    const before = await session.markdownOf(page());
    const draft = await box(editor, lineOf(editor, lines[2]!));
    assert.equal(draft.mode, vscode.CommentMode.Editing);
    assert.equal(draft.body, suggestionMarkdown({ oldLines: [lines[2]!], newLines: [lines[2]!] }));

    draft.body = suggestionMarkdown({ oldLines: [lines[2]!], newLines: ['Keep the sensor free.  ', '', '`x`'] });
    await executeCommand('docsPlatform.comments.sendDraft', draft);

    const placed = await until('the thread', () =>
      inline.placedIn(editor.document.uri).find(({ isPending }) => !isPending),
    );
    assert.equal((await reported(placed.id)).body.markdown, draft.body);
    assert.equal(placed.range?.start.line, lineOf(editor, lines[2]!));
    const [first] = placed.widget.thread.comments;
    assert.match(first?.contextValue ?? '', /;suggestion\b/);
    assert.equal(
      (first?.body as vscode.MarkdownString | undefined)?.value,
      `\`\`\`diff\n-${lines[2]}\n+Keep the sensor free.  \n+\n+\`x\`\n\`\`\``,
    );

    platform.taken();
    await applyOf(placed);

    assert.equal(await session.markdownOf(page()), before.replace(lines[2]!, 'Keep the sensor free.  \n\n`x`'));
    assert.equal(writes().filter((request) => request.endsWith('/content')).length, 1);
    assert.equal((await reported(placed.id)).status, 'resolved');
    await until('the new text', () => editor.document.getText().includes('Keep the sensor free.'));
    assert.deepEqual(person.choices, []);
  });

  test('can be started for a range of a page that no editor shows', async () => {
    const { document } = await open();
    const line = document.getText().split('\n').indexOf(lines[2]!);
    const { uri } = document;
    await executeCommand('workbench.action.closeAllEditors');

    await executeCommand('docsPlatform.comments.suggest', { uri, range: new vscode.Range(line, 0, line + 1, 0) });

    const { body } = boxes.at(-1)?.comments[0] ?? assert.fail('no box');
    assert.equal(body, suggestionMarkdown({ oldLines: [lines[2]!], newLines: [lines[2]!] }));
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), uri.toString());
  });

  test('are outdated when someone else changed their lines, and can be compared', async () => {
    const { id } = await suggest([lines[2]!], ['Keep the sensor free.']);
    const editor = await open();
    const placed = await threadAt(editor, id);
    assert.doesNotMatch(placed.widget.thread.label ?? '', /Outdated/);
    const changed = lines.with(2, 'Never cover the upper sensor with thick tape.');
    await session.changeBy(colleague, write(changed));
    person.presses('Compare');

    await applyOf(placed);

    await until('the question', () => person.choices.length > 0);
    assert.match(person.choices[0]?.message ?? '', /is outdated and wasn't applied: .* no longer on the page/);
    assert.equal(await session.markdownOf(page()).then((text) => text.includes('thick tape')), true);
    assert.equal((await reported(id)).status, 'open');
    const diff = await until('the diff', () => {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      return input instanceof vscode.TabInputTextDiff ? input : undefined;
    });
    const left = await vscode.workspace.openTextDocument(diff.original);
    assert.match(left.getText(), /Keep the sensor free\.\n\nTwo lamps/);
    assert.doesNotMatch(left.getText(), /thick tape/);
    assert.equal(diff.modified.scheme, 'docs-platform-edit');
    await until('the mark', () =>
      inline.placedIn(diff.modified).some(({ widget }) => widget.thread.label?.includes('Outdated')),
    );
  });

  test('leave unsaved text of an open editor alone, and its thread open if the user wants that', async () => {
    await vscode.workspace.getConfiguration('docsPlatform').update('comments.resolveApplied', false, true);
    const { id } = await suggest([lines[2]!], ['Keep the sensor free.']);
    const editor = await open('docs-platform-edit');
    await session.append(editor.document, 'Unsent.');

    await applyOf(await threadAt(editor, id));

    assert.match(await session.markdownOf(page()), /Keep the sensor free\./);
    assert.equal((await reported(id)).status, 'open');
    assert.ok(editor.document.isDirty);
    assert.match(editor.document.getText(), /Unsent\./);
    await editor.document.save();
    assert.match(await session.markdownOf(page()), /Keep the sensor free\.[^]*Unsent\./);
  });
});
