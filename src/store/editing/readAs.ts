import type { PageReading } from '../../model/pages/text.ts';
import type { PageNode } from '../../model/pages/tree.ts';
import type { Contents } from '../content/content.ts';
import type { Read } from '../library/library.ts';
import type { ParseAhead } from '../shared/parseAhead.ts';

/** Converts Markdown of any revision to the text of a page in a change request. */
export async function readAs(
  { content, parseAhead }: { content: Pick<Contents, 'linkContext'>; parseAhead?: ParseAhead | undefined },
  { space, number, node }: { space: string; number: number; node: PageNode },
  markdown: string,
  read: Read = {},
): Promise<PageReading> {
  const { readingOf, mayShowFiles } = await import('../../model/pages/text.ts');
  const plain = await content.linkContext(space, number, node, { files: false }, read);
  await parseAhead?.('destinations', markdown);
  const files = mayShowFiles(markdown, plain);
  const context = files ? await content.linkContext(space, number, node, { files }, read) : plain;
  return readingOf(markdown, context);
}
