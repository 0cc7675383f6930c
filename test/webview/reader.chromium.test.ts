import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { allowedInFormulas, attributesInFormulas } from '../../src/model/rendering/allowed.ts';
import { operationKey } from '../../src/model/rendering/apiOperation.ts';
import { axeFindings } from './axe.ts';
import type { Theme } from './browser.ts';
import { onePixel } from './openPanel.ts';
import { openReader, type OpenedReader } from './openReader.ts';

let open: OpenedReader;

afterEach(async () => {
  const { faults } = open;
  await open.close();
  assert.deepEqual(faults, []);
});

const everything = readFileSync('media/sample/spaces/engineering-handbook/writing/blocks.md', 'utf8');
const around = {
  above: [{ title: 'Guides', path: 'guides.md' }, { title: 'Empty group' }],
  previous: { title: 'Before', path: 'before.md' },
  next: { title: 'After', path: 'after.md' },
  picture: '🤖',
  description: 'What it is about.',
  hasCover: true,
  hasForward: true,
};
const paragraphs = (count: number, text = 'Text') =>
  Array.from({ length: count }, (_, index) => `${text} ${index}\n\n`).join('');
/** Sections of 40 lines, with the first heading in line 2. */
const sections = `# Page\n\n${['One', 'Two', 'Three'].map((title) => `## ${title}\n\n${paragraphs(19, title)}`).join('')}`;
const scrollY = (): Promise<number> => open.page.evaluate('scrollY');
const current = () => open.page.locator('[aria-current="location"]').allInnerTexts();
const heading = (name: string) => open.page.getByRole('heading', { name, exact: true });
const topOf = async (name: string) => Math.round((await heading(name).boundingBox())?.y ?? NaN);

const variants: [Theme, number][] = [
  ['light', 1200],
  ['dark', 1200],
  ['highContrast', 1200],
  ['highContrastLight', 1200],
  ['light', 300],
  ['highContrast', 300],
];

test.each(variants)('has no accessibility violations in %s at %d px', async (theme, width) => {
  open = await openReader(everything, { theme, width, page: around });
  await heading('Everything a page can hold').waitFor();
  await open.say({ notification: 'outdated', params: { isGone: true, reason: 'Gone.' } });
  await open.page.getByText('no longer exists').waitFor();

  expect(await axeFindings(open.page)).toEqual([]);
  expect(await open.page.evaluate('document.documentElement.scrollWidth')).toBe(width);
});

describe('around the page', () => {
  test('everything leads somewhere, by keyboard too', async () => {
    open = await openReader('# Page\n\nText\n', { page: around });
    await heading('Page').waitFor();

    await open.page.keyboard.press('Tab');
    await open.page.keyboard.press('Enter');
    await open.page.getByRole('button', { name: 'Go forward' }).click();
    await open.page.getByRole('button', { name: 'Handbook' }).click();
    await open.page.getByRole('button', { name: 'Guides' }).press('Enter');
    await open.page.getByRole('button', { name: 'Before' }).click();
    await open.page.getByRole('button', { name: 'After' }).click();

    await expect
      .poll(() => open.asked)
      .toEqual([
        'page',
        'back',
        'forward',
        'showSpace',
        'goToPage guides.md',
        'goToPage before.md',
        'goToPage after.md',
      ]);
    expect(await open.page.getByRole('button', { name: 'Empty group' }).count()).toBe(0);
  });

  test.each([
    ['back', 'Go back', "That didn't work. Not now."],
    ['forward', 'Go forward', "That didn't work. Not now."],
    ['goToPage', 'After', "That didn't work. Not now."],
    ['showSpace', 'Handbook', "That didn't work. Not now."],
    ['follow', 'elsewhere', "Couldn't open the link. Not now."],
  ])('a failure of %s is shown and can be dismissed', async (request, name, sentence) => {
    const fail = () => Promise.reject(new Error('Not now.'));
    open = await openReader('A [elsewhere](b.md)\n', { page: around, answers: { [request]: fail } });

    await open.page.getByRole('button', { name }).or(open.page.getByRole('link', { name })).click();

    await open.page.getByRole('status').getByText(sentence).waitFor();
    await open.page.getByRole('button', { name: 'Dismiss' }).click();
    await open.page.getByText(sentence).waitFor({ state: 'detached' });
  });

  test('the emoji, the cover and the description introduce the page', async () => {
    open = await openReader('# Page\n\nText\n', { page: around });
    await heading('Page').waitFor();

    expect(
      await open.page
        .locator('.docs-platform-page > *')
        .evaluateAll((all) => all.map((each) => String((each as never)['className']))),
    ).toEqual(['cover', 'picture-of-page', '', 'description', '']);
    await expect.poll(() => open.page.locator('.cover img').getAttribute('src')).toContain('data:image');
  });

  test('a cover that cannot be loaded says why', async () => {
    const fail = () => Promise.reject(new Error('The file is gone.'));
    open = await openReader('# Page\n', { page: around, answers: { cover: fail } });

    await open.page.getByRole('button', { name: "Couldn't load the image. The file is gone." }).waitFor();
  });
});

