import { readFileSync } from 'node:fs';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { createApi } from '../../../src/client/createApi.ts';
import { createDownload } from '../../../src/client/download.ts';
import type { Space } from '../../../src/contract/spaces/spaces.ts';
import { isReadable } from '../../../src/model/pages/readable.ts';
import { openLocalPlatform, type LocalPlatform } from '../../../src/server/localPlatform.ts';
import { createContents } from '../../../src/store/content/createContents.ts';
import { createChangeRequestEdits } from '../../../src/store/editing/createEdits.ts';
import { createLibrary } from '../../../src/store/library/createLibrary.ts';
import { openEdits } from '../openEdits.ts';
import { memory } from '../openLibrary.ts';
import { emptyStorage } from '../openThreads.ts';

// Reading, editing and sending with the local platform: for all pages of the sample, and for generated ones.

let local: LocalPlatform;
beforeAll(() => {
  local = openLocalPlatform({
    data: ':memory:',
    seed: 'sample',
    sampleFolder: 'media/sample',
    appUrl: 'https://app.example',
  });
});
afterAll(() => local.close());

function open() {
  let posts = 0;
  const platform = async (request: Request): Promise<Response> => {
    if (request.method === 'POST' && request.url.endsWith('/content')) posts++;
    return local.handle(request);
  };
  const connection = { base: 'https://docs.example', platform, token: async () => local.token };
  const api = createApi(connection);
  const log = { warn: (message: string) => assert.fail(message) };
  const download = createDownload(connection);
  const parts = { api, download, account: 'a', now: Date.now, storage: memory(), log };
  const library = createLibrary(parts);
  const content = createContents({ ...parts, library });
  const edits = createChangeRequestEdits({
    ...parts,
    content,
    isLacking: () => false,
    drafts: emptyStorage(),
    files: emptyStorage(),
    inserting: { isLacking: () => false, learnLacking: () => assert.fail() },
  });
  return { api, library, content, edits, posts: () => posts };
}

/** All spaces of the sample with their pages that have a text. */
async function sample({ api, library }: ReturnType<typeof open>) {
  const found: { space: Space; pages: string[] }[] = [];
  const { spaces } = await library.availableSpaces();
  for (const space of spaces.filter(({ permissions }) => permissions?.edit)) {
    const tree = await library.pages(space.id);
    const pages = [...tree.byId.values()].filter((node) => isReadable(node) && node.page.type !== 'computed');
    found.push({ space, pages: pages.map(({ id }) => id) });
  }
  return Promise.all(
    found.map(async ({ space, pages }) => {
      const { number } = await api.changeRequests.create({ spaceId: space.id, body: { subject: 'All pages' } });
      return { space: space.id, number, pages };
    }),
  );
}

describe('in the sample', () => {
  test(
    'every unchanged page is sent as nothing, and one changed paragraph as just that',
    { timeout: 30_000 },
    async () => {
      const opened = open();
      const { api, content, edits, posts } = opened;
      let written = 0;
      let revisions = 0;
      let rewritten = 0;
      for (const { space, number, pages } of await sample(opened)) {
        const at = { space, number };
        const before = await Promise.all(
          pages.map(async (page) => {
            const { reading } = await content.reading(space, number, page);
            if (reading.text !== reading.markdown) rewritten++;
            return { page, markdown: reading.markdown, text: (await edits.page({ ...at, page })).text };
          }),
        );
        const same = before.map(({ page, text }) => ({ kind: 'write', page, text }) as const);
        assert.equal((await edits.send(at, same, { inBatches: true })).changed, false);
        assert.equal(posts(), revisions);

        const changed = before.flatMap(({ page, markdown, text }, index) => {
          const [shown, raw] = [text, markdown].map((each) => each.trimEnd().split('\n\n')) as [string[], string[]];
          if (shown.length < 2) return [];
          const at = 1 + ((index * 7) % (shown.length - 1));
          const edited = (paragraphs: string[]) => `${paragraphs.with(at, `${paragraphs[at]} Edited.`).join('\n\n')}\n`;
          return [{ kind: 'write', page, base: text, text: edited(shown), wanted: edited(raw) } as const];
        });
        const sent = await edits.send(at, changed, { inBatches: true });

        revisions += Math.ceil(changed.length / 50);
        written += changed.length;
        assert.equal(posts(), revisions);
        assert.deepEqual(sent.different, []);
        for (const { page: pageId, wanted } of changed) {
          const place = { spaceId: space, changeRequestId: String(number), pageId, format: 'markdown' } as const;
          assert.equal((await api.changeRequestContent.page(place)).markdown, wanted);
        }
        const { pages: others } = await content.changes(space, number);
        assert.deepEqual(
          others.map(({ id, text, fields, isMoved }) => [id, text, fields, isMoved]).sort(),
          changed.map(({ page }) => [page, 'other', [], false]).sort(),
        );
      }
      assert.ok(written > 120 && rewritten > 60, `${written} pages written, of ${rewritten} addresses read otherwise`);
    },
  );
});

