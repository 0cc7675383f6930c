import * as vscode from 'vscode';
import { editAddressOf, nothingUri, pageUri } from '../../../ground/places/pageUri.ts';
import { isAbout, type EditSession, type OpenPages } from '../../../ground/sessions/openPages.ts';
import { isIn } from '../../../ground/sessions/unsentPages.ts';
import type { Uses } from '../../../ground/services/services.ts';

/** What the marks in the gutter of an editable page compare it with; undefined for other documents. */
export async function originalOf(
  { edge }: Uses<'edge'>,
  pages: OpenPages,
  session: EditSession,
  uri: vscode.Uri,
): Promise<vscode.Uri | undefined> {
  if (uri.scheme !== 'docs-platform-edit' || uri.query !== '' || !isIn(session, uri)) return undefined;
  const { account, space, number, content } = session;
  const path = editAddressOf(uri)!.path;
  const saved = pageUri(account.key, space, path, { kind: 'changeRequest', number });
  if (vscode.workspace.getConfiguration('docsPlatform').get('editing.compareWith') === 'saved') return saved;
  const set = await content.changes(space, number).catch((error: unknown) => {
    edge.note(`Changes of #${number}`, error);
    return undefined;
  });
  if (!set?.isComparable) return saved;
  const page = pages.get(uri.toString());
  const id = page && isAbout(session, page) ? page.target.page : await idAt(session, path);
  const change = set.pages.find((each) => each.id === id);
  // A page that the change request doesn't change yet.
  if (!change) return pageUri(account.key, space, path, { kind: 'base', number });
  // Renamed and moved pages have another address in the base.
  const before = change.before?.isReadable ? change.before.path : undefined;
  return before === undefined ? nothingUri(saved) : pageUri(account.key, space, before, { kind: 'base', number });
}

async function idAt({ content, space, number }: EditSession, path: string): Promise<string | undefined> {
  const entry = await content.entry(space, { kind: 'changeRequest', number }, path);
  return entry?.kind === 'page' ? entry.node.id : undefined;
}
