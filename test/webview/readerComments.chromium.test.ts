import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { quotedWords } from '../../src/model/comments/quotedWords.ts';
import type { Threads } from '../../src/store/comments/threads.ts';
import { openChangeRequest, type OpenedChangeRequest } from '../store/openChangeRequest.ts';
import { axeFindings } from './axe.ts';
import type { Theme } from './browser.ts';
import { commentsOf, type CommentsOptions } from './commentsOf.ts';
import { onePixel } from './openPanel.ts';
import { openReader, type OpenedReader, type ReaderOptions } from './openReader.ts';

const markdown = `# Charging

Robots look after their batteries by themselves.

- Clean the contacts.
- Check the reflector.

{% hint style="info" %}
Since 4.2, robots approach the **dock** slowly.
{% endhint %}

The last line.
`;

let opened: OpenedChangeRequest;
let view: OpenedReader;
let threads: Threads;
let place: CommentsOptions['place'];
let isDown = false;

afterEach(async () => {
  isDown = false;
  const { faults } = view;
  await view.close();
  opened[Symbol.dispose]();
  assert.deepEqual(faults, []);
});

async function space(...quotes: readonly (readonly [string | undefined, string])[]): Promise<void> {
  const pages = [
    { operation: 'insert_page', id: 'charging', title: 'Charging', markdown },
    { operation: 'insert_page', id: 'other', title: 'Other', markdown: 'Robots look after their batteries.' },
  ] as const;
  opened = await openChangeRequest([], { pages });
  place = { space: opened.space };
  const { threads: others } = commentsOf({ api: opened.api, place, say: () => undefined });
  for (const [quote, text] of quotes) {
    await others.send({ kind: 'thread', place, page: 'charging', ...(quote !== undefined && { quote }) }, text);
  }
  await others.send({ kind: 'thread', place, page: 'other', quote: 'Robots' }, 'On another page');
}

async function open(
  options: ReaderOptions & Partial<Pick<CommentsOptions, 'mayComment'>> & { readonly text?: string } = {},
): Promise<void> {
  const { mayComment = true, text = markdown, ...others } = options;
  let say: (message: unknown) => unknown = () => undefined;
  const comments = commentsOf({
    ...{ api: opened.api, place, page: 'charging', mayComment },
    say: (message) => void say(message),
  });
  ({ threads } = comments);
  view = await openReader(text, {
    width: 1400,
    ...others,
    page: { id: 'charging', ...others.page },
    answers: {
      ...others.answers,
      ...comments.answers.handlers,
      open() {
        if (isDown) throw new Error('The server is down.');
        return comments.answers.handlers.open({});
      },
    },
    opened: (send) => (say = send),
  });
  await view.page.getByRole('heading', { name: 'Charging' }).waitFor();
}

const thread = (text: string): Locator => view.page.getByRole('article').filter({ hasText: text });
const topOf = async (locator: Locator): Promise<number> => Math.round((await locator.boundingBox())?.y ?? Number.NaN);
const highlighted = (name: string): Promise<string[]> =>
  view.page.evaluate(`[...(CSS.highlights.get('${name}') ?? [])].map(String)`);
const box = (): Locator => view.page.getByRole('textbox', { name: 'New comment' });

