import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spaceId } from '../../src/server/sample/seeding.ts';
import { beginComment, goToThread, sendReply, threadWith } from './commentBoxes.ts';
import { startPlatform, type RunningPlatform } from './platform.ts';
import { signIn } from './signedIn.ts';
import { storedBackup, storedState } from './storedState.ts';
import { until } from './until.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

// Everything that outlives a window is prepared first, and looked for after a single restart.

const handbook = spaceId('operator-handbook');
const runbooks = spaceId('runbooks');
const tape = 'Tape peels off';
const conveyor = 'For pick stations with a conveyor';
const settings = 'Northwind-Robotics.organization.docs.json';

let platform: RunningPlatform;
let workbench: Workbench;
let rustClient: string;

beforeAll(async () => {
  platform = await startPlatform();
  workbench = await openWorkbench();
  await signIn(workbench, platform, 'Northwind Robotics');
});

afterAll(async () => {
  await workbench.dispose();
  await platform.dispose();
});

const library = () => workbench.tree('Library');
const changeRequests = () => workbench.tree('Change Requests');
const keepEditor = () => workbench.runCommand('View: Keep Editor');
const unsaved = { title: 'Service levels', file: 'service-levels.md', subject: 'Through a restart' };
const overtaken = { title: 'The disk is almost full', file: 'the-disk-is-almost-full.md', subject: 'Overtaken' };
type Edited = typeof unsaved;

/** Whether the extension has stored a file with this name or text. */
async function isStored(words: string): Promise<boolean> {
  const folder = path.join(workbench.userDataDir, 'User/globalStorage/docs-platform.docs-platform');
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
  if (files.some(({ name }) => name.includes(words))) return true;
  const texts = files.map((file) => readFile(path.join(file.parentPath, file.name), 'utf8').catch(() => ''));
  return (await Promise.all(texts)).some((each) => each.includes(words));
}

async function goToPage(title: string): Promise<void> {
  await workbench.askCommand('Docs Platform: Go to Page…');
  await workbench.quickInput.fill(title);
  await workbench.quickInput.pick(title);
}

/** Opens a page in a change request created for it, and types a line. */
async function edit({ title, file, subject }: Edited, text: string): Promise<void> {
  await goToPage(title);
  await workbench.editors.opened(file);
  await workbench.editors.clickAction('Edit in Change Request…');
  await workbench.quickInput.newChangeRequest(subject);
  await workbench.page.locator('.statusbar').getByText(subject).waitFor();
  await workbench.editors.goToEnd();
  await workbench.page.keyboard.insertText(`\n${text}\n`);
  await until('the text to be there', async () => (await workbench.editors.visibleText()).includes(text));
  await expect.poll(() => workbench.editors.isDirty(file)).toBe(true);
}

async function saved(file: string): Promise<void> {
  await workbench.editors.goToEnd();
  await workbench.page.keyboard.press('ControlOrMeta+S');
  await expect.poll(() => workbench.editors.isDirty(file)).toBe(false);
}

interface ChangeRequestJson {
  readonly number: number;
  readonly subject: string;
}

async function changeRequest({ subject }: Edited): Promise<string> {
  const { items } = await platform.get<{ items: ChangeRequestJson[] }>(
    `/spaces/${runbooks}/change-requests?status=draft`,
  );
  return `/spaces/${runbooks}/change-requests/${items.find((each) => each.subject === subject)?.number}`;
}

interface PageJson {
  readonly id: string;
  readonly title: string;
  readonly pages?: PageJson[];
}

const withBelow = (page: PageJson): PageJson[] => [page, ...(page.pages ?? []).flatMap(withBelow)];

async function pageIn(edited: Edited): Promise<string> {
  const { pages } = await platform.get<{ pages: PageJson[] }>(`${await changeRequest(edited)}/content/pages`);
  return pages.flatMap(withBelow).find(({ title }) => title === edited.title)?.id ?? '';
}

/** The page's text in the change request. */
async function markdownIn(edited: Edited): Promise<string> {
  const at = `${await changeRequest(edited)}/content/page/${await pageIn(edited)}?format=markdown`;
  return (await platform.get<{ markdown: string }>(at)).markdown;
}

