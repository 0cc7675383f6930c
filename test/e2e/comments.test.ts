import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../src/server/listen.ts';
import { openLocalPlatform, type LocalPlatform } from '../../src/server/localPlatform.ts';
import { spaceId } from '../../src/server/sample/seeding.ts';
import { storedState } from './storedState.ts';
import { signIn } from './signedIn.ts';
import { until } from './until.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

const handbook = spaceId('operator-handbook');

let platform: LocalPlatform;
let server: Awaited<ReturnType<typeof listen>>;
let workbench: Workbench;

beforeAll(async () => {
  platform = openLocalPlatform({ data: ':memory:', seed: 'sample', sampleFolder: 'media/sample' });
  server = await listen(platform.handle, 0);
  workbench = await openWorkbench();
  await signIn(workbench, { base: server.address, token: platform.token }, 'Northwind Robotics');
});

afterAll(async () => {
  await workbench.dispose();
  await server.close();
  platform.close();
});

const widget = () => workbench.page.locator('.review-widget:visible', { hasText: 'Tape peels off' });

async function openPage(): Promise<void> {
  const library = workbench.tree('Library');
  for (const row of ['Northwind Robotics', 'Products', 'Robots', '📘 Heron Operator Handbook'])
    await library.expand(row);
  await library.click('Why does my Heron stop?');
  await workbench.editors.opened('why-does-my-heron-stop.md');
}

/** Opens the first thread of the page. Threads started by tests may be between the cursor and it. */
async function openThread(): Promise<void> {
  await until('the first thread', async () => {
    await workbench.runCommand('Docs Platform: Go to Next Open Comment');
    return widget()
      .waitFor({ timeout: 3000 })
      .then(
        () => true,
        () => false,
      );
  });
}

async function answer(text: string, button: string): Promise<void> {
  const reply = widget().locator('.review-thread-reply-button');
  // A thread that was just opened may already show its box.
  if (await reply.isVisible()) await reply.click();
  await widget().locator('.comment-form .monaco-editor').click();
  await workbench.page.keyboard.type(text);
  await widget()
    .locator('.form-actions .monaco-text-button', { hasText: new RegExp(`^${button}$`) })
    .click();
}

async function call<Answer>(path: string): Promise<Answer> {
  const response = await fetch(`${server.address}/v1/spaces/${handbook}/comments${path}`, {
    headers: { authorization: `Bearer ${platform.token}` },
  });
  return (await response.json()) as Answer;
}

interface Reported {
  readonly id: string;
  readonly body: { readonly markdown: string };
}

/** The platform's replies to the first thread of the page. */
async function answers(): Promise<string[]> {
  const { items } = await call<{ items: Reported[] }>('?format=markdown&limit=100');
  const thread = items.find(({ body }) => body.markdown.startsWith('Tape peels off'));
  const replies = await call<{ items: Reported[] }>(`/${thread?.id}/replies?format=markdown`);
  return replies.items.map(({ body }) => body.markdown);
}

/** Starts a comment with the plus next to a line. */
async function beginAt(words: string): Promise<void> {
  const { page } = workbench;
  // The lines that allow comments are known a moment after the page is open.
  await page.locator('.editor-instance .comment-range-glyph').first().waitFor();
  const line = page.locator('.editor-instance .view-line', { hasText: words }).first();
  const at = await line.boundingBox();
  const margin = await page.locator('.editor-instance .margin').first().boundingBox();
  const [x, y] = [(margin?.x ?? 0) + (margin?.width ?? 0) - 27, (at?.y ?? 0) + 9];
  await page.mouse.move((at?.x ?? 0) + 200, y);
  await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.click(x, y);
  await page.locator('.review-widget:visible .comment-form .monaco-editor.focused').waitFor();
}

const widgetOf = (words: string) => workbench.page.locator('.review-widget:visible', { hasText: words });

test('the Problems panel stays in front when a page with comments is opened', async () => {
  const { page } = workbench;
  const inFront = () => page.locator('.part.panel .composite-bar .action-item.checked').innerText();
  await workbench.runCommand('Problems: Focus on Problems View');
  await expect.poll(inFront).toContain('Problems');

  await openPage();
  // Counts the threads that VS Code has.
  await expect.poll(() => page.locator('.part.panel .composite-bar').innerText()).toMatch(/Comments\s*\d/);

  expect(await inFront()).toContain('Problems');
  await workbench.runCommand('View: Hide Panel');
  await workbench.editors.close('why-does-my-heron-stop.md');
});

test('a new comment stays open where it was typed, once', async () => {
  await openPage();
  await beginAt('Light | Reason');
  await workbench.page.keyboard.type('Which light?');

  await workbench.page.keyboard.press('ControlOrMeta+Enter');

  await widgetOf('Which light?').locator('.review-thread-reply-button').waitFor();
  expect(await widgetOf('Which light?').count()).toBe(1);
  expect(await widgetOf('Which light?').locator('.review-comment').count()).toBe(1);
  expect(await widgetOf('Which light?').innerText()).not.toMatch(/Sending|Deleted/);
});

test('text typed into a comment box is restored after a reload, and is sent from there', async () => {
  await beginAt('Most stops are no fault');
  await workbench.page.keyboard.type('Not sent yet');
  await until('the file of the draft', async () => {
    const files = await readdir(path.join(workbench.userDataDir, 'User/globalStorage'), { recursive: true });
    return files.some((file) => path.basename(file).startsWith('thread-'));
  });

  await storedState(workbench.page, 'why-does-my-heron-stop.md');

  await workbench.reload();

  const draft = widgetOf('Not sent yet');
  await draft.locator('.review-comment').hover();
  await draft.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => draft.innerText()).toMatch(/Reply and Resolve|Reply…/);
  const { items } = await call<{ items: Reported[] }>('?format=markdown&limit=100');
  const sent = items.filter(({ body }) => body.markdown.endsWith('Not sent yet')).map(({ body }) => body.markdown);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatch(/^> Most stops are no fault/);
});

test('a thread appears at its words in the page, where it gets a reply', async () => {
  await openPage();
  await openThread();

  await answer('The **grey** tape holds.', 'Reply');

  await expect.poll(() => widget().innerText()).toContain('The grey tape holds.');
  await expect.poll(answers).toContain('The **grey** tape holds.');
});

test('a reply is kept without a network, retried after a reload, and arrives exactly once', async () => {
  platform.fail(
    { kind: 'drop-after', method: 'POST', path: '/replies', times: 1 },
    { kind: 'drop-before', path: '/comments' },
  );
  await openThread();
  await answer('Exactly once.', 'Reply');
  expect(await workbench.messages.notification("wasn't sent")).toContain('is saved under Unsent');

  await workbench.reload();
  platform.fail();
  await workbench.runCommand('Docs Platform: Focus on Inbox View');
  const inbox = workbench.tree('Inbox');
  await inbox.item('Exactly once.');

  // The view is filled after the reload. VS Code ignores a click on a row that it is rendering again.
  await until('the answer to be sent', async () => {
    if ((await inbox.labels()).includes('Exactly once.')) await inbox.clickAction('Exactly once.', 'Retry Sending');
    return until('it', async () => !(await inbox.labels()).includes('Exactly once.'), 10_000);
  });

  expect((await answers()).filter((text) => text === 'Exactly once.')).toHaveLength(1);
});

test('the extension logs no errors in the console', () => {
  expect(workbench.ownErrors()).toEqual([]);
});
