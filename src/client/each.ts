import type { CallOptions } from './api.ts';

interface Part<Item> {
  readonly items: readonly Item[];
  readonly next?: { readonly page: string } | null | undefined;
}

/**
 * All items of a paged list, asked for page by page as they are taken:
 * `for await (const space of each(api.collections.spaces, { collectionId }))`. It ends where a cursor comes for a second
 * time, since some servers repeat one for ever (section 2.1 of the API document, list envelope).
 */
export async function* each<Input extends { readonly page?: string | undefined }, Item>(
  call: (input: Input, options?: CallOptions) => Promise<Part<Item>>,
  input: Input,
  options: CallOptions = {},
): AsyncGenerator<Item, void, undefined> {
  const seen = new Set<string | undefined>([input.page]);
  let part = await call(input, options);
  for (;;) {
    yield* part.items;
    const page = part.next?.page;
    if (page === undefined || page === '' || seen.has(page)) return;
    seen.add(page);
    part = await call({ ...input, page }, options);
  }
}
