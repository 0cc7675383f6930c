import assert from 'node:assert/strict';
import fc from 'fast-check';
import { slug } from 'github-slugger';
import { fromHtml } from 'hast-util-from-html';
import { visit } from 'unist-util-visit';
import { describe, test } from 'vitest';
import { sectionsOf } from '../../../src/formats/markdown/sections.ts';
import { anchorsIn, brokenLinks } from '../../../src/model/pages/brokenLinks.ts';
import { platformId } from '../../../src/model/text/headingIds.ts';
import { githubSlug } from '../../../src/model/shared/slug.ts';
import { headingAt, headingsOf } from '../../../src/model/pages/text.ts';
import { renderPage } from '../../../src/model/rendering/renderPage.ts';
import { context } from '../hostileCalls.ts';

describe("the platform's id of a heading", () => {
  // As on published sites, besides the last ones.
  test.each([
    ['1. Birthday & Anniversary Enhancements', 'id-1.-birthday-and-anniversary-enhancements'],
    ['10,000 foot view', 'id-10-000-foot-view'],
    ['16-bit mode stack operations', 'id-16-bit-mode-stack-operations'],
    ['1. Standard Purchase Program (Always-On Base Rule)', 'id-1.-standard-purchase-program-always-on-base-rule'],
    ['3. (Only) Add context_type', 'id-3.-only-add-context_type'],
    ["Retrieve a user's open orders", 'retrieve-a-users-open-orders'],
    ['$SYS.REQ.USER.INFO - Request Information', 'usdsys.req.user.info-request-information'],
    ['$SYS.REQ.SERVER.PING - Servers + Stats', 'usdsys.req.server.ping-servers--stats'],
    ['$SYS.<id>.STATSZ - Summary', 'usdsys.less-than-id-greater-than.statsz-summary'],
    ['Decentralized Authentication/Authorization', 'decentralized-authentication-authorization'],
    ['datetime(timeValue, modifiers)', 'datetime-timevalue-modifiers'],
    ['Writeups with the tag pluginID:53360:', 'writeups-with-the-tag-pluginid-53360'],
    ['⚙️ How to set up', 'how-to-set-up'],
    ['Send email.', 'send-email'],
    ['What is "Place order" feature?', 'what-is-place-order-feature'],
    ['', 'undefined'],
    ['Größe, é and Łódź', 'groesse-e-and-lodz'],
    [':gear: Set up', 'set-up'],
    ['a | b', 'a-or-b'],
    ['C++', 'c'],
    ['1. 创建 Anthropic', undefined],
    ['Установка', undefined],
  ])('of %j is %j', (title, id) => {
    assert.equal(platformId(title), id);
  });
});

test("GitHub's id is that of others, also with characters that they don't know yet", () => {
  const of = (id: (title: string) => string) =>
    Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code)).filter(
      (letter) => !/\p{Cs}/u.test(letter) && id(letter) !== '',
    );
  const [ours, theirs] = [of(githubSlug), new Set(of(slug))];

  assert.deepEqual(
    ours.filter((letter) => !theirs.has(letter) && !/[\p{L}\p{M}\p{N}\p{So}]/u.test(letter)),
    [],
  );
  assert.deepEqual(
    [...theirs].filter((letter) => githubSlug(letter) !== slug(letter)),
    [],
  );
  for (const title of ['A & B', '  Two  words', 'Ünïcode_x', '1. İ', '👩‍💻 a-b'])
    assert.equal(githubSlug(title), slug(title));
});

