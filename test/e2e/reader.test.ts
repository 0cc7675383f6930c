import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from './workbench.ts';

const page = 'why-does-my-heron-stop.md';
const book = ['Northwind Robotics', 'Products', 'Robots', '📘 Heron Operator Handbook'];

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
  await workbench.runCommand('Docs Platform: Open Sample Workspace');
  const library = workbench.tree('Library');
  for (const row of book) await library.expand([row]);
  await (await library.item('Why does my Heron stop?')).click();
  await workbench.editors.opened(page);
});

afterAll(() => workbench.dispose());

/** A button in the title of the active editor. */
const clickInTitle = (name: string) =>
  workbench.page.locator('.editor-group-container.active .editor-actions').getByRole('button', { name }).click();

test('a page is read, its links are followed, and the way leads back, by mouse and by keyboard', async () => {
  await clickInTitle('Show Page');
  const first = await workbench.frameWith('Most stops are no fault');
  // The hint disappears after some time.
  await workbench.messages.clickNotification('A click on a page opens its Markdown', 'Open in Reader');
  await first.getByRole('link', { name: 'Protective stop' }).click();
  const second = await workbench.frameWith('Test the field');
  await workbench.editors.opened('protective-stop.md');
  await second.getByRole('button', { name: 'Go back' }).click();
  await workbench.editors.opened(page);

  const again = await workbench.frameWith('Most stops are no fault');
  await again.getByRole('link', { name: 'Emergency stop' }).press('Enter');
  await workbench.editors.opened('emergency-stop.md');
});

test('the way leads back and forward through pages that replaced each other', async () => {
  const go = async (name: string) => {
    await workbench.runCommand('Docs Platform: Go to Page…');
    await workbench.quickInput.fill(name);
    await workbench.quickInput.pick(name);
  };
  await go('Why does my Heron stop?');
  await workbench.frameWith('Most stops are no fault');
  await go('How a Heron site works');
  const second = await workbench.frameWith('A site has three kinds of parts');
  expect(await second.getByRole('button', { name: 'Go forward' }).isDisabled()).toBe(true);

  await second.getByRole('button', { name: 'Go back' }).click();

  const again = await workbench.frameWith('Most stops are no fault');
  await workbench.editors.opened(page);
  await again.getByRole('button', { name: 'Go forward' }).click();
  const forward = await workbench.frameWith('A site has three kinds of parts');
  await forward.getByRole('button', { name: 'Go back' }).click();
  const last = await workbench.frameWith('Most stops are no fault');
  await last.getByRole('link', { name: 'Emergency stop' }).click();
  await workbench.editors.opened('emergency-stop.md');
});

test('the source opens at the place of the page', async () => {
  const frame = await workbench.frameWith('Help people first');
  const heading = frame.getByRole('heading', { name: 'Help people first' });
  await heading.evaluate((each) => (each as never as { scrollIntoView(): void }).scrollIntoView());
  await expect.poll(() => frame.evaluate('scrollY')).toBeGreaterThan(0);

  await clickInTitle('Show Source');

  await expect.poll(() => workbench.editors.visibleText()).toMatch(/^### Help people first/);
  await clickInTitle('Show Page');
  await workbench.frameWith('Help people first');
  await workbench.screenshot('reader');
});

test('text is found in the page', async () => {
  const frame = await workbench.frameWith('Help people first');
  await frame.getByRole('heading', { level: 1 }).click();

  await workbench.page.keyboard.press('Control+F');

  await workbench.page.locator('.simple-find-part-wrapper.visible, .simple-find-part.visible').first().waitFor();
  await workbench.page.keyboard.press('Escape');
});

test('after the hint, a click opens the reader', async () => {
  await (await workbench.tree('Library').item('Why does my Heron stop?')).click();

  await workbench.frameWith('Most stops are no fault');
});
