import * as vscode from 'vscode';
import { headingsOf } from '../../../../model/pages/text.ts';
import type { RenamedHeading } from '../../../../model/editing/renamedHeadings.ts';
import { failureOf } from '../../../../model/shared/failure.ts';
import type { PageLinks } from '../../../../store/content/content.ts';
import { showInformation, showStatus } from '../../../ground/messages/show.ts';
import type { Uses } from '../../../ground/services/services.ts';
import { plural } from '../../../ground/words/plural.ts';
import type { EditSession } from '../../../ground/sessions/openPages.ts';
import { warnOfOverwritten } from '../../../ground/sessions/overwritten.ts';
import { areSameFixes, fixingEdits, linksInWords, reviewLinks } from '../../../ground/sessions/reviewLinks.ts';
import { showLinks } from '../../../ground/sessions/showLinks.ts';

type Parts = Uses<'edge' | 'prompts'>;

/** A saved page: the platform's text before, and what was sent. */
interface SavedPage {
  readonly page: string;
  readonly before: string;
  readonly after: string;
}

/** How long links are looked for, in ms. */
const longest = 10_000;

/** Offers to update links to headings that a save renamed. Looks for links only if a heading lost its anchor. */
export function offerLinksToHeadings(parts: Parts, session: EditSession, saved: SavedPage): void {
  offer(parts, session, saved).catch((error: unknown) => parts.edge.note('Links to headings', error));
}

async function offer(parts: Parts, session: EditSession, { page, before, after }: SavedPage): Promise<void> {
  const { renamedHeadings } = await import('../../../../model/editing/renamedHeadings.ts');
  const headings = renamedHeadings(before, after);
  const [first] = headings;
  if (!first) return;
  const anchors = new Map(headings.flatMap((each) => each.anchors.map((anchor) => [anchor, each.after.slug] as const)));
  const { space, number } = session;
  const look = async (): Promise<readonly PageLinks[]> => {
    const signal = AbortSignal.timeout(longest);
    // Later saves may have renamed these headings again, or removed them.
    const slugs = new Set(headingsOf((await session.edits.page({ space, number, page })).text).map(({ slug }) => slug));
    const present = new Map([...anchors].filter(([, slug]) => slugs.has(slug)));
    if (present.size === 0) return [];
    const found = await session.content.linksToHeadings(space, number, { page, anchors: present }, { signal });
    return found.pages.filter(({ fixed }) => fixed > 0);
  };
  const pages = await look();
  if (pages.length === 0) return;
  const update = vscode.l10n.t('Update Links…');
  const show = vscode.l10n.t('Show Links');
  const question = questionFor(pages, headings, first);
  const answer = await parts.prompts.choose({ message: question, actions: [update, show] });
  if (answer === show) await showLinks(session, { pages, elsewhere: [] });
  if (answer !== update) return;
  // The user has asked for it, so an error is shown.
  await review(parts, session, look).catch((error: unknown) =>
    parts.edge.explain('docsPlatform.editing.saveAll', error),
  );
}

async function review(parts: Parts, session: EditSession, look: () => Promise<readonly PageLinks[]>): Promise<void> {
  const { edits, content, space, number } = session;
  for (let pages = await look(); ;) {
    if (pages.length === 0) return showStatus(vscode.l10n.t('The links are already up to date.'), 5000);
    const words = linksInWords(pages);
    const action = vscode.l10n.t('Update Links');
    const question = vscode.l10n.t('Update {0} in #{1}? The editor shows what changes.', words, number);
    if (!(await reviewLinks(parts, session, pages, { question, action }))) return;
    await content.refresh(space, number);
    const fresh = await look();
    if (areSameFixes(fresh, pages)) {
      try {
        await edits.send({ space, number }, fixingEdits(fresh), {
          inBatches: true,
          onOverwritten: warnOfOverwritten(parts, session),
        });
        return showStatus(vscode.l10n.t('Updated {0} in #{1}.', words, number), 5000);
      } catch (error) {
        if (failureOf(error)?.reason.code !== 'changedOnServer') throw error;
      }
    }
    pages = fresh;
    void showInformation(
      vscode.l10n.t('Someone else changed pages with these links in #{0}. Review the links again.', number),
    );
  }
}

function questionFor(pages: readonly PageLinks[], headings: readonly RenamedHeading[], first: RenamedHeading): string {
  const links = pages.reduce((sum, { fixed }) => sum + fixed, 0);
  if (headings.length > 1) {
    return plural(
      vscode.l10n.t(
        '{0} link leads to a heading that you renamed. Update it?|{0} links lead to headings that you renamed. Update them?',
      ),
      links,
    );
  }
  return plural(
    vscode.l10n.t(
      '{0} link leads to the heading “{1}”. Update it to “{2}”?|{0} links lead to the heading “{1}”. Update them to “{2}”?',
    ),
    links,
    first.before.title,
    first.after.title,
  );
}
