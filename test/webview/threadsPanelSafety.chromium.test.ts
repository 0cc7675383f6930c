import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { spaceId, userId } from '../../src/server/sample/seeding.ts';
import type { Handlers } from '../../src/protocol/answering.ts';
import { suggestionMarkdown } from '../../src/model/comments/suggestions.ts';
import { answer } from '../../src/protocol/answering.ts';
import { threadsProtocol, type Header, type Thread, type ThreadsProtocol } from '../../src/protocol/threads.ts';
import { axeFindings } from './axe.ts';
import { openWebview, type OpenWebview, type Theme } from './browser.ts';
import { onePixel, openPanel, type OpenedPanel } from './openPanel.ts';

let open: OpenWebview | OpenedPanel;

afterEach(async () => {
  const { faults } = open;
  await open.close();
  if ('platform' in open) open.platform.close();
  assert.deepEqual(faults, []);
});

describe('the panel has no accessibility violations', () => {
  const viewState: [Theme, number][] = [
    ['light', 720],
    ['dark', 300],
    ['highContrast', 720],
    ['highContrastLight', 300],
  ];
  test.each(viewState)('in %s at %d px', async (theme, width) => {
    const panel = (open = await openPanel({
      place: { space: spaceId('operator-handbook') },
      theme,
      width,
      state: { view: { status: 'all' } },
    }));
    const { page } = panel;
    await page.getByRole('button', { name: '2 replies' }).first().click();
    await page.getByRole('button', { name: 'Reply…' }).first().click();
    await page
      .getByRole('button', { name: /^Add reaction/ })
      .first()
      .click();
    panel.platform.fail({ kind: 'status', amount: 503, method: 'POST' });
    await page.getByRole('textbox', { name: /^Reply to/ }).fill('Something');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Unsent' }).waitFor();

    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });
});

test('after the last reply of a thread Tab leaves it, and every control has a name', async () => {
  const { page } = (open = await openPanel({ place: { space: spaceId('operator-handbook') } }));
  await page.getByRole('article').nth(1).waitFor();
  await page.getByRole('article').first().focus();
  const names: string[] = [];
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    const [inFirst, name] = await page.evaluate<[boolean, string]>(`(() => {
      const active = document.activeElement;
      const first = active.closest('article')?.getAttribute('aria-posinset') === '1';
      return [first, active.getAttribute('aria-label') || active.textContent.trim() || active.title];
    })()`);
    if (!inFirst) break;
    names.push(name);
  }
  expect(names.length).toBeGreaterThan(4);
  expect(names.length).toBeLessThan(20);
  expect(names).not.toContain('');
});

test('an opened box is completely visible, including its buttons', async () => {
  const { page } = (open = await openPanel({ place: { space: spaceId('operator-handbook') }, height: 430 }));
  const article = page.getByRole('article').first();
  await article.getByRole('button', { name: /repl/ }).first().click();
  await article.getByRole('group', { name: 'Reactions' }).last().waitFor();

  await article.getByRole('button', { name: 'Reply…' }).click();

  const bottom = async () => {
    const box = await article.locator('.box-actions').boundingBox();
    return box ? Math.floor(box.y + box.height) : Infinity;
  };
  await expect.poll(bottom).toBeLessThanOrEqual(430);
});

test('only primary buttons have the border of a primary button', async () => {
  const { page } = (open = await openPanel({
    place: { space: spaceId('operator-handbook') },
    theme: 'light',
  }));
  const borderOf = (button: Locator) =>
    button.first().evaluate((element) => {
      const styled = globalThis as unknown as { getComputedStyle(of: unknown): { borderTopColor: string } };
      return styled.getComputedStyle(element).borderTopColor;
    });
  await page.getByRole('article').first().waitFor();

  expect(await borderOf(page.getByRole('button', { name: 'Resolve thread by' }))).toBe('rgb(234, 234, 234)');
  expect(await borderOf(page.locator('vscode-button', { hasText: 'Comment…' }).locator('.base'))).toBe(
    'rgb(234, 234, 234)',
  );
});

