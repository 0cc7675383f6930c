import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from './until.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});

afterAll(() => workbench.dispose());

const library = () => workbench.tree('Library');
const handbook = '📘 Heron Operator Handbook';

test('the welcome view opens the sample workspace, and the Library shows its organizations', async () => {
  await workbench.clickActivityBar('Docs Platform');
  await workbench.page.getByRole('button', { name: 'Open Sample Workspace' }).click();

  await library().item('Northwind Robotics');

  expect(await library().labels()).toEqual(['Northwind Robotics', 'Harbor Labs']);
});

test('a click on a page opens its Markdown, read-only, with breadcrumbs', async () => {
  for (const label of ['Northwind Robotics', 'Products', 'Robots', handbook, 'Get started'])
    await library().expand(label);
  await library().click('Connect a robot to the NW-7');
  await workbench.editors.opened('connect-a-robot-to-the-nw-7.md');

  expect(await workbench.editors.visibleText()).toContain('# Connect a robot to the NW-7');
  expect((await workbench.editors.breadcrumbs()).join(' ')).toContain('get-started');

  await workbench.page.locator('.monaco-editor .view-line').first().click();
  await workbench.page.keyboard.type('x');
  const message = workbench.page.locator('.monaco-editor-overlaymessage');
  await expect.poll(() => message.innerText()).toContain('read-only');
});

test('the text of a page offers to comment on it, to edit it and to preview it', async () => {
  const menu = async (): Promise<string> => {
    const entries = await workbench.editors.contextMenu();
    await workbench.page.keyboard.press('Escape');
    return entries.join();
  };

  // Comments are offered once the page's threads are loaded.
  await expect.poll(menu).toContain('Add Comment,Edit in Change Request…,Open Preview');
});

test('a link in the text opens another page at its section', async () => {
  const { editors, quickInput } = workbench;
  await workbench.askCommand('Docs Platform: Go to Page…');
  await quickInput.fill('shift');
  await quickInput.pick('Start of shift');
  await editors.opened('start-of-shift.md');

  await editors.follow('zones.md#close-a-zone');

  await editors.opened('zones.md');
  await expect.poll(() => editors.visibleText()).toContain('Close a zone for a while');
});

test('a file is downloaded to where the user wants it', async () => {
  const target = path.join(workbench.userDataDir, 'downloaded.svg');
  await library().expand([handbook, 'Files']);
  await library().choose('mission-states.svg', 'Download…');
  // The dialog overwrites earlier text with its own suggestion.
  await until('the suggestion', async () => (await workbench.quickInput.value()).endsWith('mission-states.svg'));

  // It ignores Enter while it reads the folder, and may suggest a name again after that.
  await until('the file', async () => {
    const { quickInput } = workbench;
    if (await quickInput.isShown())
      await ((await quickInput.value()) === target ? quickInput.accept() : quickInput.fill(target));
    return (await readFile(target, 'utf8').catch(() => '')).includes('<svg');
  });
});

test('a toggle limits Search, also the next time, and found words are highlighted', async () => {
  const toggle = () => workbench.page.getByRole('checkbox', { name: 'Search in Heron Operator Handbook Only' });
  await workbench.askCommand('Docs Platform: Search…');
  await workbench.quickInput.fill('charging');
  await expect
    .poll(async () => (await workbench.quickInput.rows()).some((row) => row.includes('Maintenance and Service')))
    .toBe(true);
  await toggle().click();
  await expect.poll(() => workbench.quickInput.title()).toBe('Search in Heron Operator Handbook');
  await expect
    .poll(async () => (await workbench.quickInput.rows()).some((row) => row.includes('Maintenance and Service')))
    .toBe(false);
  const marked = workbench.page.locator('.quick-input-list .quick-input-list-label-meta .highlight');
  expect((await marked.first().innerText()).toLowerCase()).toBe('charging');
  await workbench.quickInput.cancel();

  await workbench.askCommand('Docs Platform: Search…');

  await expect.poll(() => workbench.quickInput.title()).toBe('Search in Heron Operator Handbook');
  await toggle().click();
  await expect.poll(() => workbench.quickInput.title()).toBe('Search in Northwind Robotics, Harbor Labs');
  await workbench.quickInput.cancel();
});

test('a space is dragged into a collection with the mouse', async () => {
  for (const label of [handbook, 'Products']) await library().collapse(label);
  const [from, to] = [await library().item('🧭 Start Here'), await library().item('Engineering')];
  await from.locator('.label-name').dragTo(to.locator('.label-name'));
  await library().expand('Engineering');

  await library().item(['Engineering', '🧭 Start Here']);
});

