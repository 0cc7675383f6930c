import * as vscode from 'vscode';
import { shownUri } from '../../ground/places/openPageUri.ts';
import type { File } from '../../../contract/spaces/content.ts';
import { placesOf } from '../../../model/pages/linkPlaces.ts';
import { lineageOf, type PageNode } from '../../../model/pages/tree.ts';
import { lastSegmentOf } from '../../../model/shared/segment.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import { entryAt, placeAt } from '../../ground/places/place.ts';
import type { Place } from '../../../store/library/library.ts';
import type { LinkingPage } from '../../../store/libraryActions/libraryActions.ts';
import { pageUri, spaceNamesOf } from '../../ground/places/pageUri.ts';
import { showInformation, showProgress } from '../../ground/messages/show.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';
import { sessionIn, sessionOf, type Session } from './session.ts';
import type { Uses } from '../../ground/services/services.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';

/** The page or file that others link to. */
interface Subject {
  readonly session: Session;
  readonly spaceId: string;
  readonly title: string;
  /** `name` is that of a file in our file system. */
  readonly target: { readonly kind: 'page' | 'file'; readonly value: string; readonly name?: string };
}

/** Lists the pages that link to a page, or that show or link a file, and opens the chosen one at the link. */
export async function showBacklinks(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  given: Place | vscode.Uri | undefined,
): Promise<void> {
  const subject = await subjectOf(parts, given);
  if (!subject) {
    await showInformation(vscode.l10n.t('Open a published page or a file first, or select one in the Library.'));
    return;
  }
  const { session, spaceId, target } = subject;
  const title = withoutIcons(subject.title);
  const to = { spaceId, [target.kind === 'page' ? 'pageId' : 'fileId']: target.value };
  const { pages, isComplete } = await showProgress(
    { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Looking for links to “{0}”…', title) },
    () => session.actions.backlinks(to),
  );
  if (pages.length === 0) {
    const none = vscode.l10n.t('No page shows or links to “{0}”.', title);
    await showInformation(isComplete ? none : vscode.l10n.t('{0} The space has more links than could be read.', none));
    return;
  }
  const chosen = await showQuickPick(
    pages.map((page) => itemOf(page, spaceId)),
    {
      title: isComplete ? vscode.l10n.t('Links to “{0}”', title) : vscode.l10n.t('Some of the links to “{0}”', title),
      matchOnDescription: true,
    },
  );
  if (chosen) await open(subject, chosen.page);
}

function itemOf(page: LinkingPage, spaceId: string): vscode.QuickPickItem & { readonly page: LinkingPage } {
  const { space, node } = page;
  const above = lineageOf(node)
    .slice(0, -1)
    .map(({ title }) => title);
  const way = space.id === spaceId ? above : [titleText(space.title), ...above];
  return { label: withoutIcons(node.title), description: withoutIcons(way.join(' › ')), page };
}

async function open({ session, spaceId, target }: Subject, { space, node }: LinkingPage): Promise<void> {
  const document = await vscode.workspace.openTextDocument(pageUri(session.account.key, space.id, node.path));
  const [place] = placesOf(
    document.getText(),
    { ...target, space: spaceId },
    {
      spaceId: space.id,
      page: node,
      treeOf: (id: string) => session.library.cachedPages(id),
      names: spaceNamesOf(session.account.key),
    },
  );
  const selection = place && new vscode.Range(document.positionAt(place.start), document.positionAt(place.end));
  await vscode.window.showTextDocument(document, { ...(selection && { selection }) });
}

async function subjectOf(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  given: Place | vscode.Uri | undefined,
): Promise<Subject | undefined> {
  if (given && !(given instanceof vscode.Uri)) {
    if (given.kind !== 'file' && given.kind !== 'page') return undefined;
    const session = await sessionOf(parts);
    return session && subjectIn(session, given.space.id, given);
  }
  const place = placeAt(parts, given ?? shownUri());
  if (place?.version.kind !== 'main') return undefined;
  const entry = await entryAt(parts, place);
  if (entry?.kind !== 'file' && entry?.kind !== 'page') return undefined;
  return subjectIn(
    await sessionIn(parts, place.account),
    place.space,
    entry.kind === 'file' ? { ...entry, path: place.path } : entry,
  );
}

function subjectIn(
  session: Session,
  spaceId: string,
  entry:
    | { readonly kind: 'page'; readonly node: PageNode }
    | { readonly kind: 'file'; readonly file: File; readonly path: string },
): Subject {
  if (entry.kind === 'page')
    return { session, spaceId, title: entry.node.title, target: { kind: 'page', value: entry.node.id } };
  const { file, path } = entry;
  const target = { kind: 'file', value: file.id, name: lastSegmentOf(path) } as const;
  return { session, spaceId, title: titleText(file.name, file.id), target };
}
