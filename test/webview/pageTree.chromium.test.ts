import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { ElementContent } from 'hast';
import { afterEach, describe, expect, test } from 'vitest';
import { axeFindings } from './axe.ts';
import type { Theme } from './browser.ts';
import { openPage, type OpenedPage } from './openPage.ts';

let open: OpenedPage;

afterEach(async () => {
  const { faults } = open;
  await open.close();
  assert.deepEqual(faults, []);
});

const everything = readFileSync('media/sample/spaces/engineering-handbook/writing/blocks.md', 'utf8').replace(
  /^---\n[^]*?\n---\n/,
  '',
);
/** A script that replaces the clipboard, which only secure pages have. */
const clipboard = (writeText: string) =>
  `Object.defineProperty(navigator, 'clipboard', { value: { writeText: ${writeText} } })`;
const widePicture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="90"/>')}`;

const themes: [Theme, number][] = [
  ['light', 720],
  ['dark', 300],
  ['highContrast', 720],
  ['highContrastLight', 300],
];

test.each(themes)('a page with every block has no accessibility violations in %s at %d px', async (theme, width) => {
  const { page } = (open = await openPage(everything, { theme, width }));

  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  for (const block of ['hint', 'tabs', 'stepper', 'columns', 'code', 'file', 'embed', 'content-ref', 'openapi']) {
    expect(await page.locator(`.docs-platform-${block}`).count(), block).toBeGreaterThan(0);
  }
});

describe('blocks', () => {
  test('tabs switch by mouse and by arrow keys, each set for itself', async () => {
    const tabs = (one: string, other: string) =>
      `{% tabs %}\n{% tab title="${one}" %}\nText of ${one}\n{% endtab %}\n\n{% tab title="${other}" %}\nText of ${other}\n{% endtab %}\n{% endtabs %}\n\n`;
    const { page } = (open = await openPage(tabs('Linux', 'Windows') + tabs('Red', 'Blue')));

    await page.getByText('Windows', { exact: true }).click();
    await page.getByText('Text of Windows').waitFor();
    expect(await page.getByText('Text of Linux').isVisible()).toBe(false);
    expect(await page.getByText('Text of Red').isVisible()).toBe(true);

    await page.keyboard.press('ArrowLeft');
    await page.getByText('Text of Linux').waitFor();
  });

  test('code is copied without its line numbers', async () => {
    const { page } = (open = await openPage(
      '{% code lineNumbers="true" %}\n```toml\na = 1\nb = 2\n```\n{% endcode %}\n',
    ));
    await page.evaluate(clipboard('async (text) => void (window.copied = text)'));

    await page.getByRole('button', { name: 'Copy' }).click();

    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('window.copied')).toBe('a = 1\nb = 2\n');
  });

  test('code is selected where it cannot be copied', async () => {
    const { page } = (open = await openPage('```\nlonely\n```\n'));
    await page.evaluate(clipboard('() => Promise.reject(new Error("no"))'));

    await page.getByRole('button', { name: 'Copy' }).click();

    await expect.poll(() => page.evaluate('getSelection().toString().trim()')).toBe('lonely');
  });
});

describe('links', () => {
  test('to pages and places are followed by the extension, and the view stays where it is', async () => {
    const { page, followed } = (open = await openPage(
      `${'Text\n\n'.repeat(80)}[page](../a%20b.md#x) [place](#text) <a href="  c.md  ">spaced</a>\n\n${'Text\n\n'.repeat(80)}`,
    ));
    await page.getByRole('link', { name: 'place' }).scrollIntoViewIfNeeded();
    const top = await page.evaluate('scrollY');

    await page.getByRole('link', { name: 'page' }).click();
    await page.getByRole('link', { name: 'place' }).press('Enter');
    await page.getByRole('link', { name: 'page' }).click({ modifiers: ['Control'] });
    await page.getByRole('link', { name: 'page' }).click({ button: 'middle' });
    await page.getByRole('link', { name: 'page' }).click({ button: 'right' });
    await page.getByRole('link', { name: 'spaced' }).click();

    await expect
      .poll(() => followed)
      .toEqual(['../a%20b.md#x', '#text', 'beside ../a%20b.md#x', 'beside ../a%20b.md#x', 'c.md']);
    expect(top).toBeGreaterThan(0);
    expect(await page.evaluate('scrollY')).toBe(top);
  });

  test('to the web are left to VS Code', async () => {
    const { page, followed } = (open = await openPage('[web](https://a.example/b)'));

    await page.getByRole('link', { name: 'web' }).click();

    await expect.poll(() => followed).toEqual(['web https://a.example/b']);
  });

  test('to a place find headings and footnotes', async () => {
    const { page } = (open = await openPage(
      '# One & all\n\n## Öl wechseln\n\nText[^1]\n\n### One & all\n\n<details><summary>1. More</summary>\n\nText\n\n</details>\n\n[^1]: Note\n',
    ));

    const tagOf = (anchor: string) => page.evaluate(`window.anchorIn(${JSON.stringify(anchor)})?.localName`);
    expect(await tagOf('%C3%B6l-wechseln')).toBe('h2');
    expect(await tagOf('öl-wechseln')).toBe('h2');
    expect(await tagOf('oel-wechseln')).toBe('h2');
    expect(await tagOf('Oel-Wechseln')).toBe('h2');
    expect(await tagOf('one--all')).toBe('h1');
    expect(await tagOf('one-and-all')).toBe('h3');
    expect(await tagOf('one--all-1')).toBe('h3');
    expect(await tagOf('id-1.-more')).toBe('summary');
    expect(await tagOf('user-content-fn-1')).toBe('li');
    expect(await tagOf('nowhere')).toBeUndefined();
  });
});