describe('a body by others', () => {
  test('keeps the numbers of lists, and links to pages through the extension', async () => {
    const { page, asked } = await show('> 2. Never step\n\n[codes](../codes.md)');

    const body = page.locator('.markdown').first();
    expect(await body.locator('ol').getAttribute('start')).toBe('2');
    expect(await axeFindings(page)).toEqual([]);
    await body.getByRole('link', { name: 'codes' }).click();
    await expect.poll(() => asked).toContain('openPage');
  });

  test.each([
    ['a script', '<script>window.hit = 1</script><img src=x onerror="window.hit = 1">'],
    ['an event handler in a link', '[x](https://a.example "a\\" onmouseover=\\"window.hit=1")'],
    ['a link that runs something', '[run](javascript:window.hit=1) [command](command:workbench.action.quit)'],
    ['a link to a file', '[f](file:///etc/passwd) <file:///etc/passwd> [v](vscode://a.b/c)'],
    ['text that runs backwards', '\u202egnp.exe \u2066 \u200f abc'],
    ['broken Markdown', '**[](((![](<>`~~~\n\n| a |\n|-\n> > > >\n```'],
    ['deep nesting', '> '.repeat(500) + 'x'],
    [
      'an attempt at the view itself',
      '<div class="thread" style="position:fixed;inset:0">x</div>\n<style>*{display:none}</style>',
    ],
  ])('shows %s as text, which does nothing', async (_, markdown) => {
    const { page } = await show(markdown);

    const body = page.locator('.markdown').first();
    expect(await body.locator('script, style, img, iframe, [style], [id], [onerror]').count()).toBe(0);
    // Our own, and the language of code.
    const known = '.docs-platform-page, .plain-text, .picture-button, .copy-code, [class^="language-"]';
    expect(await body.locator(`[class]:not(${known})`).count()).toBe(0);
    const links = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.markdown a:not([href="#"][data-page])')].map(({ href }) => href)`,
    );
    for (const link of links) expect(link).toMatch(/^(https?|mailto):/);
    expect(await page.evaluate('window.hit')).toBeUndefined();
    expect(await axeFindings(page)).toEqual([]);
  });

  test('shows the beginning of 100,000 characters, and all of them when asked', async () => {
    const { page } = await show('[a](b '.repeat(12_000) + 'x'.repeat(28_000));

    await page.getByRole('button', { name: 'Show All 100,000 Characters' }).click();

    await expect
      .poll(async () => ((await page.locator('.markdown').first().textContent()) ?? '').length)
      .toBeGreaterThan(99_000);
  });

  test('loads an image only when asked, from the extension', async () => {
    const { page, asked } = await show('![A dial](https://images.example/huge.png)');
    expect(await page.locator('img').count()).toBe(0);
    expect(asked).not.toContain('image');

    await page.getByRole('button', { name: 'Show image from images.example: A dial' }).click();

    await page.locator('.markdown img').waitFor();
    expect(await page.locator('.markdown img').getAttribute('src')).toBe(onePixel);
    expect(asked.filter((request) => request === 'image').length).toBe(1);
  });

  test('says why an image could not be loaded, and tries again', async () => {
    let isThere = false;
    const { page } = await show(
      '[![A dial](https://images.example/huge.png)](https://images.example)',
      [{}],
      {},
      () => {
        if (!isThere) throw new Error('The image is gone.');
        return onePixel;
      },
    );
    await page.getByRole('button', { name: 'Show image from images.example: A dial' }).click();
    const again = page.getByRole('button', { name: 'The image is gone. Try again.' });
    await again.waitFor();

    isThere = true;
    await again.click();

    await page.getByRole('img', { name: 'A dial' }).waitFor();
  });

  test('that would take too long to render is shown as text', async () => {
    const { page } = await show('> '.repeat(100) + 'deep');

    await page.getByText('> > > deep').waitFor();
    expect(await page.locator('.markdown blockquote').count()).toBe(0);
  });

  test.each(['highContrast', 'highContrastLight'] as const)(
    'has lines of a suggestion with borders in %s, which has no backgrounds for them',
    async (theme) => {
      const suggestion = suggestionMarkdown({ oldLines: ['same', 'one old word'], newLines: ['same', 'one new word'] });
      const { page } = await show(suggestion, [{}], {}, undefined, theme);
      expect(await page.locator('mark').allTextContents()).toEqual(['old', 'new']);
      const borders = await page.evaluate<string[][]>(`[...document.querySelectorAll('.markdown :is(del, ins)')]
        .map((line) => getComputedStyle(line))
        .map(({ borderInlineStartColor, outlineStyle, backgroundColor }) =>
          [borderInlineStartColor, outlineStyle, backgroundColor])`);

      const transparent = 'rgba(0, 0, 0, 0)';
      const [removed, added] = borders;
      expect([removed?.[1], removed?.[2]]).toEqual(['dashed', transparent]);
      expect([added?.[1], added?.[2]]).toEqual(['solid', transparent]);
      expect(new Set([removed?.[0], added?.[0], transparent]).size).toBe(3);
      expect(await axeFindings(page)).toEqual([]);
    },
  );

  test('shows a document without Markdown as its text, or says where it can be read', async () => {
    const { page } = await show('', [
      { body: { kind: 'document', text: 'Only <b>text</b>' } },
      { body: { kind: 'document', text: '' }, address: 'https://docs.example/c' },
    ]);

    await page.getByText('Only <b>text</b>').waitFor();
    await page.getByRole('button', { name: 'Open in Browser', exact: true }).waitFor();
  });

  test("a reaction that is no emoji and an author of any name don't break the view", async () => {
    const { page } = await show('Hello', [
      {
        author: { name: 'Somebody' },
        postedAt: undefined,
        reactions: [{ emoji: 'not-an-emoji', label: '<b>not-an-em', count: 9, isOwn: false, names: [] }],
      },
    ]);

    await page.getByRole('button', { name: '<b>not-an-em 9' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  test('a user who may not reply, edit or delete sees no buttons for it', async () => {
    const shown = await show(
      'Hello',
      [
        {
          may: { edit: false, reply: false, delete: false },
          reactions: [{ emoji: '1f44d', label: '👍', count: 1, isOwn: false, names: ['Bo'] }],
        },
      ],
      { mayComment: false },
    );
    const { page, asked } = shown;

    await page.getByText('You can read this thread but not reply.').waitFor();
    await page.getByRole('article').press('e');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => asked).toContain('refresh');
    expect(
      await page.getByRole('button', { name: /Reply|Edit|Delete|Resolve thread|Add reaction|Comment…/ }).count(),
    ).toBe(0);
    expect(await page.getByRole('button', { name: '👍 1' }).isDisabled()).toBe(true);
    expect(asked).not.toContain('resolve');
  });
});

test('a change request shows its state and actions, and each runs its command', async () => {
  const panel = (open = await openPanel({
    place: { space: spaceId('operator-handbook') },
    parts: {
      header: async () => ({
        title: '#42 Rewrite calibration steps',
        status: 'open',
        isOutdated: true,
        description: 'Ada Park · into Operator Handbook',
        actions: ['approve', 'requestChanges', 'openChanges', 'updateFromMain', 'merge'],
        primary: 'approve',
        mayComment: true,
      }),
    },
  }));
  const { page } = panel;
  await page.getByRole('heading', { name: '#42 Rewrite calibration steps' }).waitFor();
  await page.locator('header').getByText('Outdated').waitFor();

  const main = await page.locator('header vscode-button:not([secondary])').allInnerTexts();
  for (const name of ['Approve…', 'Request Changes…', 'Open Changes', 'Update from Main', 'Merge…'])
    await page.getByRole('button', { name }).click();

  expect(main).toEqual(['Approve…']);
  await expect
    .poll(() => panel.visits)
    .toEqual(['approve', 'requestChanges', 'openChanges', 'updateFromMain', 'merge']);
  expect(await axeFindings(page)).toEqual([]);
});

test('comments by others through the platform are as safe as those of the tests', async () => {
  const space = spaceId('operator-handbook');
  const panel = (open = await openPanel({ place: { space } }));
  await panel.page.getByRole('article').first().waitFor();
  const markdown = '<img src=x onerror="window.hit = 1"> [x](javascript:window.hit=1)';
  await panel.as(userId('bo')).spaceComments.create({ spaceId: space, body: { body: { markdown } } });

  await panel.answers.refresh();

  await panel.page.getByText('<img src=x onerror="window.hit = 1">').waitFor();
  expect(await panel.page.evaluate('window.hit')).toBeUndefined();
});

/** The panel with threads of this body, as the extension sends them. */
async function show(
  markdown: string,
  threads: readonly Partial<Thread>[] = [{}],
  header: Partial<Header> = {},
  image: () => string = () => onePixel,
  theme: Theme = 'dark',
): Promise<OpenWebview & { readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const nothing = async (): Promise<null> => null;
  const handlers: Handlers<ThreadsProtocol> = {
    open: async () => ({
      header: { title: 'Comments', isOutdated: false, description: '', actions: [], mayComment: true, ...header },
      threads: threads.map((thread, index) => ({ ...threadOf(markdown, index), ...thread })),
      extent: { hasMore: false, isLoading: false },
      drafts: [],
    }),
    replies: async () => ({ replies: [], hasMore: false }),
    delete: async () => false,
    mentions: async () => [],
    image: async () => image(),
    ...{ refresh: nothing, more: nothing, resolve: nothing, reopen: nothing, react: nothing, send: nothing },
    ...{
      keepDraft: nothing,
      addToReview: nothing,
      discardDraft: nothing,
      goTo: nothing,
      openPage: nothing,
      openInBrowser: nothing,
      applySuggestion: nothing,
      compareSuggestion: nothing,
      action: nothing,
    },
  };
  const shown = (open = await openWebview({
    bundle: 'threads',
    place: null,
    theme,
    async receive(message, say) {
      asked.push((message as { request: string }).request);
      await say(await answer(threadsProtocol, handlers, message, (_, error) => ({ message: String(error) })));
    },
  }));
  await shown.page.getByRole('article').first().waitFor();
  return { ...shown, asked };
}

function threadOf(markdown: string, index: number): Thread {
  return {
    id: `thread-${index}`,
    author: { name: 'Ada Park' },
    isOwn: false,
    postedAt: Date.UTC(2026, 10, 20) - index,
    body: { kind: 'markdown', markdown },
    reactions: [],
    may: { edit: true, reply: true, delete: true },
    isPending: false,
    isResolved: false,
    replyCount: 0,
  };
}
