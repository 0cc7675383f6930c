import * as vscode from 'vscode';
import { shaped } from '../../ground/contributions/given.ts';
import { run } from '../../ground/contributions/run.ts';
import type { ConflictMarkers } from '../../../model/merge/conflictMarkers.ts';
import { refersTo, withFileRenamed } from '../../../model/editing/newFiles.ts';
import { isKind } from '../../../model/shared/failure.ts';
import { titledText } from '../../../model/text/titleHeading.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import { editAddressOf, pageAddressOf } from '../../ground/places/pageUri.ts';
import { activeAccount } from '../../ground/prompts/activeAccount.ts';
import { sentenceOf } from '../../ground/messages/sentence.ts';
import { ensureUnlocked } from '../../ground/prompts/ensureUnlocked.ts';
import { showStatus } from '../../ground/messages/show.ts';
import { sessionAt, editUri } from '../../ground/sessions/sessions.ts';
import { offerElsewhere } from '../../ground/sessions/elsewhere.ts';
import type { EditSession } from '../../ground/sessions/openPages.ts';
import { isGivenChangeRequest, pageToEdit, pickPageToEdit, type PageToEdit } from '../../ground/sessions/pageToEdit.ts';
import type { Unsent } from '../../ground/sessions/unsentPages.ts';
import { pickNumber } from '../../ground/sessions/pickChangeRequest.ts';
import { allTabs, isDirtyAt } from '../../ground/services/openDocuments.ts';
import type { Uses } from '../../ground/services/services.ts';
import { plural } from '../../ground/words/plural.ts';

/** Changes that couldn't be sent, to be edited in another change request. */
export interface Elsewhere {
  readonly elsewhere: vscode.Uri;
  readonly text: string;
  /** The base of the text. */
  readonly base: string;
  readonly markers?: ConflictMarkers | undefined;
}

/**
 * Opens a page for editing in the given change request, or in the one where it was chosen, else in one that the user
 * picks or creates.
 */
export async function editPage(
  parts: Uses<'accounts' | 'prompts' | 'state' | 'stores'>,
  given: unknown,
  letGo: (uri: vscode.Uri) => Promise<void>,
): Promise<void> {
  const moved = isElsewhere(given) ? given : undefined;
  const page = isGivenChangeRequest(given)
    ? await pickPageToEdit(parts, given)
    : await pageToEdit(parts, moved?.elsewhere ?? given);
  if (!page) {
    if (isGivenChangeRequest(given)) return;
    if (!parts.accounts.active) return void (await activeAccount(parts));
    return void (await run('goToPage'));
  }
  if ((await parts.stores(page.account).edits()).isOffered() === false) return offerElsewhere(parts, page);
  if (!(await ensureUnlocked(parts, page.account, page.space))) return;
  const number = (moved ? undefined : await writableNumber(parts, page)) ?? (await pickNumber(parts, page));
  if (number === undefined) return;
  const version = { kind: 'changeRequest', number } as const;
  const session = await sessionAt(parts, { account: page.account.key, space: page.space, version });
  try {
    const uri = await addressIn(session, page.page);
    if (moved) await carry(session, page.page, moved, { uri, from: editAddressOf(moved.elsewhere)?.version.number });
    await show(uri);
    if (moved) await letGo(moved.elsewhere);
  } catch (error) {
    if (!isKind(error, 'unsupported')) throw error;
    await offerElsewhere(parts, page);
  }
}

/** The change request where the page was chosen, unless that is closed. */
async function writableNumber({ stores }: Uses<'stores'>, page: PageToEdit): Promise<number | undefined> {
  const { account, space, version } = page;
  if (version.kind !== 'changeRequest') return undefined;
  const { status, number } = await (await stores(account).contents()).changeRequest(space, version.number);
  return status === 'merged' || status === 'archived' ? undefined : number;
}

/**
 * Moves unsent changes as drafts to another change request that the user picks or creates. Those that can't be moved
 * stay where they are and are reported.
 */
