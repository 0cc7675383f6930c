import { median, type Figure } from './figure.ts';
import { ask, filledPlatform, type Filled } from './filling.ts';
import { platformHolds } from './platformHolds.ts';

const sizes = [1, 10, 100] as const;
const rounds = 9;

/**
 * The limit of the median in ms, except for those marked `whole`: they read every page by their nature, and grow with
 * the number of pages.
 */
const limit = 50;

/**
 * Every list, search and page read with a small amount of data, ten times and a hundred times as much: 100,000 pages in
 * a space, 1,000,000 comments, 2,000 spaces. Prints a table of medians in ms. Then how long large pages keep other
 * requests waiting.
 */
export async function* platformScale(): AsyncGenerator<Figure> {
  const rows = new Map<string, number[]>();
  for (const size of sizes) {
    using filled = await filledPlatform({ pages: 1000 * size, comments: 10_000 * size, spaces: 20 * size });
    for (const [name, path] of Object.entries(await reads(filled, 1000 * size))) {
      rows.set(name, [...(rows.get(name) ?? []), await timed(filled, path)]);
    }
    for (const [name, queries] of Object.entries(searches)) {
      const path = name.includes('organization') ? `/v1/orgs/${filled.organization}` : `/v1/spaces/${filled.space}`;
      const times: number[] = [];
      for (const query of queries) times.push(await timed(filled, `${path}/search?query=${encodeURIComponent(query)}`));
      rows.set(name, [...(rows.get(name) ?? []), median(times)]);
    }
  }
  console.log(table(rows));
  for (const [name, times] of rows) {
    const figure = { name: `${name}, at 100×`, value: times.at(-1) ?? NaN, unit: 'ms' };
    yield name.startsWith('whole') ? figure : { ...figure, limit };
  }
  yield* platformHolds();
}

const words = ['babe', 'karo', 'ba', 'mo', 'page', 'th', 'this is page 4', 'page 500', 'babo dibi', 'b', 'nothing'];
const searches = {
  'search of a space, eleven queries': words,
  'search of the organization, eleven queries': words,
};

/** The page has ten subpages, wherever it is. */
async function reads(filled: Filled, pages: number): Promise<Record<string, string>> {
  const { organization, space, platform } = filled;
  const [inSpace, inOrganization] = [`/v1/spaces/${space}`, `/v1/orgs/${organization}`];
  const [page, leaf] = [`Page${Math.floor((pages - 11) / 10)}`, `Page${pages - 1}`];
  const { id: currentUserId } = await ask<{ id: string }>(platform, '/v1/user');
  const { path } = await ask<{ path: string }>(platform, `${inSpace}/content/page/${leaf}`);
  const { items } = await ask<{ items: { id: string }[] }>(platform, `${inOrganization}/members`);
  const authors = items.filter(({ id }) => id !== currentUserId).slice(0, 2);
  const change = `${inSpace}/change-requests/1`;
  return {
    organizations: '/v1/orgs',
    'spaces of the organization': `${inOrganization}/spaces`,
    'collections of the organization': `${inOrganization}/collections`,
    'spaces of a collection': '/v1/collections/Collection0/spaces',
    members: `${inOrganization}/members`,
    'spaces of a member': `${inOrganization}/members/${currentUserId}/spaces`,
    'a space': inSpace,
    'a page with its text': `${inSpace}/content/page/${leaf}?format=markdown`,
    'a page with ten below it': `${inSpace}/content/page/${page}?format=markdown`,
    'a page by its path': `${inSpace}/content/path/${encodeURIComponent(path)}`,
    files: `${inSpace}/content/files`,
    'a file': `${inSpace}/content/files/File0`,
    'whole: uses of a file': `${inSpace}/content/files/File0/backlinks`,
    'links of a page': `${inSpace}/content/page/${page}/links`,
    'whole: links of a space': `${inSpace}/links`,
    'comments, newest first': `${inSpace}/comments`,
    'comments, those resolved, oldest first': `${inSpace}/comments?status=resolved&order=asc`,
    'comments of a page': `${inSpace}/comments?targetPage=${page}`,
    'comments of two authors': `${inSpace}/comments?${authors.map(({ id }) => `authors=${id}`).join('&')}`,
    'a comment': `${inSpace}/comments/Comment0000000000500`,
    'people who commented': `${inSpace}/commenters`,
    'change requests of a space': `${inSpace}/change-requests`,
    'change requests of the organization': `${inOrganization}/change-requests`,
    'a page of a change request': `${change}/content/page/${page}?format=markdown`,
    'files of a change request': `${change}/content/files`,
    'changes of a change request': `${change}/changes`,
    'whole: page tree of a space': `${inSpace}/content/pages`,
    'whole: revision of a space': `${inSpace}/content`,
    'whole: page tree of a change request': `${change}/content/pages`,
  };
}

async function timed({ platform }: Filled, path: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await ask(platform, path);
    times.push(performance.now() - start);
    // A call that takes seconds isn't repeated often.
    if (round === 2 && median(times) > 1000) break;
  }
  return median(times);
}

function table(rows: ReadonlyMap<string, readonly number[]>): string {
  const line = (name: string, cells: readonly string[]) =>
    `${name.padEnd(40)}${cells.map((cell) => cell.padStart(12)).join('')}`;
  const body = [...rows].map(([name, times]) => {
    const [least = NaN, , most = NaN] = times;
    return line(name, [...times.map((time) => `${time.toFixed(1)} ms`), `${(most / least).toFixed(1)}×`]);
  });
  return [line('', [...sizes.map((size) => `${size}×`), '100× to 1×']), ...body].join('\n');
}
