import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { PublishedSite } from '../../../src/contract/sites/sites.ts';
import { publishedText } from '../../../src/extension/sites/publishedText.ts';
import { assertReadsLinearly } from '../../hostileTexts.ts';

const site: PublishedSite['site'] = {
  id: 'docs',
  type: 'basic',
  title: 'Docs',
  visibility: 'public',
  published: true,
  siteSpaces: 2,
  createdAt: '2026-11-01T00:00:00.000Z',
  urls: { published: 'https://docs.example/docs' },
};

const siteSpace = { object: 'site-space', id: 'one', title: 'Guide', path: 'guide', default: true };

test('a site with sections reads as headings with their spaces', () => {
  const section = { id: 'learn', title: 'Learn', path: 'learn', description: 'To begin with', siteSpaces: [siteSpace] };
  const group = { object: 'site-section-group', id: 'group', title: 'More', sections: [section] };

  const text = publishedText({ site, structure: { type: 'sections', structure: [group] } });

  assert.equal(
    text,
    [
      '# Docs',
      '',
      'Published at <https://docs.example/docs>.',
      'Anyone can visit it, and search engines list it.',
      '',
      '## More',
      '',
      '### Learn',
      '',
      'To begin with',
      '',
      '`/learn`',
      '',
      '- Guide: `/guide`, default',
      '',
    ].join('\n'),
  );
});

test('a site without sections is a list, and an empty one says so', () => {
  const flat = publishedText({ site, structure: { type: 'siteSpaces', structure: [siteSpace] } });
  const empty = publishedText({ site, structure: { type: 'siteSpaces', structure: [] } });

  assert.match(flat, /\n\n- Guide: `\/guide`, default\n$/);
  assert.match(empty, /This site is empty\.\n$/);
});

test('texts by others become no markup', () => {
  const hostile = {
    ...siteSpace,
    title: '[click](command:x) <script>\n# Big',
    condition: 'a`b',
    urls: { published: 'javascript:alert(1)' },
  };

  const text = publishedText({ site, structure: { type: 'siteSpaces', structure: [hostile] } });

  assert.match(text, /- \\\[click\\\]\\\(command:x\\\) \\<script\\> \\# Big: javascript:alert\\\(1\\\)/);
  assert.match(text, /for visitors matching ``a`b``/);
});

test('hostile texts are read in linear time', () => {
  assertReadsLinearly((text) =>
    publishedText({
      site: { ...site, title: text, visibility: text, urls: { published: text } },
      structure: { type: 'siteSpaces', structure: [] },
    }),
  );
});
