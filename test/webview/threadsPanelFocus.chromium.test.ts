import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { shownSuggestions } from '../../src/extension/ground/threads/shownSuggestions.ts';
import { suggestionMarkdown } from '../../src/model/comments/suggestions.ts';
import { openPanel, openSample, type OpenedPanel } from './openPanel.ts';
import { spaceId } from '../../src/server/sample/seeding.ts';

const space = spaceId('operator-handbook');

let panel: OpenedPanel;

afterEach(async () => {
  const { faults } = panel;
  await panel.close();
  panel.platform.close();
  assert.deepEqual(faults, []);
});

/** The panel of a change request whose first page has comments with these suggestions. */
async function open(texts: readonly string[], pageText: string): Promise<string[]> {
  const platform = openSample();
  const header = { title: 'Comments', isOutdated: false, description: '', actions: [], mayComment: true };
  panel = await openPanel({ place: { space }, platform });
  const { items } = await panel.api.changeRequests.list({ spaceId: space, status: 'open' });
  const changeRequestId = items[0]!.id;
  const { pages } = await panel.api.changeRequestContent.pages({ spaceId: space, changeRequestId });
  const ids: string[] = [];
  for (const markdown of texts) {
    const body = { page: pages[0]!.id, body: { markdown } };
    ids.push((await panel.api.changeRequestComments.create({ spaceId: space, changeRequestId, body })).id);
  }
  await panel.close();
  const place = { space, changeRequest: changeRequestId };
  panel = await openPanel({
    place,
    platform,
    parts: {
      header: async () => ({ ...header, mayApply: true, mayReview: true }),
      shownSuggestions: (_, body) => shownSuggestions(body, { text: pageText, context: undefined }),
      applySuggestion: async ({ thread }) => panel.threads.of(place).resolve(thread),
      action: async (action) => (action === 'discardReview' ? panel.threads.reviews.discard(place) : undefined),
    },
  });
  await panel.page.getByRole('article').first().waitFor();
  return ids;
}

const suggesting = (line: string): string => suggestionMarkdown({ oldLines: [line], newLines: [`New ${line}`] });
const thread = (text: string): Locator => panel.page.getByRole('article').filter({ hasText: text }).first();
const focused = (): Promise<string> => panel.page.evaluate(`document.activeElement.localName`);

describe('the focus of the comment threads', () => {
  test('returns to the button when Escape closes the reactions', async () => {
    await open([suggesting('lamp')], 'lamp');
    const add = thread('New lamp').getByRole('button', { name: /^Add reaction to comment by / });
    await add.press('Enter');
    const reactions = thread('New lamp').getByRole('group', { name: 'Choose a reaction' });
    await reactions.getByRole('button').first().focus();

    await panel.page.keyboard.press('Escape');

    await expect.poll(() => reactions.count()).toBe(0);
    await add.and(panel.page.locator(':focus')).waitFor();
  });

  test('stays at the thread whose suggestion is applied', async () => {
    await open([suggesting('lamp')], 'lamp');
    await thread('New lamp')
      .getByRole('button', { name: /^Apply suggestion by / })
      .focus();

    await panel.page.keyboard.press('Enter');

    await panel.page.getByRole('button', { name: /^Apply suggestion by / }).waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('article');
  });

  test('goes to the first thread when the review is discarded', async () => {
    await open([suggesting('lamp')], 'lamp');
    await panel.page.getByRole('button', { name: 'Comment…' }).click();
    await panel.page.getByRole('textbox', { name: 'New comment' }).fill('Why?');
    await panel.page.getByRole('button', { name: 'Start Review' }).click();
    const review = panel.page.getByRole('region', { name: 'Pending review' });
    await review.getByRole('button', { name: 'Discard Review…' }).focus();

    await panel.page.keyboard.press('Enter');

    await expect.poll(() => review.count()).toBe(0);
    await expect.poll(focused).toBe('article');
  });
});

test('an outdated suggestion can be compared, not applied', async () => {
  const [, outdated] = await open([suggesting('lamp'), suggesting('horn')], 'lamp');
  await thread('New lamp')
    .getByRole('button', { name: /^Apply suggestion by / })
    .waitFor();
  expect(
    await thread('New horn')
      .getByRole('button', { name: /^Apply/ })
      .count(),
  ).toBe(0);

  await thread('New horn')
    .getByRole('button', { name: /^Compare suggestion by / })
    .click();

  await expect.poll(() => panel.visits).toEqual([`compare ${outdated} `]);
});
