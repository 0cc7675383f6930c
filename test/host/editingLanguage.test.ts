import assert from 'node:assert/strict';
import { setup, suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Person } from './person.ts';
import { until } from './until.ts';
import { openEditingWindow, type EditingWindow } from './editingWindow.ts';
import { signedIn } from './signedIn.ts';

const { executeCommand } = vscode.commands;

suite('The language of an editable page', () => {
  let person: Person;
  let session: EditingWindow;

  signedIn(async (given) => {
    ({ person } = given);
    session = await openEditingWindow(given);
    await session.propose('Words');
  });

  setup(() => person.startOver());

  teardown(() => session.leave());

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

  test('offers the pages of the space in a link, each once, the nearest first', async () => {
    const items = await offered('# Title\n\nSee [it](|)\n');

    const urls = items.map(textOf);
    const pages = urls.filter((url) => url.endsWith('.md'));
    assert.ok(pages.length > 10, urls.join(' '));
    assert.equal(new Set(urls).size, urls.length, urls.join(' '));
    const steps = pages.map((url) => url.split('/').length);
    assert.deepEqual(
      steps,
      steps.toSorted((one, other) => one - other),
    );
    const { document } = vscode.window.activeTextEditor!;
    await vscode.workspace.openTextDocument(vscode.Uri.joinPath(document.uri, '..', pages.at(-1)!));
  });

  test('offers the files of the space for a picture, and no pages', async () => {
    const items = await offered('# Title\n\n![](|)\n');

    const urls = items.map(textOf);
    assert.ok(urls.length > 0);
    assert.ok(
      urls.every((url) => url.startsWith('_files/')),
      urls.join(' '),
    );
  });

  test('offers headings after a #, each once: of the page itself and of others, in links and in tags', async () => {
    const own = await offered('# Title\n\n## Two words\n\n[a](#|)\n');
    assert.deepEqual(own.map(({ insertText }) => insertText).sort(), ['#title', '#two-words']);

    const other = session.pages[1]!;
    const from = session.pages[0]!.path.split('/').slice(0, -1);
    const way = `${'../'.repeat(from.length)}${other.path}.md`;
    const inLink = (await offered(`# Title\n\n[a](${way}#|)\n`)).map(({ insertText }) => insertText);
    const inTag = (await offered(`# Title\n\n{% content-ref url="${way}#|" %}\n`)).map((item) => `#${textOf(item)}`);
    assert.ok(inTag.length > 0);
    assert.deepEqual(inLink.sort(), inTag.sort());
  });

  test('reports broken links to pages, headings and files, and corrects them', async () => {
    const other = session.pages[1]!;
    const name = other.path.split('/').at(-1)!;
    const editor = await write(`# Title\n\n[a](gone/${name}x.md) [b](#titel) ![c](_files/no.png)\n`);

    const found = await problems(3);
    assert.deepEqual(
      found.map(({ code }) => code),
      ['broken-page', 'broken-heading', 'broken-file'],
    );
    const [page] = await fixes(found[0]!);
    const [heading] = await fixes(found[1]!);
    assert.match(page!.title, new RegExp(other.title));
    assert.equal(heading!.title, 'Link to #title');
    assert.ok(await vscode.workspace.applyEdit(page!.edit!));

    const [link] = /(?<=\[a\]\()[^)]*/.exec(editor.document.getText()) ?? assert.fail();
    await vscode.workspace.openTextDocument(vscode.Uri.joinPath(editor.document.uri, '..', link));
    await problems(2);
  });

  test('reports headings that skip a level, images without text, and what markdownlint finds, and corrects them', async () => {
    const editor = await write('# Title\n\n### Deep\n\n#Wrong\n\n![](https://example.com/a.png)\n');

    const [level, lint, image] = await problems(3);
    assert.equal(level?.message, 'This heading skips a level: level 3 follows level 1.');
    assert.equal((lint?.code as { value: string } | undefined)?.value, 'MD018');
    assert.equal(image?.code, 'alternative-text');
    const [ofLevel, ofLint, ofImage] = [await fixes(level), await fixes(lint!), await fixes(image)];
    assert.deepEqual(
      [ofLevel, ofLint, ofImage].map(([fix]) => fix?.title),
      ['Change to level 2', 'Fix this problem (MD018)', 'Write alternative text'],
    );
    assert.ok(await vscode.workspace.applyEdit(ofImage[0]!.edit!));
    assert.equal(editor.document.offsetAt(editor.selection.active), editor.document.getText().indexOf('](https'));
    assert.ok(await vscode.workspace.applyEdit(ofLint[0]!.edit!));
    assert.ok(await vscode.workspace.applyEdit(ofLevel[0]!.edit!));

    assert.equal(editor.document.getText(), '# Title\n\n## Deep\n\n# Wrong\n\n![](https://example.com/a.png)\n');
    await problems(1);
  });

  test('inserts a picture of the space as a figure in an empty line, and inline in others', async () => {
    const [image] = (await offered('# Title\n\n![](|)\n')).map(textOf);
    const name = image!.slice('_files/'.length);
    const alone = await write('# Title\n\n|\n');
    person.picks(name);
    await executeCommand('docsPlatform.editing.insertFile');
    assert.match(alone.document.getText(), new RegExp(`^<figure><img src="${image}" alt="[^"]+"><figcaption>`, 'm'));

    const within = await write('# Title\n\nText | more\n');
    person.picks(name);
    await executeCommand('docsPlatform.editing.insertFile');
    assert.match(within.document.getText(), new RegExp(`^Text !\\[[^\\]]+\\]\\(${image}\\) more$`, 'm'));
  });

  test('puts blank lines around a figure and a tag, so that the text next to them stays what it is', async () => {
    const [image] = (await offered('# Title\n\n![](|)\n')).map(textOf);
    const figure = await write('# Title\n\nText\n|\n## Heading\n');
    person.picks(image!.slice('_files/'.length));
    await executeCommand('docsPlatform.editing.insertFile');
    assert.match(figure.document.getText(), /^Text\n\n<figure>.*<\/figure>\n\n## Heading$/m);

    const tags = await offered('# Title\n\nText\n{%|}\n## Heading\n');
    const hint = tags.find((item) => labelOf(item) === '{% hint %}');
    assert.match(
      String((hint?.insertText as vscode.SnippetString | undefined)?.value),
      /^\n\{% hint [\s\S]*\{% endhint %\}\n$/,
    );
  });

  test('has a preview that shows front matter as it is published', async () => {
    const { document } = await write('---\ndescription: Short\n---\n\n# Title\n');

    const html = await executeCommand<string>('markdown.api.render', document);

    assert.match(html, /<hr[^]*<h2[^>]*>description: Short<\/h2>/);
  });

  test('has a preview next to it, with tags and pictures', async () => {
    await write('# Title\n\n{% hint %}\nText\n{% endhint %}\n');

    await executeCommand('markdown.showPreviewToSide');

    await until('the preview', () =>
      vscode.window.tabGroups.all.some(({ tabs }) =>
        tabs.some(({ input }) => input instanceof vscode.TabInputWebview && /markdown\.preview/.test(input.viewType)),
      ),
    );
  });
});
