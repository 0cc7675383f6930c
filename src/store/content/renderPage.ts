import type { Page } from '../../contract/spaces/content.ts';
import type { FileNames } from '../../model/pages/fileNames.ts';
import type { LinkContext } from '../../model/pages/links.ts';
import type { PageReading } from '../../model/pages/text.ts';
import type { PageNode } from '../../model/pages/tree.ts';
import { failureOf, isKind } from '../../model/shared/failure.ts';
import type { RevisionFiles } from './revisionFiles.ts';
import type { RevisionContent, CachedContent } from './revisionTrees.ts';
import type { ContentsOptions } from './state.ts';

export interface RenderContext extends Pick<ContentsOptions, 'library' | 'log' | 'parseAhead' | 'names'> {
  readonly files: RevisionFiles;
}

/** A page in a revision. */
interface PlacedPage {
  readonly content: RevisionContent;
  readonly cached: CachedContent;
  readonly node: PageNode;
}

export async function renderPage(
  parts: RenderContext,
  { markdown, title = '' }: Page,
  ...at: [PlacedPage, AbortSignal]
): Promise<PageReading> {
  return renderMarkdown(parts, markdown ?? `# ${title}\n`, ...at);
}

/** The text of Markdown in our file system. Its links need the tree, and its images the names of the files. */
export async function renderMarkdown(
  parts: RenderContext,
  markdown: string,
  { content, cached: known, node }: PlacedPage,
  signal: AbortSignal | undefined,
): Promise<PageReading> {
  const [{ readingOf, mayShowFiles }, { destinationsOf }] = await Promise.all([
    import('../../model/pages/text.ts'),
    import('../../model/text/destinations.ts'),
  ]);
  await parts.parseAhead?.('destinations', markdown);
  const context = linkContext(parts, content, known, node);
  const destinations = destinationsOf(markdown);
  const files = mayShowFiles(markdown, context, destinations)
    ? await readFileNames(parts, content, known, signal)
    : undefined;
  return readingOf(markdown, { ...context, files }, destinations);
}

export function linkContext(
  { library, names }: RenderContext,
  { space }: RevisionContent,
  { tree }: CachedContent,
  page: PageNode,
): LinkContext {
  const treeOf = (spaceId: string) => (spaceId === space ? tree : library.cachedPages(spaceId));
  return { spaceId: space, page, tree, spaces: library.cachedSpaces(), treeOf, names, files: undefined };
}

/** The names of a revision's files. Undefined if they can't be listed, because its pages can be read anyway. */
export async function readFileNames(
  { files, log }: RenderContext,
  content: RevisionContent,
  { way }: CachedContent,
  signal: AbortSignal | undefined,
): Promise<FileNames | undefined> {
  try {
    return await files(content, way, signal);
  } catch (error) {
    if (!failureOf(error) || isKind(error, 'cancelled')) throw error;
    log.warn(`The files of a revision could not be listed: ${String(error)}`);
    return undefined;
  }
}
