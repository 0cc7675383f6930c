import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from './until.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
  await workbench.runCommand('Docs Platform: Open Sample Workspace');
  await workbench.tree('Library').item('Northwind Robotics');
});

afterAll(() => workbench.dispose());

async function goToPage(title: string): Promise<void> {
  await workbench.askCommand('Docs Platform: Go to Page…');
  await workbench.quickInput.fill(title);
  await workbench.quickInput.pick(title);
}

const suggestion = (words: string) =>
  workbench.page.locator('.suggest-widget.visible .monaco-list-row', { hasText: words }).first();

async function typeAtEnd(text: string): Promise<void> {
  const { page } = workbench;
  const { keyboard } = page;
  await page.locator('.part.editor .editor-group-container.active .monaco-editor .view-line').first().click();
  await keyboard.press('ControlOrMeta+End');
  await keyboard.type(text);
}

test('a renamed page takes the links to it along, after a diff', async () => {
  await goToPage('Fleet view');
  await workbench.editors.opened('fleet-view.md');
  await workbench.editors.clickAction('Edit in Change Request…');
  await workbench.quickInput.newChangeRequest('Rename pages');
  await workbench.page.locator('.statusbar').getByText('Rename pages').waitFor();

  await workbench.askCommand('Docs Platform: Rename Page…');
  await workbench.quickInput.accept();
  await until('the slug', async () => (await workbench.quickInput.value()) === 'fleet-view');
  await workbench.quickInput.fill('fleet');
  await workbench.quickInput.accept();
  const dialog = await workbench.messages.dialog();
  expect(dialog.message).toMatch(/^Change the URL slug of “Fleet view” and break \d+ links?\?$/);
  expect(dialog.buttons).toEqual(expect.arrayContaining(['Fix Links', 'Change Without Fixing', 'Show Links']));
  await workbench.messages.clickDialog('Fix Links');
  const { page } = workbench;
  await page.locator('.multiDiffEntry').first().waitFor();
  await page.locator('.multiDiffEntry .char-insert, .multiDiffEntry .line-insert').first().waitFor();
  await page
    .locator('.notification-toast')
    .getByRole('button', { name: /^Rename and Fix \d+ Links?$/ })
    .click();

  await workbench.editors.opened('fleet.md');
  await page
    .locator('.statusbar')
    .getByText(/^Renamed “Fleet view” and fixed \d+ links? on \d+ pages? in #\d+\./)
    .waitFor();
});

test('pages of other spaces are completed after [[', async () => {
  await typeAtEnd('\n\nSee [[testing on');
  await suggestion('Testing on robots').waitFor();
  await suggestion('Testing on robots').click();

  await expect
    .poll(() => workbench.editors.visibleText())
    .toMatch(/See \[Testing on robots\]\([^()]+\/testing-on-robots\.\s*md\)/);
});

const comment = 'Tape peels off in the heat';

test('people and change requests are completed in the box of a comment', async () => {
  const { page } = workbench;
  await goToPage('Why does my Heron stop?');
  await workbench.editors.opened('why-does-my-heron-stop.md');
  const widget = page.locator('.review-widget:visible', { hasText: comment });
  await until('the comment', async () => {
    await workbench.runCommand('Docs Platform: Go to Next Open Comment');
    return widget.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    );
  });
  const reply = widget.locator('.review-thread-reply-button');
  if (await reply.isVisible()) await reply.click();
  await widget.locator('.comment-form .monaco-editor').click();
  await page.keyboard.type('Please look, @ada');
  await suggestion('Ada').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('and #');
  await suggestion('#').waitFor();
  await page.keyboard.press('Enter');

  await expect
    .poll(() => widget.locator('.comment-form .view-line').first().innerText())
    .toMatch(/@Ada\sPark\sand\s#\d+/);
});

test('people are picked while a quick reply is typed', async () => {
  const { page } = workbench;
  await workbench.askCommand('Docs Platform: Reply to Comment…');
  if (
    /Reply/.test(await workbench.quickInput.title()) &&
    !(await workbench.quickInput.placeholder())?.includes('Markdown')
  )
    await page.keyboard.press('Enter');
  await until('the box', async () => (await workbench.quickInput.placeholder())?.includes('Markdown'));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Ask @');
  await until('the list', async () => (await workbench.quickInput.title()) === 'Mention Someone');
  await page.keyboard.type('ada');
  await until('the person', async () => (await workbench.quickInput.items())[0]?.startsWith('Ada'));
  await workbench.quickInput.accept();

  await until('the name', async () => /^Ask @Ada \w+ $/.test(await workbench.quickInput.value()));
  await workbench.quickInput.cancel();
});

test('people are completed in the panel of comment threads', async () => {
  const { page } = workbench;
  await workbench.askCommand('Docs Platform: Open Comment Threads');
  await workbench.quickInput.pick('Heron Operator Handbook');
  const panel = await workbench.frameWith(comment);
  const thread = panel.locator('article', { hasText: comment });
  const box = thread.getByRole('textbox', { name: /^Reply to/ });
  if (!(await box.isVisible())) await thread.getByRole('button', { name: 'Reply…' }).click();
  await box.fill('');
  await box.pressSequentially('Ask @ada');
  await panel.getByRole('option', { name: /^Ada/ }).waitFor();
  await page.keyboard.press('Enter');

  expect(await box.inputValue()).toMatch(/^Ask @Ada \w+ $/);
});