describe('a link to a place in a page', () => {
  test.each([
    ['## A & B', ['a-and-b', 'a--b'], ['a-b']],
    ['## 1. Install', ['id-1.-install', '1-install'], ['install']],
    ["## A <a id='way'></a>", ['way'], ['b']],
    ['## A <a id=way></a>', ['way'], ['b']],
    ['## A <a name="way"></a>', ['a', 'way'], ['b']],
    ['## A <a id="way" name="other"></a>', ['way', 'other'], ['b']],
    ['<h2 id="way">A</h2>\n\n## A', ['way', 'a'], ['a-1-1']],
    ['<h2>R&amp;D</h2>', ['r-and-d', 'rd'], ['r-amp-d']],
    ['<!--\n<h2>A</h2>\n-->', [], ['a']],
    ['## A {#way}', ['way'], ['a-way']],
    [
      '<details>\n<summary>More & more</summary>\n\n## More & more\n\n</details>',
      ['more-and-more', 'more-and-more-1', 'more--more'],
      ['more--more-1'],
    ],
    ['<details>\n<summary><h3>More</h3></summary>\n</details>', ['more'], ['more-1']],
    ['[x](#user-content-fn-n)[^n]\n\n[^n]: Note', ['user-content-fn-n'], ['user-content-fn-1']],
    ['## 创建 A', ['创建-a'], []],
  ] as const)('%j', (text, led, lost) => {
    const anchors = anchorsIn(`# T\n\n${text}\n`);
    const page = render(`# T\n\n${text}\n`);

    assert.deepEqual(
      led.filter((anchor) => !anchors.has(anchor)),
      [],
    );
    assert.deepEqual(
      lost.filter((anchor) => anchors.has(anchor)),
      [],
    );
    assert.deepEqual(
      led.filter((anchor) => !page.ids.has(anchor)),
      [],
    );
    assert.deepEqual(
      lost.filter((anchor) => page.ids.has(anchor)),
      [],
    );
  });

  test("in another script isn't known to be broken in Latin letters", () => {
    assert.ok(anchorsIn('# T\n\n## 创建\n').has(''));
    assert.ok(!anchorsIn('# T\n\n## A\n').has(''));

    const text = '# T\n\n[a](#chuang-jian) [b](#建) [c](#创建)\n\n## 创建\n';
    const found = brokenLinks(text, { ...context, anchorsOf: () => anchorsIn(text) });
    assert.deepEqual(
      found.map(({ written }) => written),
      ['建'],
    );
  });
});

describe('any headings', () => {
  const words = ['A', 'B', '1.', '&', 'and', '1', '-', '+', 'é', 'a.b', 'x_y', '(', '.', "it's", '<b>', '创建', '#'];
  const heading = fc.record({
    title: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((found) => `A ${found.join(' ')} z`),
    form: fc.constantFrom('# ', '## ', '### ', '<h2>', '<summary>'),
  });
  const written = fc
    .array(heading, { maxLength: 12 })
    .map((all) =>
      all.map(({ title, form }) =>
        form.startsWith('<') ? `${form}${title.replaceAll('<b>', '')}${form.replace('<', '</')}` : form + title,
      ),
    );

  test('have ids of their own, and each leads there', () => {
    fc.assert(
      fc.property(written, (lines) => {
        const headings = headingsOf(`# T\n\n${lines.join('\n\n')}\n`);
        const slugs = headings.map(({ slug }) => slug).filter((slug) => slug !== '');

        assert.equal(new Set(slugs).size, slugs.length);
        for (const each of headings) {
          if (each.slug !== '') assert.equal(headingAt(headings, each.slug), each);
          const { alias } = each;
          if (alias !== undefined && !slugs.includes(alias)) assert.equal(headingAt(headings, alias), each);
        }
      }),
    );
  });

  test('have the same ids for the reader, the check, and the search', () => {
    fc.assert(
      fc.property(written, (lines) => {
        const text = lines.join('\n\n');
        const [, ...headings] = headingsOf(`# T\n\n${text}\n`);
        const shown = headings.flatMap(({ slug, alias }) => [slug, ...(alias === undefined ? [] : [alias])]);

        assert.deepEqual(
          [...render(`# T\n\n${text}\n`).ids].sort(),
          [...new Set(['t', ...shown])].filter(Boolean).sort(),
        );
        const slugs = headings.map(({ slug }) => slug);
        for (const { slug } of sectionsOf(text, 'T')) assert.ok(slug === null || slugs.includes(slug), String(slug));
      }),
    );
  });

  test('thousands of equal ones take no time', () => {
    assert.equal(headingsOf('## A\n'.repeat(3000)).at(-1)?.slug, 'a-2999');
  });
});

const wordsOfView = {
  ...{ completedTask: 'Completed task', incompleteTask: 'Incomplete task', footnotes: 'Footnotes' },
  ...{ backToText: 'Back to the text', reusableContent: 'Reusable content', day: String },
};

/** The ids that lead to a place in the rendered page. */
function render(markdown: string): { readonly ids: ReadonlySet<string> } {
  const parse = (html: string) => fromHtml(html, { fragment: true }).children;
  const page = renderPage(markdown, { words: wordsOfView, parse });
  const ids = new Set<string>();
  visit({ type: 'root', children: [...(page?.blocks ?? [])] }, 'element', ({ properties }) => {
    for (const id of [properties['dataAnchor'], properties['dataAlias']]) if (id) ids.add(String(id));
  });
  return { ids };
}
