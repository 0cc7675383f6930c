import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { spaceId } from '../../src/server/sample/seeding.ts';
import { userId } from '../../src/server/sample/seeding.ts';
import { axeFindings } from './axe.ts';
import { emptyStorage } from '../store/openThreads.ts';
import { openPanel, type OpenedPanel, type PanelOptions } from './openPanel.ts';

const space = spaceId('operator-handbook');
const tape = 'Tape peels off in the heat';
const conveyor = 'For pick stations with a conveyor';

let panel: OpenedPanel;

afterEach(async () => {
  const { faults } = panel;
  await panel.close();
  panel.platform.close();
  assert.deepEqual(faults, []);
});

async function open(options: Partial<PanelOptions> = {}): Promise<OpenedPanel> {
  panel = await openPanel({ place: { space }, ...options });
  await panel.page.getByRole('article').first().waitFor();
  return panel;
}

const thread = (text: string): Locator => panel.page.getByRole('article').filter({ hasText: text });
const button = (within: Locator, name: string | RegExp): Locator => within.getByRole('button', { name });

/** The platform's record of the comment with this text. */
async function onPlatform(text: string) {
  const { items } = await panel.api.spaceComments.list({ spaceId: space, format: 'markdown', limit: 1000 });
  const found = items.find(({ body }) => body?.markdown?.includes(text));
  if (!found) return undefined;
  const replies = await panel.api.spaceComments.replies({ spaceId: space, commentId: found.id, format: 'markdown' });
  return { ...found, texts: replies.items.map(({ body }) => body?.markdown) };
}

async function writeReply(text: string, reply: string): Promise<void> {
  await button(thread(text), 'Reply…').click();
  await thread(text).getByRole('textbox').fill(reply);
}

describe('a box offers what can be mentioned', () => {
  const box = () => thread(tape).getByRole('textbox');
  const options = () => panel.page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');

  test('after @ and #, chosen with the keys of an editor', async () => {
    const { page } = await open();
    await writeReply(tape, '');

    await box().pressSequentially('Ask @a');
    await options().first().waitFor();
    expect(await options().allInnerTexts()).toEqual([
      expect.stringMatching(/^Ada Park/),
      expect.stringMatching(/^Adam Bell/),
      expect.stringMatching(/^Yusuf Haddad/),
    ]);
    await page.keyboard.press('ArrowDown');
    expect(await options().and(page.locator('[aria-selected=true]')).innerText()).toMatch(/^Adam Bell/);
    // What a screen reader is told while the box keeps the focus.
    const active = await box().evaluate(
      (input: unknown) =>
        (input as { ariaActiveDescendantElement?: { textContent: string } }).ariaActiveDescendantElement?.textContent,
    );
    expect(active).toMatch(/^Adam Bell/);
    await page.keyboard.press('Enter');
    await box().pressSequentially('about #sho');
    await options().first().waitFor();
    await page.keyboard.press('Tab');

    await expect.poll(() => box().inputValue()).toBe('Ask @Adam Bell about [#12](https://app.example/12) ');
    expect(await options().count()).toBe(0);
    await expect.poll(() => panel.threads.drafts.cached()[0]?.text).toContain('@Adam Bell about [#12]');
  });

  test('until Escape, which leaves the box and its text', async () => {
    const { page } = await open();
    await writeReply(tape, '');
    await box().pressSequentially('Ask @a');
    await options().first().waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await page.keyboard.press('Escape');

    await expect.poll(() => options().count()).toBe(0);
    expect(await box().inputValue()).toBe('Ask @a');
    await page.keyboard.press('Control+Enter');
    await expect.poll(async () => (await onPlatform(tape))?.texts).toContain('Ask @a');
  });

  test('but not where the cursor has moved to', async () => {
    const { page } = await open();
    await writeReply(tape, ' and more');
    await box().press('Home');
    await box().pressSequentially('Hi @ad');
    await options().first().waitFor();

    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('text');

    await expect.poll(() => box().inputValue()).toBe('Hi @ad and more\ntext');
    expect(await options().count()).toBe(0);
  });

  test('by a click, and not in an email address', async () => {
    await open();
    await writeReply(tape, '');
    await box().pressSequentially('me@a.example or @yu');
    await options().first().click();

    await expect.poll(() => box().inputValue()).toBe('me@a.example or @Yusuf Haddad ');
  });
});

