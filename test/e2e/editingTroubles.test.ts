import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { spaceId } from '../../src/server/sample/seeding.ts';
import { storedBackup, storedState } from './storedState.ts';
import { startPlatform, type RunningPlatform } from './platform.ts';
import { signIn } from './signedIn.ts';
import { until } from './until.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

const space = spaceId('runbooks');
const title = 'Service levels';
const file = 'service-levels.md';

let platform: RunningPlatform;
let workbench: Workbench;

beforeAll(async () => {
  platform = await startPlatform('--seed', 'sample');
  workbench = await openWorkbench();
  await signIn(workbench, platform, 'Northwind Robotics');
});

afterEach(async () => {
  const tabs = workbench.page.locator('.tabs-container .tab');
  const discard = workbench.page.locator('.monaco-dialog-box').getByRole('button', { name: "Don't Save" });
  await workbench.page.keyboard.press('Escape');
  for (let left = await tabs.count(); left > 0; left = await tabs.count()) {
    const isLost = (await tabs.first().getAttribute('class'))?.split(' ').includes('dirty');
    await tabs.first().click({ button: 'middle' });
    if (isLost) await discard.click();
    await expect.poll(() => tabs.count()).toBe(left - 1);
  }
});

afterAll(async () => {
  await workbench.dispose();
  await platform.dispose();
});

/** Opens the page in a change request created for it. */
async function writeIn(subject: string): Promise<void> {
  await workbench.askCommand('Docs Platform: Go to Page…');
  await workbench.quickInput.fill(title);
  await workbench.quickInput.pick(title);
  await workbench.editors.opened(file);
  await workbench.editors.clickAction('Edit in Change Request…');
  await workbench.quickInput.newChangeRequest(subject);
  await workbench.page.locator('.statusbar').getByText(subject).waitFor();
  // It takes the place of the read-only one.
  await expect.poll(() => workbench.editors.tabs()).toEqual([file]);
}

/** Puts the cursor after the last line of the active page. */
async function goToEnd(): Promise<void> {
  const text = workbench.page.locator('.part.editor .editor-group-container.active .monaco-editor .view-lines');
  // Avoids sticky headings and messages.
  await text.first().click({ position: { x: 300, y: 250 } });
  await workbench.page.keyboard.press('ControlOrMeta+End');
}

/**
 * Goes to the page that VS Code restored with unsaved text. A tab that was closed a moment before the window may be
 * open again as well.
 */
async function goBackToIt(): Promise<void> {
  await expect.poll(isDirty).toBe(true);
  await workbench.page.locator('.tab.dirty', { hasText: file }).click();
  await goToEnd();
}

/** Types a line at the end of the active page. */
async function type(text: string): Promise<void> {
  const { keyboard } = workbench.page;
  await goToEnd();
  await keyboard.press('Enter');
  await keyboard.insertText(`\n${text}\n`);
  await until('the text to be there', async () => (await workbench.editors.visibleText()).includes(text));
}

const save = () => workbench.page.keyboard.press('ControlOrMeta+S');
const messages = async () =>
  (await workbench.messages.notifications()).filter((text) => !text.includes('your attention'));
const isDirty = () => workbench.editors.isDirty(file);

interface ChangeRequestJson {
  readonly number: number;
  readonly subject: string;
  readonly revision: string;
}

async function changeRequest(subject: string): Promise<ChangeRequestJson> {
  const { items } = await platform.get<{ items: ChangeRequestJson[] }>(`/spaces/${space}/change-requests?status=draft`);
  return items.find((each) => each.subject === subject)!;
}

const statusOf = async (number: number) =>
  (await platform.get<{ status: string }>(`/spaces/${space}/change-requests/${number}`)).status;

/** The page's text in the change request. */
async function markdownIn({ number }: ChangeRequestJson): Promise<string> {
  const at = `/spaces/${space}/change-requests/${number}/content`;
  const { pages } = await platform.get<{ pages: PageJson[] }>(`${at}/pages`);
  const page = pages.flatMap(withBelow).find((each) => each.title === title);
  return (await platform.get<{ markdown: string }>(`${at}/page/${page?.id}?format=markdown`)).markdown;
}

interface PageJson {
  readonly id: string;
  readonly title: string;
  readonly pages?: PageJson[];
}

const withBelow = (page: PageJson): PageJson[] => [page, ...(page.pages ?? []).flatMap(withBelow)];

