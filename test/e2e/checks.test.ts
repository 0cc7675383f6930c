import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from './until.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;
let request: string;

beforeAll(async () => {
  workbench = await openWorkbench();
  await workbench.runCommand('Docs Platform: Open Sample Workspace');
  await workbench.tree('Library').item('Northwind Robotics');
  await workbench.askCommand('Docs Platform: Go to Page…');
  await workbench.quickInput.fill('Service levels');
  await workbench.quickInput.pick('Service levels');
  await workbench.editors.opened('service-levels.md');
  await workbench.editors.clickAction('Edit in Change Request…');
  await workbench.quickInput.newChangeRequest('Say it in fewer words');
  await workbench.page.locator('.statusbar').getByText('Say it in fewer words').waitFor();
});

afterAll(() => workbench.dispose());

const view = () => workbench.tree('Change Requests');
const problem = (text: string) => workbench.page.locator('.markers-panel .monaco-list-row', { hasText: text });

test('problems are underlined while the page is edited, and listed at their line', async () => {
  const { editors, page } = workbench;
  const { keyboard } = page;
  await page.locator('.part.editor .editor-group-container.active .monaco-editor .view-line').first().click();
  await keyboard.press('ControlOrMeta+End');
  await keyboard.press('Enter');
  await keyboard.insertText('\n#Later\n\n![](https://example.com/a.png)\n');
  await page.locator('.monaco-editor .squiggly-warning').first().waitFor();
  await workbench.runCommand('Problems: Focus on Problems View');

  await problem('A space is missing after the #').waitFor();
  await problem('This image has no alternative text').waitFor();
  await problem('A space is missing after the #').click();
  await workbench.runCommand('View: Focus Active Editor Group');
  await keyboard.press('ControlOrMeta+S');
  await expect.poll(async () => editors.isDirty('service-levels.md')).toBe(false);
});

test('the check of the change request lists them without an editor, and opens them', async () => {
  const { editors } = workbench;
  await workbench.runCommand('View: Close All Editors');
  await expect.poll(() => problem('A space is missing after the #').count()).toBe(0);
  await workbench.runCommand('Docs Platform: Focus on Change Requests View');
  await workbench.page.getByRole('button', { name: 'Library Section' }).click();
  for (const group of ['Needs Attention', 'Open']) await view().collapse(group);
  await view().expand('Drafts');
  request = await until('the change request', async () =>
    (await view().labels()).find((label) => label.endsWith('Say it in fewer words')),
  );

  await view().choose(['Drafts', request], 'Check for Problems');

  expect(await workbench.messages.notification('new problems')).toMatch(/^#\d+: 2 new problems on 1 page\.$/);
  await problem('A space is missing after the #').click();
  await editors.opened('service-levels.md');
  await workbench.page.locator('.monaco-editor .squiggly-warning').first().waitFor();
});

test('opening it for review asks about them', async () => {
  await view().choose(['Drafts', request], 'Open for Review');

  expect((await workbench.messages.dialog()).detail).toBe('2 new problems on 1 page.');
  await workbench.messages.clickDialog('Show Problems');
  await problem('This image has no alternative text').waitFor();
  expect(workbench.ownErrors()).toEqual([]);
});