describe('the panel shows', () => {
  test('open threads, the newest first, until another filter is chosen', async () => {
    const { page } = await open();
    const first = async () => (await page.getByRole('article').first().textContent()) ?? '';
    expect(await first()).toContain(tape);

    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Oldest first');
    expect(await first()).not.toContain(tape);
    await page.getByRole('button', { name: /^Resolved/ }).click();

    await expect.poll(() => page.getByRole('button', { name: 'Reopen' }).count()).toBeGreaterThan(0);
    expect(await page.getByRole('button', { name: /^Resolve / }).count()).toBe(0);
  });

  test('the threads of one page, of one author, and with some words', async () => {
    const { page } = await open();

    await page.getByRole('combobox', { name: 'Page' }).selectOption('Stations');
    await expect.poll(() => page.getByRole('article').count()).toBe(1);
    await page.getByRole('combobox', { name: 'Page' }).selectOption('All pages');
    await page.getByRole('combobox', { name: 'Author' }).selectOption('Yusuf Haddad');
    await thread(tape).waitFor();
    expect(await thread(conveyor).count()).toBe(0);
    await page.getByRole('textbox', { name: 'Search comments' }).fill('no such words');

    await page.getByText('No matching comments.').waitFor();
    await page.getByRole('button', { name: 'Clear Filter' }).click();
    await thread(conveyor).waitFor();
  });

  test('a suggestion as a diff, with a button where suggestions can be applied', async () => {
    const { platform, api } = await open();
    const { id: page } = (await api.content.pages({ spaceId: space })).pages[0]!;
    const markdown = '```original\nOld lamp\n```\n\n```suggestion\nNew lamp\n```';
    const { id } = await api.spaceComments.create({ spaceId: space, body: { page, body: { markdown } } });
    await panel.close();
    const header = { title: 'Comments', isOutdated: false, description: '', actions: [], mayComment: true };

    await open({ platform, parts: { header: async () => ({ ...header, mayApply: true }) } });

    const shown = thread('New lamp');
    expect(await shown.locator('del').textContent()).toBe('-Old lamp\n');
    expect(await shown.locator('ins').textContent()).toBe('+New lamp\n');
    await button(shown, /^Apply suggestion by /).click();
    await expect.poll(() => panel.visits).toEqual([`apply ${id} `]);
    expect(await panel.page.getByRole('button', { name: /^Apply/ }).count()).toBe(1);
  });

  test('several suggestions with a button that says that it asks', async () => {
    const { platform, api } = await open();
    const { id: page } = (await api.content.pages({ spaceId: space })).pages[0]!;
    const markdown = ['lamp', 'horn'].map(
      (word) => `\`\`\`original\n${word}\n\`\`\`\n\n\`\`\`suggestion\nNew ${word}\n\`\`\``,
    );
    await api.spaceComments.create({ spaceId: space, body: { page, body: { markdown: markdown.join('\n\n') } } });
    await panel.close();
    const header = { title: 'Comments', isOutdated: false, description: '', actions: [], mayComment: true };

    await open({ platform, parts: { header: async () => ({ ...header, mayApply: true }) } });

    await button(thread('New lamp'), /^Apply suggestions by .*…$/).waitFor();
    expect(await button(thread('New lamp'), /^Apply suggestions/).innerText()).toBe('Apply Suggestions…');
  });

  test('all suggestions of a comment, also below a text that is cut, with marks at the changed words', async () => {
    const { platform, api } = await open();
    const { id: page } = (await api.content.pages({ spaceId: space })).pages[0]!;
    const hidden = '```original\nThe limit is 10 V.\n```\n\n```suggestion\nThe limit is 400\u200b V.\n```';
    const markdown = `    \`\`\`text\n\nFirst long.\n\n${'word '.repeat(2000)}\n\n<!--\n${hidden}\n-->\n~~~\n`;
    await api.spaceComments.create({ spaceId: space, body: { page, body: { markdown } } });
    await panel.close();

    await open({ platform });

    const shown = thread('First long.');
    expect(await shown.locator('del').allTextContents()).toEqual(['-The limit is 10 V.\n']);
    expect(await shown.locator('ins').allTextContents()).toEqual(['+The limit is 400[U+200B] V.\n']);
    expect(await shown.locator('del mark').allTextContents()).toEqual(['10']);
    expect(await shown.locator('ins mark').allTextContents()).toEqual(['400[U+200B]']);
    await button(shown, /^Show All/).waitFor();
  });

  test('replies when the user asks for them', async () => {
    await open();
    expect(panel.asked).not.toContain('replies');

    await button(thread(tape), '2 replies').click();

    await thread(tape).getByText('Does it also hold on painted steel?').waitFor();
  });

  test('the same filter and expanded threads after a reload', async () => {
    await open();
    await button(thread(tape), '2 replies').click();
    await panel.page.getByRole('textbox', { name: 'Search comments' }).fill('tape');
    const stored = await panel.state();
    await panel.close();

    await open({ platform: panel.platform, state: stored });

    await thread(tape).getByText('Does it also hold on painted steel?').waitFor();
    expect(await thread(conveyor).count()).toBe(0);
  });

  test('cached replies of the thread it was opened at', async () => {
    const { threads } = (await open()).threads.of({ space }).cached();
    const last = threads.filter(({ isResolved }) => !isResolved).at(-1)!;
    await panel.close();

    await open({ platform: panel.platform, parts: { toShow: () => ({ thread: last.id }) } });

    await expect.poll(() => panel.page.evaluate('document.activeElement.dataset.thread')).toBe(last.id);
  });

  test('typed text, even if nothing can be loaded', async () => {
    const storage = emptyStorage();
    await open({ storage });
    await writeReply(conveyor, 'Offline words');
    panel.platform.fail({ kind: 'drop-before' });
    await panel.page.keyboard.press('Control+Enter');
    await panel.page.getByRole('region', { name: 'Unsent' }).waitFor();
    await panel.close();

    panel = await openPanel({
      place: { space },
      platform: panel.platform,
      storage,
      parts: { header: () => Promise.reject(new Error('No network')) },
    });

    await panel.page.getByRole('region', { name: 'Unsent' }).getByText('Offline words').waitFor();
    await panel.page.getByText("Couldn't load the comments.").waitFor();
  });

  test('why it cannot be loaded, and Retry', async () => {
    panel = await openPanel({ place: { space: 'nowhere' } });
    await panel.page.getByText("Couldn't load the comments.").waitFor();
    expect(await button(panel.page.locator('body'), 'Retry').count()).toBe(1);
    expect(await button(panel.page.locator('body'), 'Load More').count()).toBe(0);
    const statuses = await panel.page.getByRole('group', { name: 'Status' }).innerText();
    expect(statuses.trim().split(/\s+/)).toEqual(['Open', 'Resolved', 'All']);
  });
});

