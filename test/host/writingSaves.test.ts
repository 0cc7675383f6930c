import assert from 'node:assert/strict';
import { setup, suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Testing } from '../../src/extension.ts';
import { extensionUnderTest, forgetAllAccounts } from './extensionUnderTest.ts';
import { signIn, sitDown, type Person } from './person.ts';
import { servePlatform, type ServedPlatform } from './servedPlatform.ts';
import { until } from './until.ts';
import { openWritingDesk, type WritingDesk } from './writingDesk.ts';

const { executeCommand } = vscode.commands;
const files = () => vscode.workspace.getConfiguration('files');
const save = () => executeCommand('workbench.action.files.save');

suite('Saving a page of a change request', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let desk: WritingDesk;

  suiteSetup(async () => {
    testing = await extensionUnderTest();
    person = sitDown(testing);
    platform = await servePlatform();
    const account = await signIn(person, platform.address, platform.token);
    desk = await openWritingDesk({ testing, platform, account });
  });

  suiteTeardown(async () => {
    await forgetAllAccounts(testing);
    person.leave();
    await platform.close();
  });

  setup(() => {
    person.startOver();
    platform.taken();
  });

  teardown(async () => {
    platform.instead = undefined;
    await files().update('autoSave', undefined, vscode.ConfigurationTarget.Global);
    await files().update('autoSaveDelay', undefined, vscode.ConfigurationTarget.Global);
    await desk.leave();
  });

  async function saveByItself(): Promise<void> {
    await files().update('autoSaveDelay', 50, vscode.ConfigurationTarget.Global);
    await files().update('autoSave', 'afterDelay', vscode.ConfigurationTarget.Global);
  }

  const writes = () => platform.taken().filter((request) => !request.startsWith('GET'));
  const nameOf = ({ uri }: vscode.TextDocument) => uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const end = (text: string) => text.trimEnd().split('\n').at(-1);

  test('an automatic save keeps a draft and sends nothing; then a save by hand sends it', async () => {
    const page = desk.pages[0]!;
    await desk.propose('By itself');
    const { document } = await desk.open(page);
    await saveByItself();
    platform.taken();

    await desk.append(document, 'Typed slowly.');
    await until('the automatic save', () => !document.isDirty);

    assert.deepEqual(writes(), []);
    assert.deepEqual(await desk.drafts(), [page.id]);
    await save();
    assert.equal(end(await desk.markdownOf(page)), 'Typed slowly.');
    assert.deepEqual(await desk.drafts(), []);
  });

  test('a draft of an earlier session is there when the page is opened', async () => {
    const page = desk.pages[1]!;
    await desk.propose('Kept');
    const { space, number } = desk;
    const edits = await testing.platforms.edits(desk.account);
    const target = { space, number, page: page.id };
    const { text } = await edits.page(target);
    await edits.drafts.keep(target, `${text.trimEnd()}\n\nKept for later.\n`, text);

    const { document } = await desk.open(page);

    assert.equal(end(document.getText()), 'Kept for later.');
    await save();
    assert.equal(end(await desk.markdownOf(page)), 'Kept for later.');
  });

  test('a page that somebody else changed meanwhile is not overwritten unasked', async () => {
    const page = desk.pages[2]!;
    await desk.propose('Two at once');
    const { document } = await desk.open(page);
    await desk.append(document, 'Mine.');
    await desk.change({ operation: 'update_page', page: page.id, document: { markdown: 'Theirs.\n' } });

    await save();

    assert.equal(document.isDirty, true);
    assert.equal(end(await desk.markdownOf(page)), 'Theirs.');
    assert.equal(end(document.getText()), 'Mine.');
    await executeCommand('workbench.action.files.revert');
    assert.equal(end(document.getText()), 'Theirs.');
    assert.deepEqual(await desk.drafts(), []);
  });

  test('nor is it over a draft that was kept before that', async () => {
    const page = desk.pages[3]!;
    await desk.propose('A draft and another');
    const { document } = await desk.open(page);
    await saveByItself();
    await desk.append(document, 'Mine.');
    await until('the automatic save', () => !document.isDirty);
    await files().update('autoSave', undefined, vscode.ConfigurationTarget.Global);
    await desk.change({ operation: 'update_page', page: page.id, document: { markdown: 'Theirs.\n' } });

    await save();

    assert.equal(end(await desk.markdownOf(page)), 'Theirs.');
    assert.equal(end(document.getText()), 'Mine.');
    assert.deepEqual(await desk.drafts(), [page.id]);
    await executeCommand('workbench.action.files.revert');
    assert.equal(end(document.getText()), 'Theirs.');
    await until('the draft to be let go', async () => (await desk.drafts()).length === 0);
  });

  test('a save that replaces what somebody else saved in that moment warns, and shows the difference', async () => {
    const page = desk.pages[2]!;
    await desk.propose('In the same moment');
    const { document } = await desk.open(page);
    await desk.append(document, 'Mine.');
    platform.instead = async (request, handle) => {
      if (request.method === 'POST' && request.url.endsWith('/content')) {
        platform.instead = undefined;
        await desk.change({ operation: 'update_page', page: page.id, document: { markdown: 'Theirs.\n' } });
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
      `Someone else changed “${page.title}” in #${desk.number} while you saved. Your save replaced their changes.`,
    );
    const sides = await Promise.all(
      [diff.original, diff.modified].map(async (uri) => end((await vscode.workspace.openTextDocument(uri)).getText())),
    );
    assert.deepEqual(sides, ['Theirs.', 'Mine.']);
    assert.equal(end(await desk.markdownOf(page)), 'Mine.');
  });

  test('what was overtaken is overwritten once one has compared and chosen it', async () => {
    const page = desk.pages[4]!;
    await desk.propose('Mine after all');
    const { document } = await desk.open(page);
    await desk.append(document, 'Mine.');
    await desk.change({ operation: 'update_page', page: page.id, document: { markdown: 'Theirs.\n' } });
    await save();
    await executeCommand('notification.acceptPrimaryAction');
    await until('the comparison', () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputTextDiff && input.original.scheme === 'conflictResolution';
    });

    await executeCommand('workbench.files.action.acceptLocalChanges', document.uri);

    await until('the save', () => !document.isDirty);
    assert.equal(end(await desk.markdownOf(page)), 'Mine.');
  });

  test('a connection that fails leaves the editor dirty, and a draft', async () => {
    const page = desk.pages[0]!;
    await desk.propose('Offline');
    const { document } = await desk.open(page);
    await desk.append(document, 'Written on a train.');
    platform.instead = () => Response.json({ error: { code: 503, message: 'Down' } }, { status: 503 });

    await save();

    assert.equal(document.isDirty, true);
    assert.deepEqual(await desk.drafts(), [page.id]);
    platform.instead = undefined;
    await save();
    assert.equal(document.isDirty, false);
    assert.equal(end(await desk.markdownOf(page)), 'Written on a train.');
    assert.deepEqual(await desk.drafts(), []);
  });

  test('an answer that is lost does not send it twice', async () => {
    const page = desk.pages[1]!;
    await desk.propose('Lost answer');
    const { document } = await desk.open(page);
    await desk.append(document, 'Once.');
    platform.taken();
    platform.instead = async (request, handle) => {
      const response = await handle(request);
      return request.method === 'POST' ? new Response('', { status: 502 }) : response;
    };

    await save();

    assert.equal(document.isDirty, false, person.messages.join());
    assert.equal(writes().length, 1);
    assert.equal(end(await desk.markdownOf(page)), 'Once.');
  });

  test('a change request that was merged meanwhile takes nothing more: what was written goes to another one', async () => {
    const page = desk.pages[2]!;
    await desk.propose('Merged meanwhile');
    const merged = desk.number;
    const { document } = await desk.open(page);
    await desk.append(document, 'Too late.');
    await desk.json('POST', `/spaces/${desk.space}/change-requests/${merged}/merge`);
    await desk.propose('The next one');
    person.picks('The next one');

    await save();

    assert.equal(document.isDirty, true);
    assert.deepEqual(person.choices, [], 'VS Code tells that it was not sent, with a link to this command');
    await executeCommand('docsPlatform.writing.edit', document.uri.toString());
    const editor = await until('the page in the other change request', () => {
      const active = vscode.window.activeTextEditor;
      return active?.document.uri.path.includes(`change-request-${desk.number}/`) && active;
    });
    assert.equal(end(editor.document.getText()), 'Too late.');
    await until('the old editor to be closed', () =>
      vscode.window.tabGroups.all.every(({ tabs }) =>
        tabs.every(({ label, isDirty }) => label !== nameOf(document) || !isDirty),
      ),
    );
    assert.equal(document.isDirty, false);
    await save();
    assert.equal(end(await desk.markdownOf(page)), 'Too late.');
  });

  test('what waits in a change request that is over is offered to be taken to another one, and nothing to be sent', async () => {
    const page = desk.pages[2]!;
    await desk.propose('Over by now');
    const over = desk.number;
    const { document } = await desk.open(page);
    await desk.append(document, 'Left behind.');
    await desk.json('POST', `/spaces/${desk.space}/change-requests/${over}/merge`);
    await (await testing.platforms.changeRequestContent(desk.account)).refresh(desk.space, over);
    await desk.propose('Where it goes');
    person.picks('Edit in Another Change Request…', 'Where it goes');

    await executeCommand('docsPlatform.writing.nextSteps');

    const editor = await until('the page in the other change request', () => {
      const active = vscode.window.activeTextEditor;
      return active?.document.uri.path.includes(`change-request-${desk.number}/`) && active;
    });
    assert.equal(end(editor.document.getText()), 'Left behind.');
    assert.deepEqual(await desk.drafts(), [page.id]);
    assert.equal(document.isDirty, false);
  });

  test('what waits of closed pages is listed, to be opened or discarded one by one', async () => {
    const [one, other] = [desk.pages[0]!, desk.pages[1]!];
    await desk.propose('Left for later');
    const { space, number } = desk;
    const edits = await testing.platforms.edits(desk.account);
    for (const page of [one, other]) {
      const target = { space, number, page: page.id };
      const { text } = await edits.page(target);
      await edits.drafts.keep(target, `${text.trimEnd()}\n\nFor later.\n`, text);
    }
    person.picks(one.title, 'Discard…', other.title, 'Open');
    person.presses('Discard');

    await executeCommand('docsPlatform.writing.unsent');

    assert.match(person.choices[0]?.message ?? '', /^Discard what you wrote in /);
    assert.deepEqual(await desk.drafts(), [other.id]);
    const { document } = vscode.window.activeTextEditor!;
    assert.equal(document.uri.scheme, 'docs-platform-edit');
    assert.equal(end(document.getText()), 'For later.');
    await edits.drafts.discard({ space, number, page: other.id });
  });

  test('what waits of a page that is gone by now can be read and discarded', async () => {
    await desk.propose('Left of a page');
    const { space, number } = desk;
    const edits = await testing.platforms.edits(desk.account);
    await edits.drafts.keep({ space, number, page: 'gone' }, '# Of old\n\nStill here.\n', '# Of old\n');
    person.picks('Of old', 'Open');

    await executeCommand('docsPlatform.writing.unsent');

    const { document } = vscode.window.activeTextEditor!;
    assert.equal(document.isUntitled, true);
    assert.equal(end(document.getText()), 'Still here.');
    person.picks('Of old', 'Discard…');
    person.presses('Discard');
    await executeCommand('docsPlatform.writing.unsent');
    assert.deepEqual(await desk.drafts(), []);
  });

  test('all that waits for a change request that was merged goes to another one by Save All', async () => {
    const [one, other] = [desk.pages[0]!, desk.pages[1]!];
    await desk.propose('Merged before Save All');
    const merged = desk.number;
    const { document } = await desk.open(one);
    await desk.append(document, 'In an editor.');
    const edits = await testing.platforms.edits(desk.account);
    const target = { space: desk.space, number: merged, page: other.id };
    const { text } = await edits.page(target);
    await edits.drafts.keep(target, `${text.trimEnd()}\n\nIn a draft.\n`, text);
    await desk.json('POST', `/spaces/${desk.space}/change-requests/${merged}/merge`);
    await desk.propose('Takes them all');
    person.presses('Edit in Another Change Request…');
    person.picks('Takes them all');

    await executeCommand('docsPlatform.writing.saveAll', document.uri);

    const shown = await until('the page in the other change request', () => {
      const active = vscode.window.activeTextEditor?.document;
      return active?.uri.path.includes(`change-request-${desk.number}/`) && active;
    });
    assert.match(person.choices[0]?.message ?? '', /is merged by now, so 2 pages were not sent\. They are kept here\./);
    await until('the old ones to be let go', async () => (await edits.drafts.of(target)).length === 0);
    await until('the old editor to be closed', () => !document.isDirty);
    assert.deepEqual((await desk.drafts()).sort(), [one.id, other.id].sort());
    await executeCommand('docsPlatform.writing.saveAll', shown.uri);
    assert.equal(person.messages.at(-1), `2 pages saved to #${desk.number}.`);
    assert.equal(end(await desk.markdownOf(one)), 'In an editor.');
    assert.equal(end(await desk.markdownOf(other)), 'In a draft.');
  });

  test('one that was archived is reopened by Save All, and takes what was written', async () => {
    const page = desk.pages[2]!;
    await desk.propose('Archived before Save All');
    const { document } = await desk.open(page);
    await desk.append(document, 'After all.');
    await desk.json('PATCH', `/spaces/${desk.space}/change-requests/${desk.number}`, { status: 'archived' });
    person.presses('Reopen and Save All');

    await executeCommand('docsPlatform.writing.saveAll', document.uri);

    await until('the save', () => !document.isDirty);
    assert.match(person.choices[0]?.message ?? '', /is archived by now, so 1 page was not sent\. It is kept here\./);
    assert.equal(end(await desk.markdownOf(page)), 'After all.');
    assert.deepEqual(await desk.drafts(), []);
  });

  test('without the right to edit it is said so, and kept', async () => {
    const page = desk.pages[3]!;
    await desk.propose('Forbidden');
    const { document } = await desk.open(page);
    await desk.append(document, 'Not for me to say.');
    platform.instead = (request, handle) =>
      request.method === 'POST'
        ? Response.json({ error: { code: 403, message: 'Forbidden' } }, { status: 403 })
        : handle(request);

    await save();

    assert.equal(document.isDirty, true);
    assert.deepEqual(await desk.drafts(), [page.id]);
    // VS Code itself tells that it failed.
    assert.deepEqual([...person.choices, ...person.messages], []);
  });

  test('the first save of a page with template tags and figures sends it', async () => {
    const page = desk.pages[4]!;
    await desk.propose('With a hint');
    const markdown =
      '{% hint style="info" %}\nMind the gap.\n{% endhint %}\n\n<figure><img src="https://docs.example/a.png" alt=""></figure>\n';
    await desk.change({ operation: 'update_page', page: page.id, document: { markdown } });
    const { document } = await desk.open(page);
    await desk.append(document, 'After the hint.');

    await save();

    assert.equal(document.isDirty, false);
    assert.equal(end(await desk.markdownOf(page)), 'After the hint.');
    assert.deepEqual(await desk.drafts(), []);
    assert.deepEqual(person.choices, []);
  });

  test('Save All sends pages with template tags without a question', async () => {
    const page = desk.pages[4]!;
    await desk.propose('With a hint among others');
    const markdown = '{% hint style="info" %}\nMind the gap.\n{% endhint %}\n';
    await desk.change({ operation: 'update_page', page: page.id, document: { markdown } });
    const { document } = await desk.open(page);
    await desk.append(document, 'After the hint.');

    await executeCommand('docsPlatform.writing.saveAll', document.uri);

    await until('the save', () => !document.isDirty);
    assert.equal(end(await desk.markdownOf(page)), 'After the hint.');
    assert.deepEqual(person.choices, []);
  });

  test('Restore Mine puts the text back that the server changed, unsent', async () => {
    const page = desk.pages[5]!;
    await desk.propose('Restored');
    const { document } = await desk.open(page);
    await desk.append(document, 'As sent.');
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
    person.presses('Restore Mine');

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

  test('what the platform makes other than it was sent is told, and stands in the editor', async () => {
    const page = desk.pages[5]!;
    await desk.propose('Made other');
    const { document } = await desk.open(page);
    await desk.append(document, 'As sent.');
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

  test('a draft that is given up in another window is gone from the editor', async () => {
    const page = desk.pages[6]!;
    await desk.propose('Given up elsewhere');
    const { document } = await desk.open(page);
    const before = document.getText();
    await saveByItself();
    await desk.append(document, 'Not so good.');
    await until('the automatic save', () => !document.isDirty);
    const { space, number } = desk;

    await (await testing.platforms.edits(desk.account)).drafts.discard({ space, number, page: page.id });

    await until('the text of the platform', () => document.getText() === before);
  });

  test('an open page follows what somebody else saves', async () => {
    const page = desk.pages[5]!;
    await desk.propose('Following');
    const { document } = await desk.open(page);
    await desk.change({ operation: 'update_page', page: page.id, document: { markdown: 'Theirs.\n' } });

    const content = await testing.platforms.changeRequestContent(desk.account);
    await content.refresh(desk.space, desk.number);

    await until('their text', () => end(document.getText()) === 'Theirs.');
  });
});

suite('Writing where the server takes no content', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;

  suiteSetup(async () => {
    testing = await extensionUnderTest();
    person = sitDown(testing);
    platform = await servePlatform({ specOnly: true, appUrl: 'https://docs.example.com' });
    await signIn(person, platform.address, platform.token);
    person.startOver();
  });

  suiteTeardown(async () => {
    await forgetAllAccounts(testing);
    person.leave();
    await platform.close();
  });

  test('leads to the browser', async () => {
    const account = testing.accounts.active!;
    const library = await testing.platforms.library(account);
    const [space] = (await library.spacesAtHand()).spaces.filter(({ title }) => title.includes('Operator Handbook'));
    assert.ok(space);
    const { byId } = await library.pages(space.id);
    const page = [...byId.values()].find(({ page }) => page.type === 'document');
    const place = await library.placeOf(space.id, page?.id);
    person.picks('New Change Request');
    person.types('Cannot be written');
    person.presses('Open in Browser');

    await executeCommand('docsPlatform.writing.edit', place);

    assert.equal(person.visited.length, 1, person.messages.join());
    assert.match(person.choices[0]?.message ?? '', /takes no pages from here/);
  });
});
