import { afterAll, beforeAll, expect, test } from 'vitest';
import { storedState } from './storedState.ts';
import { until } from './until.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
  await workbench.clickActivityBar('Docs Platform');
  // The walkthrough also has such a button.
  const sidebar = workbench.page.locator('.part.sidebar');
  await sidebar.getByRole('button', { name: 'Open Sample Workspace' }).click();
  for (const row of ['Northwind Robotics', 'Products', 'Robots', '📘 Heron Operator Handbook'])
    await library().expand(row);
});

afterAll(() => workbench.dispose());

const library = () => workbench.tree('Library');
const breadcrumb = () => workbench.page.locator('.part.editor .monaco-breadcrumb-item').first();

/** All visible text, including the names of files and folders. */
const seen = () => workbench.page.locator('.monaco-workbench').innerText();
/** The form of ids in the sample workspace and on servers. */
const id = /\b(?=\w*[a-z])(?=\w*[A-Z])(?=\w*\d)\w{20}\b/;

test('a page shows its space above its text and in the Comments panel', async () => {
  await library().click('Why does my Heron stop?');
  await workbench.editors.opened('why-does-my-heron-stop.md');
  await workbench.runCommand('View: Keep Editor');
  await workbench.runCommand('Comments: Focus on Comments View');

  await expect.poll(() => breadcrumb().innerText()).toBe('Heron-Operator-Handbook');
  const comments = workbench.page.locator('.comments-panel');
  await comments.getByText('Tape peels off').first().waitFor();
  expect(await comments.innerText()).toContain('Heron-Operator-Handbook');
  expect(await seen()).not.toMatch(id);
});

test('a reply in an editor shows its space and whom it answers', async () => {
  await workbench.editors.select('why-does-my-heron-stop.md');
  await workbench.runCommand('Docs Platform: Go to Next Open Comment');
  const thread = workbench.page.locator('.review-widget:visible', { hasText: 'Tape peels off' });
  await thread.getByRole('button', { name: 'Reply in Editor' }).click();

  await workbench.editors.opened('Reply to Yusuf Haddad.md');
  await expect.poll(() => breadcrumb().innerText()).toBe('Heron Operator Handbook');
  await workbench.editors.close('Reply to Yusuf Haddad.md');
});

test('the problems of a page name its space', async () => {
  await library().expand('Engineering');
  await library().choose('🛠️ Engineering Handbook', 'More', 'Find Broken Links');
  await workbench.messages.clickNotification('“Engineering Handbook” has 1 broken link', 'Show Problems');

  const problems = workbench.page.locator('.markers-panel');
  await expect.poll(() => problems.innerText()).toContain('Engineering-Handbook/how-we-build');
  expect(await problems.innerText()).not.toMatch(id);
});

test('the changes of a change request have its space and number as title, even after a reload', async () => {
  const view = workbench.tree('Change Requests');
  await workbench.fold('Library');
  const isCallButtons = (label: string) => label.endsWith('Add a page about call buttons');
  const label = await until('the change request', async () => (await view.labels()).find(isCallButtons));
  await view.clickAction(['Needs Attention', label], 'Open Changes');

  const heading = workbench.page.locator('.multiDiffEntry .header').first();
  await expect.poll(() => heading.innerText()).toMatch(/Heron Operator Handbook #\d/);
  expect(await seen()).not.toMatch(id);

  await workbench.editors.select('why-does-my-heron-stop.md');
  await storedState(workbench.page, 'why-does-my-heron-stop.md');
  await workbench.reload();

  await workbench.editors.select('why-does-my-heron-stop.md');
  await expect.poll(() => breadcrumb().innerText()).toBe('Heron-Operator-Handbook');
  // The editor may be where it was scrolled to.
  await expect
    .poll(async () => {
      for (const keys of ['ControlOrMeta+1', 'ControlOrMeta+Home']) await workbench.page.keyboard.press(keys);
      return workbench.editors.visibleText();
    })
    .toContain('Most stops are no fault');
});