describe('the user', () => {
  test('sends a reply, which appears below the thread', async () => {
    await open();
    await writeReply(tape, 'Use the **matte** foil.');
    await panel.page.keyboard.press('Control+Enter');

    await expect.poll(async () => (await onPlatform(tape))?.texts).toContain('Use the **matte** foil.');
    await thread(tape).getByText('Use the matte foil.').waitFor();
    expect(await thread(tape).getByRole('textbox').count()).toBe(0);
    // Arrow keys, E and G continue from there.
    const id = await thread(tape).getAttribute('data-thread');
    expect(await panel.page.evaluate('document.activeElement.dataset.thread')).toBe(id);
  });

  test('replies and resolves at once; the thread collapses in place and can be reopened', async () => {
    await open();
    await writeReply(conveyor, 'Done.');
    await button(thread(conveyor), 'Reply and Resolve').click();

    await expect.poll(async () => (await onPlatform(conveyor))?.status).toBe('resolved');
    expect((await onPlatform(conveyor))?.texts).toContain('Done.');
    await button(thread(conveyor), /^Reopen/)
      .first()
      .click();
    await expect.poll(async () => (await onPlatform(conveyor))?.status).toBe('open');
  });

  test('resolves a thread', async () => {
    await open();

    await button(thread(conveyor), /^Resolve/).click();

    await expect.poll(async () => (await onPlatform(conveyor))?.status).toBe('resolved');
    await thread(conveyor)
      .getByText(/Resolved by/)
      .waitFor();
  });

  test('adds and removes a reaction', async () => {
    await open();
    await button(thread(conveyor), /^Add reaction/).click();
    await button(thread(conveyor), '🚀').click();

    await expect.poll(async () => JSON.stringify((await onPlatform(conveyor))?.reactions)).toContain('🚀');
    await button(thread(conveyor), /^🚀 1/).click();
    await expect.poll(async () => JSON.stringify((await onPlatform(conveyor))?.reactions)).not.toContain('🚀');
  });

  test('edits and deletes a reply of their own', async () => {
    await open();
    await writeReply(conveyor, 'Frist');
    await panel.page.keyboard.press('Control+Enter');
    await button(thread(conveyor), /^Edit/).click();
    await thread(conveyor).getByRole('textbox').fill('First');
    await button(thread(conveyor), 'Save').click();

    await expect.poll(async () => (await onPlatform(conveyor))?.texts).toContain('First');
    await thread(conveyor).getByText('First', { exact: true }).waitFor();
    await button(thread(conveyor).locator('.replies'), /^Delete/).click();
    await expect.poll(async () => (await onPlatform(conveyor))?.texts).toEqual([]);
  });

  test('adds a comment on the whole space', async () => {
    await open();
    await button(panel.page.locator('header'), 'Comment…').click();
    await panel.page.getByRole('textbox', { name: 'New comment' }).fill('Where is the index?');
    await panel.page.keyboard.press('Control+Enter');

    await expect.poll(async () => (await onPlatform('Where is the index?'))?.status).toBe('open');
    await thread('Where is the index?').waitFor();
  });

  test('sees a message for an empty reply', async () => {
    await open();
    await writeReply(tape, '   ');
    await panel.page.keyboard.press('Control+Enter');

    await thread(tape).getByText('Enter some text first.').waitFor();
    expect(panel.asked).not.toContain('send');
  });

  test('goes to the place of a thread', async () => {
    await open();

    await button(thread(conveyor), 'Stations').click();

    await expect.poll(() => panel.visits).toEqual([`thread ${(await onPlatform(conveyor))?.id}`]);
  });
});