describe('the outline', () => {
  test('follows the scroll, and leads to headings', async () => {
    open = await openReader(sections, { width: 1000 });
    const outline = open.page.getByRole('navigation', { name: 'On this page' });
    await outline.getByRole('button', { name: 'Two' }).click();
    await expect.poll(current).toEqual(['Two']);
    expect(await topOf('Two')).toBeLessThan(48);

    await open.page.mouse.move(300, 300);
    await open.page.mouse.wheel(0, -300);

    await expect.poll(current).toEqual(['One']);
  });

  test('marks the heading that was gone to, even at the end of the page', async () => {
    open = await openReader(`${sections}## Last\n\nText\n`, { width: 1000 });

    await open.page.getByRole('button', { name: 'Last' }).click();

    await expect.poll(current).toEqual(['Last']);
  });

  test('is folded above the page at 300 px', async () => {
    open = await openReader(sections, { width: 300 });
    await heading('Page').waitFor();
    expect(await open.page.getByRole('button', { name: 'Two' }).isVisible()).toBe(false);

    await open.page.getByText('On this page').click();
    await open.page.getByRole('button', { name: 'Two' }).click();

    await expect.poll(() => topOf('Two')).toBeLessThan(48);
  });
});

describe('the place', () => {
  const tabs = `# Page\n\n${paragraphs(20)}{% tabs %}\n{% tab title="A" %}\n${paragraphs(20, 'Long')}{% endtab %}\n\n{% tab title="B" %}\n## Hidden\n\nInside\n{% endtab %}\n{% endtabs %}\n\nAfter[^1]\n\n[^1]: Note\n\n${paragraphs(30, 'End')}`;
  const lineOf = (text: string) => tabs.split('\n').indexOf(text);

  test('is reported by its line', async () => {
    open = await openReader(sections);
    await heading('Two').evaluate((each) => (each as never as { scrollIntoView(): void }).scrollIntoView());

    await expect.poll(() => open.line()).toBe(sections.split('\n').indexOf('## Two'));
  });

  test('is right below tabs that are not shown', async () => {
    open = await openReader(tabs);
    await open.page
      .getByText('End 4', { exact: true })
      .evaluate((each) => (each as never as { scrollIntoView(): void }).scrollIntoView());

    await expect.poll(() => open.line()).toBe(lineOf('End 4'));
  });

  test('is shown where the page begins, in a tab that is opened for it', async () => {
    open = await openReader(tabs, { page: { place: { line: lineOf('Inside') } } });

    await open.page.getByText('Inside').waitFor();
    await expect.poll(() => open.line()).toBe(lineOf('Inside'));
  });

  test('of a line is no footnote that was written above it', async () => {
    open = await openReader(tabs, { page: { place: { line: lineOf('End 3') } } });

    await expect.poll(() => open.line()).toBe(lineOf('End 3'));
  });

  test('of an anchor in a tab is shown', async () => {
    open = await openReader(tabs);
    await heading('Page').waitFor();

    await open.say({ notification: 'place', params: { anchor: 'hidden' } });

    await heading('Hidden').waitFor();
    await expect.poll(() => topOf('Hidden')).toBeLessThan(48);
  });

  test('that the page lacks is named', async () => {
    open = await openReader('# Page\n\n[there](#nowhere)\n');

    await open.page.getByRole('link', { name: 'there' }).click();

    await open.page.getByRole('status').getByText('This page has no “nowhere”.').waitFor();
  });

  test('stays when the view is shown again', async () => {
    open = await openReader(sections, { state: { view: { top: 500 } } });

    await expect.poll(scrollY).toBe(500);
  });

  test('follows the cursor of the editor', async () => {
    open = await openReader(sections);
    await heading('Page').waitFor();

    await open.say({ notification: 'cursor', params: { line: sections.split('\n').indexOf('Three 10') } });

    await expect.poll(() => open.page.locator('.at-cursor').innerText()).toBe('Three 10');
    expect(await scrollY()).toBeGreaterThan(0);
  });
});

