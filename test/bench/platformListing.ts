import type { Figure } from './figure.ts';
import { ask, filledPlatform, type Filled } from './filling.ts';

interface Listing {
  readonly items: readonly unknown[];
  readonly next?: { readonly page: string };
}

/** The cost of listing 1,000 comments out of 1,000,000, compared with 10,000. */
export async function* platformListing(): AsyncGenerator<Figure> {
  using few = await filledPlatform({ comments: 10_000 });
  using many = await filledPlatform({ comments: 1_000_000 });
  for (const [name, query] of Object.entries(queries)) {
    const small: number[] = [];
    const large: number[] = [];
    for (let round = 0; round < 30; round += 1) {
      small.push(await timed(few, query));
      large.push(await timed(many, query));
    }
    // The minimum, because other load can only add to it.
    const [least, most] = [Math.min(...small), Math.min(...large)];
    yield { name: `1,000 comments of 1,000,000, ${name}`, value: most, unit: 'ms' };
    yield {
      name: `1,000 comments, ${name}, of 1,000,000 to of 10,000`,
      value: most / least,
      unit: 'times',
      limit: 1.3,
    };
  }
}

const queries = {
  'the newest': 'limit=1000',
  'the oldest': 'limit=1000&order=asc',
  'those resolved': 'limit=1000&status=resolved',
};

/** The first two pages: the second is found by its cursor. */
async function timed({ platform, space }: Filled, query: string): Promise<number> {
  const path = `/v1/spaces/${space}/comments?${query}`;
  const start = performance.now();
  const first = await ask<Listing>(platform, path);
  const second = await ask<Listing>(platform, `${path}&page=${first.next?.page}`);
  const time = performance.now() - start;
  if (first.items.length + second.items.length !== 2000) throw new Error('The list is not whole.');
  return time / 2;
}