/** How many revisions the change request has. */
async function revisionsOf(edited: Edited): Promise<number> {
  const at = `${await changeRequest(edited)}/contributors`;
  const { items } = await platform.get<{ items: { count?: number }[] }>(at);
  return items.reduce((sum, { count = 0 }) => sum + count, 0);
}

interface CommentJson {
  readonly id: string;
  readonly body: { readonly markdown: string };
}

const comments = async (below = '') =>
  (await platform.get<{ items: CommentJson[] }>(`/spaces/${handbook}/comments${below}?format=markdown&limit=100`))
    .items;

async function idOf(words: string): Promise<string> {
  return (await comments()).find(({ body }) => body.markdown.includes(words))?.id ?? '';
}

const threadOf = (panel: Frame, words: string) => panel.getByRole('article').filter({ hasText: words });
const viewed = async () => (await changeRequests().item([rustClient, 'Rust'])).getByRole('checkbox');
const docking = () => workbench.frameWith('Explain what docking at 0.3 m/s looks like');
const marked = () => workbench.page.locator('.monaco-editor .squiggly-error, .monaco-editor .squiggly-warning').count();
const breadcrumb = () => workbench.page.locator('.part.editor .monaco-breadcrumb-item').first();
let revisions: number;
let begun: string;

describe('before a restart', () => {
  test('a page is opened, and its row is in sight', async () => {
    const rows = ['Northwind Robotics', 'Products', 'Robots', '📘 Heron Operator Handbook', 'Get to know Heron'];
    for (const row of rows) await library().expand(row);
    await library().click('How a Heron site works');
    await workbench.editors.opened('how-a-heron-site-works.md');
    await keepEditor();
  });

  test('settings are changed to a wrong value', async () => {
    await library().choose('Northwind Robotics', 'Edit Settings');
    await workbench.editors.opened(settings);
    await expect.poll(() => workbench.editors.visibleText()).toContain('"defaultRole"');
    await workbench.editors.replaceText('{\n  "defaultRole": "chief"\n}\n');

    await storedBackup(workbench, 'chief');
  });

  test('a page is marked as viewed, and its diff is opened', async () => {
    await workbench.fold('Library');
    await changeRequests().expand('Drafts');
    const isRustClient = (label: string) => label.endsWith('Add the Rust client, drop the guide for v0');
    rustClient = await until('the change request', async () => (await changeRequests().labels()).find(isRustClient));
    await changeRequests().expand(rustClient);
    await (await viewed()).click();
    await changeRequests().click([rustClient, 'Rust']);
    await workbench.editors.opened('rust.md (#1)');
    await keepEditor();

    await until('the mark in its file', () => isStored('viewed-'));
  });

  test('a comment on rendered changes is begun', async () => {
    const row = await until('the change request', async () =>
      (await changeRequests().labels()).find((label) => label.includes('Explain what docking')),
    );
    await changeRequests().expand(row);
    await changeRequests().click([row, 'Charging']);
    await workbench.editors.opened('charging.md (#3)');
    await workbench.editors.openByTitle('charging.md (#3)', 'Open Rendered Changes', 'Rendered changes of #3');
    const frame = await docking();
    const changed = frame.locator('section[aria-label="Safety first"] .change-row.changed').first();
    // Unlike focus(), a click ends the scrolling to the page that was opened, which would take the row out of sight.
    await changed.click();
    await workbench.page.keyboard.press('c');

    await changed.getByRole('textbox', { name: 'New comment' }).fill('Half a sent');
  });

  test('the board of a site is opened', async () => {
    await workbench.runCommand('Docs Platform: Focus on Sites View');
    await workbench.tree('Sites').expand('Northwind Robotics');
    await workbench.tree('Sites').clickAction('Northwind Documentation', 'Edit Structure');

    await workbench.frameWith('Add Group');
  });

  test('a reply is begun in the panel of comment threads', async () => {
    await goToPage('Why does my Heron stop?');
    await workbench.editors.opened('why-does-my-heron-stop.md');
    await keepEditor();
    await workbench.runCommand('Docs Platform: Open Comment Threads');
    const panel = await workbench.frameWith(tape);
    await panel.getByRole('combobox', { name: 'Page' }).selectOption('All pages');
    const thread = threadOf(panel, conveyor);
    begun = await idOf(conveyor);
    await thread.getByRole('button', { name: 'Reply…' }).click();
    await thread.getByRole('textbox', { name: /^Reply to/ }).fill('Not finished yet');

    await until('the draft', () => isStored('Not finished yet'));
  });

  test('two pages are edited in two change requests', async () => {
    await edit(unsaved, 'Typed before the restart.');
    revisions = await revisionsOf(unsaved);
    // While it is in front, Go to Page offers the pages of its change request first.
    await workbench.editors.select('why-does-my-heron-stop.md');
    await edit(overtaken, 'Mine, not saved.');
    await storedBackup(workbench, 'Typed before the restart.');
    await storedBackup(workbench, 'Mine, not saved.');
  });

  test('a comment is begun in a page', async () => {
    await workbench.editors.select('why-does-my-heron-stop.md');
    await beginComment(workbench, 'Most stops are no fault');
    await workbench.page.keyboard.type('Not sent yet');

    await until('the draft', () => isStored('Not sent yet'));
  });

  test('a reply is kept that the network has lost', async () => {
    platform.fail(
      { kind: 'drop-after', method: 'POST', path: '/replies', times: 1 },
      { kind: 'drop-before', path: '/comments' },
    );
    await goToThread(workbench, tape);
    await sendReply(workbench, tape, 'Exactly once.');

    expect(await workbench.messages.notification("wasn't sent")).toContain('is saved under Unsent');
  });
});

