import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import fc from 'fast-check';
import { fake } from '../../../fakes/vscode/index.ts';
import { openEditors } from './editor.ts';

type Editors = Awaited<ReturnType<typeof openEditors>>;
type Editor = Awaited<ReturnType<Editors['open']>>;

/** The server's text of the page. */
async function served(all: Editors): Promise<string> {
  return (await all.edits.page({ space: all.opened.space, number: 1, page: 'a' })).text;
}

async function settled(): Promise<void> {
  for (let turns = 0; turns < 50; turns++) await new Promise((resolve) => setImmediate(resolve));
}

async function saved(all: Editors, { type, save }: Editor, text: string): Promise<readonly string[]> {
  all.choices.length = 0;
  fake.said.length = 0;
  type(text);
  assert.equal(await save(), true, String(all.failures));
  await settled();
  return all.choices;
}

describe('after a save, the editor shows what the server has', () => {
  test('when the title was deleted, which the server puts back', async () => {
    using all = await openEditors();
    const editor = await all.open('a.md');

    const choices = await saved(all, editor, 'One.\n');

    assert.match(choices.join(), /The server saved a different version of “a\.md” than you sent\./);
    assert.equal(editor.document.text, '# A\n\nOne.\n');
    assert.equal(await all.markdownOf('a'), '# A\n\nOne.\n');
    await saved(all, editor, '# A\n\nOne and two.\n');
    assert.equal(await all.markdownOf('a'), '# A\n\nOne and two.\n');
    assert.doesNotMatch(fake.said.join(), /[Ss]omeone else|Ada/);
  });

  test('each time that the server alters the same text', async () => {
    using all = await openEditors();
    const editor = await all.open('a.md');
    const typed = 'One.\n';
    for (let time = 0; time < 3; time++) {
      const choices = await saved(all, editor, typed);

      assert.equal(choices.length, 1, `no message the ${time + 1}. time`);
      assert.equal(editor.document.text, await served(all));
    }
  });

  test('when front matter is above the title, which stays the only one', async () => {
    using all = await openEditors();
    const editor = await all.open('a.md');

    await saved(all, editor, '---\ndescription: Short\n---\n\n# Other\n\nOne.\n');

    assert.equal(await all.markdownOf('a'), '# Other\n\n---\ndescription: Short\n---\n\nOne.\n');
    assert.equal(editor.document.text, await served(all));
  });

  test('when the title is underlined, which is a title like others', async () => {
    using all = await openEditors();
    const editor = await all.open('a.md');

    await saved(all, editor, 'Other\n=====\n\nOne.\n');

    assert.equal(await all.markdownOf('a'), '# Other\n\nOne.\n');
    assert.equal(editor.document.text, '# Other\n\nOne.\n');
  });

  test(
    'after any edits of title, first lines and front matter, or says that it differs',
    { timeout: 120_000 },
    async () => {
      const start = fc.constantFrom(
        '',
        '# A\n\n',
        '# A\n',
        '# A #\n\n',
        '#  A\n\n',
        '\n\n# A\n\n',
        '# B\n\n',
        'A\n===\n\n',
        'B\n=\n',
        'B\nC\n==\n',
        '## A\n\n',
        '# \n\n',
        '---\ntitle: A\n---\n',
        '---\nicon: house\n---\n\n# A\n\n',
        '# A\n\n# A\n\n',
        '\ufeff# A\n\n',
        '# *A*\n\n',
        '- a\n===\n',
        '> q\n===\n',
      );
      const rest = fc.constantFrom(
        'One.\n',
        '\n\nOne.\n',
        'One.',
        '',
        'One.\n\n\n',
        '===\n',
        '# A\n\nOne.\n',
        'Two  \nlines\n',
        '***\n',
      );
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(start, rest, fc.boolean()), { minLength: 1, maxLength: 4 }),
          async (texts) => {
            using all = await openEditors();
            const editor = await all.open('a.md');
            for (const [first, more, isSaveAll] of texts) {
              all.choices.length = 0;
              editor.type(first + more);
              // An empty title is refused.
              const isSaved = isSaveAll
                ? all.saveAll('a.md').then(
                    () => true,
                    () => false,
                  )
                : editor.save();
              if (!(await isSaved)) continue;
              await settled();
              assert.equal(editor.document.text, await served(all), JSON.stringify(first + more));
              assert.doesNotMatch([...fake.said, ...all.choices].join(), /[Ss]omeone else|Ada/);
            }
          },
        ),
        { numRuns: 60 },
      );
    },
  );
});