describe('a page that changes', () => {
  test('while the user types keeps open tabs, loaded images and the place', async () => {
    const images: string[] = [];
    const text = (typed: string) =>
      `# Page\n\n${typed}\n\n![Dial](dial.png)\n\n{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n\n{% tab title="B" %}\nInside\n{% endtab %}\n{% endtabs %}\n\n${paragraphs(60)}`;
    open = await openReader(text('One'), {
      page: around,
      answers: {
        picture({ address }) {
          images.push(address);
          return onePixel;
        },
      },
    });
    await open.page.getByText('B', { exact: true }).click();
    await open.page.getByText('Inside').waitFor();
    await open.page.mouse.move(300, 300);
    await open.page.mouse.wheel(0, 100);
    await expect.poll(scrollY).toBe(100);

    await open.say({ notification: 'text', params: { markdown: text('One\n\nTwo') } });

    await open.page.getByText('Two').waitFor();
    expect(await open.page.getByText('Inside').isVisible()).toBe(true);
    expect(await scrollY()).toBe(100);
    expect(images).toEqual(['dial.png']);
    expect(await open.page.locator('.description').count()).toBe(1);
    await open.say({ notification: 'cursor', params: { line: text('One\n\nTwo').split('\n').indexOf('Text 3') } });
    await expect.poll(() => open.page.locator('.at-cursor').innerText()).toBe('Text 3');
  });

  test.each([
    ['# New\n\nA\n\nB\n\nC\n', 'New A B C'],
    ['A\n', 'A'],
    ['', ''],
    ['B\n\nA\n\n## Two\n', 'B A Two'],
    ['<div>x</div>\n\nA\n\n<!-- no -->\n\nB', 'x A B'],
  ])('becomes %j', async (markdown, shown) => {
    open = await openReader('# Old\n\nA\n\nB\n', { page: { description: 'About' } });
    await heading('Old').waitFor();

    await open.say({ notification: 'text', params: { markdown } });

    const text = () =>
      open.page.locator('.docs-platform-page > :not(.description)').evaluateAll((all) =>
        all
          .map((each) => String((each as never)['textContent']))
          .join(' ')
          .trim(),
      );
    await expect.poll(text).toBe(shown);
  });

  test('on the server is loaded again, without an older sentence', async () => {
    open = await openReader('# Old\n');
    await heading('Old').waitFor();
    await open.say({ notification: 'outdated', params: { isGone: false, reason: 'Unreachable.' } });
    await open.page
      .getByText("Couldn't load the page again, so you see what was loaded before. Unreachable.")
      .waitFor();

    await open.say({ notification: 'page', params: { markdown: '# New\n', above: [] } });

    await heading('New').waitFor();
    expect(await open.page.getByText('Unreachable').count()).toBe(0);
  });

  test('too long to be shown leads to its source, and comes back', async () => {
    open = await openReader('# Page\n');
    await heading('Page').waitFor();
    await open.say({ notification: 'text', params: { markdown: '[a](b) *c* '.repeat(60_000) } });
    await open.page.getByRole('button', { name: 'Show Source' }).click();
    await expect.poll(() => open.asked).toEqual(['page', 'showSource']);

    await open.say({ notification: 'text', params: { markdown: '# Short\n' } });

    await heading('Short').waitFor();
    expect(await open.page.getByText('too long').count()).toBe(0);
  });

  test('that cannot be loaded says why, and is loaded when the user tries again', async () => {
    let isDown = true;
    open = await openReader('', {
      answers: {
        page() {
          if (isDown) throw new Error('The server is down.');
          return { markdown: '# Page\n', above: [] };
        },
      },
    });
    await open.page.getByRole('alert').getByText('The server is down.').waitFor();
    expect(await axeFindings(open.page)).toEqual([]);
    isDown = false;

    await open.page.getByRole('button', { name: 'Retry' }).click();

    await heading('Page').waitFor();
    expect(await open.page.getByText('Loading').count()).toBe(0);
  });
});

