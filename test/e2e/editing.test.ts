import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spaceId } from '../../src/server/sample/seeding.ts';
import { startPlatform, type RunningPlatform } from './platform.ts';
import { signIn } from './signedIn.ts';
import { until } from './until.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

const space = `/spaces/${spaceId('runbooks')}`;

let platform: RunningPlatform;
let workbench: Workbench;

beforeAll(async () => {
  platform = await startPlatform();
  workbench = await openWorkbench();
  await signIn(workbench, platform, 'Northwind Robotics');
});

afterAll(async () => {
  await workbench.dispose();
  await platform.dispose();
});

const view = () => workbench.tree('Change Requests');

async function goToPage(title: string): Promise<void> {
  await workbench.askCommand('Docs Platform: Go to Page…');
  await workbench.quickInput.fill(title);
  await workbench.quickInput.pick(title);
}

/** Opens a page in a change request created for it. */
async function edit({ title, file }: { title: string; file: string }, subject: string): Promise<void> {
  await goToPage(title);
  await workbench.editors.opened(file);
  await workbench.editors.clickAction('Edit in Change Request…');
  await workbench.quickInput.newChangeRequest(subject);
  await workbench.page.locator('.statusbar').getByText(subject).waitFor();
  // It takes the place of the read-only one.
  await expect.poll(async () => (await workbench.editors.tabs()).filter((tab) => tab === file)).toEqual([file]);
}

/** Types a line at the end of the active page. */
async function write(text: string): Promise<void> {
  const { keyboard } = workbench.page;
  await workbench.editors.goToEnd();
  await keyboard.press('Enter');
  await keyboard.insertText(`\n${text}\n`);
  await until('the text to be there', async () => (await workbench.editors.visibleText()).includes(text));
}

async function save(file: string): Promise<void> {
  await workbench.page.keyboard.press('ControlOrMeta+S');
  await expect.poll(() => workbench.editors.isDirty(file)).toBe(false);
}

const serviceLevels = { title: 'Service levels', file: 'service-levels.md' };

describe('a change request', () => {
  let request: string;

  test('is created for the open page, and lists it once it is saved', async () => {
    await edit(serviceLevels, 'Say it in fewer words');
    await write('Nobody waits longer than a minute.');

    await save(serviceLevels.file);

    await workbench.runCommand('Docs Platform: Focus on Change Requests View');
    await workbench.fold('Library');
    for (const group of ['Needs Attention', 'Open']) await view().collapse(group);
    await view().expand('Drafts');
    request = await until('the change request', async () =>
      (await view().labels()).find((label) => label.endsWith('Say it in fewer words')),
    );
    await view().expand(['Drafts', request]);
    await view().item([request, 'Service levels']);
  });

  test('gets a new page below another one', async () => {
    await view().expand([request, 'All Pages']);
    await view().expand(['All Pages', 'Runbooks']);
    await view().clickAction(['All Pages', 'Runbooks'], 'Create Page…');
    await workbench.quickInput.pick('Under “Runbooks”');
    await until('the box', async () => (await workbench.quickInput.placeholder()) === 'Title');
    await workbench.quickInput.fill('The roof leaks');
    await workbench.quickInput.accept();
    await workbench.editors.opened('the-roof-leaks.md');
    await write('Move the docks first.');

    await save('the-roof-leaks.md');

    await view().item([request, 'The roof leaks']);
  });

  test('has its pages dragged to other places', async () => {
    // Rows that were just saved may still move under the mouse.
    await until('the question where to', async () => {
      const from = await view().item(['Runbooks', 'The roof leaks']);
      await from.dragTo(await view().item(['Runbooks', 'The disk is almost full']));
      return until('it', () => workbench.page.locator('.quick-input-widget').isVisible(), 3_000).catch(() => false);
    });
    await workbench.quickInput.pick('Before “The disk is almost full”');

    // Changed pages are also listed above all pages.
    await expect
      .poll(async () => (await view().labels()).join('\n'))
      .toContain('The roof leaks\nThe disk is almost full');
  });

  test('shows all changes as one diff', async () => {
    await view().clickAction(['Drafts', request], 'Open Changes');
    await workbench.page.mouse.move(0, 0);

    await expect.poll(() => workbench.page.locator('.multiDiffEntry').count()).toBe(2);
    await workbench.page.locator('.multiDiffEntry', { hasText: 'Nobody waits longer than a minute.' }).waitFor();
  });

  test('is opened for review, and merged after one question', async () => {
    await view().choose(['Drafts', request], 'Open for Review');
    await view().expand('Open');
    await view().choose(['Open', request], 'Merge…');
    const { message, detail } = await workbench.messages.dialog();
    expect(message).toBe(`Merge ${request.slice(request.indexOf('#'))} into Operations Runbooks?`);
    expect(detail).toContain('2 pages will change');

    await workbench.messages.clickDialog('Merge');

    expect(await workbench.messages.notification(/Merged/)).toBe(`Merged ${request.slice(request.indexOf('#'))}.`);
    // The rows below it move up first.
    await expect.poll(async () => (await view().visible()).map(({ label }) => label)).not.toContain(request);
    await view().expand('Merged');
    await view().item(['Merged', request]);
  });

  test('has its text in the Library afterwards', async () => {
    await goToPage('The roof leaks');
    await workbench.editors.opened('the-roof-leaks.md');

    await expect.poll(() => workbench.editors.visibleText()).toContain('Move the docks first.');
    expect(workbench.ownErrors().filter((error) => !error.includes('ListError'))).toEqual([]);
  });
});

