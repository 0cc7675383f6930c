import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from './until.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;
let callButtons: string;

beforeAll(async () => {
  workbench = await openWorkbench();
  await workbench.runCommand('Docs Platform: Open Sample Workspace');
  await workbench.tree('Library').item('Northwind Robotics');
});

afterAll(() => workbench.dispose());

const view = () => workbench.tree('Change Requests');

test('the badge counts what needs attention, and the view shows it first', async () => {
  const badge = workbench.page.locator('.activitybar .action-item', {
    has: workbench.page.getByLabel(/^Docs Platform/),
  });
  await expect.poll(() => badge.locator('.badge-content').innerText()).toBe('5');
  await workbench.runCommand('Docs Platform: Focus on Change Requests View');
  await view().item('Needs Attention');
  // Makes room for more than a few rows.
  await workbench.page.getByRole('button', { name: 'Library Section' }).click();

  const labels = await until('the change requests', async () => {
    const found = await view().labels();
    return found.some((label) => label.endsWith('Add a page about call buttons')) && found;
  });
  callButtons = labels.find((label) => label.endsWith('Add a page about call buttons')) ?? '';

  expect(labels[0]).toBe('Needs Attention');
  expect(await view().all()).toContainEqual(expect.objectContaining({ label: 'Open', description: '2' }));
});

test('a change request shows its pages, and opens them as one diff', async () => {
  await view().expand(['Needs Attention', callButtons]);
  await view().item([callButtons, 'Call buttons']);

  await view().clickAction(['Needs Attention', callButtons], 'Open Changes');
  // Its hover would cover the rows.
  await workbench.page.mouse.move(0, 0);

  await workbench.page.locator('.multiDiffEntry').first().waitFor();
  await expect.poll(() => workbench.page.locator('.multiDiffEntry').count()).toBeGreaterThan(0);
  // An added page and an edited one: nothing is renamed.
  const states = workbench.page.locator('.multiDiffEntry .status');
  await expect.poll(() => states.allInnerTexts()).toContain('A');
  expect(await states.allInnerTexts()).not.toContain('R');
});

test('it is approved with a comment, and then needs no attention', async () => {
  expect(await view().contextMenu(['Needs Attention', callButtons])).toEqual(
    expect.arrayContaining(['Approve…', 'Open Changes', 'Review', 'Merge…', 'More']),
  );
  await workbench.page.keyboard.press('Escape');
  await view().choose(['Needs Attention', callButtons], 'Approve…');
  await workbench.quickInput.shown();
  await workbench.quickInput.fill('Just what was missing.');
  await workbench.quickInput.accept();
  await workbench.quickInput.hidden();

  await expect.poll(async () => (await view().all())[0]?.description).toBe('4');
});

test('it is merged after one question, and listed under Merged', async () => {
  await view().choose(['Open', callButtons], 'Merge…');
  const { message, detail, buttons } = await workbench.messages.dialog();
  // The row starts with the mark of its space.
  const name = callButtons.slice(callButtons.indexOf('#'));
  expect(message).toBe(`Merge ${name} into Heron Operator Handbook?`);
  expect(detail).toContain('2 pages will change');
  expect(buttons).toContain('Merge');

  await workbench.messages.clickDialog('Merge');

  expect(await workbench.messages.notification(/Merged/)).toBe(`Merged ${name}.`);
  // The rows below it move up first.
  await expect
    .poll(() => view().visible())
    .toContainEqual(expect.objectContaining({ label: 'Open', description: '2' }));
  await view().expand('Merged');
  await view().item(['Merged', callButtons]);
  expect(workbench.ownErrors().filter((error) => !error.includes('ListError'))).toEqual([]);
});

test('the merged page appears in the Library', async () => {
  await workbench.askCommand('Docs Platform: Go to Page…');
  await workbench.quickInput.fill('call buttons');
  await workbench.quickInput.pick('Call buttons');

  await workbench.editors.opened('call-buttons.md');
});

test('a new one is created with only the keyboard, with its next step', async () => {
  await workbench.askCommand('Docs Platform: Create Change Request…');
  await workbench.quickInput.pick('Operations Runbooks');
  await until('the box', async () => (await workbench.quickInput.placeholder()) === 'Subject');
  await workbench.quickInput.fill('x'.repeat(101));
  await expect.poll(() => workbench.quickInput.message()).toContain('1 character too many');
  await workbench.quickInput.fill('Say who to call');
  await workbench.quickInput.accept();

  await workbench.messages.clickNotification(/Say who to call/, 'Edit Page…');

  await expect
    .poll(async () => (await view().all()).some(({ label, level }) => level === 2 && label.endsWith('Say who to call')))
    .toBe(true);
});
