import assert from 'node:assert/strict';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { test } from 'vitest';
import { markdownLink } from '../../../src/model/text/markdownLink.ts';

const address = 'https://docs.example/o/a/s/b/page';

test('reads back as a link with the title as its text', () => {
  const titles = [
    'First mission',
    'Arrays [0] and ](javascript:alert)',
    'Use `npm ci`',
    'A * b * c and **bold**',
    '_private_ and snake_case',
    'Back\\slash',
    'R&D &amp; &#42; <b>',
    '![image](x)',
    '~~gone~~',
    '🧭 Überblick “quoted”',
  ];
  for (const title of titles) {
    const [paragraph] = fromMarkdown(markdownLink(title, address)).children;
    assert.ok(paragraph?.type === 'paragraph' && paragraph.children.length === 1, title);
    const [link] = paragraph.children;
    assert.ok(link?.type === 'link' && link.url === address, title);
    assert.deepEqual(
      link.children.map((child) => (child.type === 'text' ? child.value : child.type)),
      [title],
    );
  }
});

test('escapes no more than needed', () => {
  assert.equal(markdownLink('snake_case (R&D) [draft]', address), `[snake_case (R&D) \\[draft\\]](${address})`);
});

test('keeps the whole address in the link', () => {
  const link = markdownLink('A', 'https://docs.example/a (b)<c>?d=&amp;');

  assert.equal(link, '[A](https://docs.example/a%20%28b%29%3Cc%3E?d=\\&amp;)');
});

test('puts a title of several lines on one', () => {
  assert.equal(markdownLink('One\n\n# two', address), `[One # two](${address})`);
});
