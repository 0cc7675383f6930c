import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { openChangeRequest, type Edits } from '../store/openChangeRequest.ts';
import { axeFindings } from './axe.ts';
import type { Theme } from './browser.ts';
import { openChanges, type ChangesOptions, type OpenedChanges } from './openChanges.ts';

let view: OpenedChanges;

afterEach(async () => {
  const { faults } = view;
  await view.close();
  view.opened[Symbol.dispose]();
  assert.deepEqual(faults, []);
});

const charging = `Robots look after their batteries by themselves.

Each robot has one dock.

{% hint style="info" %}
Since 4.2, robots approach the dock at 0.2 m/s.
{% endhint %}

There are more docks now.

| Robot | Docks |
| ----- | ----- |
| ND-2  | 4     |
| ND-3  | 5     |

- Clean the contacts.
- Check the reflector.

One more line.

Another line.

And another.

The last line.
`;

const pages: Edits = [
  { operation: 'insert_page', id: 'charging', title: 'Charging', markdown: charging },
  { operation: 'insert_page', id: 'safety', title: 'Safety first', markdown: 'Keep hands away.\n' },
  { operation: 'insert_page', id: 'old', title: 'Old robots', markdown: 'They are gone.\n' },
  { operation: 'insert_page', id: 'style', title: 'Style', markdown: 'One *word*.\n' },
];

const edits: Edits = [
  {
    operation: 'update_page',
    page: 'charging',
    markdown: charging
      .replace('0.2 m/s', '0.3 m/s')
      .replace('style="info"', 'style="warning"')
      .replace('| ND-3  | 5 ', '| ND-3  | 6 '),
  },
  { operation: 'update_page', page: 'safety', markdown: 'Keep hands and feet away.\n\nA new paragraph.\n' },
  { operation: 'delete_page', page: 'old' },
  { operation: 'update_page', page: 'style', markdown: 'One _word_.\n' },
  { operation: 'insert_page', id: 'new', title: 'New robots', markdown: 'They are here.\n' },
];

async function open(options: Partial<ChangesOptions> = {}): Promise<OpenedChanges> {
  view = await openChanges({ pages, edits, ...options });
  await view.page.locator('section[data-page] h2').first().waitFor();
  return view;
}

const section = (title: string): Locator => view.page.locator(`section[aria-label="${title}"]`);
const textsOf = async (within: Locator): Promise<string[]> =>
  (await within.allTextContents()).map((text) => text.replace(/^(Inserted|Deleted): /, '').trim());
const push = async (markdown: string): Promise<void> => {
  const { platform, changeRequest, content, space, clock } = view.opened;
  platform.editChangeRequest(changeRequest.id, [{ operation: 'update_page', page: 'safety', markdown }]);
  clock.now += 120_000;
  await content.refresh(space, 1);
};
const focused = (): Promise<string> => view.page.evaluate(`document.activeElement?.textContent?.trim() ?? ''`);

/** Selects the first occurrence of words in a paragraph that contains others. */
const select = (within: string, words: string): Promise<unknown> =>
  view.page.evaluate(`{
    const block = [...document.querySelectorAll('main p')].find((each) => each.textContent.includes(${JSON.stringify(within)}));
    const all = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    while (all.nextNode() && !all.currentNode.data.includes(${JSON.stringify(words)}));
    const at = all.currentNode.data.indexOf(${JSON.stringify(words)});
    getSelection().setBaseAndExtent(all.currentNode, at, all.currentNode, at + ${words.length});
  }`);