describe('images', () => {
  test('load when they are near, and not before', async () => {
    const { page, images } = (open = await openPage(`![Near](near.png)\n\n${'Text\n\n'.repeat(200)}![Far](far.png)`));
    await expect.poll(() => images).toEqual(['near.png']);
    await expect.poll(() => page.getByRole('img', { name: 'Near' }).getAttribute('src')).toContain('data:');
    expect(images).toEqual(['near.png']);

    await page.getByRole('img', { name: 'Far' }).scrollIntoViewIfNeeded();

    await expect.poll(() => images).toEqual(['near.png', 'far.png']);
  });

  test('in a tab load when it is shown', async () => {
    const { page, images } = (open = await openPage(
      '{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n{% tab title="B" %}\n![b](b.png)\n{% endtab %}\n{% endtabs %}',
    ));
    await page.getByText('B', { exact: true }).click();

    await expect.poll(() => images).toEqual(['b.png']);
  });

  test('are enlarged by mouse and by keyboard when there is more to see, but not within links', async () => {
    const { page } = (open = await openPage(
      '# Page\n\n![Map](map.svg)\n\n<img src="other.svg">\n\n[![Linked](linked.svg)](page.md)',
      { image: () => widePicture },
    ));
    const map = page.getByRole('button', { name: 'Map' });

    await map.click();
    await page.getByRole('dialog', { name: 'Map' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await map.press('Enter');
    await page.getByRole('dialog', { name: 'Map' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Enlarge' }).waitFor();
    expect(await page.getByRole('button', { name: 'Linked' }).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  });

  test('that cannot be loaded say why, and load when the user tries again', async () => {
    let isDown = true;
    const { page } = (open = await openPage('# Page\n\n![Dial](dial.svg)', {
      image() {
        if (isDown) throw new Error('The server is down.');
        return widePicture;
      },
    }));
    const retry = page.getByRole('button', { name: 'Dial: The server is down.' });
    await retry.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    isDown = false;

    await retry.click();

    await page.getByRole('button', { name: 'Dial' }).and(page.locator('img')).waitFor();
  });
});

describe('two versions', () => {
  const before = '# Dock\n\nDrive at 0.2 m/s to the [dock](a.md).\n\n- One\n- Two\n\nGone.\n\n---\n\nEnd.\n';
  const after = '# Dock\n\nDrive at 0.3 m/s to the [dock](a.md).\n\n- One\n- Two\n- Three\n\nEnd.\n\n> New\n';

  test('in one column mark and read aloud what differs', async () => {
    const { page } = (open = await openPage({ before, after, shown: 'both' }));

    const shownText = await page.locator('.docs-platform-page').innerText();
    expect(shownText.replace(/\s+/g, ' ').trim()).toBe(
      'Dock Drive at Deleted: 0.2 Inserted: 0.3 m/s to the dock. One Two Inserted: Three Deleted: Gone. End. Inserted: New',
    );
    expect(await page.locator('del.deleted').allTextContents()).toEqual(['Deleted: 0.2']);
    expect(await page.locator('hr.deleted').getAttribute('aria-label')).toBe('Deleted:');
    expect(await page.locator('li.inserted, blockquote.inserted').count()).toBe(2);
    expect(await axeFindings(page)).toEqual([]);
  });

  test.each([
    ['before', 'Drive at Deleted: 0.2 m/s to the dock.'],
    ['after', 'Drive at Inserted: 0.3 m/s to the dock.'],
  ])('on the side %s show only what is in it', async (shown, text) => {
    const { page } = (open = await openPage({ before, after, shown }));

    expect(await page.locator('p').first().textContent()).toBe(text);
    expect(await page.locator(shown === 'before' ? '.inserted' : '.deleted').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  });

  test.each(['before', 'after'])('pieces of one element are one element on the side %s', async (shown) => {
    const { page } = (open = await openPage({
      before: 'Run `login now` once',
      after: 'Run `login later` twice',
      shown,
    }));

    expect(await page.locator('code').count()).toBe(1);
  });

  test('what was deleted or inserted as a whole is marked and read aloud once', async () => {
    const { page } = (open = await openPage({
      before: 'Read this.',
      after: 'Read [a **very** long page](a.md) this.',
      shown: 'both',
    }));

    const texts = await page.locator('p').allTextContents();
    expect(texts.join('').match(/Inserted:/g)).toHaveLength(1);
  });

  test('hidden characters are named in inserted text, and nowhere else', async () => {
    const { page } = (open = await openPage({
      before: 'An old \u202eword.\n\nThe limit is 10 V.',
      after: 'An old \u202eword.\n\nThe limit is \u202e001 V, *so\u200bon* 👩‍🚀.\n\n> All \u2066new.',
      shown: 'both',
    }));

    const texts = (await page.locator('p').allTextContents()).join('\n');
    expect(texts).toContain('An old \u202eword.');
    expect(texts).toMatch(/Inserted: \[U\+202E\]001/);
    expect(texts).toContain('so[U+200B]on');
    expect(texts).toContain('👩‍🚀');
    expect(texts).toContain('All [U+2066]new.');
  });

  test('HTML of an author looks like no change', async () => {
    const { page } = (open = await openPage({
      before: 'Same <del class="deleted">gone</del> <ins>new</ins>',
      after: 'Same <del class="deleted">gone</del> <ins>new</ins>',
      shown: 'both',
    }));

    expect(await page.locator('.deleted, .inserted').count()).toBe(0);
    const backgrounds = await page.locator('del, ins').evaluateAll((all) =>
      all.map((each) => {
        const { getComputedStyle } = globalThis as never as {
          getComputedStyle: (of: unknown) => { backgroundColor: string };
        };
        return getComputedStyle(each).backgroundColor;
      }),
    );
    expect(new Set(backgrounds)).toEqual(new Set(['rgba(0, 0, 0, 0)']));
  });

  test('tabs of both versions in one column stay apart', async () => {
    const tabs = (names: readonly string[]) =>
      `# Page\n\n{% tabs %}\n${names.map((name) => `{% tab title="${name}" %}\nText of ${name}\n{% endtab %}\n`).join('\n')}{% endtabs %}\n`;
    const { page } = (open = await openPage({
      before: tabs(['Linux', 'Windows']),
      after: tabs(['Ubuntu', 'Windows', 'Mac']),
      shown: 'both',
    }));

    await page.getByText('Windows', { exact: true }).click();
    await page.getByText('Text of Windows').waitFor();
    expect(await page.locator('.docs-platform-tabs input:checked').count()).toBe(
      await page.locator('.docs-platform-tabs').count(),
    );
    expect(await axeFindings(page)).toEqual([]);
  });

  test('changed attributes are said above the element', async () => {
    const hint = (style: string) => `{% hint style="${style}" %}\nMind the gap.\n{% endhint %}\n`;
    const { page } = (open = await openPage({
      before: hint('info'),
      after: hint('danger'),
      shown: 'both',
    }));

    expect(await page.locator('.attributes-note').allInnerTexts()).toEqual(['info → danger']);
  });

  test('deleted lines of code are not copied', async () => {
    const { page } = (open = await openPage({
      before: '```\na\nb\nc\n```\n',
      after: '```\na\nB\nc\n```\n',
      shown: 'both',
    }));
    await page.evaluate(clipboard('async (text) => void (window.copied = text)'));

    await page.getByRole('button', { name: 'Copy' }).click();

    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('window.copied')).toBe('a\nB\nc\n');
  });
});

describe('a tree from anyone', () => {
  const element = (
    tagName: string,
    properties: Record<string, string | boolean> = {},
    children: ElementContent[] = [],
  ): ElementContent => ({ type: 'element', tagName, properties, children });

  test('makes only allowed elements and attributes', async () => {
    const { page } = (open = await openPage({
      blocks: [
        element('script', {}, [{ type: 'text', value: 'window.hit = 1' }]),
        element('iframe', { src: 'https://a.example' }),
        element('img', { src: 'https://a.example/x.png', onError: 'window.hit = 1', srcSet: 'y 2x', id: 'x' }),
        element('p', { onclick: 'window.hit = 1', style: 'position: fixed', __proto__: 'x', constructor: 'x' }, [
          element('a', { href: 'java\nscript:window.hit=1' }, [{ type: 'text', value: 'run' }]),
          element('a', { href: 'command:x' }, [{ type: 'text', value: 'command' }]),
        ]),
        element('input', { type: 'text', name: 'password' }),
        element('input', { type: 'image', name: 'x' }),
      ],
    }));

    expect(await page.locator('.docs-platform-page *').count()).toBe(4);
    expect(
      await page.locator('.docs-platform-page *:is([id], [src], [style], [onclick], [onerror], [href])').count(),
    ).toBe(0);
    expect(await page.evaluate('window.hit')).toBeUndefined();
  });

  test('may be of any depth', async () => {
    let deep: ElementContent = { type: 'text', value: 'deep' };
    for (let depth = 0; depth < 400; depth++) deep = element('div', {}, [deep]);
    const { page } = (open = await openPage({ blocks: [deep] }));
    // JSON itself can't be read much deeper, so that the depth is made in the page.
    const depth = await page.evaluate(`(() => {
      let node = document.querySelector('.docs-platform-page'), depth = 0;
      while ((node = node.firstElementChild)) depth++;
      return depth;
    })()`);

    expect(depth).toBe(400);
  });
});
