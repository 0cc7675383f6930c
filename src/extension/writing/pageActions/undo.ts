import * as vscode from 'vscode';
import { pagesIn, slugIn } from '../../../model/pages/places.ts';
import type { PageNode, PageTree } from '../../../model/pages/tree.ts';
import { isSame } from '../../../model/shared/same.ts';
import type { PageEdit } from '../../../store/editing/edits.ts';
import type { PageLinks } from '../../../store/content/content.ts';
import { say, send, type PageSession } from '../../ground/sessions/pageSession.ts';
import type { Uses } from '../../ground/services/services.ts';

/** Offers to undo what a message says was done. An undo that fails can be tried again. */
export function offerUndo(
  { prompts, edge }: Uses<'prompts' | 'edge'>,
  message: string,
  undo: () => Promise<void>,
  other?: { readonly action: string; readonly run: () => unknown },
): void {
  const action = vscode.l10n.t('Undo');
  const explained = (error: unknown): void =>
    edge.explain('docsPlatform.editing.undo', error, () => undo().catch(explained));
  prompts
    .choose({ message, actions: other ? [action, other.action] : [action] })
    .then((answer) => (answer === action ? undo() : answer === undefined ? undefined : other?.run()))
    .catch(explained);
}

/**
 * Gives a page its former title, slug, and place back, and the links that were fixed with it, in one revision. It is
 * refused once somebody has changed the same since.
 */
export async function undoAddressChange(
  parts: Uses<'prompts' | 'edge'>,
  session: PageSession,
  node: PageNode,
  { before, fixed }: { readonly before: PageTree; readonly fixed: readonly PageLinks[] },
): Promise<() => Promise<void>> {
  const treeAfter = await session.pages();
  const after = treeAfter.byId.get(node.id);
  return async () => {
    const { content, space, number } = session;
    await content.refresh(space, number);
    const now = (await session.pages()).byId.get(node.id);
    if (!now || !after || isElsewhere(now, after)) {
      throw new Error(
        vscode.l10n.t(
          'Someone else changed or deleted “{0}” in #{1} in the meantime. Nothing was undone.',
          node.title,
          number,
        ),
      );
    }
    const links = fixed.map(({ node: { id }, markdown, text }): PageEdit => ({
      ...{ kind: 'write', page: id, text: markdown, base: text, format: 'markdown' },
    }));
    await send(parts, session, ...editsBack(now, node, before, treeAfter), ...links);
    say(vscode.l10n.t('Undone in #{0}.', number));
  };
}

function isElsewhere(now: PageNode, after: PageNode): boolean {
  return now.parent?.id !== after.parent?.id || slugIn(now) !== slugIn(after) || now.page.title !== after.page.title;
}

/** The edits that bring back what is different. Siblings that others have moved since stay. */
function editsBack(now: PageNode, node: PageNode, before: PageTree, after: PageTree): PageEdit[] {
  const placeIn = (tree: PageTree, { id, parent }: PageNode) => ({
    into: parent?.id,
    at: pagesIn(tree, parent?.id).findIndex((each) => each.id === id),
  });
  const [place, title, slug] = [placeIn(before, node), node.page.title ?? undefined, slugIn(node)];
  const isCalledOtherwise = now.page.title !== node.page.title || slugIn(now) !== slug;
  return [
    ...(isSame(placeIn(after, now), place) ? [] : [{ kind: 'move', page: node.id, ...place } as const]),
    ...(isCalledOtherwise ? [{ kind: 'rename', page: node.id, title, slug } as const] : []),
  ];
}
