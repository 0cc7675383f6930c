import * as vscode from 'vscode';
import { isWithin } from '../../model/pages/places.ts';
import type { PageNode } from '../../model/pages/tree.ts';
import type { PageMove } from '../../model/pages/treeAfterMove.ts';
import { showProgress } from '../messages/show.ts';
import { versionOf, type SessionOrPlan } from '../editing/shared/pageSession.ts';
import type { Uses } from '../services/services.ts';
import { plural } from '../words/plural.ts';

/** The effect of a move, a new slug or a deletion on links, as sentences for a question. */
export interface BrokenInWords {
  readonly links: number;
  /** Names the pages with links that would break; empty if there are none. */
  readonly sentences: readonly string[];
  /** Says what couldn't be checked. */
  readonly unchecked: string | undefined;
}

/** How long links are looked for, in ms. A longer wait would delay the action too much. */
const longest = 10_000;

/** Never rejects: a failed check must not prevent the action. */
export async function brokenByMoves(
  parts: Uses<'edge' | 'stores'>,
  session: SessionOrPlan,
  moves: readonly PageMove[],
): Promise<BrokenInWords> {
  if (moves.length === 0) return { links: 0, sentences: [], unchecked: undefined };
  try {
    const title = vscode.l10n.t('Checking links…');
    return await showProgress({ location: vscode.ProgressLocation.Window, title }, () => look(parts, session, moves));
  } catch (error) {
    parts.edge.note('Links to a page', error);
    return { links: 0, sentences: [], unchecked: vscode.l10n.t("Couldn't check links.") };
  }
}

/** Asks before links are broken. Agrees if there are none, or if they couldn't be checked. */
export async function agreesToBreak(
  { prompts }: Uses<'prompts'>,
  { links, sentences, unchecked }: BrokenInWords,
  question: string,
  action: string,
): Promise<boolean> {
  if (links === 0) return true;
  const answer = await prompts.choose({
    message: question,
    detail: [...sentences, unchecked].filter(Boolean).join('\n'),
    modal: true,
    severity: 'warning',
    actions: [action],
  });
  return answer === action;
}

async function look(parts: Uses<'stores'>, session: SessionOrPlan, moves: readonly PageMove[]): Promise<BrokenInWords> {
  const { content, space } = session;
  const signal = AbortSignal.timeout(longest);
  const found = await content.linksBrokenBy(space, await versionOf(parts, session), moves, { signal });
  const isOwn = ({ node }: { node: PageNode }) => moves.some(({ page }) => isWithin(node, { id: page }));
  const own = found.pages.filter(isOwn).reduce((sum, { links }) => sum + links, 0);
  const linking = found.pages.filter((page) => !isOwn(page));
  const links = found.pages.reduce((sum, page) => sum + page.links, 0);
  const sentences = [
    ...(linking.length > 0 ? [linkingInWords(linking.map(({ node }) => node))] : []),
    ...(own > 0 ? [ownInWords(own)] : []),
    ...(links > 0 ? [vscode.l10n.t('Update these links yourself.')] : []),
  ];
  const unchecked = found.isComplete ? undefined : vscode.l10n.t("Couldn't check all pages for links.");
  return { links, sentences, unchecked };
}

function linkingInWords(pages: readonly PageNode[]): string {
  return plural(vscode.l10n.t('{0} page links here: {1}.|{0} pages link here: {1}.'), pages.length, namesOf(pages));
}

function ownInWords(links: number): string {
  return plural(
    vscode.l10n.t(
      'Breaks {0} link on the page itself or its subpages.|Breaks {0} links on the page itself or its subpages.',
    ),
    links,
  );
}

const mostNamed = 5;

/** Some of the titles, and the number of the others. */
export function namesOf(pages: readonly Pick<PageNode, 'title'>[], most = mostNamed): string {
  const named = pages
    .slice(0, most)
    .map(({ title }) => `“${title}”`)
    .join(', ');
  return pages.length > most ? plural(vscode.l10n.t('{1} and {0} more'), pages.length - most, named) : named;
}
