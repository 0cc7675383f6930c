import type { PageNode, PageTree } from '../../model/pages/tree.ts';
import { isReadable } from '../../model/pages/readable.ts';
import { isKind } from '../../model/shared/failure.ts';
import type { Read } from '../library/library.ts';
import type { FindState, PublishedText } from './state.ts';
import type { FindPlace, PageAt } from './find.ts';

/** Limit of pages that are read at the same time. */
export const atOnce = 8;

export async function treeOf(
  { library, content }: FindState,
  { space, number }: FindPlace,
  read: Read,
): Promise<PageTree> {
  return number === undefined
    ? library.pages(space, read)
    : content.pages(space, { kind: 'changeRequest', number }, read);
}

/** The pages with a text. */
export function readablePages({ byId }: PageTree): PageNode[] {
  return [...byId.values()].filter(isReadable);
}

/** The Markdown of a page as the server has it; undefined if the page is gone. */
export async function markdownOf(
  state: FindState,
  { space, number, page }: PageAt,
  { signal, again = false }: Read & { readonly again?: boolean | undefined },
): Promise<string | undefined> {
  try {
    if (number !== undefined) {
      return await state.content.markdown(space, { kind: 'changeRequest', number }, page, { signal });
    }
    const { revision } = await state.library.space(space, { signal });
    const key = `${space} ${page}`;
    const cached = again ? undefined : state.texts.get(key);
    if (cached?.revision === revision) return cached.markdown;
    const reply = await state.api.content.page({ spaceId: space, pageId: page, format: 'markdown' }, { signal });
    const markdown = reply.markdown ?? `# ${reply.title ?? ''}\n`;
    keep(state, key, { revision, markdown });
    return markdown;
  } catch (error) {
    if (isKind(error, 'missing')) return undefined;
    throw error;
  }
}

/** Limit of the cached texts, in UTF-16 units. */
const room = 8_000_000;
const used = new WeakMap<FindState['texts'], number>();

function keep({ texts }: FindState, key: string, text: PublishedText): void {
  let size = (used.get(texts) ?? 0) + text.markdown.length - (texts.get(key)?.markdown.length ?? 0);
  texts.delete(key);
  texts.set(key, text);
  for (const [oldest, { markdown }] of texts) {
    if (size <= room) break;
    texts.delete(oldest);
    size -= markdown.length;
  }
  used.set(texts, size);
}
