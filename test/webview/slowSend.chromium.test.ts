import assert from 'node:assert/strict';
import { afterEach, expect, test } from 'vitest';
import { spaceId } from '../../src/server/sample/seeding.ts';
import { openPanel, openSample, type OpenedPanel } from './openPanel.ts';

const space = spaceId('operator-handbook');
let panel: OpenedPanel;

afterEach(async () => {
  const { faults } = panel;
  await panel.close();
  assert.deepEqual(faults, []);
});

/** The panel with a server that answers to what is sent only after `answer`. */
async function open(): Promise<{ readonly answer: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const platform = openSample();
  const { handle } = platform;
  Object.assign(platform, {
    async handle(request: Request) {
      if (request.method === 'POST') await promise;
      return handle(request);
    },
  });
  panel = await openPanel({ place: { space }, platform });
  await panel.page.getByRole('article').first().waitFor();
  return { answer: resolve };
}

const region = () => panel.page.getByRole('region', { name: 'Unsent' });

async function expectNoOutcome(): Promise<void> {
  // The draft is reported some time after it was stored.
  await panel.page.waitForTimeout(500);
  expect(await region().count()).toBe(0);
  expect(await panel.page.locator('.problem, [invalid]').allInnerTexts()).toEqual([]);
  expect(await panel.page.getByText('not reply').count()).toBe(0);
}

test('a reply that is being sent has no outcome yet', async () => {
  const { answer } = await open();
  const thread = panel.page.getByRole('article').first();
  await thread.getByRole('button', { name: 'Reply…' }).click();
  await thread.getByRole('textbox').fill('A slow reply');
  await thread.getByRole('button', { name: 'Reply', exact: true }).click();
  await thread.getByText('Sending…').first().waitFor();

  await expectNoOutcome();
  answer();

  await expect.poll(() => thread.getByRole('textbox').count()).toBe(0);
  await expectNoOutcome();
});

test('a comment that is being sent has no outcome yet', async () => {
  const { answer } = await open();
  await panel.page.getByRole('button', { name: 'Comment…' }).click();
  await panel.page.getByRole('textbox', { name: 'New comment' }).fill('A slow comment');
  await panel.page.getByRole('button', { name: 'Comment', exact: true }).click();
  await panel.page.getByRole('article').filter({ hasText: 'A slow comment' }).waitFor();

  await expectNoOutcome();
  answer();

  await expect.poll(() => panel.page.getByText('Sending…').count()).toBe(0);
  await expectNoOutcome();
});
