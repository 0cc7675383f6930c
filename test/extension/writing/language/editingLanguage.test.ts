import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Person } from '../../../host/person.ts';
import type { ServedPlatform } from '../../../host/servedPlatform.ts';
import { until } from '../../../host/until.ts';
import { openEditingWindow, type EditingWindow } from '../../../host/editingWindow.ts';
import { signedIn } from '../../activated.ts';

const { executeCommand } = vscode.commands;

describe('The language of an editable page', () => {
  let person: Person;
  let platform: ServedPlatform;
  let session: EditingWindow;

  signedIn(async (given) => {
    ({ person, platform } = given);
    session = await openEditingWindow(given);
    await session.propose('Words');
  });

  beforeEach(() => person.startOver());

  afterEach(() => session.leave());

  /** Opens the first page with this text instead of its own. The cursor is at the `|`, which is removed. */
  async function write(text: string): Promise<vscode.TextEditor> {
    const editor = await session.open(session.pages[0]!);
    const end = editor.document.lineAt(editor.document.lineCount - 1).range.end;
    const edit = new vscode.WorkspaceEdit();
    edit.replace(editor.document.uri, new vscode.Range(new vscode.Position(0, 0), end), text.replace('|', ''));
    assert.ok(await vscode.workspace.applyEdit(edit));
    const cursor = editor.document.positionAt(Math.max(text.indexOf('|'), 0));
    editor.selection = new vscode.Selection(cursor, cursor);
    return editor;
  }

  /** All completions at the cursor, in the order of the list. */
  async function offered(text: string): Promise<vscode.CompletionItem[]> {
    const { document, selection } = await write(text);
    return until('a completion', async () => {
      const { items } = await executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        selection.active,
      );
      // VS Code offers words of the text and its Markdown snippets everywhere.
      const { Text, Snippet } = vscode.CompletionItemKind;
      const ours = items.filter(({ kind, label }) => kind !== Text && (kind !== Snippet || typeof label === 'string'));
      const order = (item: vscode.CompletionItem) => item.sortText ?? labelOf(item);
      return ours.length > 0 && ours.sort((one, other) => order(one).localeCompare(order(other)));
    });
  }

  const textOf = ({ insertText = '' }: vscode.CompletionItem) =>
    typeof insertText === 'string' ? insertText : insertText.value;
  const labelOf = ({ label }: vscode.CompletionItem) => (typeof label === 'string' ? label : label.label);

  /** The problems of the page, once there are this many. */
  async function problems(count: number): Promise<vscode.Diagnostic[]> {
    const { document } = vscode.window.activeTextEditor ?? assert.fail();
    return until(`${count} problems`, () => {
      const found = vscode.languages.getDiagnostics(document.uri);
      return found.length === count && found;
    });
  }

  async function fixes(diagnostic: vscode.Diagnostic): Promise<vscode.CodeAction[]> {
    const { document } = vscode.window.activeTextEditor ?? assert.fail();
    return executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      diagnostic.range,
      vscode.CodeActionKind.QuickFix.value,
    );
  }

  test('offers pages after [[, and those of other spaces once a part of the title is typed', async () => {
    const own = await offered('# Title\n\nSee [[|]]\n');
    assert.ok(own.length > 10);
    assert.ok(own.every((item) => !textOf(item).includes('(../../')));

    const items = await offered('# Title\n\nSee [[testing on rob|]] today.\n');

    const item = items.find((each) => labelOf(each) === 'Testing on robots') ?? assert.fail(items.map(labelOf).join());
    assert.match(textOf(item), /^\[Testing on robots\]\((?:\.\.\/)+[^()]+\/how-we-build\/testing-on-robots\.md\)$/);
    const { document } = vscode.window.activeTextEditor!;
    assert.equal(document.getText(item.range as vscode.Range), '[[testing on rob]]');
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, item.range as vscode.Range, textOf(item));
    await vscode.workspace.applyEdit(edit);
    await executeCommand('workbench.action.files.save');
    assert.match(
      await session.markdownOf(session.pages[0]!),
      /See \[Testing on robots\]\(\/spaces\/\w+\/how-we-build\/testing-on-robots\) today\./,
    );
  });

  test('offers the template tags after {%, starting with the end of the open one', async () => {
    const items = await offered('# Title\n\n{% hint style="info" %}\nText\n{%|}\n');

    assert.equal(labelOf(items[0]!), '{% endhint %}');
    assert.equal(items.filter(({ label }) => label === '{% tabs %}').length, 1);
    const { document, selection } = vscode.window.activeTextEditor!;
    const range = items[0]!.range as vscode.Range;
    assert.equal(document.getText(range), '{%}');
    assert.ok(range.contains(selection.active));
  });

  test('offers a step, a tab, a column, and an update only where they belong', async () => {
    const within = async (before: string) => (await offered(`# Title\n\n${before}{%|}\n`)).map(labelOf);
    const parts = ['step', 'tab', 'column', 'update'].map((name) => `{% ${name} %}`);

    const outside = await within('');
    const inside = await within('{% stepper %}\n');

    assert.deepEqual(
      parts.filter((each) => outside.includes(each)),
      [],
    );
    assert.deepEqual(
      parts.filter((each) => inside.includes(each)),
      ['{% step %}'],
    );
  });

  test('offers nothing in code', async () => {
    await offered('# Title\n\n[a](|)\n');

    const { document, selection } = await write('# Title\n\n```\n[a](|)\n```\n');
    const { items } = await executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      selection.active,
    );
    const urls = items.map(textOf);
    assert.deepEqual(
      urls.filter((url) => url.endsWith('.md')),
      [],
    );
  });

  test('reports an unclosed tag, and closes it', async () => {
    const editor = await write('# Title\n\n{% hint style="info" %}\nText\n');

    const [problem] = await problems(1);
    assert.equal(editor.document.getText(problem!.range), '{% hint style="info" %}');
    assert.match(problem!.message, /\{% hint %\} isn't closed/);
    const [fix] = await fixes(problem!);
    assert.ok(await vscode.workspace.applyEdit(fix!.edit!));

    assert.equal(editor.document.getText(), '# Title\n\n{% hint style="info" %}\nText\n{% endhint %}\n');
    await problems(0);
  });

  test.each([
    ['---\ndescription: A\nicon: b\n---\n\n# Title\n\nText\n', '# Title\n\nText\n'],
    ['---\ndescription: A\n---\n# Title\n', '# Title\n'],
    ['# Title\n\n---\nhidden: true\n---\n\nText\n', '# Title\n\nText\n'],
  ])('reports front matter, and removes it (%j)', async (before, after) => {
    const editor = await write(before);

    const [problem] = await problems(1);
    assert.match(problem!.message, /Readers see this front matter as text/);
    const [fix] = await fixes(problem!);
    assert.ok(await vscode.workspace.applyEdit(fix!.edit!));

    assert.equal(editor.document.getText(), after);
    await problems(0);
  });

  test('reports a link to a file that is a part of HTML, and parts them', async () => {
    const editor = await write('# Title\n\n<p>\nText\n</p>\n[notes](_files/notes.pdf)\n');

    const [problem] = await problems(1);
    assert.match(problem!.message, /Readers see this link as text/);
    const [fix] = await fixes(problem!);
    assert.ok(await vscode.workspace.applyEdit(fix!.edit!));

    assert.equal(editor.document.getText(), '# Title\n\n<p>\nText\n</p>\n\n[notes](_files/notes.pdf)\n');
    await until(
      'the missing file',
      () => vscode.languages.getDiagnostics(editor.document.uri)[0]?.code === 'broken-file',
    );
  });

  test('reports a link without https://, and adds it', async () => {
    const editor = await write('# Title\n\n[a](www.example.com/b_(c) "d") and [e](<example.com>)\n');

    const found = await problems(2);
    assert.deepEqual(
      found.map(({ message }) => message),
      [
        'Broken link: https:// is missing before “www.example.com/b_(c)”.',
        'Broken link: https:// is missing before “example.com”.',
      ],
    );
    for (const problem of found.reverse()) {
      const [fix, ...others] = await fixes(problem);
      assert.deepEqual([fix?.title, fix?.isPreferred, others], ['Add https://', true, []]);
      assert.ok(await vscode.workspace.applyEdit(fix!.edit!));
      if (problem !== found.at(-1)) await problems(1);
    }

    assert.equal(
      editor.document.getText(),
      '# Title\n\n[a](https://www.example.com/b_(c) "d") and [e](<https://example.com>)\n',
    );
    await problems(0);
  });

  test('reports conflict markers and ids that occur twice', async () => {
    await write(
      '# Title\n\n<<<<<<< HEAD\nA <a id="x"></a>\n=======\nB <a id=\'x\'></a>\n>>>>>>> main\n\nHeading\n=======\n',
    );

    assert.deepEqual(
      (await problems(2)).map(({ code, message, range }) => [code, message, range.start.line, range.start.character]),
      [
        [
          'conflict-marker',
          'Readers see this conflict marker as text. Keep one of the versions, and remove the markers.',
          2,
          0,
        ],
        ['duplicate-id', 'The ID “x” is already used above, so links lead there. Choose another ID.', 5, 9],
      ],
    );
  });

  test("doesn't report what the page had before", async () => {
    const page = session.pages[2]!;
    platform.edit(session.space, [{ operation: 'update_page', page: page.id, markdown: '# Old\n\n#Wrong\n' }]);
    await session.propose('Later words');
    const { document } = await session.open(page);
    await session.append(document, '#Wrong as well');

    const [problem] = await problems(1);
    assert.equal(document.lineAt(problem!.range.start.line).text, '#Wrong as well');
  });

  test("offers headings by the ids of published sites: in tags all, and in links those that VS Code doesn't know", async () => {
    const text = '# Title\n\n## Simple\n\n## 1. Install & run\n\n## Own <a id="way"></a>\n\n';
    const way = `${session.pages[0]!.path.split('/').at(-1)}.md`;

    assert.deepEqual((await offered(`${text}[a](#|)\n`)).map(textOf), ['id-1.-install-and-run', 'way']);
    const inTag = await offered(`${text}{% content-ref url="${way}#|" %}\n`);
    assert.deepEqual(inTag.map(textOf), ['title', 'simple', 'id-1.-install-and-run', 'way']);
  });

  test('corrects a link to a heading with the id of published sites', async () => {
    await write(
      '# Title\n\n[a](#1-instal-run) [b](#1-install--run) [c](#id-1.-install-and-run)\n\n## 1. Install & run\n',
    );

    const [problem] = await problems(1);

    assert.equal(problem?.code, 'broken-heading');
    assert.deepEqual(
      (await fixes(problem)).map(({ title }) => title),
      ['Link to #id-1.-install-and-run'],
    );
  });

  test('offers no heading that has nothing in common with the typed text', async () => {
    await write('# Title\n\n[a](#nothing-here)\n\n## Charge everything before the morning\n');

    const [problem] = await problems(1);

    assert.equal(problem?.code, 'broken-heading');
    assert.deepEqual(await fixes(problem), []);
  });

  test('offers the page of a broken or empty link', async () => {
    const editor = await write('# Title\n\nSee [a](nowhere-at-all.md) and [b](# "B").\n');

    const found = await problems(2);
    for (const [index, page] of ['Zones', 'Stations'].entries()) {
      const choose = (await fixes(found[index]!)).find(({ title }) => title === 'Choose a page…');
      person.picks(page);
      const { command, arguments: given = [] } = choose!.command!;
      await executeCommand(command, ...(given as unknown[]));
      await problems(1 - index);
      if (index === 0) found[1] = (await problems(1))[0]!;
    }

    assert.match(editor.document.getText(), /See \[a\]\([^()]*zones\.md\) and \[b\]\([^()]*stations\.md "B"\)\./);
  });

  test('forgets the problems of a closed page', async () => {
    const { document } = await write('# Title\n\n{% endhint %}\n');
    await problems(1);

    await session.leave();

    await until('no problems', () => vscode.languages.getDiagnostics(document.uri).length === 0);
  });

  test('sends no request for each typed letter', async () => {
    await offered('# Title\n\n[a](|)\n');
    platform.taken();

    await offered('# Title\n\n[a](g|)\n');

    assert.deepEqual(platform.taken(), []);
  });
});