describe('the text', () => {
  test('shows front matter as text, as it is published', async () => {
    open = await openReader('---\ntitle: Page\n---\n# Page\n\nText\n');

    await heading('title: Page').waitFor();
    expect(await heading('Page').last().getAttribute('data-line')).toBe('3');
  });

  test('between lines at its beginning is shown', async () => {
    open = await openReader('---\n\nMotto\n\n---\n');

    await open.page.getByText('Motto').waitFor();
  });

  test('of a hostile author does nothing', async () => {
    open = await openReader(
      '# Page\n\n<script>window.hit = 1</script><img src=x onerror="window.hit = 1">\n\n' +
        '<style>* { display: none }</style><base href="https://a.example/"><p style="color: red">Red</p>\n\n[run](javascript:window.hit=1) [command](command:x)\n\n<form action="https://a.example"><input name="password"></form>\n',
      { page: { description: '<b onclick="x">About</b>', above: [{ title: '<img src=x>', path: 'a.md' }] } },
    );
    await heading('Page').waitFor();

    expect(await open.page.getByText('<b onclick="x">About</b>').count()).toBe(1);
    expect(await open.page.getByRole('button', { name: '<img src=x>' }).count()).toBe(1);
    expect(
      await open.page
        .locator(
          'script[src=""], form, style, base, [style*="red"], .docs-platform-page :is([onerror], [href^="j"], [href^="c"])',
        )
        .count(),
    ).toBe(0);
    expect(await open.page.evaluate('window.hit')).toBeUndefined();
  });

  test('has tables with aligned columns', async () => {
    open = await openReader('| Left | Right |\n| :--- | ----: |\n| a | 1 |\n');

    await expect
      .poll(() => open?.page.evaluate("[...document.querySelectorAll('td')].map((each) => each.getAttribute('align'))"))
      .toEqual(['left', 'right']);
  });

  test('has links that open beside the page with Ctrl', async () => {
    open = await openReader('[other](../b.md#x)\n');

    await open.page.getByRole('link', { name: 'other' }).click({ modifiers: ['Control'] });

    await expect.poll(() => open.asked).toEqual(['page', 'follow ../b.md#x true']);
  });
});

