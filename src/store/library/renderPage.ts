import type { Page } from '../../contract/spaces/content.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import type { PageNode, PageTree } from '../../model/pages/tree.ts';
import { readFileNames } from './readPages.ts';
import { cachedPages, cachedSpaces, type LibraryState } from './state.ts';

/** A page and what is needed to render its text. */
export interface FetchedPage {
  readonly space: Space;
  readonly tree: PageTree;
  readonly pageId: string;
  readonly page: Page;
}

/** The page's text for our file system. Its links need the tree, and its images the names of the files. */
export async function renderPage(
  state: LibraryState,
  { space, tree, pageId, page }: FetchedPage,
  signal: AbortSignal,
): Promise<string> {
  const { pageText, mayShowFiles } = await import('../../model/pages/text.ts');
  const markdown = page.markdown ?? `# ${page.title ?? ''}\n`;
  await state.parseAhead?.('destinations', markdown);
  const node = tree.byId.get(pageId);
  const context = {
    spaceId: space.id,
    page: node ?? nodeOutsideTree(page),
    tree,
    spaces: cachedSpaces(state),
    treeOf: (spaceId: string) => cachedPages(state, spaceId),
    names: state.names,
  };
  const files = node && mayShowFiles(markdown, context) ? await readFileNames(state, space, signal) : undefined;
  return pageText(markdown, { ...context, files });
}

/** Stands in for a page that isn't in the tree. */
function nodeOutsideTree(page: Page): PageNode {
  return { id: page.id, page, title: page.title ?? '', parent: undefined, children: [], path: undefined };
}
