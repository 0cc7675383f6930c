import * as vscode from 'vscode';
import { pickValue } from '../prompts/pickValue.ts';
import { pictureOf } from '../../../model/shared/emoji.ts';
import { mayHoldPages, pagesIn, placeAt, isPlacedAt, type PagePlace, type Side } from '../../../model/pages/places.ts';
import { lineageOf, type PageNode, type PageTree } from '../../../model/pages/tree.ts';
import { showInformation } from '../messages/show.ts';
import { withoutIcons } from '../words/plainText.ts';
import { showQuickPick } from '../services/quickPick.ts';

/** Picks one of the pages of a change request, listed in the order of the tree. */
export async function pickPage(
  tree: PageTree,
  title: string,
  isMeant: (node: PageNode) => boolean = () => true,
): Promise<PageNode | undefined> {
  const items = itemsOf(tree, isMeant);
  if (items.length === 0) {
    await showInformation(vscode.l10n.t('There are no pages to choose from.'));
    return undefined;
  }
  return (await showQuickPick(items, { title, matchOnDescription: true }))?.node;
}

/** Picks the side of a page. `above` is offered only if the page has siblings. */
export async function pickSide(
  target: PageNode,
  title: string,
  sides: readonly Side[] = ['into', 'before', 'after'],
): Promise<Side | undefined> {
  const offered = sides.filter((side) => side !== 'into' || mayHoldPages(target));
  const items = offered.map((side) => ({ label: wordsOf(side, withoutIcons(target.title)), side }));
  return (await showQuickPick(items, { title }))?.side;
}

/** Picks the place for a new page: at the top level, or below or after a page. */
export async function pickPlaceForNew(tree: PageTree, near: PageNode | undefined): Promise<PagePlace | undefined> {
  const title = vscode.l10n.t('Select a location for the new page');
  const top: PlaceItem = { label: vscode.l10n.t('At the top level, as the last page'), place: { into: undefined } };
  if (near) {
    const sides: Side[] = mayHoldPages(near) ? ['into', 'after'] : ['after'];
    const beside = sides.map((side): PlaceItem => ({
      label: wordsOf(side, withoutIcons(near.title)),
      place: placeAt(tree, near, side),
    }));
    return (await showQuickPick([...beside, top], { title }))?.place;
  }
  const items = [top, ...itemsOf(tree, () => true)];
  const chosen = await showQuickPick<PlaceItem | PageItem>(items, { title, matchOnDescription: true });
  if (!chosen) return undefined;
  if ('place' in chosen) return chosen.place;
  const side = await pickSide(chosen.node, title, ['into', 'after']);
  return side && placeAt(tree, chosen.node, side);
}

/** Picks the new place of a page: its parent, and the sibling that follows it. The current place is marked. */
export async function pickPlaceFor(
  tree: PageTree,
  node: PageNode,
  isPossible: (into: PageNode) => boolean,
): Promise<PagePlace | undefined> {
  const title = vscode.l10n.t('Move “{0}” to…', node.title);
  const top = { label: vscode.l10n.t('Top level'), node: undefined };
  const parents = [top, ...itemsOf(tree, (each) => mayHoldPages(each) && isPossible(each))];
  const isParent = (item: (typeof parents)[number]) => item.node?.id === node.parent?.id;
  const parent = await pickValue(parents, isParent, { title, matchOnDescription: true });
  if (!parent) return undefined;
  const into = parent.node?.id;
  const siblings = pagesIn(tree, into).filter(({ id }) => id !== node.id);
  if (siblings.length === 0) return { into };
  const places: PlaceItem[] = [
    { label: vscode.l10n.t('At the end'), place: { into } },
    ...siblings.map((sibling) => ({
      label: wordsOf('before', withoutIcons(sibling.title)),
      place: placeAt(tree, sibling, 'before', node),
    })),
  ];
  return (await pickValue(places, ({ place }) => isPlacedAt(tree, node, place), { title }))?.place;
}

type PlaceItem = vscode.QuickPickItem & { readonly place: PagePlace };
type PageItem = vscode.QuickPickItem & { readonly node: PageNode };

function itemsOf(tree: PageTree, isMeant: (node: PageNode) => boolean): PageItem[] {
  return [...tree.byId.values()].filter(isMeant).map((node) => ({
    label: withoutIcons([pictureOf(node.page.emoji), node.title].filter(Boolean).join(' ')),
    description: withoutIcons(
      lineageOf(node)
        .slice(0, -1)
        .map(({ title }) => title)
        .join(' › '),
    ),
    node,
  }));
}

function wordsOf(side: Side, title: string): string {
  switch (side) {
    case 'into':
      return vscode.l10n.t('Under “{0}”', title);
    case 'before':
      return vscode.l10n.t('Before “{0}”', title);
    case 'after':
      return vscode.l10n.t('After “{0}”', title);
  }
}
