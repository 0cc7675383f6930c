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

const rows = () => workbench.page.locator('.scm-view .monaco-list-row');
const texts = async () => (await rows().allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
const lines = () =>
  workbench.page.locator('.part.editor .editor-group-container.active .monaco-editor').first().locator('.view-line');

async function typeInto(line: string, text: string): Promise<void> {
  await lines().filter({ hasText: line }).first().click();
  await workbench.page.keyboard.press('Home');
  await workbench.page.keyboard.insertText(text);
}

test('a page that is edited is listed with its change request, and saved from there', async () => {
  await workbench.askCommand('Docs Platform: Go to Page…');
  await workbench.quickInput.fill('The disk is almost full');
  await workbench.quickInput.pick('The disk is almost full');
  await workbench.editors.opened('the-disk-is-almost-full.md');
  await workbench.editors.clickAction('Edit in Change Request…');
  await workbench.quickInput.newChangeRequest('Full disks');
  await workbench.page.locator('.statusbar').getByText('Full disks').waitFor();
  await lines().first().click();
  await workbench.page.keyboard.press('ControlOrMeta+End');
  await workbench.page.keyboard.insertText('\nFirst, breathe.\n');
  await workbench.clickActivityBar('Source Control');
  await until('the unsent page', async () => (await texts())[1]?.startsWith('the-disk-is-almost-full.md'));

  await rows().nth(1).hover();
  await rows().nth(1).getByRole('button', { name: 'Save to Change Request' }).click();

  await until('the changed page', async () => (await texts())[1]?.startsWith('In This Change Request'));
  await until('the saved editor', async () => !(await workbench.editors.isDirty('the-disk-is-almost-full.md')));
  const label = async () => rows().nth(2).getAttribute('aria-label');
  await until('its mark', async () =>
    /^the-disk-is-almost-full\.md, The disk is almost full: Modified/.test((await label()) ?? ''),
  );
});

test('one of two changes is reverted in the peek of the gutter', async () => {
  await typeInto('First, breathe.', 'Calmly. ');
  await workbench.page.keyboard.press('ControlOrMeta+Home');
  await until('a mark', async () => (await workbench.page.locator('.dirty-diff-glyph').count()) > 0);
  await workbench.runCommand('Show Next Change');
  const peek = workbench.page.locator('.peekview-widget');
  await peek.getByText('1 of 1 change').waitFor();

  await peek.locator('[aria-label="Revert This Change"]').click();

  await until('the line to be gone', async () => !(await lines().allInnerTexts()).join('\n').includes('breathe'));
  // Compared with what was saved, this is a change.
  await until('the unsent page', async () => (await texts())[1]?.startsWith('the-disk-is-almost-full.md'));
  expect(workbench.ownErrors()).toEqual([]);
});

test('all pages with unsent changes are listed again after a reload', async () => {
  await workbench.askCommand('Docs Platform: Go to Page…');
  await workbench.quickInput.fill('Missions pile up');
  await workbench.quickInput.pick('Missions pile up');
  await workbench.editors.opened('missions-pile-up.md');
  await workbench.editors.clickAction('Edit in Change Request…');
  await workbench.quickInput.pick('#2 Full disks');
  await workbench.page.locator('.statusbar').getByText('Full disks').waitFor();
  await lines().first().click();
  await workbench.page.keyboard.press('ControlOrMeta+End');
  await workbench.page.keyboard.insertText('\nOr wait.\n');
  const unsent = async () => {
    const all = await texts();
    return all.findIndex((text) => text.startsWith('In This Change Request')) - 1;
  };
  await until('both unsent pages', async () => (await unsent()) === 2);
  // VS Code stores what is typed after a moment.
  await workbench.page.waitForTimeout(4000);

  await workbench.reload();

  await until('both pages after the reload', async () => (await unsent()) === 2);
});