test('a broken link appears in the Problems panel with its space, and opens at its place', async () => {
  const { messages, editors, page } = workbench;
  await library().choose('🛠️ Engineering Handbook', 'More', 'Find Broken Links');
  await messages.clickNotification('“Engineering Handbook” has 1 broken link', 'Show Problems');
  await expect.poll(() => page.locator('.markers-panel').innerText()).toContain('Engineering-Handbook/how-we-build');
  const problem = page.locator('.markers-panel .monaco-list-row', { hasText: 'page “run/test-hall”' });
  expect(await problem.innerText()).toContain('Ln 1, Col 1');
  await problem.click();

  await editors.opened('testing-on-robots.md');
  await page.locator('.monaco-editor .squiggly-warning').first().waitFor();
  await expect.poll(() => page.locator('.statusbar').innerText()).toMatch(/Ln (?!1,)\d+, Col/);
  expect(workbench.ownErrors()).toEqual([]);
});

test('text is found by page and line, and replaced in one change request after a preview', async () => {
  const { page, quickInput } = workbench;
  for (const row of ['Products', 'Robots']) await library().expand(row);
  const view = workbench.tree('Find in Pages');
  const toggle = (name: string) =>
    page.locator(`.quick-input-widget .monaco-custom-toggle[aria-label^="${name}"]`).click();
  const titleActions = async () => {
    const pane = page.locator('.pane', { has: page.getByRole('tree', { name: 'Find in Pages', exact: true }) });
    const labels = await pane.locator('.pane-header .actions .action-label').all();
    const names = await Promise.all(labels.map(async (label) => (await label.getAttribute('aria-label')) ?? ''));
    return names.filter((name) => /…$/.test(name));
  };
  await library().choose(handbook, 'More', 'Find in Pages…');
  expect(await quickInput.title()).toBe('Find in Heron Operator Handbook');
  await toggle('Use Regular Expression');
  await quickInput.fill('charg(');
  await expect.poll(() => quickInput.message()).toContain("This regular expression isn't valid: Unterminated group");
  await toggle('Use Regular Expression');
  await toggle('Match Case');
  await quickInput.fill('battery');
  await quickInput.accept();

  await expect.poll(() => view.message()).toMatch(/^\d+ matches in \d+ pages\. Searched \d+ of \d+ pages\.$/);
  await workbench.fold('Library', 'Change Requests');
  expect((await view.labels())[0]).toBe('Search All Pages');
  await page.locator('[aria-label^="Find in Pages"] .monaco-list-row[aria-level="2"]').first().click();
  const selection = page.locator('.statusbar-item', { hasText: 'selected' });
  await expect.poll(() => selection.innerText()).toContain('(7 selected)');
  const before = await selection.innerText();
  await page.keyboard.press('F4');
  await expect.poll(() => selection.innerText()).not.toBe(before);
  expect(await selection.innerText()).toContain('(7 selected)');

  await view.clickTitleAction('Replace…');
  await quickInput.fill('accumulator');
  await quickInput.accept();
  await expect.poll(() => view.message()).toMatch(/^(\d+) of \d+ matches selected\. Preview the replacements/);
  expect(await titleActions()).toEqual(['Find in Pages…', 'Replace…']);
  await view.click('Preview Replacements');
  await page.locator('.tab', { hasText: 'Replace “battery” with “accumulator”' }).waitFor();
  await page.locator('.multiDiffEntry').first().waitFor();
  await expect.poll(() => view.message()).toMatch(/Apply the replacements/);
  await expect.poll(async () => (await view.labels())[0]).toBe('Apply Replacements…');
  expect(await titleActions()).toEqual(['Find in Pages…', 'Replace…']);
  await view.click('Apply Replacements…');
  await quickInput.newChangeRequest('Say accumulator');
  const dialog = page.locator('.monaco-dialog-box');
  await expect.poll(() => dialog.innerText()).toMatch(/Replace \d+ matches in \d+ pages in “Say accumulator”\?/);
  await workbench.messages.clickDialog('Replace');

  const done = await workbench.messages.notification('Replaced');
  expect(done).toMatch(/^Replaced \d+ matches in \d+ pages in #\d+/);
  await expect.poll(() => page.locator('.tab', { hasText: 'Replace “battery”' }).count()).toBe(0);
  await workbench.messages.clickNotification('Replaced', 'Open Changes');
  await page.locator('.tab', { hasText: 'Say accumulator' }).waitFor();
  expect(workbench.ownErrors()).toEqual([]);
});