describe('with any Markdown', () => {
  const blocks = fc.array(
    fc.constantFrom(
      'Words and *more*.',
      'See [b](a/b.md), ![i](/files/none) and <https://a.example>.',
      '# A',
      '## Part {#id}',
      '- one\n- two\n  - three',
      '```\n# code\n[x](/y)\n```',
      '{% hint style="info" %}\nHint [b](a/b.md).\n{% endhint %}',
      '{% columns %}\n{% column width="66.67%" %}\n[b](a/b.md)\n{% endcolumn %}\n{% endcolumns %}',
      '{% updates format="full" %}\n{% update date="2026-02-26" tags="new,beta" %}\n## New\n{% endupdate %}\n{% endupdates %}',
      '{% openapi src="https://a.example/b.json" path="/b/{c}" method="get" %}\n[b.json](https://a.example/b.json)\n{% endopenapi %}',
      '{% if visitor.claims.plan === "a" %}\n{% include "../includes/b.md" %}\n{% endif %}',
      '{% @plugin/name url="https://a.example/a%20b" %}',
      'a[^1] and $$a_1 * b$$ :smile:\n\n[^1]: note',
      '$$\na \\\\ b\n$$',
      '| a | b |\r\n| - | - |\r\n| [c](<c d.md>) | 2 |',
      '<figure><img src="/files/none" alt=""></figure>',
      '---',
      '\ufefftext',
      '   indented',
      '\ttabbed',
      'line\\\nbreak  \nsoft',
      '&amp; &lt;b&gt; \\*',
      '',
    ),
    { maxLength: 8 },
  );

  test('an unchanged page is sent as nothing, and an edited one comes back as it was typed', async () => {
    using all = await openEdits();
    const { opened, edits, send, target, markdown, revisions } = all;
    await fc.assert(
      fc.asyncProperty(blocks, blocks, fc.constantFrom('\n', '', '\n\n'), async (one, other, end) => {
        const text = `${one.join('\n\n')}${end}`;
        opened.platform.editChangeRequest(opened.changeRequest.id, [
          { operation: 'update_page', page: 'a', markdown: text },
        ]);
        const before = revisions();
        const page = await edits.refresh(target('a'));
        const has = await markdown('a');
        assert.equal((await send({ kind: 'write', page: 'a', text: page.text })).changed, false);
        assert.equal(revisions(), before);

        const [title] = page.text.split('\n', 1);
        const wanted = `${title}\n\n${other.join('\n\n')}`.replaceAll('\r\n', '\n');
        const sent = await send({ kind: 'write', page: 'a', text: wanted, base: page.text });

        assert.deepEqual(sent.different, []);
        const received = (await markdown('a')) ?? '';
        assert.equal(plain(received), plain(wanted));
        if (!sent.changed) assert.equal(await markdown('a'), has);
      }),
      { numRuns: 60 },
    );
  });

  test('every block that a page can hold is kept byte for byte', async () => {
    using all = await openEdits();
    const { opened, edits, send, target, markdown } = all;
    const text = readFileSync('media/sample/spaces/engineering-handbook/writing/blocks.md', 'utf8');
    const body = text.slice(text.indexOf('\n\n', text.indexOf('# ')) + 2);
    opened.platform.editChangeRequest(opened.changeRequest.id, [
      { operation: 'update_page', page: 'a', markdown: body },
    ]);
    const before = await markdown('a');
    const page = await edits.refresh(target('a'));

    const sent = await send({ kind: 'write', page: 'a', text: `${page.text}\nEdited.\n`, base: page.text });

    assert.equal(before, `# A\n\n${body}`);
    assert.deepEqual(sent.different, []);
    assert.equal(await markdown('a'), `# A\n\n${body}\nEdited.\n`);
  });

  test('an inserted page comes back as it was typed', async () => {
    using all = await openEdits();
    const { send, markdown } = all;
    const title = fc.stringMatching(/^[A-Za-z0-9*_`#.[\]()&<>\\-]( ?[A-Za-z0-9*_`#.[\]()&<>\\-]){0,8}$/);
    await fc.assert(
      fc.asyncProperty(title, blocks, fc.boolean(), async (title, body, hasTitle) => {
        const text = body.join('\n\n').replaceAll('\r\n', '\n');
        const written = hasTitle ? `# ${title}\n\n${text}` : text;
        const sent = await send({ kind: 'insert', title, text: written, into: 'a' });

        const [page = ''] = sent.inserted;
        assert.deepEqual(sent.different, []);
        const received = (await markdown(page)) ?? '';
        assert.equal(plain(received), plain(`# ${title}\n\n${text}`));
      }),
      { numRuns: 60 },
    );
  });
});

/** Ignores invisible differences. */
function plain(markdown: string): string {
  return markdown
    .replaceAll('\r\n', '\n')
    .replace(/^(#.*)\n\s*(?=\S)/, '$1\n\n')
    .trimEnd();
}
