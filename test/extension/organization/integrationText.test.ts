import assert from 'node:assert/strict';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { visit } from 'unist-util-visit';
import { test } from 'vitest';
import { integrationText } from '../../../src/extension/organization/integrationText.ts';
import { assertReadsLinearly } from '../../hostileTexts.ts';

const integration = {
  name: 'northwind-issues',
  version: 3,
  title: 'Issues',
  description: 'Shows an issue.',
  summary: '# How\n\nPaste **it**.',
  scopes: ['space:content:read'],
  blocks: [{ id: 'issue', title: 'Issue', description: 'One of the tracker' }],
  externalLinks: [{ url: 'https://issues.example', label: 'Tracker' }],
  configurations: { space: { properties: { project: { title: 'Project', enum: ['A', 'B'] } }, required: ['project'] } },
};

test('an integration page shows facts, summary, scopes, blocks, settings, links and installations', () => {
  const page = integrationText(integration, [
    { id: 'i1', status: 'active', target: { space: 's1' }, createdAt: '2026-01-02T00:00:00Z' },
  ]);

  assert.equal(
    page,
    [
      '# Issues',
      'Shows an issue\\.',
      '## Details\n\n- Name: `northwind-issues`\n- Version: 3',
      '## Summary\n\n### How\n\nPaste **it**.',
      '## Permissions\n\n- `space:content:read`',
      '## Blocks\n\n- Issue (`issue`): One of the tracker',
      '## Settings\n\n- Project (`project`): per space, required. One of `A`, `B`.',
      '## Links\n\n- Tracker: <https://issues.example>',
      '## Installations\n\n- space `s1`, active, since 2026-01-02\n',
    ].join('\n\n'),
  );
});

test('an installation shows the names of its places, or its id without names', () => {
  const titleOf = (kind: string, id: string) => (kind === 'space' && id === 's1' ? 'Handbook *1*' : undefined);
  const page = integrationText(
    integration,
    [
      { id: 'i1', target: { space: 's1', site: 't1' } },
      { id: 'i2', status: 'paused' },
    ],
    titleOf,
  );

  assert.match(page, /- space “Handbook \\\*1\\\*”, site `t1`\n- `i2`, paused\n$/);
});

test('installations are left out if the server lists none', () => {
  assert.doesNotMatch(integrationText(integration, undefined), /Installations/);
  assert.match(integrationText(integration, []), /No installations visible to you\./);
});

test('hostile texts stay text', () => {
  const hostile = '[x](command:quit) <script>alert(1)</script> ![y](https://t.example/y.png)\n# Z';
  const page = integrationText(
    {
      name: 'a`b',
      title: hostile,
      description: hostile,
      summary: hostile,
      visibility: hostile,
      scopes: [hostile],
      categories: [hostile],
      blocks: [{ id: hostile, title: hostile }],
      contentSources: [{ id: hostile, description: hostile }],
      externalLinks: [{ url: 'command:quit', label: hostile }],
      previewImages: ['javascript:alert(1)', 'https://t.example/y.png'],
      owner: { id: 'o', title: hostile },
      configurations: { site: { properties: { [hostile]: { title: hostile } } } },
    },
    [{ id: hostile, status: hostile, target: { [hostile]: hostile }, createdAt: hostile }],
  );

  const tree = fromMarkdown(page);
  const kinds = new Set<string>();
  const texts: string[] = [];
  visit(tree, (node: Nodes) => {
    if (node.type === 'text') texts.push(node.value);
    kinds.add(node.type === 'link' ? `link ${node.url}` : node.type);
  });
  assert.deepEqual(
    ['html', 'image', 'imageReference', 'link command:quit'].filter((kind) => kinds.has(kind)),
    [],
  );
  assert.match(texts.join(''), /<script>alert\(1\)<\/script>/);
});

test('hostile texts are read in linear time', () => {
  // The summary is up to harmlessMarkdown.
  assertReadsLinearly((text) => integrationText({ name: 'a', title: text, externalLinks: [{ url: text }] }, []));
});
