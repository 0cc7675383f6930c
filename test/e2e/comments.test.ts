import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spaceId, userId } from '../../src/server/sample/seeding.ts';
import { beginComment, beginReply, goToThread, sendReply, threadWith } from './commentBoxes.ts';
import { startPlatform, type RunningPlatform } from './platform.ts';
import { signIn } from './signedIn.ts';
import { until } from './until.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

const comments = `/spaces/${spaceId('operator-handbook')}/comments`;
const file = 'why-does-my-heron-stop.md';
/** The subject of a comment on the page, and of one on another page. */
const tape = 'Tape peels off';
const conveyor = 'For pick stations with a conveyor';
/** The form of ids in the sample workspace and on servers. */
const id = /\b(?=\w*[a-z])(?=\w*[A-Z])(?=\w*\d)\w{20}\b/;

let platform: RunningPlatform;
let workbench: Workbench;

beforeAll(async () => {
  platform = await startPlatform();
  workbench = await openWorkbench();
  await signIn(workbench, platform, 'Northwind Robotics');
});

afterAll(async () => {
  await workbench.dispose();
  await platform.dispose();
});

const breadcrumb = () => workbench.page.locator('.part.editor .monaco-breadcrumb-item').first();
const threadOf = (panel: Frame, text: string) => panel.getByRole('article').filter({ hasText: text });

async function openPage(): Promise<void> {
  const library = workbench.tree('Library');
  for (const row of ['Northwind Robotics', 'Products', 'Robots', '📘 Heron Operator Handbook'])
    await library.expand(row);
  await library.click('Why does my Heron stop?');
  await workbench.editors.opened(file);
}

interface Listed {
  readonly items: readonly { readonly id: string; readonly body: { readonly markdown: string } }[];
}

async function idOf(text: string): Promise<string> {
  const { items } = await platform.get<Listed>(`${comments}?format=markdown&limit=1000`);
  return items.find(({ body }) => body.markdown.includes(text))?.id ?? '';
}

async function repliesOnPlatform(text: string): Promise<string[]> {
  const { items } = await platform.get<Listed>(`${comments}/${await idOf(text)}/replies?format=markdown`);
  return items.map(({ body }) => body.markdown);
}

test('the Problems panel stays in front when a page with comments is opened', async () => {
  const { page } = workbench;
  const inFront = () => page.locator('.part.panel .composite-bar .action-item.checked').innerText();
  await workbench.runCommand('Problems: Focus on Problems View');
  await expect.poll(inFront).toContain('Problems');

  await openPage();
  // Counts the threads that VS Code has.
  await expect.poll(() => page.locator('.part.panel .composite-bar').innerText()).toMatch(/Comments\s*\d/);

  expect(await inFront()).toContain('Problems');
});

test('a page shows its space above its text and in the Comments panel', async () => {
  await workbench.runCommand('Comments: Focus on Comments View');

  await expect.poll(() => breadcrumb().innerText()).toBe('Heron-Operator-Handbook');
  const panel = workbench.page.locator('.comments-panel');
  await panel.getByText(tape).first().waitFor();
  expect(await panel.innerText()).toContain('Heron-Operator-Handbook');
  // All visible text, including the names of files and folders.
  expect(await workbench.page.locator('.monaco-workbench').innerText()).not.toMatch(id);
  await workbench.runCommand('View: Hide Panel');
});

test('a new comment stays open where it was typed, once', async () => {
  await workbench.editors.select(file);
  await beginComment(workbench, 'Light | Reason');
  await workbench.page.keyboard.type('Which light?');

  await workbench.page.keyboard.press('ControlOrMeta+Enter');

  const thread = threadWith(workbench, 'Which light?');
  await thread.locator('.review-thread-reply-button').waitFor();
  expect(await thread.count()).toBe(1);
  expect(await thread.locator('.review-comment').count()).toBe(1);
  expect(await thread.innerText()).not.toMatch(/Sending|Deleted/);
});