test('an operation shows what its specification says, when that arrives', async () => {
  const tag = '{% openapi-operation spec="nw7" path="/missions" method="POST" %}\n{% endopenapi-operation %}';
  open = await openReader(`# Page\n\n${tag}\n\nText\n`);
  await open.page.getByText('/missions').waitFor();
  const key = operationKey({ spec: 'nw7', path: '/missions', method: 'post' });
  const described = '**Create a mission**\n\n| Response |\n| --- |\n| `201` |';

  await open.say({ notification: 'operations', params: { [key]: described } });

  const details = open.page.locator('.docs-platform-openapi-details');
  await details.getByRole('cell', { name: '201' }).waitFor();
  expect(await details.getByText('Create a mission').getAttribute('data-line')).toBe(null);
  expect(await details.locator('[data-line]').first().getAttribute('data-line')).toBe('2');
  expect(await axeFindings(open.page)).toEqual([]);
});

test('says which section was clicked, in the page and in its outline, for the entries of the menu', async () => {
  open = await openReader('# Page\n\nText.\n\n## Set up\n\nHow.\n\n## Last\n\nEnd.\n', { width: 1300 });
  await open.page.getByRole('heading', { name: 'Set up' }).waitFor();
  const clicked = async (target: Locator) => {
    await target.dispatchEvent('contextmenu');
    const context = await open.page.locator('body').getAttribute('data-vscode-context');
    return (JSON.parse(context ?? '') as { anchor: string; line: number }).anchor;
  };

  expect(await clicked(open.page.getByText('How.'))).toBe('set-up');
  expect(await clicked(open.page.locator('.outline').getByRole('button', { name: 'Set up' }))).toBe('set-up');
  expect(await clicked(open.page.locator('.head'))).toBe('');
});

/** The colored words of the page, by kind. */
const colored = () =>
  open.page.evaluate(() => {
    const { CSS } = globalThis as unknown as { CSS: { highlights: Iterable<[string, Iterable<object>]> } };
    return Object.fromEntries(
      [...CSS.highlights]
        .filter(([name]) => name.startsWith('code-'))
        .map(([name, ranges]) => [name, [...ranges].map(String)]),
    );
  });
const code = '```ts\nconst a = "x"; // <b>\n```\n';
const highlighted = (text = '&quot;x&quot;') =>
  `<pre class="hljs"><code><div><span class="hljs-keyword">const</span> <span class="hljs-title function_">a</span> = ` +
  `<span class="hljs-string">${text}</span>; <span class="hljs-comment">// &lt;b&gt;</span>\n</div></code></pre>`;

test('colors code without changing it', async () => {
  open = await openReader(code, { answers: { codeColors: () => [highlighted()] } });

  await expect
    .poll(colored)
    .toEqual({ 'code-keyword': ['const'], 'code-title': ['a'], 'code-string': ['"x"'], 'code-comment': ['// <b>'] });
  expect(await open.page.locator('pre > code').innerHTML()).toBe('const a = "x"; // &lt;b&gt;\n');
});

test('colors no code by HTML that holds another text, and runs nothing in it', async () => {
  const hostile = highlighted('<img src=x onerror="document.title = \'ran\'"><script>document.title = "ran"</script>');
  open = await openReader(code, { answers: { codeColors: () => [hostile] } });

  await expect.poll(() => open.asked.filter((each) => each.startsWith('codeColors')).length).toBe(1);
  expect(await colored()).toEqual({});
  expect(await open.page.title()).not.toBe('ran');
});

test('draws formulas, whose source is copied', async () => {
  open = await openReader('# Speed\n\nSpeed is $$v$$, always.\n\n$$\nw\n$$\n');
  await expect.poll(() => open.page.locator('math mi').allTextContents()).toEqual(['v', 'w']);

  expect(open.asked.filter((request) => request.startsWith('formulas'))).toHaveLength(1);
  await open.page.evaluate(`getSelection().selectAllChildren(document.querySelector('.docs-platform-page'))`);
  expect(await open.page.evaluate('getSelection().toString()')).toMatch(/Speed is v\s?, always\.[^]*w$/);
  await open.page.evaluate(
    `Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => void (copied = text) } }); var copied`,
  );
  await open.page.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => open.page.evaluate('copied')).toBe('w');
  expect(await axeFindings(open.page)).toEqual([]);
});