describe('on errors', () => {
  test("a reply that couldn't be sent stays under Unsent with its text until it is sent again", async () => {
    await open();
    panel.platform.fail({ kind: 'status', amount: 503, method: 'POST' });
    await writeReply(conveyor, 'Not lost');
    await panel.page.keyboard.press('Control+Enter');

    const unsent = panel.page.getByRole('region', { name: 'Unsent' });
    await unsent.getByText('Not lost').waitFor();
    expect(await thread(conveyor).getByRole('textbox').inputValue()).toBe('Not lost');
    panel.platform.fail();
    await button(unsent, 'Retry').click();

    await expect.poll(async () => (await onPlatform(conveyor))?.texts).toEqual(['Not lost']);
    await expect.poll(() => unsent.count()).toBe(0);
  });

  test("a reply that couldn't be sent can be discarded", async () => {
    await open();
    panel.platform.fail({ kind: 'status', amount: 503, method: 'POST' });
    await writeReply(conveyor, 'Better not');
    await panel.page.keyboard.press('Control+Enter');
    const unsent = panel.page.getByRole('region', { name: 'Unsent' });

    await button(unsent, 'Discard').click();

    await expect.poll(() => unsent.count()).toBe(0);
    await expect.poll(() => panel.threads.drafts.cached()).toEqual([]);
  });

  test('a refused action is undone and explained', async () => {
    await open();
    panel.platform.fail({ kind: 'status', amount: 403, method: 'PUT' });

    await button(thread(conveyor), /^Resolve/).click();

    await thread(conveyor).locator('.problem').waitFor();
    await button(thread(conveyor), /^Resolve/).waitFor();
  });

  test('a thread deleted during a reply leaves the text, which can be sent as a new comment', async () => {
    await open();
    await writeReply(conveyor, 'All these words');
    await panel.api.spaceComments.delete({ spaceId: space, commentId: (await onPlatform(conveyor))!.id });

    await panel.answers.refresh();

    const stored = panel.page.getByRole('article').filter({ hasText: 'Someone deleted the thread' });
    await stored.getByText('All these words').waitFor();
    await button(stored, 'New Comment').click();
    await expect
      .poll(() => panel.page.getByRole('textbox', { name: 'New comment' }).inputValue())
      .toBe('All these words');
  });
});

describe('a change by others', () => {
  test('appears without moving what the user reads or types', async () => {
    const { page } = await open();
    await page.evaluate(`document.querySelector('.scroller').scrollTop = 300`);
    const read = page.getByRole('article').nth(2);
    const id = await read.getAttribute('data-thread');
    const same = page.locator(`article[data-thread="${id}"]`);
    await button(same, 'Reply…').click();
    await same.getByRole('textbox').fill('I am typing');
    const before = await same.boundingBox();

    const others = panel.as(userId('bo'));
    for (const text of ['One', 'Two\n\nlines', 'Three'])
      await others.spaceComments.create({ spaceId: space, body: { body: { markdown: text } } });
    await panel.answers.refresh();
    await page.getByRole('button', { name: '3 new threads' }).waitFor();

    const after = await same.boundingBox();
    expect(Math.abs(after!.y - before!.y)).toBeLessThan(2);
    expect(await same.getByRole('textbox').inputValue()).toBe('I am typing');
    expect(await page.evaluate('document.activeElement.localName')).toBe('vscode-textarea');
  });

  test('appears as a reply in the expanded thread', async () => {
    await open();
    await button(thread(tape), '2 replies').click();
    await thread(tape).getByText('painted steel').waitFor();
    const { id } = (await onPlatform(tape))!;
    await panel
      .as(userId('bo'))
      .spaceComments.createReply({ spaceId: space, commentId: id, body: { body: { markdown: 'Me too' } } });

    await panel.answers.refresh();

    await thread(tape).getByText('Me too').waitFor();
  });
});

describe('with the keyboard', () => {
  test('arrow keys navigate the threads, R replies, Escape goes back and keeps the text, E resolves', async () => {
    const { page } = await open();
    await page.getByRole('article').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('r');
    await expect.poll(() => page.evaluate('document.activeElement.localName')).toBe('vscode-textarea');
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.activeElement.localName')).toBe('article');
    expect(await thread(tape).getByRole('textbox').inputValue()).toBe('By keyboard');

    await page.keyboard.press('e');

    await expect.poll(async () => (await onPlatform(tape))?.status).toBe('resolved');
  });
});
