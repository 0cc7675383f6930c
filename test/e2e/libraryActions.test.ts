import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
  await workbench.clickActivityBar('Docs Platform');
  await workbench.page.getByRole('button', { name: 'Open Sample Workspace' }).click();
  await library().expand('Northwind Robotics');
  await workbench.fold('Change Requests');
});

afterAll(() => workbench.dispose());

const library = () => workbench.tree('Library');
const startHere = '🧭 Start Here';

async function marks(label: string): Promise<string | undefined> {
  return (await library().visible()).find((row) => row.label === label)?.description;
}

async function fill(text: string): Promise<void> {
  await workbench.quickInput.shown();
  await workbench.quickInput.fill(text);
  await workbench.quickInput.accept();
  await workbench.quickInput.hidden();
}

/** Drags a row onto another one with the mouse. */
async function drag(label: string, onto: string): Promise<void> {
  const [from, to] = [await library().item(label), await library().item(onto)];
  await from.locator('.label-name').dragTo(to.locator('.label-name'));
}

test('a collection is created at the selected row, and shown', async () => {
  await library().choose('Northwind Robotics', 'Create Collection…');
  await fill('Drafts');

  await expect.poll(async () => (await library().visible()).find(({ selected }) => selected)?.label).toBe('Drafts');
});

test('a collection is renamed', async () => {
  await library().choose('Drafts', 'Rename…');
  await fill('On the Shelf');

  await library().item(['Northwind Robotics', 'On the Shelf']);
});

test('a space is moved into it with the mouse', async () => {
  await drag(startHere, 'On the Shelf');
  await library().expand('On the Shelf');

  await library().item(['On the Shelf', startHere]);
});

test('a space is locked and unlocked from the menu, which offers what is possible', async () => {
  await library().choose(startHere, 'Organize', 'Lock');
  await expect.poll(() => marks(startHere)).toContain('locked');

  await library().choose(startHere, 'Organize', 'Unlock');
  await expect.poll(() => marks(startHere)).not.toContain('locked');
});

test('a space is deleted after one question that names what is lost, and restored by Undo', async () => {
  const { messages } = workbench;
  await library().choose(startHere, 'Delete…');
  const { message, detail } = await messages.dialog();
  expect(message).toContain('“Start Here”');
  expect(detail).toMatch(/pages/);
  await messages.clickDialog('Delete');
  await expect.poll(() => library().labels()).not.toContain(startHere);

  await messages.clickNotification('Deleted “Start Here”', 'Undo');

  await library().item(['On the Shelf', startHere]);
});

test('a broken link appears in the Problems panel, which opens it', async () => {
  const { messages, editors, page } = workbench;
  await library().expand('Engineering');
  await library().choose('🛠️ Engineering Handbook', 'More', 'Find Broken Links');
  await messages.clickNotification('“Engineering Handbook” has 1 broken link', 'Show Problems');
  const problem = page.locator('.markers-panel .monaco-list-row', { hasText: 'page “run/test-hall”' });
  expect(await problem.innerText()).toContain('Ln 1, Col 1');
  await problem.click();

  await editors.opened('testing-on-robots.md');
  await page.locator('.monaco-editor .squiggly-warning').first().waitFor();
  await expect.poll(() => page.locator('.statusbar').innerText()).toMatch(/Ln (?!1,)\d+, Col/);
  expect(workbench.ownErrors()).toEqual([]);
});