test('draws what is known while more formulas are typed', async () => {
  let isHeld = false;
  const held = Promise.withResolvers<null>();
  open = await openReader('First $$v$$.\n', {
    answers: {
      async formulas({ formulas }) {
        if (isHeld) await held.promise;
        return formulas.map(({ source }) => `<math><mi>${source}</mi></math>`);
      },
    },
  });
  await open.page.locator('math').first().waitFor();
  isHeld = true;

  await open.say({ notification: 'text', params: { markdown: 'Now first $$v$$ and $$w$$.\n' } });

  await open.page.getByText('Now first').waitFor();
  expect(await open.page.locator('math').count()).toBe(1);
  held.resolve(null);
  await expect.poll(() => open.page.locator('math').count()).toBe(2);
});

test('shows formulas as they were written where they can’t be drawn', async () => {
  open = await openReader('Speed is $$v$$.\n', { answers: { formulas: () => [null] } });
  await open.page.getByText('Speed is v.').waitFor();

  expect(await open.page.locator('math').count()).toBe(0);
});

test('takes nothing but mathematics from a drawn formula', async () => {
  const html =
    '<math onclick="x()"><mi href="command:x" class="y">a</mi><script>x()</script>' +
    '<mtext><img src="https://example.com/x.png">b</mtext><annotation>c</annotation>' +
    '<mspace width="100000em" height="2em"></mspace></math>';
  open = await openReader('Speed is $$v$$.\n\n<div class="docs-platform-math">Seen</div>\n', {
    answers: { formulas: () => [html] },
  });
  await open.page.locator('math').waitFor({ state: 'attached' });

  expect(await open.page.evaluate(`document.querySelector('math').outerHTML`)).toBe(
    '<math><mi>a</mi><mtext>b</mtext><mspace height="2em"></mspace></math>',
  );
  expect(await open.page.getByText('Seen').isVisible()).toBe(true);
});

test('keeps every element and attribute that a formula is drawn with', async () => {
  const attributes = [...attributesInFormulas].toSorted();
  const elements = [...allowedInFormulas].filter((name) => name !== 'math').toSorted();
  const html = `<math ${attributes.map((name) => `${name}="1em"`).join(' ')}>${elements
    .map((name) => `<${name}></${name}>`)
    .join('')}</math>`;
  open = await openReader('Speed is $$v$$.\n', { answers: { formulas: () => [html] } });
  await open.page.locator('math').waitFor({ state: 'attached' });

  expect(await open.page.evaluate("document.querySelector('math').getAttributeNames().sort()")).toEqual(attributes);
  expect(
    await open.page.evaluate("[...document.querySelector('math').children].map(({ localName }) => localName)"),
  ).toEqual(elements);
});

test.each([
  ['deeper than can be parsed', `<math>${'<mrow>'.repeat(20_000)}${'</mrow>'.repeat(20_000)}</math>`],
  ['of very many elements', `<math>${'<mi>a</mi>'.repeat(60_000)}</math>`],
])('shows a formula as it was written whose drawing is %s', async (_, html) => {
  open = await openReader('Speed is $$v$$, and $$w$$.\n', {
    answers: { formulas: () => [html, '<math><mi>w</mi></math>'] },
  });
  await open.page.locator('math').waitFor({ state: 'attached' });

  expect(await open.page.locator('math').allTextContents()).toEqual(['w']);
  expect(await open.page.getByText('Speed is v').count()).toBe(1);
});

test('leads from the code of a diagram to the preview that draws it', async () => {
  open = await openReader(
    '## Other\n\n## The states\n\n```mermaid\nflowchart LR\n  A --> B\n```\n\n## Code\n\n```js\nx\n```\n',
  );
  await open.page.getByRole('button', { name: 'Show Diagram in Preview' }).click();

  await expect.poll(() => open.asked).toContain('showDiagram the-states');
});
