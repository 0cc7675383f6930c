import * as vscode from 'vscode';
import type { PageNode } from '../../../model/pages/tree.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import { activeUri } from '../../ground/places/openPageUri.ts';
import { nodeAt, placeAt } from '../../ground/places/place.ts';
import type { Place } from '../../../store/library/library.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';
import type { LinkReport } from '../../../store/libraryActions/libraryActions.ts';
import { showProgress } from '../../ground/messages/show.ts';
import type { LinkProblems } from './linkProblems.ts';
import { pickSpace } from '../../ground/prompts/pickSpace.ts';
import { may } from './picking.ts';
import { sessionIn, sessionOf, type Session } from './session.ts';
import type { Uses } from '../../ground/services/services.ts';
import { plural } from '../../ground/words/plural.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';

interface Subject {
  readonly session: Session;
  readonly spaceId: string;
  /** Undefined for the whole space. */
  readonly page: PageNode | undefined;
  readonly title: string;
}

/** Asks the platform for the broken links of a space or page, and shows them in the Problems panel. */
export async function reportLinks(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'stores'>,
  problems: LinkProblems,
  given: Place | vscode.Uri | undefined,
): Promise<void> {
  const subject = await subjectOf(parts, given);
  if (!subject) return;
  const { session, spaceId, page, title } = subject;
  const at = { spaceId, pageId: page?.id };
  const report = await showProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Checking the links of “{0}”', title),
      cancellable: true,
    },
    async (_, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => stop.abort());
      const [found] = await Promise.all([
        session.actions.linkReport(at, { signal: stop.signal }),
        session.library.pages(spaceId, { signal: stop.signal }),
      ]);
      return found;
    },
  );
  const broken = report.problems.filter(({ status }) => status === 'broken');
  problems.show(session, at, broken);
  const showProblems = vscode.l10n.t('Show Problems');
  const includeInApp = vscode.l10n.t('Include Links to the App');
  const answer = await parts.prompts.choose({
    message: sentence(title, report),
    actions: [
      ...(broken.length > 0 ? [showProblems] : []),
      ...(report.problems.length > broken.length ? [includeInApp] : []),
    ],
  });
  if (answer === includeInApp) problems.show(session, at, report.problems);
  if (answer) await vscode.commands.executeCommand('workbench.actions.view.problems');
}

async function subjectOf(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'stores'>,
  given: Place | vscode.Uri | undefined,
): Promise<Subject | undefined> {
  if (given && !(given instanceof vscode.Uri)) {
    const session = await sessionOf(parts);
    if (!session || !('space' in given)) return undefined;
    const spaceId = given.space.id;
    return given.kind === 'page'
      ? { session, spaceId, page: given.node, title: given.node.title }
      : { session, spaceId, page: undefined, title: titleText(given.space.title) };
  }
  const open = await openPage(parts, given ?? activeUri());
  if (open && given) return open;
  if (!open) return ofSpace(parts);
  const items = [
    { label: vscode.l10n.t('Links on the page “{0}”', withoutIcons(open.title)), pick: () => open },
    { label: vscode.l10n.t('Links in the whole space'), pick: () => wholeSpace(open) },
    { label: vscode.l10n.t('Links in another space…'), pick: () => ofSpace(parts) },
  ];
  return (await showQuickPick(items, { title: vscode.l10n.t('Choose which links to check') }))?.pick();
}

async function wholeSpace({ session, spaceId }: Subject): Promise<Subject> {
  const { title } = await session.library.space(spaceId);
  return { session, spaceId, page: undefined, title: titleText(title) };
}

async function ofSpace(parts: Uses<'accounts' | 'prompts' | 'edge' | 'stores'>): Promise<Subject | undefined> {
  const session = await sessionOf(parts);
  const title = vscode.l10n.t('Select a space to check its links');
  const space = session && (await pickSpace(parts, session.library, title, (each) => may(each, 'view')));
  return space && { session, spaceId: space.id, page: undefined, title: titleText(space.title) };
}

/** The page of an editor, from any account. */
async function openPage(parts: Uses<'accounts' | 'stores'>, uri: vscode.Uri | undefined): Promise<Subject | undefined> {
  const place = placeAt(parts, uri);
  const page = place?.version.kind === 'main' ? await nodeAt(parts, place) : undefined;
  if (!place || !page) return undefined;
  return { session: await sessionIn(parts, place.account), spaceId: place.space, page, title: page.title };
}

function sentence(title: string, { problems, brokenByChangeRequests = 0, isComplete }: LinkReport): string {
  const broken = problems.filter(({ status }) => status === 'broken').length;
  const inApp = problems.length - broken;
  const sentences = [
    broken === 0
      ? vscode.l10n.t('“{0}” has no broken links.', title)
      : plural(vscode.l10n.t('“{1}” has {0} broken link.|“{1}” has {0} broken links.'), broken, title),
    inApp === 0
      ? ''
      : plural(
          vscode.l10n.t(
            "{0} link points to the app, which readers of a published site can't open.|{0} links point to the app, which readers of a published site can't open.",
          ),
          inApp,
        ),
    brokenByChangeRequests === 0
      ? ''
      : plural(vscode.l10n.t('Merging open change requests would break {0} more.'), brokenByChangeRequests),
    isComplete ? '' : vscode.l10n.t('There are more link problems than shown here.'),
  ];
  return sentences.filter(Boolean).join(' ');
}
