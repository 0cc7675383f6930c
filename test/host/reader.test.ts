import assert from 'node:assert/strict';
import { suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import { uriOf as addressOf } from '../../src/extension/ground/places/pageUri.ts';
import type { OpenReader } from '../../src/extension/reading/reader/context.ts';
import { serveReader } from '../../src/extension/reading/reader/serve.ts';
import { drawFormulas } from '../../src/extension/ground/webviews/formulas.ts';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import type { Services } from '../../src/extension/ground/services/services.ts';
import type { Testing } from '../../src/extension.ts';
import { suggestionMarkdown } from '../../src/model/comments/suggestions.ts';
import type { ReaderPage } from '../../src/protocol/reader.ts';
import type { Header, Thread } from '../../src/protocol/threads.ts';
import { spaceId } from '../../src/server/sample/seeding.ts';
import { main } from '../../src/model/shared/address.ts';
import { openEditingWindow, type EditingWindow } from './editingWindow.ts';
import { rowAt } from './libraryRows.ts';
import type { Person } from './person.ts';
import { signedIn } from './signedIn.ts';
import { until } from './until.ts';

const { executeCommand } = vscode.commands;
const handbook = spaceId('operator-handbook');
const row = [
  'Northwind Robotics',
  'Products',
  'Robots',
  '📘 Heron Operator Handbook',
  'Get started',
  'First mission',
] as const;
const setting = 'docsPlatform.pages.openWith';

suite('The reader', () => {
  let testing: Testing;
  let person: Person;
  let account: Account;
  let editing: EditingWindow;
  const ends: vscode.Disposable[] = [];

  signedIn(async (given) => {
    ({ testing, person, account } = given);
    editing = await openEditingWindow(given);
  });

  teardown(async () => {
    for (const end of ends.splice(0)) end.dispose();
    await choose(undefined);
    await editing.leave();
    person.startOver();
  });

  const choose = (value: string | undefined) =>
    vscode.workspace.getConfiguration().update(setting, value, vscode.ConfigurationTarget.Global);
  const uriOf = (path: string) =>
    vscode.Uri.from({ scheme: 'docs-platform', authority: account.key, path: `/${handbook}/${path}` });
  const tabs = () =>
    vscode.window.tabGroups.all.map(({ tabs }) =>
      tabs.flatMap(({ input }) =>
        input instanceof vscode.TabInputCustom
          ? [`${input.viewType} ${nameOf(input.uri)}`]
          : input instanceof vscode.TabInputText
            ? [`text ${nameOf(input.uri)}`]
            : [],
      ),
    );
  const nameOf = ({ path }: vscode.Uri) => path.slice(path.lastIndexOf('/') + 1);
  const untilTabs = (...wanted: string[][]) =>
    until(
      `the tabs ${JSON.stringify(wanted)}, not ${JSON.stringify(tabs())}`,
      () => JSON.stringify(tabs()) === JSON.stringify(wanted),
    );
  const pageOf = (path: string) =>
    editing.pages.find((page) => page.path === path) ?? editing.pages[0] ?? assert.fail();

  /** The extension's end of a reader, with the test as its webview. */
  async function serve(uri: vscode.Uri) {
    const opened: string[] = [];
    const received: {
      readonly notification?: string;
      readonly params?: object;
      readonly id?: number;
      readonly result?: unknown;
      readonly refusal?: { message: string };
    }[] = [];
    let listen: (message: unknown) => void = () => undefined;
    const panel = {
      viewType: 'docsPlatform.reader',
      visible: true,
      onDidChangeViewState: new vscode.EventEmitter().event,
      webview: { postMessage: async (message: object) => received.push(message) },
    } as unknown as vscode.WebviewPanel;
    const reader: OpenReader = { uri, panel, line: 0, isPassing: false, trail: { back: [], forward: [] } };
    const readers = {
      passTo: async (target: vscode.Uri, place?: object) =>
        void opened.push(`${target.path.slice(1)} ${JSON.stringify(place)}`),
      navigate: async (_: OpenReader, direction: string) => void opened.push(direction),
      showSource: async () => void opened.push('source'),
    };
    const parts = { ...testing, extensionUri: testing.context.extensionUri };
    const onMessage = (listener: (message: unknown) => void) => {
      listen = listener;
      return new vscode.Disposable(() => undefined);
    };
    ends.push(await serveReader(parts, { reader, readers }, { panel, onMessage }));
    let last = 0;
    return {
      reader,
      opened,
      received,
      ask: async (request: string, params: object = {}): Promise<unknown> => {
        const id = ++last;
        listen({ id, request, params });
        const reply = await until(`the reply to ${request}`, () => received.find((each) => each.id === id));
        if (reply.refusal) throw new Error(reply.refusal.message);
        return reply.result;
      },
    };
  }

  test('opens a page of a row, as a click does once the user has chosen so', async () => {
    const page = await rowAt(testing, ...row);
    assert.equal(page.item.command?.command, 'vscode.open');

    await executeCommand('docsPlatform.reader.open', page.row);

    await untilTabs(['docsPlatform.reader first-mission.md']);
    await choose('reader');
    const { command } = (await rowAt(testing, ...row)).item;
    assert.equal(command?.command, 'docsPlatform.reader.openPage');
    await choose(undefined);
  });

  test('and the source replace each other, at the same line', async () => {
    const uri = uriOf('why-does-my-heron-stop.md');
    const editor = await vscode.window.showTextDocument(uri, { preview: false });
    const headings = [...editor.document.getText().matchAll(/^## /gm)].map(
      ({ index }) => editor.document.positionAt(index).line,
    );
    const line = headings[0] ?? assert.fail();
    editor.revealRange(new vscode.Range(line, 0, line, 0), vscode.TextEditorRevealType.AtTop);
    const top = await until('another line at the top', () => editor.visibleRanges[0]?.start.line || undefined);

    await executeCommand('docsPlatform.reader.open', uri);
    await untilTabs(['docsPlatform.reader why-does-my-heron-stop.md']);
    await executeCommand('docsPlatform.reader.showSource');

    const source = await until('the source', () => vscode.window.activeTextEditor);
    assert.equal(source.selection.active.line, top);
    await untilTabs(['text why-does-my-heron-stop.md']);
  });

  test('of an editable page is beside its editor, which keeps the focus', async () => {
    await editing.propose('Reader beside');
    const editor = await editing.open(editing.pages[0]!);
    const name = nameOf(editor.document.uri);

    await executeCommand('docsPlatform.reader.open', editor.document.uri);

    await untilTabs([`text ${name}`], [`docsPlatform.reader ${name}`]);
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), editor.document.uri.toString());
  });

  test('opens both side by side, and the next page in the same columns', async () => {
    await choose('both');

    await executeCommand('docsPlatform.reader.openPage', uriOf('why-does-my-heron-stop.md'));
    await untilTabs(['text why-does-my-heron-stop.md'], ['docsPlatform.reader why-does-my-heron-stop.md']);
    await executeCommand('workbench.action.focusSecondEditorGroup');
    await executeCommand('docsPlatform.reader.openPage', uriOf('get-started/first-mission.md'));

    await untilTabs(['text first-mission.md'], ['docsPlatform.reader first-mission.md']);
  });

  test('gets a page with its path, its neighbors and its cover', async () => {
    const { ask } = await serve(uriOf('get-started/first-mission.md'));
    const page = (await ask('page')) as ReaderPage;

    assert.equal(page.space, 'Heron Operator Handbook');
    assert.deepEqual(
      page.above.map(({ title }) => title),
      ['Get started'],
    );
    assert.ok(page.above[0]?.path?.endsWith('.md'), 'a group leads to a page');
    assert.ok(page.previous && page.next);
    assert.match(page.markdown, /^# First mission/m);
    const first = await serve(uriOf(await firstPage()));
    assert.equal(((await first.ask('page')) as ReaderPage).hasCover, true);
    assert.match(String(await first.ask('cover')), /^data:image\/svg/);
  });

  async function firstPage(): Promise<string> {
    const { roots } = await (await testing.stores(account).library()).pages(handbook);
    return roots[0]?.path ?? assert.fail();
  }

  test('stays in the reader for links to pages of this and other spaces', async () => {
    const { ask, opened } = await serve(uriOf('get-started/first-mission.md'));

    await ask('follow', { address: '../why-does-my-heron-stop.md#an%20anchor', beside: false });
    await ask('follow', { address: `../../${spaceId('skiff')}/README.md`, beside: false });
    await ask('goToPage', { path: 'why-does-my-heron-stop.md' });

    assert.equal(opened[0], `${handbook}/why-does-my-heron-stop.md {"anchor":"an%20anchor"}`);
    assert.equal(opened[1], `${spaceId('skiff')}/README.md {"line":0}`);
    assert.match(opened[2] ?? '', /\/why-does-my-heron-stop\.md \{"line":0\}$/);
  });

  test('gets what specifications of the organization say about the operations of a page', async () => {
    const space = spaceId('engineering-handbook');
    const { byId } = await (await testing.stores(account).library()).pages(space);
    const path = [...byId.values()].find(({ title }) => title === 'Everything a page can hold')?.path ?? assert.fail();
    const uri = addressOf({ account: account.key, space, version: main, path });
    const { ask, received } = await serve(uri);
    await ask('page');

    const { params } = await until('the operations', () =>
      received.find(({ notification }) => notification === 'operations'),
    );

    assert.match(JSON.stringify(params), /Create a mission/);
  });

  test("colors code as VS Code's own preview does", async () => {
    const { ask } = await serve(uriOf('get-started/first-mission.md'));
    const codes = [
      { language: 'ts', text: 'const a = `1`; // ``` <b>' },
      { language: 'no such language', text: 'a' },
    ];

    const [html, other] = (await ask('codeColors', { codes })) as (string | null)[];

    assert.match(html ?? '', /hljs-keyword">const<[^]*hljs-comment">\/\/ ``` &lt;b&gt;</);
    assert.equal(other, null);
  });

  test('selects the space in the Library', async () => {
    const { ask } = await serve(uriOf('get-started/first-mission.md'));

    await ask('showSpace');

    await until('its row', () => {
      const [selected] = testing.tree?.view.selection ?? [];
      return selected?.kind === 'space' && selected.space.id === handbook;
    });
  });

  test('hears that its page was deleted', async () => {
    await editing.propose('Page to delete');
    const page = pageOf('none');
    const { document } = await editing.open(page);
    const { ask, received } = await serve(document.uri.with({ scheme: 'docs-platform' }));
    await ask('page');

    await editing.change({ operation: 'delete_page', page: page.id });
    await (await testing.stores(account).contents()).refresh(handbook, editing.number);

    const outdated = await until('the news', () => received.find(({ notification }) => notification === 'outdated'));
    assert.equal((outdated.params as { isGone: boolean }).isGone, true);
  });

  test('of an editable page gets its text and the line of the cursor while the user types', async () => {
    await editing.propose('Typing');
    const editor = await editing.open(editing.pages[0]!);
    const { ask, received } = await serve(editor.document.uri);
    await ask('page');

    await editing.append(editor.document, '\n\nTyped just now.\n');
    const line = editor.document.lineCount - 1;
    editor.selection = new vscode.Selection(line, 0, line, 0);

    await until('the text', () =>
      received.some(
        ({ notification, params }) => notification === 'text' && JSON.stringify(params).includes('Typed just now.'),
      ),
    );
    await until('the cursor', () =>
      received.some(
        ({ notification, params }) => notification === 'cursor' && (params as { line: number }).line === line,
      ),
    );
    assert.match(((await ask('page')) as ReaderPage).markdown, /Typed just now\./);
  });

  test('has the comments on its page, and sends one', async () => {
    await editing.propose('Comments in the reader');
    const page = editing.pages[0] ?? assert.fail();
    const { document } = await editing.open(page);
    const { ask, received } = await serve(document.uri);
    const { id } = (await ask('page')) as ReaderPage;
    const { header, threads } = (await ask('open')) as { header: Header; threads: Thread[] };
    assert.deepEqual([header.mayComment, header.mayReview, header.mayApply], [true, true, true]);
    assert.deepEqual(threads, []);

    await ask('send', {
      target: { kind: 'thread', page: id, quote: 'Words' },
      text: 'From the reader',
      resolve: false,
    });

    await until('the thread', () =>
      received.some(
        ({ notification, params }) => notification === 'threads' && JSON.stringify(params).includes('From the reader'),
      ),
    );
    const other = await serve(editing.pages[1] ? (await editing.open(editing.pages[1])).document.uri : assert.fail());
    assert.deepEqual(((await other.ask('open')) as { threads: Thread[] }).threads, []);
  });

  test('marks a suggestion as outdated when its page no longer has the text', async () => {
    await editing.propose('Outdated in the reader');
    const page = editing.pages[0] ?? assert.fail();
    const write = (markdown: string) =>
      editing.change({ operation: 'update_page', page: page.id, document: { markdown } });
    await write('Drive slowly.');
    const comments = `/spaces/${editing.space}/change-requests/${editing.number}/comments`;
    const suggestion = suggestionMarkdown({ oldLines: ['Drive slowly.'], newLines: ['Drive.'] });
    await editing.json('POST', comments, { page: page.id, body: { markdown: suggestion } });
    const version = { kind: 'changeRequest', number: editing.number } as const;
    const uri = addressOf({ account: account.key, space: editing.space, version, path: `${page.path}.md` });
    const { ask, received } = await serve(uri);
    await ask('page');
    const known = () =>
      received.flatMap(({ notification, params }) =>
        notification === 'threads' ? (params as { changed: Thread[] }).changed : [],
      );
    await ask('open');
    const thread = await until('the thread', () => known().at(-1));
    assert.equal(thread.page?.isOutdated, false);

    await write('Drive very slowly.');
    const content = await testing.stores(account).contents();
    await content.refresh(editing.space, editing.number);

    await until('the mark', () => known().at(-1)?.page?.isOutdated);
  });

  test('has no comments on a page of an earlier revision', async () => {
    const version = { kind: 'revision', revision: 'earlier' } as const;
    const { ask } = await serve(addressOf({ account: account.key, space: handbook, version, path: 'page.md' }));

    const { header } = (await ask('open')) as { header: Header };

    assert.equal(header.mayComment, false);
  });

  test('refuses what it cannot open with a sentence', async () => {
    const { ask } = await serve(vscode.Uri.parse('docs-platform://nobody.example~x/space/page.md'));

    await assert.rejects(ask('showSpace'), /The space isn't in your Library\./);
    assert.match(
      ((await ask('page')) as { markdown: string }).markdown,
      /an account on nobody\.example~x that is signed out/,
    );
    await assert.rejects(ask('picture', { address: 'command:x' }), /Only images with an https URL are shown\./);
  });

  test('draws formulas as VS Code does, and leaves what it cannot draw', async () => {
    const notes: unknown[] = [];
    const edge = { note: (_: string, error: unknown) => notes.push(error) } as unknown as Services['edge'];
    const [inLine, block, ...others] = await drawFormulas({ edge }, [
      { source: 'v^2', isBlock: false },
      { source: String.raw`\frac{1}{2}`, isBlock: true },
      { source: String.raw`\frac{`, isBlock: true },
      { source: String.raw`\gdef\a{${'x'.repeat(2000)}}${String.raw`\a`.repeat(100)}`, isBlock: false },
      { source: '{'.repeat(2500) + '}'.repeat(2500), isBlock: true },
    ]);

    assert.match(inLine ?? '', /^<math .*<msup><mi>v<\/mi><mn>2<\/mn><\/msup>.*<\/math>$/);
    assert.match(block ?? '', /^<math [^>]*display="block"[^>]*>.*<mfrac>.*<\/math>$/);
    assert.deepEqual(others.slice(0, 2), [null, null]);
    assert.equal(others.length, 3);
  });

  test('draws a formula in Chinese without a line in the console', async () => {
    const before = Object.getOwnPropertyDescriptor(console, 'warn')!;
    const warnings: unknown[] = [];
    Object.defineProperty(console, 'warn', { get: () => (line: unknown) => void warnings.push(line) });
    try {
      const [drawn] = await drawFormulas({ edge: {} as Services['edge'] }, [{ source: '中'.repeat(9), isBlock: true }]);

      assert.match(drawn ?? '', /^<math .*中/);
      assert.deepEqual(warnings, []);
    } finally {
      Object.defineProperty(console, 'warn', before);
    }
  });
});
