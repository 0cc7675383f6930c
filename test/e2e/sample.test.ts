import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storedState } from './storedState.ts';
import { until } from './until.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});

afterAll(() => workbench.dispose());

test('the welcome view opens the sample workspace, and the Library shows its organizations', async () => {
  await workbench.clickActivityBar('Docs Platform');
  await workbench.page.getByRole('button', { name: 'Open Sample Workspace' }).click();

  const library = workbench.tree('Library');
  await library.item('Northwind Robotics');

  expect(await library.labels()).toEqual(['Northwind Robotics', 'Harbor Labs']);
});

test("collections nest, spaces are in them with their marks, and pages are in the platform's order", async () => {
  const library = workbench.tree('Library');
  for (const label of ['Northwind Robotics', 'Products', 'Robots', '📘 Heron Operator Handbook'])
    await library.expand(label);
  await library.item('Why does my Heron stop?');

  const rows = await library.visible();

  const at = (label: string) => rows.findIndex((row) => row.label === label);
  expect(rows[at('📘 Heron Operator Handbook')]?.level).toBe(4);
  expect(rows[at('📘 Heron Operator Handbook')]?.description).toMatch(/change request/);
  expect(at('Get to know Heron')).toBeGreaterThan(at('Why does my Heron stop?'));
});

test('a click on a page opens its Markdown, read-only, with breadcrumbs', async () => {
  const library = workbench.tree('Library');
  await library.expand('Get started');
  await library.click('Connect a robot to the NW-7');
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

test('a file is downloaded to where the user wants it', async () => {
  const library = workbench.tree('Library');
  const target = path.join(workbench.userDataDir, 'downloaded.svg');
  await library.expand(['📘 Heron Operator Handbook', 'Files']);
  await library.choose('mission-states.svg', 'Download…');
  // The dialog overwrites earlier text with its own suggestion.
  await until('the suggestion', async () => (await workbench.quickInput.value()).endsWith('mission-states.svg'));

  // It ignores Enter while it reads the folder.
  await workbench.quickInput.fill(target);
  await until('the file', async () => {
    if (await workbench.quickInput.isShown()) await workbench.quickInput.accept();
    return (await readFile(target, 'utf8').catch(() => '')).includes('<svg');
  });
});

test('the preview shows the page with its image, its template tags and working links', async () => {
  const library = workbench.tree('Library');
  await library.expand('Get to know Heron');
  await library.clickAction('How a Heron site works', 'Open Preview');
  const preview = await workbench.frameWith('How a Heron site works');

  const widths = () =>
    preview
      .locator('img')
      .evaluateAll((images) => (images as { naturalWidth: number }[]).map((image) => image.naturalWidth));
  await expect.poll(async () => (await widths()).every((width) => width > 0)).toBe(true);
  expect((await widths()).length).toBeGreaterThan(0);
  expect(await preview.locator('.docs-platform-hint').count()).toBeGreaterThan(0);
  expect(await preview.getByText('{%').count()).toBe(0);

  await preview.getByRole('link', { name: 'failover pair' }).click();
  await workbench.frameWith(/Two NW-7 form a pair/);
});

test('Go to Page opens a page from a few letters', async () => {
  await workbench.askCommand('Docs Platform: Go to Page…');
  await workbench.quickInput.fill('emergstop');
  await workbench.quickInput.pick('🚨 Emergency stop');

  await workbench.editors.opened('emergency-stop.md');
  expect(await workbench.editors.visibleText()).toContain('Emergency stop');
});

test('Search finds words while the user types, and opens the page at the section', async () => {
  await workbench.askCommand('Docs Platform: Search…');
  await workbench.quickInput.fill('battery charg');
  await workbench.quickInput.pick('E2xx: battery and charging');

  await workbench.editors.opened('error-codes-e100-to-e499.md');
  await expect.poll(() => workbench.editors.visibleText()).toMatch(/^## E2xx: battery and charging/m);
});

test('a toggle limits Search, also the next time, and found words are highlighted', async () => {
  const toggle = () => workbench.page.getByRole('checkbox', { name: 'Search in Heron Operator Handbook Only' });
  await workbench.askCommand('Docs Platform: Search…');
  await workbench.quickInput.fill('charging');
  await expect.poll(() => workbench.quickInput.title()).toBe('Search in Northwind Robotics, Harbor Labs');
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
  await workbench.quickInput.fill('xyzzyplugh');
  await expect
    .poll(() => workbench.quickInput.message())
    .toBe('Nothing found for “xyzzyplugh” in Heron Operator Handbook.');
  await workbench.quickInput.cancel();

  await workbench.askCommand('Docs Platform: Search…');

  await expect.poll(() => workbench.quickInput.title()).toBe('Search in Heron Operator Handbook');
  await toggle().click();
  await expect.poll(() => workbench.quickInput.title()).toBe('Search in Northwind Robotics, Harbor Labs');
  await workbench.quickInput.cancel();
});

test('a page is found in the tree from its editor', async () => {
  await workbench.tree('Library').collapse('Northwind Robotics');
  await workbench.runCommand('Docs Platform: Reveal Page in Library');

  const row = await workbench.tree('Library').item('Error codes: E100 to E499');
  await expect.poll(() => row.getAttribute('aria-selected')).toBe('true');
});

test('pages of the sample workspace have no address in the browser, and offer no link to copy', async () => {
  const library = workbench.tree('Library');
  const menu = await library.contextMenu('Error codes: E100 to E499');
  await workbench.page.keyboard.press('Escape');

  expect(menu).toContain('Create Page…');
  expect(menu.join()).not.toMatch(/Browser|Link/);
  expect(await workbench.quickInput.offers('Docs Platform: Open from URL…')).toBe(false);
});

test('after a restart the tree is expanded as before, and the page is open', async () => {
  await storedState(workbench.page, 'error-codes-e100-to-e499');
  await workbench.restart();

  await workbench.editors.opened('error-codes-e100-to-e499.md');
  await expect.poll(() => workbench.editors.visibleText()).toContain('E2xx: battery and charging');
  await workbench.clickActivityBar('Docs Platform');
  await workbench.tree('Library').item('Why does my Heron stop?');
});
