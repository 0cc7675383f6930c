import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLocalPlatform, type LocalPlatform } from '../../src/server/localPlatform.ts';
import { spaceId, userId } from '../../src/server/sample/seeding.ts';
import { storedState } from './storedState.ts';
import { startPlatform, type RunningPlatform } from './platform.ts';
import { signIn } from './signedIn.ts';
import { until } from './until.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

const comments = `/v1/spaces/${spaceId('operator-handbook')}/comments`;
/** The subject of a comment on the page, and of one on another page. */
const tape = 'Tape peels off in the heat';
const conveyor = 'For pick stations with a conveyor';
/**
 * Keys and texts in the panel's stored state: VS Code closes a panel silently if the window closes before that is
 * stored.
 */
const openPanel = 'unfolded';
const charging = 'We recommend 75 % to customers';

let data: string;
let platform: RunningPlatform;
/** The same data, opened a second time: the server isn't notified of its changes. */
let elsewhere: LocalPlatform;
let workbench: Workbench;

beforeAll(async () => {
  data = await mkdtemp('/tmp/dp-data-');
  platform = await startPlatform('--data', data, '--seed', 'sample');
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

test("the panel opens at the open page, and goes to a thread's place", async () => {
  await workbench.askCommand('Docs Platform: Go to Page…');
  await workbench.quickInput.fill('why does my heron stop');
  await workbench.quickInput.pick('Why does my Heron stop?');
  await workbench.editors.opened('why-does-my-heron-stop.md');

  await workbench.runCommand('Docs Platform: Open Comment Threads');

  const panel = await workbench.frameWith(tape);
  expect(await panel.getByText(conveyor).count()).toBe(0);
  await panel.getByRole('combobox', { name: 'Page' }).selectOption('All pages');
  await panel.getByText(conveyor).waitFor();
  await threadOf(panel, tape).getByRole('button', { name: 'Why does my Heron stop?' }).click();
  await expect.poll(() => workbench.page.locator('.monaco-editor .selected-text').count()).toBeGreaterThan(0);
});

test('a reply in the panel arrives on the platform, and appears in the page', async () => {
  const panel = await workbench.frameWith(tape);
  const thread = threadOf(panel, tape);
  await thread.getByRole('button', { name: 'Reply…' }).click();
  await thread.getByRole('textbox', { name: /^Reply to/ }).fill('Sent from the panel.');
  await workbench.page.keyboard.press('Control+Enter');

  await expect.poll(() => repliesOnPlatform(tape)).toContain('Sent from the panel.');
  await thread.getByText('Sent from the panel.').first().waitFor();
  await workbench.page.locator('.tab', { hasText: 'why-does-my-heron-stop.md' }).last().click();
  await workbench.page.keyboard.press('Control+Home');
  await workbench.runCommand('Docs Platform: Go to Next Open Comment');
  await workbench.page.locator('.review-widget:visible').getByText('Sent from the panel.').waitFor();
});

test('typed text survives a reload of the window', async () => {
  const panel = await workbench.frameWith(conveyor);
  const thread = threadOf(panel, conveyor);
  await thread.getByRole('button', { name: 'Reply…' }).click();
  await thread.getByRole('textbox', { name: /^Reply to/ }).fill('Not finished yet');

  // A window that closes within milliseconds of a key may not have received it.
  await until('the draft', () => isStored('Not finished yet'));
  // Identified by its open box: VS Code's earlier state is from before the panel's page was chosen.
  await storedState(workbench.page, await idOf(conveyor));

  await workbench.reload();

  const again = threadOf(await workbench.frameWith(conveyor), conveyor);
  await expect.poll(() => again.getByRole('textbox', { name: /^Reply to/ }).inputValue()).toBe('Not finished yet');
});

test('comments by others appear while the panel is open', async () => {
  const panel = await workbench.frameWith(conveyor);
  await call('POST', `${comments}/${await idOf(conveyor)}/replies`, { body: { markdown: 'Bo was here.' } }, 'bo');

  await panel.getByRole('button', { name: 'Refresh' }).click();
  await threadOf(panel, conveyor).getByRole('button', { name: /repl/ }).first().click();

  await panel.getByText('Bo was here.').waitFor();
});

test("a reply that couldn't be sent survives a reload, and arrives once when it is sent again", async () => {
  const panel = await workbench.frameWith(conveyor);
  await platform.dispose();
  const thread = threadOf(panel, charging);
  await thread.getByRole('button', { name: 'Reply…' }).click();
  await thread.getByRole('textbox', { name: /^Reply to/ }).fill('Exactly once');
  await workbench.page.keyboard.press('Control+Enter');
  await panel.getByRole('region', { name: 'Unsent' }).getByText('Exactly once').waitFor();
  await storedState(workbench.page, openPanel);

  await workbench.reload();
  platform = await startPlatform('--data', data, '--port', new URL(platform.base).port);
  const again = await workbench.frameWith('Exactly once');
  const unsent = again.getByRole('region', { name: 'Unsent' });

  // What is loaded at that moment may move the button away from under a click.
  await until('the reply to be sent', async () => {
    if ((await unsent.count()) > 0) await unsent.getByRole('button', { name: 'Retry' }).click({ timeout: 2_000 });
    return until('it', async () => (await unsent.count()) === 0, 10_000);
  });

  await expect.poll(() => again.getByText(/^Couldn't/).allInnerTexts()).toEqual([]);
  expect((await repliesOnPlatform(charging)).filter((text) => text === 'Exactly once')).toHaveLength(1);
});

test('the panel causes no errors in the browser’s console', () => {
  expect(workbench.ownErrors().filter((error) => !error.includes('ERR_CONNECTION_REFUSED'))).toEqual([]);
});

function threadOf(panel: Frame, text: string) {
  return panel.getByRole('article').filter({ hasText: text });
}

/** Whether a file of the extension contains this. */
async function isStored(text: string): Promise<boolean> {
  const folder = path.join(workbench.userDataDir, 'User/globalStorage/docs-platform.docs-platform');
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile() && file.name.endsWith('.json'))
    .map((file) => readFile(path.join(file.parentPath, file.name), 'utf8').catch(() => ''));
  return (await Promise.all(texts)).some((each) => each.includes(text));
}

async function call(method: string, path: string, body?: unknown, user?: string): Promise<unknown> {
  const response = await elsewhere.handle(
    new Request(`${platform.base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${user === undefined ? elsewhere.token : elsewhere.tokenOf(userId(user))}`,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  return response.json();
}

interface Listed {
  readonly items: readonly { readonly id: string; readonly body: { readonly markdown: string } }[];
}

async function idOf(text: string): Promise<string> {
  const { items } = (await call('GET', `${comments}?format=markdown&limit=1000`)) as Listed;
  const found = items.find(({ body }) => body.markdown.includes(text));
  if (!found) throw new Error(`No comment “${text}”.`);
  return found.id;
}

async function repliesOnPlatform(text: string): Promise<string[]> {
  const { items } = (await call('GET', `${comments}/${await idOf(text)}/replies?format=markdown`)) as Listed;
  return items.map(({ body }) => body.markdown);
}
