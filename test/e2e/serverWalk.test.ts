import { mkdtemp, rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLocalPlatform, type LocalPlatform } from '../../src/server/localPlatform.ts';
import { spaceId, userId } from '../../src/server/sample/seeding.ts';
import { startPlatform, type RunningPlatform } from './platform.ts';
import { signIn } from './signedIn.ts';
import { until } from './until.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

const app = 'https://app.example.test';
const handbook = spaceId('operator-handbook');
const page = 'Connect a robot to the NW-7';

let data: string;
let platform: RunningPlatform;
/** The same data, opened a second time: the server isn't notified of its changes. */
let elsewhere: LocalPlatform;
let workbench: Workbench;

beforeAll(async () => {
  data = await mkdtemp('/tmp/dp-data-');
  platform = await startPlatform('--data', data, '--seed', 'sample', '--app-url', app, '--token', 'first-token');
  elsewhere = openLocalPlatform({ data });
  workbench = await openWorkbench();
  await signIn(workbench, platform, 'Northwind Robotics');
});

afterAll(async () => {
  await workbench.dispose();
  elsewhere.close();
  await platform.dispose();
  await rm(data, { recursive: true, force: true });
});

test('rows with an address in the browser offer to open it there and to copy their link', async () => {
  const library = workbench.tree('Library');
  const rows = ['Northwind Robotics', 'Products', 'Robots', '📘 Heron Operator Handbook', 'Get started', page];
  for (const row of rows.slice(0, -1)) await library.expand(row);

  for (const row of rows) {
    const menu = await library.contextMenu(row);
    await workbench.page.keyboard.press('Escape');
    expect(menu, row).toEqual(expect.arrayContaining(['Open in Browser', 'Copy Link']));
  }
});

test('the copied link of a page opens it, in the editor and in the tree', async () => {
  const address = await copiedLink(page);
  expect(address).toMatch(`${app}/`);

  await openFromUrl(`${address}#before-you-start`);

  await workbench.editors.opened('connect-a-robot-to-the-nw-7.md');
  const row = await workbench.tree('Library').item(page);
  await expect.poll(() => row.getAttribute('aria-selected')).toBe('true');
});

test('the copied link of a space opens its first page', async () => {
  await openFromUrl(await copiedLink('📘 Heron Operator Handbook'));

  await workbench.editors.opened('heron-operator-handbook.md');
});

test('the URL of a published page opens it', async () => {
  await openFromUrl(`${app}/firmware`);

  await expect.poll(() => workbench.editors.breadcrumbs()).not.toEqual([]);
  const row = await workbench.tree('Library').item('📗 NW-7 Firmware Guide');
  await expect.poll(() => row.getAttribute('aria-expanded')).toBe('true');
});

test('the URL of a site with several spaces asks which one', async () => {
  const { quickInput } = workbench;
  await openFromUrl(app);
  await expect.poll(() => quickInput.title()).toContain('several spaces');
  expect((await quickInput.items()).length).toBeGreaterThan(3);

  await quickInput.pick('REST API');

  const row = await workbench.tree('Library').item('🔌 REST API');
  await expect.poll(() => row.getAttribute('aria-expanded')).toBe('true');
});

test('a URL without a target is refused with the reason, and the box stays open', async () => {
  const { quickInput } = workbench;
  const address = await copiedLink(page);
  await workbench.askCommand('Docs Platform: Open from URL…');

  const refused = [
    ['no address at all', /starts with https/],
    ['https://elsewhere.example.test/o/1/s/2', /No space has this URL/],
    [`${address}-not`, /has no page at/],
  ] as const;
  for (const [text, reason] of refused) {
    await quickInput.fill(text);
    await quickInput.accept();
    await expect.poll(() => quickInput.message()).toMatch(reason);
    expect(await quickInput.value()).toBe(text);
  }
  await quickInput.cancel();
});

test('opening in the browser asks with VS Code’s own question, which shows the URL', async () => {
  await workbench.tree('Library').choose(page, 'Open in Browser');

  const { message, detail } = await workbench.messages.dialog();
  expect(message).toContain('external website');
  expect(detail).toContain(`${app}/o/`);
  await workbench.messages.clickDialog('Cancel');
});

test('a deleted page says so when it is opened, and leaves the tree', async () => {
  const library = workbench.tree('Library');
  const title = 'Unpack and place a robot';
  elsewhere.edit(handbook, [{ operation: 'delete_page', page: await idOf(title) }]);

  await library.click(title);

  expect(await workbench.messages.notification(`“${title}” no longer exists`)).toContain('on the server');
  await expect.poll(() => library.labels()).not.toContain(title);
});

test('an open page that was deleted says so when it is refreshed, and leaves the tree', async () => {
  const library = workbench.tree('Library');
  await library.click(page);
  await workbench.editors.opened('connect-a-robot-to-the-nw-7.md');
  elsewhere.edit(handbook, [{ operation: 'delete_page', page: await idOf(page) }]);

  await workbench.editors.clickAction('Refresh Page');

  expect(await workbench.messages.notification('“connect-a-robot-to-the-nw-7.md” no longer exists')).toContain(
    'on the server',
  );
  await expect.poll(() => library.labels()).not.toContain(page);
});