describe('rendered changes show', () => {
  test('what was inserted and deleted, word by word and cell by cell', async () => {
    await open();
    const page = section('Charging');
    await page.locator('.inserted').first().waitFor();

    expect(await textsOf(page.locator('.inserted'))).toEqual(['0.3', '6']);
    expect(await textsOf(page.locator('.deleted'))).toEqual(['0.2', '5']);
    expect(await page.locator('.attributes-note').allTextContents()).toEqual(['hint: info → warning']);
  });

  test('unchanged stretches folded, with two blocks around each change', async () => {
    await open();
    const page = section('Charging');
    const fold = page.getByRole('button', { name: /unchanged block/ });
    await expect.poll(() => fold.allTextContents()).toEqual(['3 unchanged blocks']);
    expect(await page.getByText('The last line.').count()).toBe(0);

    await fold.click();

    await page.getByText('The last line.').waitFor();
    expect(await fold.count()).toBe(0);
  });

  test('both versions beside each other, and remember the choice', async () => {
    await open();
    await section('Charging').locator('.inserted').first().waitFor();

    await view.page.getByRole('button', { name: 'Two Columns' }).click();

    const row = section('Safety first').locator('.change-row').filter({ hasText: 'feet' });
    const [before, after] = [row.locator('.cell.before'), row.locator('.cell.after')];
    await before.waitFor();
    expect(await before.textContent()).not.toContain('feet');
    expect(await after.textContent()).toContain('feet');
    const [one, other] = [await before.boundingBox(), await after.boundingBox()];
    expect(one!.y).toBe(other!.y);
    expect(one!.x).toBeLessThan(other!.x);
    expect(view.layout()).toBe('columns');
  });

  test('changed code word by word, with the ends of its lines in sight', async () => {
    const code = (wait: string) => `\`\`\`sh\nnwctl pair ${'--verbose '.repeat(20)}--wait ${wait}\nexit\n\`\`\`\n`;
    await open({
      pages: [{ operation: 'insert_page', id: 'a', title: 'A', markdown: code('60') }],
      edits: [{ operation: 'update_page', page: 'a', markdown: code('120') }],
    });
    const block = section('A').locator('pre');
    await block.locator('.inserted').waitFor();

    expect(await textsOf(block.locator('.inserted'))).toEqual(['120']);
    expect(await textsOf(block.locator('.deleted'))).toEqual(['60']);
    expect(
      await view.page.evaluate(`{ const pre = document.querySelector('pre'); pre.scrollWidth - pre.clientWidth; }`),
    ).toBe(0);
  });

  test.each(['Old code:\n\n```sh\nrm -r\n```\n', '{% code title="clean.sh" %}\n```sh\nrm -r\n```\n{% endcode %}\n'])(
    'deleted code struck and in its color: %j',
    async (markdown) => {
      await open({
        pages: [{ operation: 'insert_page', id: 'a', title: 'A', markdown }],
        edits: [{ operation: 'delete_page', page: 'a' }],
      });
      const code = section('A').locator('pre code');
      await code.waitFor();

      const [line, ...backgrounds] = await view.page.evaluate<string[]>(`{
        const code = document.querySelector('pre code');
        const around = [code];
        while (!around.at(-1).parentElement.matches('.cell')) around.push(around.at(-1).parentElement);
        const backgrounds = around.map((each) => getComputedStyle(each).backgroundColor);
        [getComputedStyle(code).textDecorationLine, ...backgrounds.filter((each) => each !== 'rgba(0, 0, 0, 0)')];
      }`);
      expect(line).toBe('line-through');
      expect(backgrounds).toHaveLength(1);
    },
  );

  test('new and deleted pages, and a change that readers do not see', async () => {
    await open();

    await section('New robots').getByText('They are here.').waitFor();
    await section('Old robots').getByText('They are gone.').waitFor();
    expect(await section('New robots').getByRole('img').first().getAttribute('aria-label')).toBe('Added');
    expect(await section('Old robots').getByRole('img').first().getAttribute('aria-label')).toBe('Deleted');
    const style = section('Style');
    await style.getByText("readers don't see a difference").waitFor();
    expect(await style.getByRole('button', { name: 'Markdown Diff', exact: true }).count()).toBe(1);
  });

  test.each(['marked', 'columns'] as const)('the tab with the change, %s', async (layout) => {
    const tabs = (second: string) =>
      `{% tabs %}\n{% tab title="Linux" %}\nRun it.\n{% endtab %}\n{% tab title="Windows" %}\n${second}\n{% endtab %}\n{% endtabs %}\n`;
    await open({
      layout,
      pages: [{ operation: 'insert_page', id: 'a', title: 'A', markdown: tabs('Start it.') }],
      edits: [{ operation: 'update_page', page: 'a', markdown: tabs('Start it twice.') }],
    });

    await section('A').getByText('twice').waitFor();
    expect(await section('A').getByText('Run it.').filter({ visible: true }).count()).toBe(0);
    expect(await section('A').getByText('Start it').filter({ visible: true }).count()).toBe(
      layout === 'columns' ? 2 : 1,
    );
    expect(await section('A').locator('.with-changes').first().textContent()).toContain('Windows');
  });

  test('a changed formula as a whole', async () => {
    const page = (formula: string) => `The $$${formula}$$ costs.\n`;
    await open({
      pages: [{ operation: 'insert_page', id: 'a', title: 'A', markdown: page('a_1 + y') }],
      edits: [{ operation: 'update_page', page: 'a', markdown: page('a_1 + z') }],
    });

    await section('A').locator('.inserted').first().waitFor();
    expect(await textsOf(section('A').locator('.deleted'))).toEqual(['a_1 + y']);
    expect(await textsOf(section('A').locator('.inserted'))).toEqual(['a_1 + z']);
  });

  test('a moved section, which says so once', async () => {
    const moved = '## Tools\n\nBring the long test rod.\n\nGloves.\n\n';
    const rest =
      'Charge all robots at night.\n\nThen wait for the green light.\n\nThen call us.\n\nAnd wait again.\n\n';
    await open({
      pages: [{ operation: 'insert_page', id: 'a', title: 'A', markdown: moved + rest }],
      edits: [{ operation: 'update_page', page: 'a', markdown: rest + moved }],
    });

    await section('A').locator('[data-move]').first().waitFor();
    await expect.poll(() => section('A').locator('[data-move]').count()).toBe(6);
    expect(await section('A').locator('.attributes-note').count()).toBe(2);
  });

  test('a moved block at both places', async () => {
    const moved = 'Robots look after their batteries by themselves, day and night.';
    await open({
      pages: [{ operation: 'insert_page', id: 'a', title: 'A', markdown: `${moved}\n\nOne.\n\nTwo.\n` }],
      edits: [{ operation: 'update_page', page: 'a', markdown: `One.\n\nTwo.\n\n${moved}\n` }],
    });

    await section('A').getByText('Moved here').waitFor();
    expect(await section('A').locator('.attributes-note').allTextContents()).toEqual(['Moved away', 'Moved here']);
  });

  test('a new title as a sentence above the page', async () => {
    await open({ edits: [{ operation: 'update_page', page: 'safety', title: 'Safety, always' }] });

    await section('Safety, always').getByText('Title: “Safety, always” (previously “Safety first”).').waitFor();
  });

  test('nothing that a hostile page does', async () => {
    await open({
      edits: [
        {
          operation: 'update_page',
          page: 'safety',
          markdown:
            'New.\n\n<img src=x onerror="document.title=1"> <a href="javascript:document.title=1">link</a>\n\n<script>document.title=1</script>\n\n<style>body{display:none}</style>\n\n<iframe src="https://evil.example"></iframe>\n',
        },
      ],
    });
    const page = section('Safety first');
    await page.getByText('New.').waitFor();

    expect(await page.locator('script, style, iframe, [onerror]').count()).toBe(0);
    expect(await page.getByText('link').getAttribute('href')).toMatch(/^#?$/);
    expect(await page.innerHTML()).not.toMatch(/["']\s*javascript:/i);
    expect(await view.page.title()).toBe('Test');
  });
});

describe('by keyboard', () => {
  test('F7 walks the changes across pages, and Shift+F7 back', async () => {
    await open();
    await section('Safety first').getByText('A new paragraph.').waitFor();
    const press = async (key: string, words: string) => {
      await view.page.keyboard.press(key);
      await expect.poll(focused).toContain(words);
    };

    await press('F7', 'Since 4.2');
    await press('F7', 'ND-3');
    await press('F7', 'feet');
    await press('F7', 'Old robots');
    await press('Shift+F7', 'feet');
    await press('Shift+F7', 'ND-3');
  });

  test('V marks the page as viewed, folds it, and goes on', async () => {
    await open();
    await section('Charging').locator('.inserted').first().waitFor();

    await view.page.keyboard.press('v');

    await expect.poll(focused).toContain('Safety first');
    expect(await section('Charging').getByRole('checkbox').isChecked()).toBe(true);
    expect(await section('Charging').locator('.inserted').first().isVisible()).toBe(false);
    await view.page.getByText('1 of 5 viewed').waitFor();
    const { content, space } = view.opened;
    expect(content.isViewed(space, 1, 'charging')).toBe(true);
  });

  test('? lists the keys, and Escape closes the list', async () => {
    await open();

    await view.page.keyboard.press('?');
    await view.page.getByRole('dialog').getByText('Shift+F7').waitFor();
    await view.page.keyboard.press('Escape');

    await expect.poll(() => view.page.getByRole('dialog').count()).toBe(0);
  });

  test('letters typed in a box are text', async () => {
    await open();
    const row = section('Safety first').locator('.change-row.changed').first();
    await row.focus();
    await view.page.keyboard.press('c');
    await view.page.locator('vscode-textarea').first().waitFor();

    await view.page.keyboard.type('vcl?');

    expect(await section('Safety first').getByRole('checkbox').isChecked()).toBe(false);
    await expect.poll(() => view.page.getByRole('textbox').inputValue()).toBe('vcl?');
  });
});

describe('a change by someone else', () => {
  test('is shown, and the box that is typed in keeps the focus', async () => {
    await open();
    const page = section('Safety first');
    const row = page.locator('.change-row').filter({ hasText: 'A new paragraph' });
    await row.focus();
    await view.page.keyboard.press('c');
    await view.page.keyboard.type('One, ');

    await push('Keep hands and toes away.\n\nA new paragraph.\n');

    await page.getByText('toes').waitFor();
    await view.page.keyboard.type('two.');
    await expect.poll(() => row.getByRole('textbox').inputValue()).toBe('One, two.');
  });

  test('unmarks the page, which is shown again', async () => {
    await open();
    await section('Safety first').getByText('A new paragraph.').waitFor();
    await section('Safety first').getByRole('checkbox').click();
    await expect.poll(() => section('Safety first').locator('.change-row').first().isVisible()).toBe(false);

    await push('Keep hands and toes away.\n');

    await section('Safety first').getByText('toes').waitFor();
    expect(await section('Safety first').getByRole('checkbox').isChecked()).toBe(false);
  });
});

test('a page that was viewed is loaded when its mark is removed', async () => {
  const opened = await openChangeRequest(edits, { pages });
  await opened.content.changes(opened.space, 1);
  await opened.content.setViewed(opened.space, 1, new Map([['safety', true]]));
  await open({ opened });
  await section('Safety first').getByRole('checkbox').waitFor();

  await section('Safety first').getByRole('checkbox').click();

  await section('Safety first').getByText('A new paragraph.').waitFor();
});

test('what goes wrong is told where it can be seen', async () => {
  await open();
  await section('Safety first').getByText('A new paragraph.').waitFor();

  for (let presses = 0; presses < 12; presses++) await view.page.keyboard.press('F7');

  await view.page.locator('.reported').getByText('This is the last change.').waitFor();
});

test('a narrow view has one column, whatever was chosen', async () => {
  await open({ width: 300, layout: 'columns' });
  await section('Safety first').getByText('A new paragraph.').waitFor();

  expect(await view.page.locator('.cell.before').count()).toBe(0);
  await view.page.setViewportSize({ width: 1000, height: 800 });

  await view.page.locator('.cell.before').first().waitFor();
});

describe('comments', () => {
  async function comment(title: string, words: string, text: string): Promise<void> {
    const row = section(title).locator('.change-row').filter({ hasText: words }).first();
    await row.focus();
    await view.page.keyboard.press('c');
    await row.getByRole('textbox').fill(text);
  }

  test('appear beside their block and are sent to the platform', async () => {
    await open();
    await section('Safety first').getByText('A new paragraph.').waitFor();

    await comment('Safety first', 'A new paragraph', 'Is it needed?');
    await section('Safety first').getByRole('button', { name: 'Add Single Comment' }).click();

    const row = section('Safety first').locator('.change-row').filter({ hasText: 'A new paragraph' }).first();
    await row.getByRole('article').getByText('Is it needed?').waitFor();
    const { api, space, changeRequest } = view.opened;
    const sent = await api.changeRequestComments.list({
      spaceId: space,
      changeRequestId: changeRequest.id,
      format: 'markdown',
    });
    expect(sent.items.map(({ body }) => body?.markdown)).toHaveLength(1);
    await row.getByRole('button', { name: /Resolve/ }).click();
    await row
      .getByText(/Resolved/)
      .first()
      .waitFor();
  });

  test('on a list quote its items apart, and are found again', async () => {
    await open();
    const list = section('Charging').locator('.change-row').filter({ hasText: 'Check the reflector' });
    await list.focus();
    await view.page.keyboard.press('c');
    await list.getByRole('textbox').fill('Which one?');
    await view.page.getByRole('button', { name: 'Add Single Comment' }).click();

    await list.getByRole('article').getByText('Which one?').waitFor();
    const place = { space: view.opened.space, changeRequest: view.opened.changeRequest.id };
    const [thread] = view.threads.of(place).cached().threads;
    expect(JSON.stringify(thread)).toMatch(/Clean the contacts\.[\s\\n>]+Check the reflector/);
  });

  test('are about the selected words', async () => {
    await open();
    const words = section('Safety first').getByText('Keep hands');
    await words.waitFor();

    await view.page.evaluate(
      `getSelection().selectAllChildren([...document.querySelectorAll('p')].find(({ textContent }) => textContent.includes('feet')))`,
    );
    await view.page.keyboard.press('c');
    await view.page.getByRole('textbox').fill('And ears?');
    await view.page.getByRole('button', { name: 'Add Single Comment' }).click();

    await view.page.getByRole('article').getByText('And ears?').waitFor();
    const [thread] = view.threads
      .of({ space: view.opened.space, changeRequest: view.opened.changeRequest.id })
      .cached().threads;
    expect(JSON.stringify(thread)).toContain('Keep hands and feet away.');
  });

  test.each([
    ['a word that is elsewhere, too', ['Since 4.2', 'dock'], ['dock'], /approach the \*\*dock\*\* at 0\.3/],
    ['a clicked cell of a table', ['ND-3', ''], ['ND-3'], /^> .*\*\*ND-3\*\*.*\n\nWhich/],
  ] as const)('are about %s', async (_, [within, words], marked, expected) => {
    await open();
    const { api, space, changeRequest } = view.opened;
    await section('Charging').getByText('Since 4.2').waitFor();
    await section('Charging').getByText('ND-3').click();
    if (words) await select(within, words);

    await view.page.keyboard.press('c');
    await view.page.keyboard.type('Which');
    await expect.poll(() => view.page.getByRole('textbox').inputValue()).toBe('Which');
    await view.page.getByRole('button', { name: 'Add Single Comment' }).click();

    const row = section('Charging')
      .locator('.change-row')
      .filter({ hasText: within.split(' ')[0]! });
    await row.getByRole('article').getByText('Which').waitFor();
    const ids = { spaceId: space, changeRequestId: changeRequest.id };
    const { items } = await api.changeRequestComments.list({ ...ids, format: 'markdown' });
    expect(items[0]?.body?.markdown).toMatch(expected);
    await expect
      .poll(() => view.page.evaluate(`[...(CSS.highlights.get('commented') ?? [])].map(String)`))
      .toEqual(marked);
  });

  test('in a folded stretch unfold it', async () => {
    await open();
    const { api, space, changeRequest } = view.opened;
    await api.changeRequestComments.create({
      spaceId: space,
      changeRequestId: changeRequest.id,
      body: { body: { markdown: '> The last line.\n\nReally the last?' }, page: 'charging' },
    });
    await view.threads.of({ space, changeRequest: changeRequest.id }).refresh();

    const row = section('Charging').locator('.change-row').filter({ hasText: 'The last line.' }).first();
    await row.getByRole('article').getByText('Really the last?').waitFor();
  });

  test('that are typed survive a reload', async () => {
    await open();
    await section('Safety first').getByText('A new paragraph.').waitFor();
    await comment('Safety first', 'A new paragraph', 'Half a sentence');
    await expect.poll(() => view.threads.drafts.cached().length).toBe(1);

    await view.page.evaluate('location.reload()');

    await expect.poll(() => view.page.getByRole('textbox').first().inputValue()).toBe('Half a sentence');
  });

  async function suggest(words: string, text: string | undefined, why = ''): Promise<Locator> {
    const row = section('Safety first').locator('.change-row').filter({ hasText: words }).first();
    await row.focus();
    await view.page.keyboard.press('s');
    const suggested = row.getByRole('textbox', { name: 'Suggested text' });
    await expect.poll(() => view.page.evaluate(`document.activeElement.className`)).toContain('suggested');
    expect(await suggested.inputValue()).toBe('A new paragraph.');
    if (text !== undefined) {
      await view.page.keyboard.press('Control+A');
      await view.page.keyboard.insertText(text);
    }
    if (why !== '') await row.getByRole('textbox', { name: 'New comment' }).fill(why);
    return row;
  }

  const sent = async () => {
    const { api, space, changeRequest } = view.opened;
    const ids = { spaceId: space, changeRequestId: changeRequest.id };
    const { items } = await api.changeRequestComments.list({ ...ids, format: 'markdown' });
    return items.map(({ body }) => body?.markdown);
  };

  test('suggest a change of a block in a field of its own, whatever is typed', async () => {
    await open();
    const row = await suggest('A new paragraph', '```js\nfeet()\n', 'Shorter:\n\n```\nopen');

    await row.getByRole('button', { name: 'Add Single Comment' }).click();

    await row.getByRole('article').locator('ins').first().waitFor();
    const block = '```original\nA new paragraph.\n```\n\n````suggestion\n```js\nfeet()\n\n````';
    expect(await sent()).toEqual([`${block}\n\nShorter:\n\n\`\`\`\nopen`]);
  });

  test('that suggest nothing new say so, and are sent when the user insists', async () => {
    await open();
    const row = await suggest('A new paragraph', undefined);
    const send = row.getByRole('button', { name: 'Add Single Comment' });

    await send.click();

    await row.getByText('The suggested text is the same as the present one.').waitFor();
    expect(await sent()).toEqual([]);
    await send.click();
    await expect.poll(sent).toHaveLength(1);
  });

  test('with an unchanged suggestion are given up with Escape', async () => {
    await open();
    const row = await suggest('A new paragraph', undefined);
    expect(await row.getByRole('button', { name: 'Cancel' }).count()).toBe(1);

    await view.page.keyboard.press('Escape');

    await expect.poll(() => row.getByRole('textbox').count()).toBe(0);
    expect(view.threads.drafts.cached()).toEqual([]);
    expect(await view.page.evaluate(`document.activeElement.className`)).toContain('change-row');
  });

  test('that suggest something are marked when the page no longer has the text', async () => {
    await open();
    const row = await suggest('A new paragraph', 'No paragraph.');
    await row.getByRole('button', { name: 'Add Single Comment' }).click();
    await row.getByRole('article').waitFor();
    expect(await focused()).toContain('A new paragraph');

    await push('Keep hands and feet away.\n\nA newer paragraph.\n');

    await section('Safety first').getByText('A newer').waitFor();
    await section('Safety first').getByText('Outdated', { exact: true }).waitFor();
    await section('Safety first')
      .getByRole('button', { name: /^Compare suggestion by / })
      .waitFor();
    expect(
      await section('Safety first')
        .getByRole('button', { name: /^Apply suggestion/ })
        .count(),
    ).toBe(0);
  });

  test('with a suggestion keep it when they are edited', async () => {
    await open();
    const row = await suggest('A new paragraph', 'No paragraph.', 'Why?');
    await row.getByRole('button', { name: 'Add Single Comment' }).click();
    const thread = row.getByRole('article');

    await thread.getByRole('button', { name: 'Edit comment' }).click();
    await thread.getByRole('textbox', { name: 'Edit comment' }).fill('Because.');
    await thread.getByRole('textbox', { name: 'Suggested text' }).fill('');
    await thread.getByRole('button', { name: 'Save' }).click();

    await expect.poll(sent).toEqual(['Because.\n\n```original\nA new paragraph.\n```\n\n```suggestion\n```']);
  });

  test('with a suggestion that was written by hand and is broken say so once', async () => {
    await open();
    await section('Safety first').getByText('A new paragraph.').waitFor();
    await comment('Safety first', 'A new paragraph', '```suggestion\nNo paragraph.\n```');
    const send = section('Safety first').getByRole('button', { name: 'Add Single Comment' });

    await send.click();

    await view.page.getByRole('note').getByText("This suggestion can't be applied").waitFor();
    expect(await sent()).toEqual([]);
    await send.click();
    await expect.poll(sent).toHaveLength(1);
  });

  test('that are given up with Escape leave what was typed for them elsewhere', async () => {
    await open();
    const row = section('Safety first').locator('.change-row').filter({ hasText: 'A new paragraph' }).first();
    await row.focus();
    await view.page.keyboard.press('c');
    await row.getByRole('textbox').waitFor();
    const { space, changeRequest } = view.opened;
    const place = { space, changeRequest: changeRequest.id };
    const target = { kind: 'thread', place, page: 'safety', quote: 'A new paragraph.' } as const;
    await view.threads.drafts.keep(target, 'Typed in another view');

    await expect.poll(() => row.getByRole('textbox').inputValue()).toBe('Typed in another view');
    await view.page.keyboard.press('Escape');

    expect(view.threads.drafts.cached().map(({ text }) => text)).toEqual(['Typed in another view']);
  });

  test('that are resolved can be shown and hidden again', async () => {
    await open();
    await comment('Safety first', 'A new paragraph', 'Is it needed?');
    await section('Safety first').getByRole('button', { name: 'Add Single Comment' }).click();
    const row = section('Safety first').locator('.change-row').filter({ hasText: 'A new paragraph' }).first();
    await row.getByRole('button', { name: /Resolve/ }).click();
    await row.getByRole('button', { name: 'Reopen' }).waitFor();
    await view.page.evaluate('location.reload()');
    const show = section('Safety first').getByRole('button', { name: 'Show Resolved Comments (1)' });
    await show.waitFor();
    expect(await row.getByRole('article').count()).toBe(0);

    await show.click();

    await row.getByRole('article').waitFor();
    await section('Safety first').getByRole('button', { name: 'Hide Resolved Comments' }).click();
    await show.waitFor();
    await expect.poll(() => row.getByRole('article').count()).toBe(0);
  });
});

describe('a page that cannot be read', () => {
  test('says why, and can be tried again', async () => {
    let isBroken = true;
    const opened = await openChangeRequest(edits, { pages });
    opened.instead = async (request, platform) =>
      isBroken && new URL(request.url).pathname.includes('/page/')
        ? Response.json({ error: { code: 403, message: 'Not now' } }, { status: 403 })
        : platform(request);
    await open({ opened });
    const page = section('Safety first');
    await page.getByText("Couldn't load the changes.").waitFor();

    isBroken = false;
    await page.getByRole('button', { name: 'Retry' }).click();

    await section('Safety first').getByText('A new paragraph.').waitFor();
  });
});

describe('axe finds nothing', () => {
  test.each<[Theme, number, 'marked' | 'columns']>([
    ['light', 1280, 'marked'],
    ['dark', 1280, 'columns'],
    ['highContrast', 1280, 'marked'],
    ['highContrastLight', 900, 'columns'],
    ['light', 300, 'marked'],
  ])('in %s at %d pixels, %s', async (theme, width, layout) => {
    await open({ theme, width, layout });
    await section('Safety first').getByText('A new paragraph.').first().waitFor();
    const row = section('Safety first').locator('.change-row').filter({ hasText: 'A new paragraph' }).first();
    await row.focus();
    await view.page.keyboard.press('c');
    await row.getByRole('textbox').fill('A comment.');

    expect(await axeFindings(view.page)).toEqual([]);
    const wide = await view.page.evaluate('document.documentElement.scrollWidth');
    expect(wide).toBeLessThanOrEqual(width);
  });
});