describe('threads', () => {
  test('are beside the words that they are about, which are marked', async () => {
    await space(['Check the reflector', 'With a cloth?'], ['robots approach the dock', 'How slowly?']);
    await open();
    await thread('How slowly?').waitFor();

    expect(
      Math.abs((await topOf(thread('With a cloth?'))) - (await topOf(view.page.getByText('Check the reflector.')))),
    ).toBeLessThan(8);
    expect(await topOf(thread('How slowly?'))).toBeGreaterThan(await topOf(thread('With a cloth?')));
    expect(await highlighted('commented')).toEqual(['Check the reflector', 'robots approach the dock']);
    expect(await view.page.getByRole('article').allInnerTexts()).toEqual([
      expect.stringContaining('With a cloth?'),
      expect.stringContaining('How slowly?'),
    ]);
    expect(await view.page.getByText('On another page').count()).toBe(0);
    await view.page.getByText('Check the reflector.').click({ position: { x: 30, y: 10 } });
    await expect.poll(() => highlighted('commented-now')).toEqual(['Check the reflector']);
  });

  test('in a narrow view have room below the block with the words', async () => {
    await space(['Clean the contacts', 'With what?']);
    await open({ width: 600 });
    await thread('With what?').waitFor();

    const [above, own, below] = [
      view.page.getByText('Clean the contacts.'),
      thread('With what?'),
      view.page.getByText('Check the reflector.'),
    ];
    await expect.poll(async () => (await topOf(below)) - (await topOf(own))).toBeGreaterThan(40);
    expect(await topOf(own)).toBeGreaterThan(await topOf(above));
    await view.page.setViewportSize({ width: 1400, height: 800 });
    await expect.poll(async () => (await topOf(below)) - (await topOf(above))).toBeLessThan(40);
  });

  test('that are about no text of the page are below it', async () => {
    await space([undefined, 'About all'], ['Words that were deleted since', 'About nothing']);
    await open();

    await view.page.getByText('2 comments on the whole page, or on words that are gone').waitFor();
    expect(await topOf(thread('About all'))).toBeGreaterThan(await topOf(view.page.getByText('The last line.')));
  });

  test('are answered and resolved where they are', async () => {
    await space(['The last line', 'Really?']);
    await open();

    await thread('Really?').getByRole('button', { name: 'Reply' }).click();
    await thread('Really?').getByRole('textbox').fill('Yes.');
    await view.page.keyboard.press('Control+Shift+Enter');

    await thread('Really?').getByText('Resolved').waitFor();
    const [found] = threads
      .of(place)
      .cached()
      .threads.filter(({ page }) => page?.id === 'charging');
    expect(found).toMatchObject({ isResolved: true, replyCount: 1 });
  });

  test('about a formula are beside it, however it is shown', async () => {
    await space();
    await open({ text: '# Charging\n\nText.\n\nThe speed is $$v^2$$ here.\n\n$$\nw^2\n$$\n\nThe end.\n' });
    await view.page.locator('math').nth(1).waitFor();
    await view.page.locator('pre.drawn').hover();

    await view.page.getByRole('button', { name: 'Add Comment (C)' }).click();
    await box().fill('Which speed?');
    await view.page.keyboard.press('Control+Enter');

    await thread('Which speed?').waitFor();
    expect(await view.page.getByText('on words that are gone').count()).toBe(0);
    const [top, formula] = [await topOf(thread('Which speed?')), await topOf(view.page.locator('pre.drawn'))];
    expect(Math.abs(top - formula)).toBeLessThan(24);
    const marked = `[...CSS.highlights.get('commented')].map((range) => range.getBoundingClientRect().width > 5)`;
    expect(await view.page.evaluate(marked)).toEqual([true]);
    await view.page.evaluate(
      `getSelection().selectAllChildren([...document.querySelectorAll('p')].find(({ textContent }) => textContent.includes('speed')))`,
    );
    await view.page.keyboard.press('c');
    await expect
      .poll(() => highlighted('commented'))
      .toContainEqual(expect.stringMatching(/^The speed is v\^2.* here$/));
  });

  test('about an image stay at it, whether it is shown or not', async () => {
    const host = 'images.example';
    await space(['Unique alt text', 'Which dock?']);
    await open({
      text: `# Charging\n\nText.\n\n![Unique alt text](https://${host}/u.png "Unique alt text")\n\nThe end.\n`,
      answers: { picture: ({ isWanted }) => (isWanted ? onePixel : { host, isOffered: true }) },
    });
    const [hidden, shown] = [view.page.locator('.remote-image'), view.page.locator('img[src^="data:"]')];
    const isMarked = (selector: string): Promise<boolean> =>
      view.page.evaluate(
        `[...(CSS.highlights.get('commented') ?? [])].some((range) =>
          !range.collapsed && range.intersectsNode(document.querySelector('${selector}')))`,
      );
    await hidden.waitFor();
    await thread('Which dock?').waitFor();
    expect(await view.page.getByText('on words that are gone').count()).toBe(0);
    await expect.poll(() => isMarked('.remote-image')).toBe(true);

    await hidden.getByRole('button').click();

    await shown.waitFor();
    expect(await isMarked('img[src]')).toBe(true);
    await thread('Which dock?').getByRole('button', { name: 'Reply' }).click();
    expect(await isMarked('img[src]')).toBe(true);
    expect(await view.page.getByText('on words that are gone').count()).toBe(0);
  });

  test('that are resolved can be shown', async () => {
    await space(['The last line', 'Really?'], ['Clean the contacts', 'With what?']);
    await open();
    await thread('Really?').getByRole('button', { name: 'Resolve' }).click();
    await thread('Really?').getByText('Resolved').waitFor();
    await view.page.evaluate('location.reload()');
    await thread('With what?').waitFor();
    expect(await thread('Really?').count()).toBe(0);

    await view.page.getByRole('button', { name: 'Show Resolved Comments (1)' }).click();

    await thread('Really?')
      .getByRole('button', { name: /^Reopen/ })
      .click();
    await thread('Really?')
      .getByRole('button', { name: /^Resolve/ })
      .waitFor();
  });

  test('with long texts are cut off until the user asks for the rest', async () => {
    await space(['The last line', `${'Words of a long comment. '.repeat(60)}The end.`]);
    await open();
    const long = thread('Words of a long');
    await long.waitFor();
    expect((await long.boundingBox())!.height).toBeLessThan(500);

    await long.getByRole('button', { name: /^Show All/ }).click();

    await expect.poll(async () => (await long.boundingBox())!.height).toBeGreaterThan(600);
    expect(await long.getByRole('button', { name: /^Show All/ }).count()).toBe(0);
  });

  test('can be hidden, which is remembered', async () => {
    await space(['The last line', 'Really?']);
    await open({ page: { hidesComments: true } });
    const button = view.page.getByRole('button', { name: 'Show Comments (1)' });
    await button.waitFor();
    const changed = markdown.replace('Robots', 'All robots');
    await view.say({ notification: 'page', params: { id: 'charging', markdown: changed, above: [] } });
    await view.page.getByText('All robots').waitFor();
    expect(await thread('Really?').count()).toBe(0);

    await button.click();

    await thread('Really?').waitFor();
    expect(view.asked).toContain('hideComments false');
    await view.page.getByRole('button', { name: 'Hide Comments' }).waitFor();
  });
});

