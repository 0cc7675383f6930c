import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from './until.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;
let request: string;

beforeAll(async () => {
  workbench = await openWorkbench();
  await workbench.runCommand('Docs Platform: Open Sample Workspace');
  await workbench.tree('Library').item('Northwind Robotics');
});

afterAll(() => workbench.dispose());

const view = () => workbench.tree('Change Requests');
const named = (label: string) => label.endsWith('Say it in fewer words');

async function goToPage(title: string): Promise<void> {
  await workbench.askCommand('Docs Platform: Go to Page…');
  await workbench.quickInput.fill(title);
  await workbench.quickInput.pick(title);
}

/** Types a line at the end of the active page, and saves it. */
async function write(text: string): Promise<void> {
  const { keyboard } = workbench.page;
  await workbench.page.locator('.part.editor .editor-group-container.active .monaco-editor .view-line').first().click();
  await keyboard.press('ControlOrMeta+End');
  await keyboard.press('Enter');
  await keyboard.insertText(`\n${text}\n`);
  await until('the text to be there', async () => (await workbench.editors.visibleText()).includes(text));
  await keyboard.press('ControlOrMeta+S');
}

const isSaved = (title: string) => async () => !(await workbench.editors.isDirty(title));

test('the open page is edited in a change request created for it', async () => {
  await goToPage('Service levels');
  await workbench.editors.opened('service-levels.md');
  await workbench.editors.clickAction('Edit in Change Request…');
  await workbench.quickInput.newChangeRequest('Say it in fewer words');
  await workbench.page.locator('.statusbar').getByText('Say it in fewer words').waitFor();

  await write('Nobody waits longer than a minute.');

  await expect.poll(isSaved('service-levels.md')).toBe(true);
  await workbench.runCommand('Docs Platform: Focus on Change Requests View');
  await workbench.page.getByRole('button', { name: 'Library Section' }).click();
  for (const group of ['Needs Attention', 'Open']) await view().collapse(group);
  await view().expand('Drafts');
  request = await until('the change request', async () => (await view().labels()).find(named));
  await view().expand(['Drafts', request]);
  await view().item([request, 'Service levels']);
});

test('another page is opened from all pages of the change request, and saved', async () => {
  await view().expand([request, 'All Pages']);
  await view().expand(['All Pages', 'Runbooks']);
  await view().click(['Runbooks', 'The disk is almost full']);
  await workbench.editors.opened('the-disk-is-almost-full.md');

  await write('Call whoever is on duty.');

  await view().item([request, 'The disk is almost full']);
});

test('a page is added below another one, and edited', async () => {
  await view().clickAction(['All Pages', 'Runbooks'], 'Create Page…');
  await workbench.quickInput.pick('Under “Runbooks”');
  await until('the box', async () => (await workbench.quickInput.placeholder()) === 'Title');
  await workbench.quickInput.fill('The roof leaks');
  await workbench.quickInput.accept();
  await workbench.editors.opened('the-roof-leaks.md');

  await write('Move the docks first.');

  await expect.poll(isSaved('the-roof-leaks.md')).toBe(true);
  await view().item([request, 'The roof leaks']);
});

test('a page is dragged to another place', async () => {
  // Rows that were just saved may still move under the mouse.
  await until('the question where to', async () => {
    const from = await view().item(['Runbooks', 'The roof leaks']);
    await from.dragTo(await view().item(['Runbooks', 'The disk is almost full']));
    return until('it', () => workbench.page.locator('.quick-input-widget').isVisible(), 3_000).catch(() => false);
  });
  await workbench.quickInput.pick('Before “The disk is almost full”');

  await until('the order', async () => {
    const labels = (await view().visible()).map(({ label }) => label);
    const at = labels.indexOf('The roof leaks');
    return at >= 0 && labels[at + 1] === 'The disk is almost full';
  });
});

test('all changes are reviewed as one diff', async () => {
  await view().clickAction(['Drafts', request], 'Open Changes');
  await workbench.page.mouse.move(0, 0);

  await expect.poll(() => workbench.page.locator('.multiDiffEntry').count()).toBe(3);
  await workbench.page.locator('.multiDiffEntry', { hasText: 'Nobody waits longer than a minute.' }).waitFor();
});

test('it is opened for review and merged', async () => {
  await view().choose(['Drafts', request], 'Open for Review');
  await view().expand('Open');
  await view().choose(['Open', request], 'Merge…');
  expect((await workbench.messages.dialog()).detail).toContain('3 pages will change');

  await workbench.messages.clickDialog('Merge');

  // The rows below it move up first.
  await expect.poll(async () => (await view().visible()).map(({ label }) => label)).not.toContain(request);
  await view().expand('Merged');
  await view().item(['Merged', request]);
});

test('the edited text appears in the Library', async () => {
  await goToPage('The roof leaks');
  await workbench.editors.opened('the-roof-leaks.md');

  await expect.poll(() => workbench.editors.visibleText()).toContain('Move the docks first.');
  expect(workbench.ownErrors().filter((error) => !error.includes('ListError'))).toEqual([]);
});
