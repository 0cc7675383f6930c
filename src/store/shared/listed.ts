import type { List } from '../../contract/shared/list.ts';
import { pagesOf } from './pagesOf.ts';

/** All items of a list, in as few requests as the API document allows (section 4.1: 1,000 items each). */
export async function listed<Item>(
  fetch: (page: { readonly page?: string; readonly limit: number }) => Promise<List<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  const pages = pagesOf((cursor) => fetch({ limit: 1000, ...(cursor !== undefined && { page: cursor }) }));
  for await (const { list } of pages) items.push(...list.items);
  return items;
}
