import * as vscode from 'vscode';
import { showInformation } from '../../ground/messages/show.ts';
import { isWithin, slugIn, isPlacedAt, type PagePlace } from '../../../model/pages/places.ts';
import type { PageNode } from '../../../model/pages/tree.ts';
import { slugAfterMove, type PageMove } from '../../../model/pages/treeAfterMove.ts';
import { change, decide, type AddressChange } from './changeAddress.ts';
import { say } from '../../ground/sessions/pageSession.ts';
import type { PageInSession } from './givenPage.ts';
import { pickPlaceFor } from '../../ground/sessions/pickPage.ts';
import { offerUndo } from '../../ground/sessions/undo.ts';
import { settleUnsent } from './unsentChanges.ts';
import type { Uses } from '../../ground/services/services.ts';
import { plural } from '../../ground/words/plural.ts';

/** Asks for the destination and the position there. */
export async function movePage(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'state' | 'stores'>,
  found: PageInSession,
): Promise<void> {
  const { tree, node } = found;
  const place = await pickPlaceFor(tree, node, (into) => !isWithin(into, node));
  if (place) await move(parts, found, place);
}

export function moveQuestion(space: string): string {
  return vscode.l10n.t('Select a change request in {0} to move the page in', space);
}

/** Moves a page with its subpages, unless it is already there. */
export async function move(
  parts: Uses<'prompts' | 'edge' | 'stores'>,
  { session: plan, tree, node }: PageInSession,
  place: PagePlace,
): Promise<void> {
  const { title } = node;
  const into = place.into === undefined ? undefined : tree.byId.get(place.into);
  if (isWithin(into, node)) throw new Error(vscode.l10n.t("“{0}” can't be moved into itself or its subpages.", title));
  if (isPlacedAt(tree, node, place)) return say(vscode.l10n.t('“{0}” is already there.', title));
  if (!(await settleUnsent(parts, plan, node, vscode.l10n.t('Save and Move')))) return;
  const slug = slugIn(node);
  const hasOtherAddress = slug !== undefined && place.into !== node.parent?.id;
  const pageMove: PageMove | undefined = hasOtherAddress
    ? { page: node.id, to: { into: place.into, slug } }
    : undefined;
  const wanted: AddressChange = {
    node,
    move: pageMove,
    // Fixed links need to know the slug. Otherwise, the platform chooses it.
    edit(now) {
      const free = pageMove && slugAfterMove(now, pageMove);
      const slugThere = free === slug ? {} : { slug: free };
      return { kind: 'move', page: node.id, into: place.into, at: place.at, ...slugThere };
    },
    check: (now, { number }) => refuseOtherPlace(node, now, number),
    question: (links) =>
      plural(vscode.l10n.t('Move “{1}” and break {0} link?|Move “{1}” and break {0} links?'), links, title),
    anyway: vscode.l10n.t('Move'),
    without: vscode.l10n.t('Move Without Fixing'),
    review: (links) => vscode.l10n.t('Move “{0}” and fix {1}? The editor shows what changes.', title, links),
    done: (links, number) => vscode.l10n.t('Moved “{0}” and fixed {1} in #{2}.', title, links, number),
    together: (links) => plural(vscode.l10n.t('Move and Fix {0} Link|Move and Fix {0} Links'), links),
  };
  const decision = await decide(parts, plan, wanted);
  if (!decision) return;
  const { fixes, broken } = decision;
  const changed = await change(parts, plan, wanted, decision);
  if (!changed) return;
  const { session, after, undo } = changed;
  const moved = after?.byId.get(node.id);
  const now = moved && slugIn(moved);
  if (slug !== undefined && now !== undefined && now !== slug) {
    const words = vscode.l10n.t(
      'Moved “{0}”. Its URL slug is now “{1}”, because “{2}” is already in use there.',
      ...[title, now, slug],
    );
    return fixes ? void showInformation(words) : offerUndo(parts, words, { undo });
  }
  const done = vscode.l10n.t('Moved “{0}” in #{1}.', title, session.number);
  if (!fixes) offerUndo(parts, [done, broken?.unchecked].filter(Boolean).join(' '), { undo });
}

function refuseOtherPlace(node: PageNode, now: PageNode | undefined, number: number): void {
  if (!now) throw new Error(vscode.l10n.t('Someone else deleted “{0}” in #{1}.', node.title, number));
  if (now.parent?.id === node.parent?.id && slugIn(now) === slugIn(node)) return;
  throw new Error(
    vscode.l10n.t(
      'Someone else moved or renamed “{0}” in #{1}. Nothing was changed. Move it again.',
      node.title,
      number,
    ),
  );
}
