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

test('a page is revealed and edited from its preview', async () => {
  await workbench.askCommand('Docs Platform: Go to Page…');
  await workbench.quickInput.fill('The disk is almost full');
  await workbench.quickInput.pick('The disk is almost full');
  await workbench.editors.opened('the-disk-is-almost-full.md');
  await workbench.runCommand('Docs Platform: Open Preview');
  await workbench.editors.opened('Preview the-disk-is-almost-full.md');
  await workbench.page.locator('.part.statusbar').click();
  await workbench.tree('Library').collapse('Northwind Robotics');
  await workbench.runCommand('Docs Platform: Reveal Page in Library');
  await workbench.tree('Library').item(['Runbooks', 'The disk is almost full']);

  await workbench.editors.clickAction('Edit in Change Request…');

  await workbench.quickInput.newChangeRequest('From the preview');
  await workbench.page.locator('.statusbar').getByText('From the preview').waitFor();
  await until('the editable page', async () =>
    (await workbench.editors.visibleText()).includes('# The disk is almost full'),
  );
});

test('the preview follows to the editable page, whose comments are opened from it', async () => {
  await workbench.editors.select('Preview the-disk-is-almost-full.md');
  await workbench.editors.clickAction('Open Comment Threads');

  await until('the threads', async () => (await workbench.editors.activeTab()) === 'Comments on #2');
  expect(workbench.ownErrors()).toEqual([]);
});
