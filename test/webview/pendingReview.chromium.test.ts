import assert from 'node:assert/strict';
import { afterEach, expect, test } from 'vitest';
import { spaceId } from '../../src/server/sample/seeding.ts';
import type { DraftStorage } from '../../src/store/shared/draftFiles.ts';
import { emptyStorage } from '../store/openThreads.ts';
import { axeFindings } from './axe.ts';
import type { Theme } from './browser.ts';
import { openPanel, openSample, type OpenedPanel } from './openPanel.ts';

const space = spaceId('operator-handbook');

let panel: OpenedPanel;

afterEach(async () => {
  const { faults } = panel;
  await panel.close();
  panel.platform.close();
  assert.deepEqual(faults, []);
});

/** The panel of a change request with a thread by Ada. */
async function open(storage: DraftStorage = emptyStorage(), theme: Theme = 'dark'): Promise<OpenedPanel> {
  const platform = openSample();
  const call = async (path: string) =>
    platform.handle(
      new Request(`http://127.0.0.1:4010/v1/spaces/${space}/${path}`, {
        headers: { authorization: `Bearer ${platform.token}` },
      }),
    );
  const { items } = (await (await call('change-requests?status=open')).json()) as {
    items: { id: string; comments: number }[];
  };
  const id = items.find(({ comments }) => comments > 0)?.id ?? assert.fail('no open change request has comments');
  panel = await openPanel({
    place: { space, changeRequest: id },
    platform,
    storage,
    theme,
    parts: {
      header: async () => ({
        title: '#42 Rewrite calibration steps',
        status: 'open',
        isOutdated: false,
        description: 'Ada Park · into Operator Handbook',
        actions: ['openChanges'],
        primary: 'openChanges',
        mayComment: true,
        mayReview: true,
      }),
    },
  });
  await panel.page.getByRole('article').first().waitFor();
  return panel;
}

const sentTexts = async (): Promise<string[]> => {
  const { space: spaceId, changeRequest: changeRequestId } = panel.threads.opened()[0]!.place;
  const list = await panel.api.changeRequestComments.list({
    spaceId,
    changeRequestId: changeRequestId!,
    format: 'markdown',
    limit: 1000,
  });
  return list.items.map(({ body }) => body?.markdown ?? '');
};

async function startReview(text: string): Promise<void> {
  await panel.page.getByRole('button', { name: 'Comment…' }).click();
  await panel.page.getByRole('textbox', { name: 'New comment' }).fill(text);
  await panel.page.getByRole('button', { name: 'Start Review' }).click();
  await review().getByText(text).waitFor();
}

const review = () => panel.page.getByRole('region', { name: 'Pending review' });

test('keeps comments of a started review pending, and Ctrl+Enter adds more of them', async () => {
  const { page } = await open();

  await startReview('Who reads this?');
  const thread = page.getByRole('article').first();
  await thread.getByRole('button', { name: 'Reply…' }).click();
  await thread.getByRole('textbox').fill('Operators do.');
  expect(await thread.getByRole('button', { name: 'Add to Review' }).count()).toBe(1);
  await thread.getByRole('textbox').press('Control+Enter');

  await review().getByText('2 pending').waitFor();
  await expect.poll(() => thread.getByText('Operators do.').count()).toBe(1);
  await thread.getByText('Pending', { exact: true }).waitFor();
  await thread.and(page.locator(':focus')).waitFor();
  expect(await sentTexts()).not.toContain('Who reads this?');
  expect(panel.asked).not.toContain('send');
});

test('pending comments outlive the window, and can be edited and deleted one by one', async () => {
  const storage = emptyStorage();
  await open(storage);
  await startReview('Who reads this?');
  await startAnother('And when?');
  await panel.close();
  panel.platform.close();
  const { page } = await open(storage);
  await review().getByText('2 pending').waitFor();

  await review().getByRole('button', { name: 'Edit' }).first().click();
  const box = review().getByRole('textbox', { name: 'Edit pending comment' });
  await box.fill('');
  await box.press('Control+Enter');
  await review().getByText("A comment can't be empty").waitFor();
  await box.fill('Who reads this page?');
  await box.press('Control+Enter');
  await review().getByText('Who reads this page?').waitFor();
  await review().and(page.locator(':focus')).waitFor();
  await review().getByRole('button', { name: 'Delete' }).last().click();

  await review().getByText('1 pending').waitFor();
  await panel.threads.drafts.load();
  expect(panel.threads.reviews.comments().map(({ text }) => text)).toEqual(['Who reads this page?']);
  expect(await page.getByText('And when?').count()).toBe(0);
});

test('submit and discard run their commands', async () => {
  await open();
  await startReview('Who reads this?');

  await review().getByRole('button', { name: 'Submit Review…' }).click();
  await review().getByRole('button', { name: 'Discard Review…' }).click();

  await expect.poll(() => panel.visits).toEqual(['submitReview', 'discardReview']);
});

test('sends a single comment at once even if a review is pending', async () => {
  const { page } = await open();
  await startReview('Who reads this?');

  await page.getByRole('button', { name: 'Comment…' }).click();
  await page.getByRole('textbox', { name: 'New comment' }).fill('A typo.');
  await page.getByRole('button', { name: 'Add Single Comment' }).click();

  await expect.poll(sentTexts).toContain('A typo.');
  expect(await sentTexts()).not.toContain('Who reads this?');
});

test.each(['light', 'dark', 'highContrast', 'highContrastLight'] as const)(
  'a pending review is accessible in %s',
  async (theme) => {
    const { page } = await open(emptyStorage(), theme);
    await startReview('Who reads this?');
    const thread = page.getByRole('article').first();
    await thread.getByRole('button', { name: 'Reply…' }).click();
    await thread.getByRole('textbox').fill('Operators do.');

    expect(await axeFindings(page)).toEqual([]);
  },
);

async function startAnother(text: string): Promise<void> {
  await panel.page.getByRole('button', { name: 'Comment…' }).click();
  const box = panel.page.getByRole('textbox', { name: 'New comment' });
  await box.fill(text);
  await box.press('Control+Enter');
  await review().getByText(text).waitFor();
}
