import assert from 'node:assert/strict';
import { afterEach, describe, expect, test } from 'vitest';
import { axeFindings } from './axe.ts';
import type { OpenWebview } from './browser.ts';
import { openChanges } from './openChanges.ts';
import { onePixel } from './openPanel.ts';
import { openReader, type ReaderOptions } from './openReader.ts';

let open: OpenWebview;

afterEach(async () => {
  const { faults } = open;
  await open.close();
  assert.deepEqual(faults, []);
});

describe('an image on another host', () => {
  const [host, address] = ['images.example', 'https://images.example/'];
  const offering = () => {
    const wanted: string[] = [];
    let isAllowed = false;
    const answers: ReaderOptions['answers'] = {
      picture({ address: asked, isWanted }) {
        if (isWanted) wanted.push(asked);
        isAllowed ||= isWanted === true;
        return isAllowed ? onePixel : { host, isOffered: true };
      },
    };
    return { answers, wanted };
  };

  test('has a placeholder with its text, and a click shows all images of the host', async () => {
    const { answers, wanted } = offering();
    const reader = await openReader(
      `# Page\n\n![A dial](${address}a.png)\n\n[![In a link](${address}b.png)](other.md)\n`,
      { answers },
    );
    open = reader;
    const boxes = open.page.locator('.remote-image');
    await expect
      .poll(() => boxes.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^A dial\s+Show Images from .?images\.example.?$/),
        expect.stringMatching(/^In a link\s+Show Images from .?images\.example.?$/),
      ]);
    expect(await axeFindings(open.page)).toEqual([]);

    await boxes.nth(1).getByRole('button').click();

    await expect.poll(() => open.page.locator('img[src^="data:"]').count()).toBe(2);
    expect(await boxes.count()).toBe(0);
    expect(wanted).toEqual([`${address}b.png`]);
    expect(reader.asked.filter((request) => request.startsWith('follow'))).toEqual([]);
  });

  test('says that it is not loaded if the user wants none', async () => {
    open = await openReader(`# Page\n\n![A dial](${address}a.png)\n`, {
      answers: { picture: () => ({ host, isOffered: false }) },
    });

    const box = open.page.locator('.remote-image');
    await expect.poll(() => box.innerText()).toMatch(/^A dial\s+Images from .?images\.example.? aren't loaded$/);
    expect(await box.getByRole('button').count()).toBe(0);
  });

  test('has a placeholder in rendered changes, too', async () => {
    const image = `![A dial](${address}a.png)`;
    open = await openChanges({
      pages: [{ operation: 'insert_page', id: 'a', title: 'A', markdown: `${image}\n\nOld\n` }],
      edits: [{ operation: 'update_page', page: 'a', markdown: `${image}\n\nNew\n` }],
    });
    const box = open.page.locator('.remote-image');

    await box.getByRole('button', { name: host }).click();

    await expect.poll(() => open.page.locator('img[src^="data:"]').count()).toBe(1);
    expect(await box.count()).toBe(0);
  });

  test('takes a comment by its text in rendered changes', async () => {
    const image = `![A dial](${address}a.png)`;
    const changes = await openChanges({
      pages: [{ operation: 'insert_page', id: 'a', title: 'A', markdown: `Old\n\n${image}\n` }],
      edits: [{ operation: 'update_page', page: 'a', markdown: `New\n\n${image}\n` }],
    });
    open = changes;
    await open.page.locator('.remote-image').waitFor();
    const row = open.page.locator('.change-row:has(.remote-image)');
    await row.focus();

    await open.page.keyboard.press('c');
    await row.getByRole('textbox').fill('Which?');
    await row.getByRole('button', { name: 'Add Single Comment' }).click();

    await row.getByRole('article').getByText('Which?').waitFor();
    const { api, space, changeRequest } = changes.opened;
    const ids = { spaceId: space, changeRequestId: changeRequest.id };
    const { items } = await api.changeRequestComments.list({ ...ids, format: 'markdown' });
    expect(items.map(({ body }) => body?.markdown)).toEqual(['> A dial\n\nWhich?']);
    await expect.poll(() => open.page.evaluate(`CSS.highlights.get('commented')?.size`)).toBe(1);
  });
});