export async function takeElsewhere(
  parts: Uses<'accounts' | 'prompts' | 'state' | 'stores'>,
  from: EditSession,
  unsent: readonly Unsent[],
  letGo: (each: Unsent) => Promise<void>,
): Promise<void> {
  const { account, space } = from;
  if (!(await ensureUnlocked(parts, account, space))) return;
  const number = await pickNumber(parts, { account, space });
  if (number === undefined) return;
  const session = await sessionAt(parts, { account: account.key, space, version: { kind: 'changeRequest', number } });
  const taken: { readonly each: Unsent; readonly uri: vscode.Uri }[] = [];
  const left: string[] = [];
  const noteLeft = ({ text }: Unsent, error: unknown): void =>
    void left.push(`“${titleText(titledText(text).heading)}”: ${sentenceOf(error)}`);
  for (const each of unsent) {
    const { page } = each.target;
    try {
      const uri = await addressIn(session, page);
      await carry(session, page, each, { uri, from: each.target.number });
      taken.push({ each, uri });
    } catch (error) {
      noteLeft(each, error);
    }
  }
  const [first] = taken;
  // If VS Code can't open or close an editor, the page is still let go; otherwise it would be unsent in both change
  // requests.
  if (first) await show(first.uri).catch((error: unknown) => noteLeft(first.each, error));
  for (const { each } of taken) await letGo(each).catch((error: unknown) => noteLeft(each, error));
  if (taken.length > 1) {
    const words = plural(
      vscode.l10n.t(
        '{0} page now has unsent changes for #{1}. To save it, run Save All to Change Request.|{0} pages now have unsent changes for #{1}. To save them, run Save All to Change Request.',
      ),
      taken.length,
      number,
    );
    showStatus(words, 8000);
  }
  if (left.length > 0) throw new Error(left.join(' '));
}

async function addressIn(session: EditSession, page: string): Promise<vscode.Uri> {
  const { byId } = await session.content.pages(session.space, { kind: 'changeRequest', number: session.number });
  const path = byId.get(page)?.path;
  if (path !== undefined) return editUri(session, path);
  throw new Error(
    vscode.l10n.t(
      "#{0} doesn't have this page: it was deleted there or created later. Choose another change request.",
      session.number,
    ),
  );
}

/**
 * Stores a draft, with which the page then opens. The draft keeps its base, so that a save merges it with the text of
 * this change request.
 */
async function carry(
  session: EditSession,
  page: string,
  { text, base, markers }: Pick<Elsewhere, 'text' | 'base' | 'markers'>,
  { uri, from }: { readonly uri: vscode.Uri; readonly from: number | undefined },
): Promise<void> {
  const { edits, space, number } = session;
  const target = { space, number, page };
  if (isDirtyAt(uri) || (await edits.drafts.get(target))) {
    throw new Error(
      vscode.l10n.t(
        'You already have unsent changes to this page in #{0}. Save or discard them first, then save here again.',
        number,
      ),
    );
  }
  const carried = from === undefined || from === number ? text : await withItsFiles(session, page, text, from);
  await edits.drafts.keep(target, carried, base, markers);
}

/**
 * Also adds the unsent files of the text to this change request. If another file has the name of one, it gets another
 * name in the text.
 */
async function withItsFiles(
  { content, edits, space, number }: EditSession,
  page: string,
  text: string,
  from: number,
): Promise<string> {
  const named = (await edits.files.of({ space, number: from })).filter(({ name }) => refersTo(text, name));
  if (named.length === 0) return text;
  const node = (await content.pages(space, { kind: 'changeRequest', number })).byId.get(page)!;
  const { files } = await content.linkContext(space, number, node, { files: true });
  const taken = [...(files?.byName.keys() ?? [])];
  let carried = text;
  for (const file of named) {
    const present = await edits.files.get({ space, number }, file.name);
    if (present?.base64 === file.base64) continue;
    const name = await edits.files.add({ space, number }, file, taken);
    if (name !== file.name) carried = withFileRenamed(carried, file.name, name);
  }
  return carried;
}

/**
 * Keeps the selection if the active editor shows the same page of another version. If that editor is a preview, which
 * VS Code replaces by the next one that is opened, it takes its place.
 */
async function show(uri: vscode.Uri): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  const isSamePage = editor !== undefined && pageKeyOf(editor.document.uri) === pageKeyOf(uri);
  const selection = isSamePage ? editor.selection : undefined;
  await vscode.window.showTextDocument(uri, { preview: false, ...(selection && { selection }) });
  if (!isSamePage || !activeTab?.isPreview || !(activeTab.input instanceof vscode.TabInputText)) return;
  const shown = activeTab.input.uri.toString();
  if (shown === uri.toString() || shown !== editor.document.uri.toString()) return;
  // VS Code may have closed it already.
  await vscode.window.tabGroups.close(allTabs().filter((tab) => tab === activeTab));
}

/** The same for all versions of a page under the same path. */
function pageKeyOf(uri: vscode.Uri): string {
  const address = pageAddressOf(uri);
  return address ? JSON.stringify([address.account, address.space, address.path]) : uri.toString();
}

const isElsewhere = shaped<Elsewhere>({ elsewhere: 'present', text: 'present', base: 'present' });
