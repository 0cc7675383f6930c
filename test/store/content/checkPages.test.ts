import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { pageFacts } from '../../../src/model/checks/pageFacts.ts';
import { ruleOf } from '../../../src/model/checks/introduced.ts';
import { usualRules } from '../../../src/model/checks/rules.ts';
import type { CheckAllOptions, CheckedPage } from '../../../src/store/content/checks.ts';
import { openChangeRequest, type Edits, type OpenedChangeRequest } from '../openChangeRequest.ts';

const pages: Edits = [
  {
    operation: 'insert_page',
    id: 'a',
    title: 'A',
    markdown: '# A\n\n![](https://example.com/x.png)\n\n[gone](gone.md)\n',
  },
  { operation: 'insert_page', id: 'b', title: 'B', into: 'a', markdown: '# B\n\nSee [c](../c.md#part).\n' },
  { operation: 'insert_page', id: 'c', title: 'C', markdown: '# C\n\n## Part\n' },
  { operation: 'insert_page', id: 'd', title: 'D', markdown: '# D\n\nSee [c](c.md) and [e](e.md).\n' },
  { operation: 'insert_page', id: 'e', title: 'E', markdown: '# E\n\nSee [b](a/b.md).\n' },
  { operation: 'insert_page', id: 'f', title: 'F', markdown: '# F\n' },
];

const update = (page: string, markdown: string): Edits[number] => ({ operation: 'update_page', page, markdown });

const plain: CheckAllOptions = {
  shows: 'introduced',
  factsOf: async (text, linksOnly) => pageFacts(text, { rules: usualRules, linksOnly }),
};

/** The problems: page, rule, and marked text. */
async function found(
  { content, space }: OpenedChangeRequest,
  options: Partial<CheckAllOptions> = {},
): Promise<string[]> {
  const { pages } = await content.check(space, 1, { ...plain, ...options });
  return pages.flatMap(inWords);
}

function inWords({ node, text, problems }: CheckedPage): string[] {
  return problems.map((each) => `${node.id}: ${ruleOf(each)} ${text.slice(each.start, each.end)}`);
}

