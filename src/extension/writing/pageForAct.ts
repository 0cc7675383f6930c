import type { PageNode, PageTree } from '../../model/pageTree.ts';
import type { PageActParts } from './pageActParts.ts';
import { deskGiven, pageIn, type PageDesk } from './pageDesk.ts';
import { pickPage } from './pickPage.ts';

/** A page that a command acts on. */
export interface PageAtDesk {
  readonly desk: PageDesk;
  readonly tree: PageTree;
  readonly node: PageNode;
}

/** The page of the row or editor that a command was given, else one that is picked, as the change request has it now. */
export async function pageForAct(parts: PageActParts, given: unknown, title: string): Promise<PageAtDesk | undefined> {
  const found = await deskGiven(parts, given);
  if (!found) return undefined;
  const { desk, page } = found;
  const tree = await desk.pages();
  const node = page === undefined ? await pickPage(tree, title) : pageIn(tree, page);
  return node && { desk, tree, node };
}
