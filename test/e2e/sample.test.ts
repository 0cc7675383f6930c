import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});

afterAll(() => workbench.dispose());

test('the welcome view opens the sample workspace, and the Library shows its organizations', async () => {
  await workbench.clickActivityBar('Docs Platform');
  await workbench.page.getByRole('button', { name: 'Open the Sample Workspace' }).click();

  const library = workbench.tree('Library');
  await library.item('Northwind Robotics');

  expect(await library.labels()).toEqual(['Northwind Robotics', 'Harbor Labs']);
});

test('collections nest, spaces stand in them with their marks, and pages in the order of the platform', async () => {
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
  await expect.poll(() => message.innerText()).toContain('read-only here');
});