describe('Source Control', () => {
  const page = { title: 'The disk is almost full', file: 'the-disk-is-almost-full.md' };
  const rows = () => workbench.page.locator('.scm-view .monaco-list-row');
  const texts = async () => (await rows().allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
  const lines = () =>
    workbench.page.locator('.part.editor .editor-group-container.active .monaco-editor').first().locator('.view-line');

  test('lists a page that is edited with its change request, and saves it', async () => {
    await workbench.runCommand('View: Close All Editors');
    await edit(page, 'Full disks');
    await write('First, breathe.');
    await workbench.clickActivityBar('Source Control');
    await until('the unsent page', async () => (await texts())[1]?.startsWith(page.file));

    await rows().nth(1).hover();
    await rows().nth(1).getByRole('button', { name: 'Save to Change Request' }).click();

    await until('the changed page', async () => (await texts())[1]?.startsWith('In This Change Request'));
    await until('the saved editor', async () => !(await workbench.editors.isDirty(page.file)));
    await until('its mark', async () =>
      /^the-disk-is-almost-full\.md, The disk is almost full: Modified/.test(
        (await rows().nth(2).getAttribute('aria-label')) ?? '',
      ),
    );
  });

  test('reverts one of two changes in the peek of the gutter', async () => {
    await lines().filter({ hasText: 'First, breathe.' }).first().click();
    await workbench.page.keyboard.press('Home');
    await workbench.page.keyboard.insertText('Calmly. ');
    await workbench.page.keyboard.press('ControlOrMeta+Home');
    await until('a mark', async () => (await workbench.page.locator('.dirty-diff-glyph').count()) > 0);
    await workbench.runCommand('Show Next Change');
    const peek = workbench.page.locator('.peekview-widget');
    await peek.getByText('1 of 1 change').waitFor();

    await peek.locator('[aria-label="Revert This Change"]').click();

    await until('the line to be gone', async () => !(await lines().allInnerTexts()).join('\n').includes('breathe'));
    // Compared with what was saved, this is a change.
    await until('the unsent page', async () => (await texts())[1]?.startsWith(page.file));
    expect(workbench.ownErrors()).toEqual([]);
  });
});

test('problems of the text are underlined while it is edited, and listed at their line', async () => {
  await write('#Later\n\n![](https://example.com/a.png)');
  await workbench.page.locator('.monaco-editor .squiggly-warning').first().waitFor();
  await workbench.runCommand('Problems: Focus on Problems View');
  const problem = (text: string) => workbench.page.locator('.markers-panel .monaco-list-row', { hasText: text });

  await problem('A space is missing after the #').waitFor();
  await problem('This image has no alternative text').waitFor();
  await problem('This image has no alternative text').click();
  await expect.poll(() => workbench.page.locator('.statusbar').innerText()).toMatch(/Ln (?!1,)\d+, Col/);

  await workbench.runCommand('View: Hide Panel');
  await save('the-disk-is-almost-full.md');
});

describe('one message says that the change request was', () => {
  interface ChangeRequestJson {
    readonly number: number;
    readonly subject: string;
  }

  async function numberOf(subject: string): Promise<number> {
    const { items } = await platform.get<{ items: ChangeRequestJson[] }>(`${space}/change-requests?status=draft`);
    return items.find((each) => each.subject === subject)?.number ?? 0;
  }

  const statusOf = async (number: number) =>
    (await platform.get<{ status: string }>(`${space}/change-requests/${number}`)).status;
  const messages = async () =>
    (await workbench.messages.notifications()).filter((text) => !text.includes('your attention'));
  const isDirty = () => workbench.editors.isDirty(serviceLevels.file);
  const link = (name: string) => workbench.page.locator('.notification-toast a', { hasText: name });

  test.each(['merged', 'archived'] as const)('%s in the meantime', async (status) => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('Notifications: Clear All Notifications');
    await edit(serviceLevels, `To be ${status}`);
    const number = await numberOf(`To be ${status}`);
    await write('Too late for it.');
    if (status === 'merged') await platform.send('POST', `${space}/change-requests/${number}/merge`);
    else await platform.send('PATCH', `${space}/change-requests/${number}`, { status });

    await workbench.page.keyboard.press('ControlOrMeta+S');

    await workbench.messages.notification('Not sent, saved as a draft');
    expect(await messages()).toHaveLength(1);
    expect(await isDirty()).toBe(true);
    if (status === 'merged') {
      await link('Edit in Another Change Request…').click();
      await workbench.quickInput.newChangeRequest('Not too late');
      await workbench.page.locator('.statusbar').getByText('Not too late').waitFor();
      // The page in the merged change request is being closed, for which it becomes active for a moment: a save would
      // save that page.
      await expect.poll(() => workbench.editors.tabs()).toEqual([serviceLevels.file]);
    } else {
      await link('Reopen').click();
      await until('it to be open', async () => (await statusOf(number)) === 'open');
      await workbench.editors.goToEnd();
    }
    await expect.poll(() => workbench.editors.visibleText()).toContain('Too late for it.');
    await workbench.page.keyboard.press('ControlOrMeta+S');
    await expect.poll(isDirty).toBe(false);
    await expect.poll(messages).toEqual([]);
  });
});
