import { afterAll, beforeAll, expect, test } from 'vitest';
import { spaceId } from '../../src/server/sample/seeding.ts';
import { startPlatform, type RunningPlatform } from './platform.ts';
import { until } from './until.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

const app = 'https://app.example.test';
const handbook = spaceId('operator-handbook');

let platform: RunningPlatform;
let workbench: Workbench;

beforeAll(async () => {
  platform = await startPlatform({ appUrl: app });
  workbench = await openWorkbench();
});

afterAll(async () => {
  await workbench.dispose();
  await platform.dispose();
});

const statusBar = () => workbench.page.locator('.statusbar');

test('the token is masked, never prefilled, and checked before it is stored, and the user can go back to the address', async () => {
  const { quickInput } = workbench;
  await workbench.clickActivityBar('Docs Platform');
  await workbench.page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await quickInput.shown();
  await quickInput.fill('not an address');
  await quickInput.accept();
  await expect.poll(() => quickInput.message()).toMatch(/URL/);

  await quickInput.fill(`${platform.base}/v1/`);
  await quickInput.accept();
  await expect.poll(() => quickInput.kind()).toBe('password');
  expect(await quickInput.value()).toBe('');

  await quickInput.clickButton('Back');
  await expect.poll(() => quickInput.kind()).toBe('text');
  expect(await quickInput.value()).toBe(`${platform.base}/v1/`);
  await quickInput.accept();
  await expect.poll(() => quickInput.kind()).toBe('password');

  await quickInput.fill('wrong');
  await quickInput.accept();
  await expect.poll(() => quickInput.message()).toMatch(/token/i);

  await quickInput.fill(` ${platform.token} `);
  await quickInput.accept();
  await workbench.tree('Library').item('Northwind Robotics');
  await expect.poll(() => statusBar().innerText()).toContain('127.0.0.1');
});

test('the command comes first in the palette for “sign in”', async () => {
  await expect.poll(async () => (await workbench.quickInput.matches('sign in'))[0]).toBe('Docs Platform: Sign In…');
});

test('another extension gets a session with the user’s consent, without a token', async () => {
  await workbench.runCommand('Curious: Look for the Token');
  await workbench.messages.clickDialog('Allow');
  await workbench.quickInput.pick(await accountOffered());
  await until('what it found', async () => (await workbench.editors.tabs()).some((title) => title.startsWith('{')));

  const found = await workbench.editors.wholeText();

  const { session, exports } = JSON.parse(found) as { session: { accessToken: string }; exports: string[] };
  expect(session.accessToken).toMatch(/^docs-platform-account:/);
  expect(exports).toEqual(['extendMarkdownIt']);
  expect(found).not.toContain(platform.token);
});

test('opening in the browser asks with VS Code’s own question, which shows the URL', async () => {
  await workbench.tree('Library').choose('Northwind Robotics', 'Open in Browser');

  const { message, detail } = await workbench.messages.dialog();
  expect(message).toContain('external website');
  expect(detail).toContain(`${app}/o/`);
  await workbench.messages.clickDialog('Cancel');
});

test('a deleted page says so when it is opened, and leaves the Library', async () => {
  const library = workbench.tree('Library');
  for (const row of ['Northwind Robotics', 'Products', 'Robots', '📘 Heron Operator Handbook', 'Get started'])
    await library.expand(row);
  const title = 'Unpack and place a robot';
  await library.item(title);
  platform.edit(handbook, [{ operation: 'delete_page', page: await idOf(title) }]);

  await library.click(title);

  expect(await workbench.messages.notification(`“${title}” no longer exists`)).toContain('on the server');
  await expect.poll(() => library.labels()).not.toContain(title);
});

test('all views and the status bar show that the server is away, and a retry says why', async () => {
  const views = ['Library', 'Change Requests', 'Inbox', 'Sites', 'Organization'] as const;
  for (const view of views) await workbench.unfold(view);
  await workbench.tree('Organization').item('Northwind Robotics');
  await platform.goAway();
  // Its buttons are visible while it has the focus.
  await workbench.runCommand('Docs Platform: Focus on Library View');

  await workbench.tree('Library').clickTitleAction('Refresh Library');

  for (const view of views) {
    await expect
      .poll(() => workbench.tree(view).message(), { message: view })
      .toMatch(/^Can't reach the server\. Showing content from /);
  }
  expect(await workbench.tree('Library').labels()).toContain('Northwind Robotics');
  await statusBar().getByRole('button', { name: "can't reach the server" }).click();
  expect(await workbench.messages.notification('refused the connection')).toContain('Check that the server is running');
  await platform.comeBack();
});

test('signing out asks once, and removes the account', async () => {
  await workbench.runCommand('Docs Platform: Sign Out…');
  expect((await workbench.messages.dialog()).message).toContain('Sign out');
  await workbench.messages.clickDialog('Sign Out');

  await expect.poll(() => statusBar().innerText()).not.toContain('127.0.0.1');
  await workbench.page.getByRole('button', { name: 'Open Sample Workspace' }).waitFor();
});

/** The label of the server's account, once the quick pick shows it. */
function accountOffered(): Promise<string> {
  return until('the account to be offered', async () =>
    (await workbench.quickInput.items()).find((label) => label.includes('127.0.0.1')),
  );
}

/** The platform's id of the page with this title. */
async function idOf(title: string): Promise<string> {
  const pages = JSON.stringify(await platform.get(`/spaces/${handbook}/content/pages`));
  const id = new RegExp(`"id":"([^"]+)","title":"${title}"`).exec(pages)?.[1];
  if (id === undefined) throw new Error(`No page ${title}`);
  return id;
}