describe('the problems of a change request', () => {
  test('are those that its changes introduce', async () => {
    using opened = await openChangeRequest(
      [
        update(
          'a',
          '# A\n\nNew.\n\n![](https://example.com/x.png)\n\n[gone](gone.md) and [more](lost.md)\n\n### Skipped\n\n{% hint %}\n',
        ),
      ],
      { pages },
    );

    assert.deepEqual(await found(opened), ['a: page lost.md', 'a: level ### Skipped', 'a: unclosed {% hint %}']);
    assert.deepEqual((await found(opened, { shows: 'all' })).slice(0, 2), [
      'a: alt ![](https://example.com/x.png)',
      'a: page gone.md',
    ]);
  });

  test('include all of a new page', async () => {
    using opened = await openChangeRequest(
      [{ operation: 'insert_page', id: 'new', title: 'New', markdown: '# New\n\n![](https://example.com/x.png)\n' }],
      { pages },
    );

    assert.deepEqual(await found(opened), ['new: alt ![](https://example.com/x.png)']);
  });

  test('include links to anchors that no page has, and not those that it has', async () => {
    using opened = await openChangeRequest([update('f', '# F\n\n[a](c.md#part) [b](c.md#other) [c](#f) [d](#g)\n')], {
      pages,
    });

    assert.deepEqual(await found(opened), ['f: heading other', 'f: heading g']);
  });

  test('include links of other pages to a page that it deletes', async () => {
    using opened = await openChangeRequest([{ operation: 'delete_page', page: 'c' }], { pages });

    const all = await found(opened);

    assert.deepEqual(all.map((each) => each.slice(0, 7)).sort(), ['b: page', 'd: page']);
  });

  test('include links of other pages to a heading that it renames', async () => {
    using opened = await openChangeRequest([update('c', '# C\n\n## Piece\n')], { pages });

    assert.deepEqual(await found(opened), ['b: heading part']);
  });

  test('leave out links to files that were inserted and not sent yet', async () => {
    using opened = await openChangeRequest([], { pages });
    const unsent = new Map([['f', '# F\n\n[x](_files/x.pdf) [y](_files/y.pdf)\n']]);
    const newFiles = [{ name: 'x.pdf', size: 2, contentType: 'application/pdf' }];

    assert.deepEqual(await found(opened, { unsent, newFiles }), ['f: file _files/y.pdf']);
  });

  test('count unsent texts instead of those of the server', async () => {
    using opened = await openChangeRequest([update('a', '# A\n\n### Skipped\n')], { pages });
    const unsent = new Map([
      ['a', '# A\n\n## Right\n'],
      ['f', '# F\n\n![](https://example.com/x.png)\n\n[a](a.md#right) [b](a.md#skipped)\n'],
    ]);

    assert.deepEqual(await found(opened, { unsent }), ['f: alt ![](https://example.com/x.png)', 'f: heading skipped']);
  });

  test('include no links to files that are not sent yet, but those to files that nobody has', async () => {
    using opened = await openChangeRequest([], { pages });
    const unsent = new Map([['f', '# F\n\n![New](_files/new.png)\n\n![Lost](_files/lost.png)\n']]);
    const newFiles = [{ name: 'new.png', size: 3, contentType: 'image/png' }];

    assert.deepEqual(await found(opened, { unsent, newFiles }), ['f: file _files/lost.png']);
    const page = await opened.content.checkPage(opened.space, 1, 'f', { ...plain, unsent, newFiles });
    assert.deepEqual(inWords(page), ['f: file _files/lost.png']);
  });

  test('need each changed text once, and no other page', async () => {
    using opened = await openChangeRequest([update('a', '# A\n\nNew.\n'), update('c', '# C\n\n## Part\n\nNew.\n')], {
      pages,
    });

    await found(opened);
    const read = opened.taken().filter((request) => request.includes('/page/'));
    assert.equal(read.length, 4, read.join('\n'));

    await found(opened);
    assert.deepEqual(
      opened.taken().filter((request) => request.includes('/page/')),
      [],
    );
  });

  test('are searched in a few texts at the same time, also in those of linked pages', async () => {
    const many = Array.from({ length: 30 }, (_, index) => `linked${index}`);
    using opened = await openChangeRequest([update('f', many.map((id) => `[x](${id}.md#no)\n\n`).join(''))], {
      pages: [
        ...pages,
        ...many.map((id) => ({ operation: 'insert_page' as const, id, title: id, markdown: `# ${id}\n` })),
      ],
    });
    let [running, most, all] = [0, 0, 0];
    const factsOf: CheckAllOptions['factsOf'] = async (text, linksOnly) => {
      most = Math.max(most, ++running);
      all++;
      await new Promise((resolve) => setTimeout(resolve, 2));
      running--;
      return pageFacts(text, { rules: usualRules, linksOnly });
    };

    const { problems } = await opened.content.checkPage(opened.space, 1, 'f', { ...plain, factsOf });

    assert.equal(problems.length, 30);
    assert.equal(all, 32);
    assert.ok(most <= 8, `${most} at the same time`);
  });

  test('name the pages that could not be checked', async () => {
    using opened = await openChangeRequest([update('a', '# A\n\n### B\n'), update('c', '# C\n\n### D\n')], { pages });
    opened.instead = (request, handle) =>
      /\/page\/c\?/.test(request.url) ? Promise.resolve(Response.json({}, { status: 403 })) : handle(request);

    const { pages: checked, unchecked } = await opened.content.check(opened.space, 1, plain);
    assert.deepEqual(checked.flatMap(inWords), ['a: level ### B']);
    assert.deepEqual(
      unchecked.map(({ node }) => node.id),
      ['c'],
    );
    assert.ok(unchecked[0]?.error);

    const tooLong = await opened.content.check(opened.space, 1, { ...plain, factsOf: async () => undefined });
    assert.deepEqual(tooLong.unchecked.map(({ node, error }) => [node.id, error !== undefined]).sort(), [
      ['a', false],
      ['c', true],
    ]);
  });

  test("are all reported if the server doesn't have the base", async () => {
    using opened = await openChangeRequest([update('a', '# A\n\n![](https://example.com/x.png)\n')], {
      pages,
      lacking: /\/revisions\//,
    });
    opened.platform.edit(opened.space, [{ operation: 'update_page', page: 'd', title: 'From main' }]);

    const { isCompared, pages: checked } = await opened.content.check(opened.space, 1, plain);

    assert.equal(isCompared, false);
    assert.deepEqual(checked.flatMap(inWords), ['a: alt ![](https://example.com/x.png)']);
  });

  test('report their progress, and can be canceled', async () => {
    using opened = await openChangeRequest([update('a', 'x'), update('c', 'y')], { pages });
    const progress: string[] = [];
    await found(opened, { onProgress: (done, of) => progress.push(`${done}/${of}`) });
    assert.deepEqual(progress, ['1/2', '2/2']);

    const stop = new AbortController();
    const factsOf = async () => {
      stop.abort();
      return pageFacts('', {});
    };
    await assert.rejects(opened.content.check(opened.space, 1, { ...plain, factsOf, signal: stop.signal }));
  });

  test('of one page are the same', async () => {
    using opened = await openChangeRequest(
      [update('a', '# A\n\n![](https://example.com/x.png)\n\n### B\n\n[c](c.md#no)\n')],
      { pages },
    );

    const page = await opened.content.checkPage(opened.space, 1, 'a', plain);

    assert.deepEqual(inWords(page), ['a: level ### B', 'a: heading no']);
    assert.ok(page.anchorsOf('c')?.has('part'));
  });
});
