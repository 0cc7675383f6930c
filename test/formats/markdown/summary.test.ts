import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { entriesOf, type Entry } from '../../../src/formats/markdown/summary.ts';

/** As `kind title path`, with the children in brackets. */
function shape({ kind, title, path, href, children }: Entry): string {
  const below = children.length > 0 ? ` [${children.map(shape).join(', ')}]` : '';
  return `${kind} ${title}${path === undefined ? '' : ` ${path}`}${href === undefined ? '' : ` ${href}`}${below}`;
}
const read = (summary: string) => entriesOf(summary).map(shape);

describe('a table of contents', () => {
  test.each([
    ['escaped', '* [Azure](azure\\_dns.md)', 'page Azure azure_dns.md'],
    ['in angle brackets', '* [A](<a b (1).md>)', 'page A a b (1).md'],
    ['with blanks and parentheses', '* [Year (2014)](Year (2014).md)', 'page Year (2014) Year (2014).md'],
    ['coded', '* [A](a%20b.md#part)', 'page A a b.md'],
    ['with a title', '* [A](a.md "Title")', 'page A a.md'],
    ['of the web, escaped', '* [A](https://a.example/\\_a)', 'link A https://a.example/_a'],
  ])('finds the file at an address that is %s', (_, line, entry) => {
    assert.deepEqual(read(`# Summary\n\n${line}\n`), [entry]);
  });

  test.each([
    ['numbered', '1. [A](a.md)', 'page A a.md'],
    ['bold', '* **[A](a.md)**', 'page A a.md'],
    ['after an emoji', '* 🚀 [Start](a.md)', 'page 🚀 Start a.md'],
    ['with signs in its title', '* [`>=` and Map<K, V>](a.md)', 'page >= and Map<K, V> a.md'],
    ['without a file', '* Only words', 'group Only words'],
  ])('has an entry that is %s', (_, line, entry) => {
    assert.deepEqual(read(`# Summary\n\n${line}\n`), [entry]);
  });

  test('has groups by headings of both forms, below its own title', () => {
    const summary = 'Summary\n=======\n\n## One\n\n* [A](a.md)\n  * [B](b.md)\n\nTwo\n---\n\n* [C](c.md)\n';
    assert.deepEqual(read(summary), ['group One [page A a.md [page B b.md]]', 'group Two [page C c.md]']);
  });

  test('takes nothing from comments and code', () => {
    const summary =
      '# Summary\n\n<!-- * [Old](old.md) -->\n* [A](a.md)\n<!--\n* [B](b.md)\n-->\n\n```\n* [C](c.md)\n```\n';
    assert.deepEqual(read(summary), ['page A a.md']);
  });

  test('reads line ends of Windows', () => {
    assert.deepEqual(read('# Summary\r\n\r\n* [A](a.md)\r\n'), ['page A a.md']);
  });
});