describe('a comment', () => {
  test('is begun on selected words, and sent', async () => {
    await space();
    await open();
    await view.page.getByText('Robots look').click({ clickCount: 3 });

    await view.page.getByRole('button', { name: 'Add Comment (C)' }).click();
    await box().fill('Do they?');
    await view.page.keyboard.press('Control+Enter');

    await thread('Do they?').waitFor();
    expect(await view.page.evaluate('document.activeElement.textContent')).toContain('Robots look');
    expect(await highlighted('commented')).toEqual(['Robots look after their batteries by themselves']);
  });

  test('is begun by keyboard on the block at the top', async () => {
    await space();
    await open();
    await expect.poll(() => view.asked.length).toBeGreaterThan(0);

    await expect
      .poll(async () => {
        await view.page.keyboard.press('c');
        return box().count();
      })
      .toBe(1);

    await expect.poll(() => highlighted('commented')).toEqual(['Charging']);
  });

  test('is about the block with the focus, though words of another are selected', async () => {
    const text = `# Charging\n\nFirst words here.\n\nSee [the other page](other.md) for more.\n\nThe end.\n`;
    await space();
    await open({ text });
    await view.page.getByText('First words').dblclick({ position: { x: 8, y: 8 } });
    await view.page.mouse.move(2, 2);

    await view.page.getByRole('link', { name: 'the other page' }).focus();
    await view.page.keyboard.press('c');

    await expect.poll(() => highlighted('commented')).toEqual(['See the other page for more']);
  });

  test('is about what is in sight, though other words are selected', async () => {
    await space();
    await open({ text: `# Charging\n\nFirst words here.\n\n${'More.\n\n'.repeat(100)}The end.\n` });
    await view.page.getByText('First words').dblclick({ position: { x: 8, y: 8 } });
    await view.page.mouse.move(2, 2);
    await view.page.getByText('The end.').scrollIntoViewIfNeeded();

    await view.page.keyboard.press('c');

    await box().waitFor();
    expect(await highlighted('commented')).toEqual(['More.']);
  });

  test('is begun on an image that is not loaded, by its alternative text', async () => {
    await space();
    await open({
      text: '# Charging\n\nText.\n\n![Unique alt text](https://images.example/u.png)\n',
      answers: { picture: () => ({ host: 'images.example', isOffered: true }) },
    });
    await view.page.locator('.remote-image').hover();
    await view.page.getByRole('button', { name: 'Add Comment (C)' }).click();
    await box().fill('Which dock?');
    await view.page.keyboard.press('Control+Enter');

    await thread('Which dock?').waitFor();
    expect(threads.of(place).cached().threads.map(quotedWords)).toContain('Unique alt text');
  });

  test('keeps its text and the focus while the page changes', async () => {
    await space();
    await open();
    await view.page.getByText('Check the').hover();
    await view.page.getByRole('button', { name: 'Add Comment (C)' }).click();
    await expect.poll(() => highlighted('commented')).toEqual(['Check the reflector']);
    await box().pressSequentially('Half a ');

    await view.say({ notification: 'text', params: { markdown: markdown.replace('The last', 'Another\n\nThe last') } });
    await view.page.getByText('Another').waitFor();
    await view.page.keyboard.type('sentence');

    expect(await box().inputValue()).toBe('Half a sentence');

    await view.say({ notification: 'text', params: { markdown: '# Charging\n\nNothing of it.\n' } });
    await view.page.getByText('Nothing of it.').waitFor();
    await view.page.waitForFunction(
      `!CSS.highlights.has('commented') || [...CSS.highlights.get('commented')].every((each) => each.collapsed)`,
    );
    await view.page.keyboard.type(', and more');
    expect(await box().inputValue()).toBe('Half a sentence, and more');
  });

  test('is given up with Escape while its box is empty', async () => {
    await space();
    await open();
    await view.page.getByText('Robots look').hover();
    await view.page.getByRole('button', { name: 'Add Comment (C)' }).click();
    await box().fill('Do they?');
    await view.page.keyboard.press('Escape');
    expect(await box().count()).toBe(1);
    await box().fill('');

    await view.page.keyboard.press('Escape');

    await expect.poll(() => box().count()).toBe(0);
    expect(await view.page.evaluate('document.activeElement.textContent')).toContain('Robots look');
  });

  test('cannot be begun without the right to', async () => {
    await space(['The last line', 'Really?']);
    await open({ mayComment: false });
    await thread('Really?').waitFor();

    await view.page.getByText('Robots look').hover();
    await view.page.keyboard.press('c');

    expect(await view.page.getByRole('button', { name: 'Add Comment (C)' }).count()).toBe(0);
    expect(await box().count()).toBe(0);
  });
});

test('comments that cannot be loaded leave the page, and are loaded when the user tries again', async () => {
  await space(['The last line', 'Really?']);
  isDown = true;
  await open();
  await view.page.getByText("Couldn't load the comments. The server is down.").waitFor();
  isDown = false;

  await view.page.getByRole('button', { name: 'Retry' }).click();

  await thread('Really?').waitFor();
});

const variants: [Theme, number][] = [
  ['light', 1400],
  ['dark', 1000],
  ['highContrast', 1400],
  ['highContrastLight', 1400],
  ['light', 300],
];

test.each(variants)('a page with comments has no accessibility violations in %s at %d px', async (theme, width) => {
  await space(['Check the reflector', 'With a cloth?'], ['Words of before', 'About nothing']);
  await open({ theme, width });
  await thread('With a cloth?').waitFor();
  await view.page.getByText('The last line').hover();
  await view.page.getByRole('button', { name: 'Add Comment (C)' }).click();
  await box().waitFor();

  expect(await axeFindings(view.page)).toEqual([]);
  expect(await view.page.evaluate('document.documentElement.scrollWidth')).toBe(width);
});
