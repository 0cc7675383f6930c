import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { InlineThreads } from '../../../src/extension/comments/inlineThreads.ts';
import type { PlacedThread } from '../../../src/extension/comments/shownThreads.ts';
import { pageTexts } from '../../../src/extension/comments/threadsPanel/pageTexts.ts';
import { outdatedBy } from '../../../src/extension/ground/threads/outdatedThreads.ts';
import type { Testing } from '../../../src/extension.ts';
import { suggestionMarkdown } from '../../../src/model/comments/suggestions.ts';
import { userId } from '../../../src/server/sample/seeding.ts';
import { openEditingWindow, type EditingWindow } from '../../host/editingWindow.ts';
import type { Person } from '../../host/person.ts';
import type { ServedPlatform } from '../../host/servedPlatform.ts';
import { signedIn } from '../activated.ts';
import { until } from '../../host/until.ts';

const { executeCommand } = vscode.commands;
const colleague = userId('ada');

describe('Suggestions', () => {
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

  beforeEach(async () => {
    await session.propose('With suggestions');
    await session.change(write(lines));
    person.startOver();
    platform.taken();
    boxes.length = 0;
  });

  afterEach(async () => {
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
  const comment = async (markdown: string) => {
    const created = await session.json<{ id: string }>('POST', comments(), { page: page().id, body: { markdown } });
    // The next one is later, by the clock of the platform.
    for (const now = Date.now(); Date.now() === now;) await new Promise(setImmediate);
    return created;
  };
  const suggest = (oldLines: string[], newLines: string[]) => comment(suggestionMarkdown({ oldLines, newLines }));
  const reported = (id: string) =>
    session.json<{ status: string; body: { markdown: string } }>('GET', `${comments()}/${id}?format=markdown`);
  const textOf = (shown: vscode.Comment | undefined) => (shown ? (shown.body as vscode.MarkdownString).value : '');
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

  test('are outdated in the comment panel, which reads their pages, once their text changes', async () => {
    const { id } = await suggest([lines[2]!], ['Keep the sensor free.']);
    const { space, account } = session;
    const changeRequests = await testing.stores(account).changeRequests();
    const { changeRequest } = await changeRequests.find(space, String(session.number));
    const threads = (await testing.stores(account).comments()).of({ space, changeRequest: changeRequest.id });
    await threads.load();
    const thread = threads.thread(id) ?? assert.fail();
    const read: string[] = [];
    const at = { space, changeRequest: changeRequest.id };
    const texts = await pageTexts(testing, account, at, (each) => read.push(each));
    const isOutdated = () => outdatedBy({ textOf: (each) => texts?.of(each) })(thread);

    assert.equal(isOutdated(), false);
    await until('the text', () => texts?.of(page().id) !== undefined);
    assert.equal(isOutdated(), false);
    await session.change(write([...lines.slice(0, 2), ...lines.slice(3)]));
    await (await testing.stores(account).contents()).refresh(space, session.number);

    await until('the changed text', isOutdated);
    assert.ok(read.includes(page().id));
    texts?.dispose();
  });

  for (const [what, text] of [
    ['whose form is broken', suggestionMarkdown({ oldLines: [], newLines: ['Keep the sensor free.'] })],
    ['that change nothing', undefined],
  ] as const) {
    test(`${what} are sent only if the user insists`, async () => {
      const editor = await open();
      const draft = await box(editor, lineOf(editor, lines[2]!));
      draft.body = text ?? draft.body;

      await executeCommand('docsPlatform.comments.sendDraft', draft);

      assert.equal(person.choices.length, 1);
      assert.deepEqual(person.choices[0]?.actions, ['Send Anyway']);
      const { drafts } = await testing.stores(session.account).comments();
      assert.deepEqual(
        drafts.cached().map((each) => each.text),
        [draft.body],
      );
      const again = await until('the text in an editor', () => vscode.window.activeTextEditor?.document);
      assert.equal(again.getText(), draft.body);

      person.presses('Send Anyway');
      await executeCommand('docsPlatform.comments.sendReply', again.uri);

      await until('the thread', () => inline.placedIn(editor.document.uri).find(({ isPending }) => !isPending));
      assert.deepEqual(drafts.cached(), []);
    });
  }

  test('can be added to a review, and replies with suggestions can be applied from the panel', async () => {
    const { id } = await comment('What about the sensor?');
    const reply = await session.json<{ id: string }>('POST', `${comments()}/${id}/replies`, {
      body: { markdown: suggestionMarkdown({ oldLines: [lines[2]!], newLines: ['From a reply.'] }) },
    });
    const editor = await open();
    const draft = await box(editor, lineOf(editor, lines[2]!));
    await executeCommand('docsPlatform.comments.addToReview', draft);
    const pending = await until('the pending comment', () =>
      inline.placedIn(editor.document.uri).find(({ widget }) => /inReview/.test(widget.thread.contextValue ?? '')),
    );
    assert.equal(pending.range?.start.line, lineOf(editor, lines[2]!));
    const threads = await testing.stores(session.account).comments();
    assert.deepEqual(
      threads.drafts.cached().map(({ text }) => text),
      [draft.body],
    );
    const { place } = threads.drafts.cached()[0]!.target;
    await threads.reviews.discard(place);

    const named = { account: session.account.key, place, thread: id, reply: reply.id };
    await executeCommand('docsPlatform.comments.applySuggestion', { ...named, body: 'As it was before.' });
    assert.match(person.messages.join(), /This comment was edited in the meantime/);
    assert.doesNotMatch(await session.markdownOf(page()), /From a reply/);

    await executeCommand('docsPlatform.comments.applySuggestion', named);
    assert.match(await session.markdownOf(page()), /\nFrom a reply\.\n/);
    assert.equal((await reported(id)).status, 'resolved');
  });

  test('take in lines around text that occurs several times', async () => {
    const editor = await open('docs-platform-edit');
    const draft = await box(editor, lineOf(editor, lines[1]!));
    const oldLines = [lines[0]!, '', lines[1]!, '', lines[2]!];
    assert.equal(draft.body, suggestionMarkdown({ oldLines, newLines: oldLines }));
  });

  test('open the unsent box again with what was typed', async () => {
    const editor = await open('docs-platform-edit');
    const draft = await box(editor, lineOf(editor, lines[2]!));
    const { drafts } = await testing.stores(session.account).comments();
    const typed = `${draft.body as string}\n\nBecause.`;
    const target = drafts.cached().find(({ text }) => text === draft.body)?.target ?? assert.fail();
    await drafts.keep(target, typed);

    assert.equal((await box(editor, lineOf(editor, lines[2]!))).body, typed);
    await drafts.discard(target);
  });

  test('contain the links of the platform, not those of the editor', async () => {
    const other = session.pages[1]!;
    const line = `Read [this](https://example.com) and [that page](/${other.path}).`;
    await session.change(write([...lines, line]));
    const stored = (await session.markdownOf(page())).split('\n').findLast((each) => each.includes('that page'))!;
    const editor = await open();
    const shown = editor.document
      .getText()
      .split('\n')
      .findIndex((each) => each.includes('that page'));
    assert.notEqual(editor.document.lineAt(shown).text, stored);

    const draft = await box(editor, shown);

    assert.equal(draft.body, suggestionMarkdown({ oldLines: [stored], newLines: [stored] }));
  });

  test("refuse lines that the change request doesn't have", async () => {
    const editor = await open('docs-platform-edit');
    await session.append(editor.document, 'Unsent.');
    editor.selection = new vscode.Selection(lineOf(editor, 'Unsent.'), 0, lineOf(editor, 'Unsent.'), 3);
    await executeCommand('docsPlatform.comments.suggest', editor.document.uri);
    assert.match(person.messages.join(), /doesn't have this text/);
    assert.deepEqual(boxes, []);
  });

  test('of a whole change request are applied as one revision, overlapping ones one by one', async () => {
    const first = await suggest([lines[0]!], ['Drive slowly.']);
    const second = await suggest([lines[2]!, '', lines[3]!], ['Second.']);
    const third = await suggest([lines[2]!], ['Third.']);
    const repeated = await suggest([lines[1]!], ['Repeated.']);
    await session.json('POST', `${comments()}/${repeated.id}/replies`, {
      body: { markdown: suggestionMarkdown({ oldLines: [lines[4]!], newLines: [] }) },
    });
    const before = await session.markdownOf(page());
    await open();
    platform.taken();
    person.presses('Apply');

    await executeCommand('docsPlatform.comments.applySuggestions');

    assert.match(person.choices[0]?.message ?? '', /^Apply 3 suggestions to #\d+\?$/);
    assert.match(
      person.choices[0]?.detail ?? '',
      /^[^\n]+\n1 outdated suggestion is left out\. 1 suggestion is left out because/,
    );
    const expected = before
      .replace(lines[0]!, 'Drive slowly.')
      .replace(`${lines[2]}\n\n${lines[3]}`, 'Second.')
      .replace(`\n${lines[4]}`, '');
    assert.equal(await session.markdownOf(page()), expected);
    assert.equal(writes().filter((request) => request.endsWith('/content')).length, 1);
    assert.deepEqual(await Promise.all([first, second, third].map(async ({ id }) => (await reported(id)).status)), [
      'resolved',
      'resolved',
      'open',
    ]);
    await until('what was left', () => person.choices.length > 1);
    assert.match(
      person.choices[1]?.message ?? '',
      /^1 outdated suggestion is left out\. 1 suggestion is left out because/,
    );
  });

  test('are shown as they are applied, whatever is written around them', async () => {
    const bait = suggestionMarkdown({ oldLines: [lines[4]!], newLines: ['Call Ada.'] });
    const real = suggestionMarkdown({ oldLines: [lines[2]!], newLines: ['Cover the sensor.'] });
    const { id } = await comment(
      `> quoted\n    \`\`\`\`\`text\n${real}\n\`\`\`\`\`\n\n${bait}\n\`\`\`\`\`\n\`\`\`\`\``,
    );
    const placed = await threadAt(await open(), id);
    const [shown] = placed.widget.thread.comments;
    const value = textOf(shown);
    assert.match(value, /```diff\n-Never cover the upper sensor with tape\.\n\+Cover the sensor\.\n```/);
    assert.doesNotMatch(value, /^\+Call Ada/m);
    assert.match(shown?.contextValue ?? '', /;suggestion\b/);

    await applyOf(placed);

    const markdown = await session.markdownOf(page());
    assert.match(markdown, /\nCover the sensor\.\n/);
    assert.doesNotMatch(markdown, /Call Ada/);
    assert.deepEqual(person.choices, []);
  });

  const diffShown = () =>
    until('the diff', () => {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      return input instanceof vscode.TabInputTextDiff ? input : undefined;
    });
  const textAt = async (uri: vscode.Uri) => (await vscode.workspace.openTextDocument(uri)).getText();

  test('of one comment are applied together only after a question beside a diff of all', async () => {
    const first = suggestionMarkdown({ oldLines: [lines[2]!], newLines: ['Keep the sensor free.'] });
    const second = suggestionMarkdown({ oldLines: [lines[4]!], newLines: ['Call Ada.'] });
    const { id } = await comment(`${first}\n\n${second}`);
    const placed = await threadAt(await open(), id);
    const before = await session.markdownOf(page());
    platform.taken();
    person.presses('Show Changes');

    await applyOf(placed);

    assert.match(person.choices[0]?.message ?? '', /^Apply 2 suggestions to #\d+\?$/);
    assert.deepEqual(writes(), []);
    const { original, modified } = await diffShown();
    assert.equal(await textAt(original), before);
    assert.equal(
      await textAt(modified),
      before.replace(lines[2]!, 'Keep the sensor free.').replace(lines[4]!, 'Call Ada.'),
    );

    person.presses('Apply');
    await applyOf(placed);
    assert.equal(await session.markdownOf(page()), await textAt(modified));
    assert.equal((await reported(id)).status, 'resolved');
  });

  test('with hidden characters are applied only after a question that names them', async () => {
    const { id } = await suggest([lines[2]!], ['Never cover the upper \u202esensor.']);
    const placed = await threadAt(await open(), id);
    const value = textOf(placed.widget.thread.comments[0]);
    assert.match(value, /\+Never cover the upper \[U\+202E\]sensor\./);
    platform.taken();
    person.presses('Show Changes');

    await applyOf(placed);

    assert.match(person.choices[0]?.detail ?? '', /characters that nobody sees.*: U\+202E\./);
    assert.deepEqual(writes(), []);
    assert.match(await textAt((await diffShown()).modified), /upper \[U\+202E\]sensor/);
  });

  test.each([
    ['[here](javascript:alert)', 'javascript:alert'],
    ['<vscode://acme/run>', 'vscode://acme/run'],
    ['[here](java&#115;cript:alert)', 'javascript:alert'],
    ['[here](javascript\\:alert)', 'javascript:alert'],
    ['[here](#blocked-vscode%3A//acme/run)', '#blocked-vscode%3A//acme/run'],
  ])('with %s are applied only after a question that names the address', async (link, address) => {
    const { id } = await suggest([lines[2]!], [`Never cover the upper sensor. ${link}`]);
    const placed = await threadAt(await open(), id);
    platform.taken();

    await applyOf(placed);

    assert.match(person.choices[0]?.detail ?? '', /addresses that editors here show as #blocked/);
    assert.ok(person.choices[0]?.detail?.includes(`: ${address}.`), person.choices[0]?.detail);
    assert.deepEqual(writes(), []);
  });

  test('that are outdated can be compared where they are shown, with addresses as editors show them', async () => {
    const other = session.pages[1]!;
    const line = `Read [that page](/${other.path}) twice.`;
    await session.change(write([...lines, line]));
    const stored = (await session.markdownOf(page())).split('\n').findLast((each) => each.includes('that page'))!;
    const { id } = await suggest([stored], [stored.replace('twice', 'once')]);
    await session.change(write([...lines, line.replace('twice', 'thrice')]));
    const editor = await open();
    const placed = await threadAt(editor, id);
    const [shown] = placed.widget.thread.comments;
    await until('the mark', () => /;outdated\b/.test(shown?.contextValue ?? ''));
    assert.doesNotMatch(shown?.contextValue ?? '', /;suggestion\b/);
    const path = /\((.*)\)/.exec(
      editor.document
        .getText()
        .split('\n')
        .find((each) => each.includes('that page'))!,
    )![1]!;
    assert.match(textOf(shown), new RegExp(`\\+Read \\[that page\\]\\(${path}\\) once`));

    await executeCommand('docsPlatform.comments.compareSuggestion', shown);

    const { original, modified } = await diffShown();
    assert.equal(modified.scheme, 'docs-platform-edit');
    assert.ok((await textAt(original)).includes(`Read [that page](${path}) once.`));
    assert.deepEqual(writes(), []);
  });

  test('are compared again if someone else saves at the same moment', async () => {
    const { id } = await suggest([lines[2]!], ['Keep the sensor free.']);
    const placed = await threadAt(await open(), id);
    let asked = 0;
    platform.instead = async (request, handle) => {
      const isChangeRequest = request.method === 'GET' && request.url.endsWith(`/change-requests/${session.number}`);
      // The first request comes before the comparison, the second while the page is sent.
      if (isChangeRequest && ++asked === 2) await session.changeBy(colleague, write(lines.with(4, 'Call Ada.')));
      return handle(request);
    };

    await applyOf(placed);

    assert.ok(asked > 2, String(asked));
    const markdown = await session.markdownOf(page());
    assert.match(markdown, /Keep the sensor free\.\n\n.*\n\nCall Ada\./);
  });
});