/** A change by someone else, as one revision. */
async function send(method: string, path: string, body?: object): Promise<void> {
  const reply = await fetch(`${platform.base}/v1/spaces/${space}${path}`, {
    method,
    headers: { authorization: `Bearer ${platform.token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path} was answered with ${reply.status}.`);
}

/** How many revisions the change request has. */
async function revisionsOf({ number }: ChangeRequestJson): Promise<number> {
  const { items } = await platform.get<{ items: { count?: number }[] }>(
    `/spaces/${space}/change-requests/${number}/contributors`,
  );
  return items.reduce((sum, { count = 0 }) => sum + count, 0);
}

test.each([
  ['a reload of the window', 'reload'],
  ['a restart', 'restart'],
] as const)('unsaved text survives %s, and is then saved as one revision', async (_, again) => {
  const subject = `Through a ${again}`;
  const text = `Typed before the ${again}.`;
  await writeIn(subject);
  const before = await changeRequest(subject);
  const revisions = await revisionsOf(before);
  await type(text);
  await expect.poll(isDirty).toBe(true);
  await storedBackup(workbench, text);
  await storedState(workbench.page, ` #${before.number}/`);

  await workbench[again]();

  await goBackToIt();
  await expect.poll(() => workbench.editors.visibleText()).toContain(text);
  await workbench.page.locator('.statusbar').getByText('1 unsent').waitFor();
  expect(await markdownIn(before)).not.toContain(text);
  await save();
  await expect.poll(isDirty).toBe(false);
  expect(await markdownIn(before)).toContain(text);
  expect(await revisionsOf(before)).toBe(revisions + 1);
  expect(await messages()).toEqual([]);
});

test('a change that someone else made before the window came back is merged with the typed text', async () => {
  await writeIn('Overtaken');
  const { number } = await changeRequest('Overtaken');
  await type('Mine, not saved.');
  await storedBackup(workbench, 'Mine, not saved.');
  await storedState(workbench.page, ` #${number}/`);
  const at = `/change-requests/${number}/content`;
  const { pages } = await platform.get<{ pages: PageJson[] }>(`/spaces/${space}${at}/pages`);
  const page = pages.flatMap(withBelow).find((each) => each.title === title)!.id;
  const document = { markdown: 'Theirs.\n' };

  await workbench.reload();
  await send('POST', at, { changes: [{ operation: 'update_page', page, document }] });
  await goBackToIt();
  await expect.poll(() => workbench.editors.visibleText()).toContain('Mine, not saved.');
  await save();

  await expect.poll(isDirty).toBe(false);
  expect(await markdownIn(await changeRequest('Overtaken'))).toMatch(/Theirs\.[^]*Mine, not saved\./);
  await expect.poll(() => workbench.editors.visibleText()).toContain('Theirs.');
  expect(await messages()).toEqual([]);
});

test.each(['merged', 'archived'] as const)(
  'one message says that the change request was %s in the meantime',
  async (status) => {
    const subject = `To be ${status}`;
    await writeIn(subject);
    const { number } = await changeRequest(subject);
    await type('Too late for it.');
    if (status === 'merged') await send('POST', `/change-requests/${number}/merge`);
    else await send('PATCH', `/change-requests/${number}`, { status });

    await save();

    await workbench.messages.notification('Not sent, saved as a draft');
    await workbench.screenshot(`${status}-meanwhile`);
    expect(await messages()).toHaveLength(1);
    expect(await isDirty()).toBe(true);
    if (status === 'merged') {
      await workbench.page.locator('.notification-toast a', { hasText: 'Edit in Another Change Request…' }).click();
      await workbench.quickInput.newChangeRequest('Not too late');
      await workbench.page.locator('.statusbar').getByText('Not too late').waitFor();
      // The page in the merged change request is being closed, for which it becomes active for a moment: a save would
      // save that page.
      await expect.poll(() => workbench.editors.tabs()).toEqual([file]);
    } else {
      await workbench.page.locator('.notification-toast a', { hasText: 'Reopen' }).click();
      await until('it to be open', async () => (await statusOf(number)) === 'open');
      await goToEnd();
    }
    await expect.poll(() => workbench.editors.visibleText()).toContain('Too late for it.');
    await save();
    await expect.poll(isDirty).toBe(false);
    await expect.poll(messages).toEqual([]);
  },
);
