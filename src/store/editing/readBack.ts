import { failureOf } from '../../model/shared/failure.ts';
import { titledText } from '../../model/text/titleHeading.ts';
import type { Contents } from '../content/content.ts';
import { isSameMarkdown } from './confirmedEdits.ts';
import type { EditTarget, PageEdit, Sent } from './edits.ts';
import type { PreparedEdit } from './preparedEdits.ts';

/** Reads the sent pages and returns those that the server altered; none if they can't be read. */
export async function differentFrom(
  content: Contents,
  at: Pick<EditTarget, 'space' | 'number'>,
  batch: readonly PreparedEdit[],
  inserted: readonly string[],
): Promise<Sent['different']> {
  const ids = [...inserted];
  const texts = batch.flatMap(({ change, markdown }) => {
    const page = change.operation === 'insert_page' ? ids.shift() : 'page' in change ? change.page : undefined;
    return page === undefined || markdown === undefined ? [] : [{ page, markdown }];
  });
  try {
    const all = await Promise.all(texts.map(({ page, markdown }) => difference(content, { ...at, page }, markdown)));
    return all.flatMap((each) => each ?? []);
  } catch (error) {
    if (!failureOf(error)) throw error;
    return [];
  }
}

/** Of pages whose texts change nothing, those that can be read and have another title line than the server's: it writes that line itself. */
export async function differentTitles(
  content: Contents,
  { space, number }: Pick<EditTarget, 'space' | 'number'>,
  unchanged: readonly Extract<PageEdit, { kind: 'write' }>[],
): Promise<Sent['different']> {
  const texts = unchanged.filter(({ format }) => format !== 'markdown');
  try {
    const all = await Promise.all(
      texts.map(async ({ page, text }) => {
        const { reading } = await content.reading(space, number, page);
        const isSame = titledText(text).heading === titledText(reading.text).heading;
        return isSame ? [] : [{ page, sent: text, received: reading.text }];
      }),
    );
    return all.flat();
  } catch (error) {
    if (!failureOf(error)) throw error;
    return [];
  }
}

async function difference(content: Contents, { space, number, page }: EditTarget, markdown: string) {
  const { node, reading } = await content.reading(space, number, page);
  if (isSameMarkdown(reading.markdown, markdown)) return undefined;
  const sent = await content.readingAs(space, number, node, markdown);
  // Only links have another form, which isn't shown.
  if (isSameMarkdown(reading.text, sent.text)) return undefined;
  return { page, sent: sent.text, received: reading.text };
}