const views = ['Library', 'Change Requests', 'Inbox', 'Sites', 'Organization'] as const;

test('all views and the status bar show that the server is away, the rows stay, and a retry says why it fails', async () => {
  const { messages, page: window } = workbench;
  const library = workbench.tree('Library');
  for (const view of views) await workbench.runCommand(`Docs Platform: Focus on ${view} View`);
  await workbench.tree('Organization').item('Northwind Robotics');
  const before = await library.all();
  await platform.dispose();
  // Its buttons are visible while it has the focus.
  await workbench.runCommand('Docs Platform: Focus on Library View');

  await library.clickTitleAction('Refresh Library');

  for (const view of views) {
    await expect
      .poll(() => workbench.tree(view).message(), { message: view })
      .toMatch(/^Can't reach the server\. Showing content from /);
  }
  expect((await library.all()).map(({ label }) => label)).toEqual(before.map(({ label }) => label));
  await window.locator('.statusbar').getByRole('button', { name: "can't reach the server" }).click();
  expect(await messages.notification('refused the connection')).toContain('Check that the server is running');
});

test("a page that wasn't read before shows in its editor that the server is away, and nothing else does", async () => {
  const { messages, editors } = workbench;
  await workbench.page.keyboard.press('Escape');
  await workbench.runCommand('Notifications: Clear All Notifications');

  await workbench.tree('Library').click('First mission');

  await expect.poll(() => editors.visibleText()).toContain("Can't reach the server, so this page");
  expect(await messages.notifications()).toEqual([]);
});

test('all views, the status bar and the page recover automatically once the server is back', async () => {
  await startAgain('--token', 'first-token');

  await expect.poll(() => workbench.editors.visibleText()).not.toContain("Can't reach the server");
  for (const view of views) {
    await expect.poll(() => workbench.tree(view).message(), { message: view }).not.toContain("Can't reach");
  }
  await workbench.page
    .locator('.statusbar')
    .getByRole('button', { name: /^Docs Platform account: [^,]*$/ })
    .waitFor();
  await workbench.fold('Inbox', 'Sites', 'Organization');
  await workbench.runCommand('Docs Platform: Focus on Library View');
});

test('a token that is no longer accepted causes one question, and replacing it restores the tree', async () => {
  const { messages, quickInput } = workbench;
  const library = workbench.tree('Library');
  await platform.dispose();
  await startAgain('--token', 'second-token');

  await library.clickTitleAction('Refresh Library');
  await expect.poll(() => library.message()).toMatch(/no longer accepts your token/);
  await library.clickTitleAction('Refresh Library');
  await messages.notification('no longer accepts');
  expect((await messages.notifications()).filter((text) => text.includes('no longer accepts'))).toHaveLength(1);

  await messages.clickNotification('no longer accepts', 'Replace Token…');
  await expect.poll(() => quickInput.kind()).toBe('password');
  await quickInput.fill('second-token');
  await quickInput.accept();
  await quickInput.hidden();

  await expect.poll(() => library.message()).toBe('');
  await library.item('📘 Heron Operator Handbook');
});

test('a user with fewer permissions sees less', async () => {
  await signIn(workbench, { base: platform.base, token: elsewhere.tokenOf(userId('jin')) }, 'Northwind Robotics');
  const library = workbench.tree('Library');
  await expect.poll(() => library.labels()).toEqual(['Northwind Robotics']);

  await library.expand('Northwind Robotics');
  await library.expand('Engineering');
  await library.expand('Platform team');

  await library.item('📟 Operations Runbooks');
  expect(await library.labels()).not.toContain('🔐 Security');
});

async function startAgain(...options: string[]): Promise<void> {
  const { port } = new URL(platform.base);
  platform = await startPlatform('--port', port, '--data', data, '--app-url', app, ...options);
}

async function copiedLink(row: string): Promise<string> {
  await workbench.page.evaluate("navigator.clipboard.writeText('')");
  await workbench.tree('Library').choose(row, 'Copy Link');
  return until(
    'the link',
    async () => (await workbench.page.evaluate<string>('navigator.clipboard.readText()')) || false,
  );
}

async function openFromUrl(address: string): Promise<void> {
  await workbench.askCommand('Docs Platform: Open from URL…');
  await workbench.quickInput.fill(address);
  await workbench.quickInput.accept();
}

/** The platform's id of the page with this title. */
async function idOf(title: string): Promise<string> {
  const response = await fetch(`${platform.base}/v1/spaces/${handbook}/content/pages`, {
    headers: { authorization: 'Bearer first-token' },
  });
  const pages = JSON.stringify(await response.json());
  const id = new RegExp(`"id":"([^"]+)","title":"${title}"`).exec(pages)?.[1];
  if (id === undefined) throw new Error(`No page ${title}`);
  return id;
}
