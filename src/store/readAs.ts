import type { PageReading } from '../model/pageText.ts';
import type { PageNode } from '../model/pageTree.ts';
import type { ChangeRequestContent } from './changeRequestContent.ts';
import type { Read } from './library.ts';
import type { ParseAhead } from './parseAhead.ts';

/** How Markdown reads as the text of a page of a change request, whichever revision it is from. */
export async function readAs(
  { content, parseAhead }: { content: Pick<ChangeRequestContent, 'linkContext'>; parseAhead?: ParseAhead | undefined },
  { space, number, node }: { space: string; number: number; node: PageNode },
  markdown: string,
  read: Read = {},
): Promise<PageReading> {
  const { readingOf, mayShowFiles } = await import('../model/pageText.ts');
  const plain = await content.linkContext(space, number, node, { files: false }, read);
  await parseAhead?.('destinations', markdown);
  const files = mayShowFiles(markdown, plain);
  const context = files ? await content.linkContext(space, number, node, { files }, read) : plain;
  return readingOf(markdown, context);
}
