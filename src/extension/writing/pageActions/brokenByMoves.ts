import * as vscode from 'vscode';
import { pagesBelow } from '../../../model/pages/places.ts';
import type { PageNode } from '../../../model/pages/tree.ts';
import type { PageMove } from '../../../model/pages/treeAfterMove.ts';
import type { PageLinks } from '../../../store/content/content.ts';
import type { LinkingPage } from '../../../store/libraryActions/libraryActions.ts';
import { showProgress } from '../../ground/messages/show.ts';
import { versionOf, type SessionOrPlan } from '../../ground/sessions/pageSession.ts';
import type { Uses } from '../../ground/services/services.ts';
import { pagesNamed } from '../../ground/words/pagesNamed.ts';
import { plural } from '../../ground/words/plural.ts';

/** The links that a move, a new slug or a deletion breaks. */
export interface BrokenByMoves {
  /** How many links of the space break. */
  readonly links: number;
  /** The pages with these links. */
  readonly pages: readonly PageLinks[];
  /** Published pages of other spaces with links that break. */
  readonly elsewhere: readonly LinkingPage[];
  /** Name the pages in a question; empty if there are none. */
  readonly sentences: readonly string[];
  /** Says what couldn't be checked. */
  readonly unchecked: string | undefined;
}

/**
 * How long links are looked for in the space and in others, in ms. A longer wait would delay the action too much. Each
 * other space takes a request.
 */
const [longest, longestElsewhere] = [10_000, 4000];

const none = { links: 0, pages: [], elsewhere: [], sentences: [] };

/** Never rejects: a failed check must not prevent the action. */
export async function brokenByMoves(
  parts: Uses<'edge' | 'stores'>,
  session: SessionOrPlan,
  moves: readonly PageMove[],
  /** Pages of other spaces, if they are known. */
  elsewhere?: readonly LinkingPage[],
): Promise<BrokenByMoves> {
  if (moves.length === 0) return { ...none, unchecked: undefined };
  try {
    const title = vscode.l10n.t('Checking links…');
    return await showProgress({ location: vscode.ProgressLocation.Window, title }, () =>
      look(parts, session, moves, elsewhere),
    );
  } catch (error) {
    parts.edge.note('Links to a page', error);
    return { ...none, unchecked: vscode.l10n.t("Couldn't check links.") };
  }
}

async function look(
  parts: Uses<'stores'>,
  session: SessionOrPlan,
  moves: readonly PageMove[],
  known: readonly LinkingPage[] | undefined,
): Promise<BrokenByMoves> {
  const { account, content, space: spaceId } = session;
  const signal = AbortSignal.timeout(longest);
  const tree = await session.pages();
  const moved = moves.flatMap(({ page }) => tree.byId.get(page) ?? []);
  const ids = new Set(moved.flatMap((node) => [node, ...pagesBelow(node)]).map(({ id }) => id));
  const actions = await parts.stores(account).libraryActions();
  const [found, elsewhere] = await Promise.all([
    content.linksBrokenBy(spaceId, await versionOf(parts, session), moves, { signal }),
    known ?? actions.linksFromOtherSpaces({ spaceId, pages: ids }, { signal: AbortSignal.timeout(longestElsewhere) }),
  ]);
  const own = found.pages.filter(({ node }) => ids.has(node.id)).reduce((sum, { links }) => sum + links, 0);
  const linking = found.pages.filter(({ node }) => !ids.has(node.id));
  const sentences = [
    ...(linking.length > 0 ? [linkingInWords(linking.map(({ node }) => node))] : []),
    ...(own > 0 ? [ownInWords(own)] : []),
    ...(elsewhere.length > 0 ? [elsewhereInWords(elsewhere)] : []),
  ];
  return {
    links: found.pages.reduce((sum, { links }) => sum + links, 0),
    pages: found.pages,
    elsewhere,
    sentences,
    unchecked: found.isComplete ? undefined : vscode.l10n.t("Couldn't check all pages for links."),
  };
}

/** A sentence about pages of other spaces, which keep their links to the old address. */
export function elsewhereInWords(pages: readonly LinkingPage[]): string {
  return plural(
    vscode.l10n.t('{0} page in another space links here: {1}.|{0} pages in other spaces link here: {1}.'),
    pages.length,
    pagesNamed(pages.map(({ node }) => node)),
  );
}

function linkingInWords(pages: readonly PageNode[]): string {
  return plural(vscode.l10n.t('{0} page links here: {1}.|{0} pages link here: {1}.'), pages.length, pagesNamed(pages));
}

function ownInWords(links: number): string {
  return plural(
    vscode.l10n.t(
      'Breaks {0} link on the page itself or its subpages.|Breaks {0} links on the page itself or its subpages.',
    ),
    links,
  );
}
