import { placeOf, slugIn } from '../../../model/pages/places.ts';
import type { PageNode, PageTree } from '../../../model/pages/tree.ts';
import { isSame } from '../../../model/shared/same.ts';
import type { PageEdit } from '../../../store/editing/edits.ts';
import type { PageLinks } from '../../../store/content/content.ts';
import type { PageSession } from '../../ground/sessions/pageSession.ts';
import { changedSince, sendBack, textsBack } from '../../ground/sessions/undo.ts';
import type { Uses } from '../../ground/services/services.ts';

/**
 * Gives a page its former title, slug, and place back, and the links that were fixed with it, in one revision. It is
 * refused once somebody has changed the same since.
 */
export function undoAddressChange(
  parts: Uses<'prompts' | 'edge'>,
  session: PageSession,
  node: PageNode,
  trees: { readonly before: PageTree; readonly after: PageTree },
  fixed: readonly PageLinks[],
): () => Promise<void> {
  const after = trees.after.byId.get(node.id);
  return async () => {
    await session.content.refresh(session.space, session.number);
    const now = (await session.pages()).byId.get(node.id);
    if (!now || !after || isElsewhere(now, after)) throw changedSince(node.title, session.number);
    const texts = fixed.map(({ node: { id }, markdown, text }) => ({ page: id, before: markdown, after: text }));
    await sendBack(parts, session, [...editsBack(now, node, trees), ...textsBack(texts)]);
  };
}

function isElsewhere(now: PageNode, after: PageNode): boolean {
  return now.parent?.id !== after.parent?.id || slugIn(now) !== slugIn(after) || now.page.title !== after.page.title;
}

/** The edits that bring back what is different. Siblings that others have moved since stay. */
function editsBack(now: PageNode, node: PageNode, { before, after }: Readonly<Record<'before' | 'after', PageTree>>) {
  const [place, title, slug] = [placeOf(before, node), node.page.title ?? undefined, slugIn(node)];
  const isCalledOtherwise = now.page.title !== node.page.title || slugIn(now) !== slug;
  return [
    ...(isSame(placeOf(after, now), place) ? [] : [{ kind: 'move', page: node.id, ...place } as const]),
    ...(isCalledOtherwise ? [{ kind: 'rename', page: node.id, title, slug } as const] : []),
  ] satisfies PageEdit[];
}
