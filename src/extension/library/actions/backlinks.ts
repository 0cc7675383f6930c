import * as vscode from 'vscode';
import { shownUri } from '../../ground/places/openPageUri.ts';
import type { File } from '../../../contract/spaces/content.ts';
import { placesOf } from '../../../model/pages/linkPlaces.ts';
import { lineageOf, type PageNode } from '../../../model/pages/tree.ts';
import { isReadable } from '../../../model/pages/readable.ts';
import { lastSegmentOf } from '../../../model/shared/segment.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import { entryAt, placeAt } from '../../ground/places/place.ts';
import type { Place } from '../../../store/library/library.ts';
import { pageUri, spaceNamesOf } from '../../ground/places/pageUri.ts';
import { showInformation } from '../../ground/messages/show.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';
import { sessionIn, sessionOf, type Session } from './session.ts';
import type { Uses } from '../../ground/services/services.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';

interface Subject {
  readonly session: Session;
  readonly spaceId: string;
  readonly file: File;
  /** The name in our file system. */
  readonly name: string;
}

/** Lists the pages that show or link a file, and opens the chosen one at the link. */
export async function showBacklinks(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  given: Place | vscode.Uri | undefined,
): Promise<void> {
  const subject = await subjectOf(parts, given);
  if (!subject) {
    await showInformation(vscode.l10n.t('Open a file in a space first, or select one in the Library.'));
    return;
  }
  const { session, spaceId, file } = subject;
  const title = titleText(file.name, file.id);
  const found = Promise.all([
    session.actions.backlinks({ spaceId, fileId: file.id }),
    session.library.pages(spaceId),
  ]).then(([ids, tree]) => ids.flatMap((id) => itemsOf(tree.byId.get(id))));
  if ((await found).length === 0) {
    await showInformation(vscode.l10n.t('No page shows or links to “{0}”.', title));
    return;
  }
  const chosen = await showQuickPick(await found, {
    title: vscode.l10n.t('References to “{0}”', withoutIcons(title)),
    matchOnDescription: true,
  });
  if (chosen) await open(subject, chosen.node);
}

function itemsOf(node: PageNode | undefined): (vscode.QuickPickItem & { readonly node: PageNode })[] {
  if (!node || !isReadable(node)) return [];
  const above = lineageOf(node).slice(0, -1);
  return [
    {
      label: withoutIcons(node.title),
      description: withoutIcons(above.map(({ title }) => title).join(' › ')),
      node,
    },
  ];
}

async function open({ session, spaceId, file, name }: Subject, node: PageNode): Promise<void> {
  if (node.path === undefined) return;
  const document = await vscode.workspace.openTextDocument(pageUri(session.account.key, spaceId, node.path));
  const target = { kind: 'file', value: file.id, name };
  const [place] = placesOf(document.getText(), target, {
    spaceId,
    page: node,
    treeOf: (id: string) => session.library.cachedPages(id),
    names: spaceNamesOf(session.account.key),
  });
  const selection = place && new vscode.Range(document.positionAt(place.start), document.positionAt(place.end));
  await vscode.window.showTextDocument(document, { ...(selection && { selection }) });
}

async function subjectOf(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  given: Place | vscode.Uri | undefined,
): Promise<Subject | undefined> {
  if (given && !(given instanceof vscode.Uri)) {
    const session = given.kind === 'file' ? await sessionOf(parts) : undefined;
    if (!session || given.kind !== 'file') return undefined;
    return { session, spaceId: given.space.id, file: given.file, name: lastSegmentOf(given.path) };
  }
  const place = placeAt(parts, given ?? shownUri());
  if (place?.version.kind !== 'main') return undefined;
  const { account, space: spaceId, path } = place;
  const entry = await entryAt(parts, place);
  if (entry?.kind !== 'file') return undefined;
  return { session: await sessionIn(parts, account), spaceId, file: entry.file, name: lastSegmentOf(path) };
}
