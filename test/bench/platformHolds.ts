import { openLocalPlatform } from '../../src/server/localPlatform.ts';
import type { Figure } from './figure.ts';
import { ask, askForBytes } from './filling.ts';
import { longestHold } from './longestHold.ts';

const parts = 50_000;
const limit = 500;

const pages = {
  'list items': '- a\n'.repeat(parts),
  'links in list items': '- [a](b)\n'.repeat(parts),
  'codes in a paragraph': '`a` '.repeat(parts),
  emphases: '*a*\n'.repeat(parts),
  paragraphs: '[a](b)\n\n'.repeat(parts),
  headings: '# a\n\n'.repeat(parts),
  'table cells': `a|b|c|d|e\n-|-|-|-|-\n${'a|b|c|d|e\n'.repeat(parts / 5)}`,
  'lines of nested quotes': `${'>'.repeat(10)} a\n`.repeat(parts),
  definitions: Array.from({ length: parts }, (_, number) => `[a${number}]: b\n`).join(''),
  tags: '{% embed url="a" %}\n\n'.repeat(parts).slice(0, 1_000_000),
};

/**
 * The longest time that no other request is answered while a page of 50,000 small parts is written, read as a document,
 * printed, or merged. It is the time that the thread computes, which other processes on the computer don't change.
 */
export async function* platformHolds(): AsyncGenerator<Figure> {
  const platform = openLocalPlatform({ data: ':memory:' });
  const { items } = await ask<{ items: { id: string }[] }>(platform, '/v1/orgs');
  const inOrganization = `/v1/orgs/${items[0]?.id ?? ''}`;
  for (const [name, markdown] of Object.entries(pages)) {
    const { id: space } = await ask<{ id: string }>(platform, `${inOrganization}/spaces`, 'POST', { title: name });
    const { id } = await ask<{ id: string }>(platform, `/v1/spaces/${space}/change-requests`, 'POST', {});
    const base = `/v1/spaces/${space}/change-requests/${id}`;
    const changes = [{ operation: 'insert_page', title: name, document: { markdown } }];
    let page = '';
    const works: (() => Promise<unknown>)[] = [
      async () => {
        const path = `${base}/content`;
        page = (await ask<{ inserted: string[] }>(platform, path, 'POST', { changes })).inserted[0] ?? '';
      },
      () => askForBytes(platform, `http://a.invalid${base}/content/page/${page}?format=document`),
      async () =>
        askForBytes(platform, (await ask<{ url: string }>(platform, `${base}/pdf?page=${page}&only=true`)).url),
      () => ask(platform, `${base}/merge`, 'POST', {}),
    ];
    let longest = 0;
    for (const work of works) longest = Math.max(longest, await longestHold(work));
    yield { name: `longest wait for a page of ${parts} ${name}`, value: longest, unit: 'ms', limit };
  }
  platform.close();
}