test('a reply in an editor shows its space and whom it answers', async () => {
  await goToThread(workbench, tape);
  await threadWith(workbench, tape).getByRole('button', { name: 'Reply in Editor' }).click();

  await workbench.editors.opened('Reply to Yusuf Haddad.md');
  await expect.poll(() => breadcrumb().innerText()).toBe('Heron Operator Handbook');
  await workbench.editors.close('Reply to Yusuf Haddad.md');
});

test('a thread appears at its words in the page, where it gets a reply', async () => {
  await goToThread(workbench, tape);

  await sendReply(workbench, tape, 'The **grey** tape holds.');

  await expect.poll(() => threadWith(workbench, tape).innerText()).toContain('The grey tape holds.');
  await expect.poll(() => repliesOnPlatform(tape)).toContain('The **grey** tape holds.');
});

test('people and change requests are completed in the box of a comment', async () => {
  const { page } = workbench;
  const suggestion = (words: string) =>
    page.locator('.suggest-widget.visible .monaco-list-row', { hasText: words }).first();
  await beginReply(workbench, tape);
  await page.keyboard.type('Please look, @ada');
  await suggestion('Ada').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('and #');
  await suggestion('#').waitFor();
  await page.keyboard.press('Enter');

  const line = threadWith(workbench, tape).locator('.comment-form .view-line').first();
  await expect.poll(() => line.innerText()).toMatch(/@Ada\sPark\sand\s#\d+/);
});

test('people are picked while a quick reply is typed', async () => {
  const { page, quickInput } = workbench;
  await workbench.askCommand('Docs Platform: Reply to Comment…');
  // The page has several comments.
  await quickInput.pick('Which light?');
  await until('the box', async () => (await quickInput.placeholder())?.includes('Markdown'));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Ask @');
  await until('the list', async () => (await quickInput.title()) === 'Mention Someone');
  await page.keyboard.type('ada');
  await until('the person', async () => (await quickInput.items())[0]?.startsWith('Ada'));
  await quickInput.accept();

  await expect.poll(() => quickInput.value()).toMatch(/^Ask @Ada \w+ $/);
  await quickInput.cancel();
});

test("the panel opens at the open page, and goes to a thread's place", async () => {
  await workbench.editors.select(file);
  await workbench.runCommand('Docs Platform: Open Comment Threads');

  const panel = await workbench.frameWith(tape);
  expect(await panel.getByText(conveyor).count()).toBe(0);
  await panel.getByRole('combobox', { name: 'Page' }).selectOption('All pages');
  await panel.getByText(conveyor).waitFor();
  await threadOf(panel, tape).getByRole('button', { name: 'Why does my Heron stop?' }).click();
  await expect.poll(() => workbench.page.locator('.monaco-editor .selected-text').count()).toBeGreaterThan(0);
});

test('a reply in the panel arrives on the platform, and appears in the page', async () => {
  const panel = await workbench.frameWith(conveyor);
  const thread = threadOf(panel, tape);
  const box = thread.getByRole('textbox', { name: /^Reply to/ });
  // Typed into the box of the page before.
  await expect.poll(() => box.inputValue()).toMatch(/^Please look, @Ada Park and #\d+/);
  await box.fill('Sent from the panel.');
  await workbench.page.keyboard.press('Control+Enter');

  await expect.poll(() => repliesOnPlatform(tape)).toContain('Sent from the panel.');
  await thread.getByText('Sent from the panel.').first().waitFor();
  await workbench.page.locator('.tab', { hasText: file }).last().click();
  await workbench.page.keyboard.press('Control+Home');
  await goToThread(workbench, 'Sent from the panel.');
});

test('comments by others appear while the panel is open', async () => {
  const panel = await workbench.frameWith(conveyor);
  await platform.send(
    'POST',
    `${comments}/${await idOf(conveyor)}/replies`,
    { body: { markdown: 'Bo was here.' } },
    userId('bo'),
  );

  await panel.getByRole('button', { name: 'Refresh' }).click();
  await until('the replies', async () => {
    const button = threadOf(panel, conveyor).getByRole('button', { name: /repl/ }).first();
    if (await button.isVisible()) await button.click();
    return panel.getByText('Bo was here.').first().isVisible();
  });
  expect(workbench.ownErrors()).toEqual([]);
});
