import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPlatform, type RunningPlatform } from './platform.ts';
import { until } from './until.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

let platform: RunningPlatform;
let workbench: Workbench;

beforeAll(async () => {
  platform = await startPlatform('--seed', 'sample');
  workbench = await openWorkbench({ extensions: { link: ['test/e2e/extensions/curious'] } });
});

afterAll(async () => {
  await workbench.dispose();
  await platform.dispose();
});

test("an address that can't be the platform is refused before a token is asked for", async () => {
  const { quickInput } = workbench;
  await workbench.clickActivityBar('Docs Platform');
  await workbench.page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await quickInput.shown();

  const refused = [
    ['not an address', /URL/],
    [`${platform.base}?token=x`, /question mark/],
    ['http://docs.example.com', /https/i],
    ['http://user:secret@127.0.0.1:1', /password/i],
    ['http://127.0.0.1:9', /127\.0\.0\.1:9/],
  ] as const;
  for (const [address, reason] of refused) {
    await quickInput.fill(address);
    await quickInput.accept();
    await expect.poll(() => quickInput.message()).toMatch(reason);
  }
});

test('the token is masked, never prefilled, and checked before it is stored, and the user can go back to the address', async () => {
  const { quickInput } = workbench;
  await quickInput.fill(`${platform.base}/v1/`);
  await quickInput.accept();
  await expect.poll(() => quickInput.kind()).toBe('password');
  expect(await quickInput.value()).toBe('');

  await quickInput.clickButton('Back');
  await expect.poll(() => quickInput.kind()).toBe('text');
  expect(await quickInput.value()).toBe(`${platform.base}/v1/`);
  await quickInput.accept();
  await expect.poll(() => quickInput.kind()).toBe('password');

  await quickInput.fill('two words');
  await quickInput.accept();
  await expect.poll(() => quickInput.message()).toMatch(/space/i);
  await quickInput.fill('wrong');
  await quickInput.accept();
  await expect.poll(() => quickInput.message()).toMatch(/token/i);

  await quickInput.fill(` ${platform.token} `);
  await quickInput.accept();
  await workbench.tree('Library').item('Northwind Robotics');
  await expect.poll(() => workbench.page.locator('.statusbar').innerText()).toContain('127.0.0.1');
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

test('the sample workspace is listed next to the account, and the user can switch between them', async () => {
  await workbench.runCommand('Docs Platform: Open Sample Workspace');
  await expect.poll(() => workbench.page.locator('.statusbar').innerText()).toContain('Sample Workspace');

  await workbench.askCommand('Docs Platform: Switch Account…');
  await workbench.quickInput.pick(await accountOffered());

  await expect.poll(() => workbench.page.locator('.statusbar').innerText()).not.toContain('Sample Workspace');
});

test('the account is still signed in after a restart', async () => {
  await workbench.restart();
  await workbench.clickActivityBar('Docs Platform');

  await workbench.tree('Library').item('Northwind Robotics');
});

test('signing out asks once, and removes the account', async () => {
  await workbench.askCommand('Docs Platform: Sign Out…');
  await workbench.quickInput.pick(await accountOffered());
  expect((await workbench.messages.dialog()).message).toContain('Sign out');
  await workbench.messages.clickDialog('Sign Out');

  await expect.poll(() => workbench.page.locator('.statusbar').innerText()).toContain('Sample Workspace');
  await workbench.askCommand('Docs Platform: Switch Account…');
  await expect.poll(() => workbench.quickInput.items()).toContain('Sample Workspace');
  expect((await workbench.quickInput.items()).join()).not.toContain('127.0.0.1');
  await workbench.quickInput.cancel();
});

/** The label of the server's account, once the quick pick shows it. */
function accountOffered(): Promise<string> {
  return until('the account to be offered', async () =>
    (await workbench.quickInput.items()).find((label) => label.includes('127.0.0.1')),
  );
}