describe('after a restart', () => {
  beforeAll(async () => {
    const numbers = await Promise.all([unsaved, overtaken].map(changeRequest));
    const editors = [
      'how-a-heron-site-works.md',
      'why-does-my-heron-stop.md',
      'rust.md',
      settings,
      ...numbers.map((at) => ` #${at.split('/').at(-1)}/`),
      // The begun comment, by the words that it is about, the board's site, and the thread with the open box.
      ...['Heron is built to stop', 'siteId', begun],
    ];
    for (const each of editors) await storedState(workbench.page, each);

    await workbench.restart();

    platform.fail();
    const document = { markdown: 'Theirs.\n' };
    await platform.send('POST', `${await changeRequest(overtaken)}/content`, {
      changes: [{ operation: 'update_page', page: await pageIn(overtaken), document }],
    });
  });

  test('the account is signed in, and the Library is expanded as before', async () => {
    await workbench.runCommand('Docs Platform: Focus on Library View');

    await library().item(['Get to know Heron', 'How a Heron site works']);
  });

  test('the page is open, with its space as breadcrumb', async () => {
    await workbench.editors.select('how-a-heron-site-works.md');

    await expect.poll(() => breadcrumb().innerText()).toBe('Heron-Operator-Handbook');
    await expect.poll(() => workbench.editors.visibleText()).toContain('A site has three kinds of parts');
  });

  test('the comment is in the page, and is sent from there', async () => {
    await workbench.editors.select('why-does-my-heron-stop.md');
    // The editor is where it was scrolled to.
    await expect
      .poll(async () => {
        await workbench.page.keyboard.press('ControlOrMeta+Home');
        return workbench.editors.visibleText();
      })
      .toContain('Most stops are no fault');
    const draft = threadWith(workbench, 'Not sent yet');
    await draft.locator('.review-comment').hover();
    await draft.getByRole('button', { name: 'Send' }).click();

    await expect.poll(() => draft.innerText()).toMatch(/Reply and Resolve|Reply…/);
    const sent = (await comments()).map(({ body }) => body.markdown).filter((text) => text.endsWith('Not sent yet'));
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatch(/^> Most stops are no fault/);
  });

  test('the lost reply is in the Inbox, and arrives exactly once', async () => {
    await workbench.runCommand('Docs Platform: Focus on Inbox View');
    await workbench.fold('Library', 'Change Requests', 'Sites');
    const inbox = workbench.tree('Inbox');
    await inbox.item('Exactly once.');

    // The view is filled after the restart. VS Code ignores a click on a row that it is rendering again.
    await until('the answer to be sent', async () => {
      if ((await inbox.labels()).includes('Exactly once.')) await inbox.clickAction('Exactly once.', 'Retry Sending');
      return until('it', async () => !(await inbox.labels()).includes('Exactly once.'), 10_000);
    });

    const replies = (await comments(`/${await idOf(tape)}/replies`)).map(({ body }) => body.markdown);
    expect(replies.filter((text) => text === 'Exactly once.')).toHaveLength(1);
    await workbench.fold('Inbox');
  });

  test('the begun reply is in the panel of comment threads', async () => {
    await workbench.editors.select('Comments: Heron Operator Handbook');
    const thread = threadOf(await workbench.frameWith(conveyor), conveyor);

    await expect.poll(() => thread.getByRole('textbox', { name: /^Reply to/ }).inputValue()).toBe('Not finished yet');
  });

  test('the page is marked as viewed, and its diff is open', async () => {
    await workbench.unfold('Change Requests');
    // VS Code may not have stored yet which rows are expanded.
    await changeRequests().expand(rustClient);

    await expect.poll(async () => (await viewed()).getAttribute('aria-checked')).toBe('true');
    const other = await changeRequests().item([rustClient, 'Move from the v0 API']);
    expect(await other.getByRole('checkbox').getAttribute('aria-checked')).toBe('false');
    await workbench.editors.select('rust.md (#1)');
    await workbench.page.locator('.monaco-diff-editor .view-lines', { hasText: 'For Rust 1.85' }).waitFor();
  });

  test('the rendered changes are there, with the begun comment', async () => {
    await workbench.editors.select('Rendered changes of #3');
    const frame = await docking();

    const typed = () => frame.getByRole('textbox', { name: 'New comment' }).inputValue();
    await expect.poll(() => typed().catch(() => '')).toBe('Half a sent');
  });

  test('the board is there', async () => {
    await workbench.editors.select('Northwind Documentation: structure');
    const board = await workbench.frameWith('Add Group');

    await board.locator('.part', { hasText: 'Releases' }).first().waitFor();
  });

  test('the wrong value in settings is marked', async () => {
    await workbench.editors.select(settings);
    await expect.poll(() => workbench.editors.visibleText()).toContain('chief');

    await expect.poll(marked).toBeGreaterThan(0);
  });

  test('all pages with unsent changes are listed', async () => {
    await workbench.clickActivityBar('Source Control');
    const rows = workbench.page.locator('.scm-view .monaco-list-row');
    const unsent = async () => {
      const texts = (await rows.allInnerTexts()).map((text) => text.trim());
      return texts.filter((_, at) => texts[at - 1]?.startsWith('Unsent Changes'));
    };

    for (const { file } of [unsaved, overtaken])
      await expect.poll(unsent).toContainEqual(expect.stringMatching(`^${file}`));
  });

  test('unsaved text is back, and is saved as one revision', async () => {
    await workbench.page.locator('.tab.dirty', { hasText: unsaved.file }).click();
    await expect.poll(() => workbench.editors.visibleText()).toContain('Typed before the restart.');
    await workbench.page.locator('.statusbar').getByText('1 unsent').waitFor();
    expect(await markdownIn(unsaved)).not.toContain('Typed before the restart.');

    await saved(unsaved.file);

    expect(await markdownIn(unsaved)).toContain('Typed before the restart.');
    expect(await revisionsOf(unsaved)).toBe(revisions + 1);
  });

  test('a change that someone else made in the meantime is merged with the typed text', async () => {
    await workbench.page.locator('.tab.dirty', { hasText: overtaken.file }).click();
    await expect.poll(() => workbench.editors.visibleText()).toContain('Mine, not saved.');

    await saved(overtaken.file);

    expect(await markdownIn(overtaken)).toMatch(/Theirs\.[^]*Mine, not saved\./);
    await expect.poll(() => workbench.editors.visibleText()).toContain('Theirs.');
  });

  test('nothing was reported as a failure', async () => {
    const messages = await workbench.messages.notifications();
    expect(messages.filter((text) => !text.includes('your attention'))).toEqual([]);
    expect(workbench.ownErrors()).toEqual([]);
  });
});
