import * as vscode from 'vscode';
import { activeUri } from '../../ground/places/openPageUri.ts';
import { isSameText, mergePageTexts, mergingEdits } from '../../../model/merge/lineEdits.ts';
import type { Version } from '../../../model/shared/address.ts';
import type { PageNode } from '../../../model/pages/tree.ts';
import { titledText } from '../../../model/text/titleHeading.ts';
import { baseOf } from '../../../model/editing/editablePage.ts';
import type { PageEdit } from '../../../store/editing/edits.ts';
import type { Conflicts, ConflictSides, PageConflict } from '../../../store/editing/conflicts.ts';
import { showInformation } from '../../ground/messages/show.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';
import { applyLineEdits } from '../../ground/sessions/applyEdits.ts';
import { combined } from './saving/combination.ts';
import { nameOf } from './saving/comparison.ts';
import type { ConflictView } from './conflictView.ts';
import { sessionAt, editAddressGiven } from '../../ground/sessions/sessions.ts';
import { acceptOurs, ourVersion } from './saving/conflictWording.ts';
import { lastEditor } from './saving/lastEditor.ts';
import type { EditSession, OpenPage, OpenPages } from '../../ground/sessions/openPages.ts';
import { rowGiven } from '../../ground/sessions/pageSession.ts';
import { cachedConflicts, titleOfPage, uriOfPage } from '../../ground/sessions/unsentPages.ts';
import type { Services } from '../../ground/services/services.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';

interface Parts extends Services {
  readonly conflictView: ConflictView;
  readonly pages: OpenPages;
  /** The open page at a URI. */
  readonly pageAt: (uri: vscode.Uri) => Promise<OpenPage>;
}

/** Opens the conflicts of an editable page, or of a row of the Change Requests view, where they can be resolved. */
export async function resolveConflicts(parts: Parts, given: unknown): Promise<void> {
  const at = await conflictAt(parts, given);
  if (!at) return;
  const { session, page: id } = at;
  const uri = await uriOfPage(session, id);
  const open = uri && (await opened(parts, uri));
  if (open && (await parts.conflictView.reveal(open.page))) return;
  if (open && (await hasMarkedUnsent(parts, open))) return;
  const conflicts = await parts.stores(session.account).conflicts();
  const sides = await conflicts.sidesOf(session.space, session.number, id);
  if (!sides) {
    const title = await titleOfPage(session, id);
    await showInformation(vscode.l10n.t('“{0}” has no conflicts.', title));
    return;
  }
  await resolveWithMain(parts, conflicts, at, sides, open);
}

interface Open {
  readonly document: vscode.TextDocument;
  readonly page: OpenPage;
}

interface At {
  readonly session: EditSession;
  /** The page's id. */
  readonly page: string;
}

async function opened(parts: Parts, uri: vscode.Uri): Promise<Open> {
  const { document } = await vscode.window.showTextDocument(uri, { preview: false });
  return { document, page: await parts.pageAt(uri) };
}

/** The page of the given row or editor, else the active one. For a whole change request the user picks a page. */
async function conflictAt(parts: Parts, given: unknown): Promise<At | undefined> {
  const row = rowGiven(parts, given);
  if (row) {
    const { account, space, version } = row;
    const session = await sessionAt(parts, { account: account.key, space, version });
    return row.page === undefined ? pickedIn(parts, session) : { session, page: row.page };
  }
  const uri = given instanceof vscode.Uri ? given : activeUri();
  if (!uri || !editAddressGiven(uri))
    throw new Error(vscode.l10n.t('Open an editable page first, or select one in the Change Requests view.'));
  const { session, target } = await parts.pageAt(uri);
  return { session, page: target.page };
}

async function pickedIn({ stores, pages }: Parts, session: EditSession): Promise<At | undefined> {
  const withMain = await (await stores(session.account).conflicts()).of(session.space, session.number);
  const all = cachedConflicts(session, pages, withMain);
  if (all.length === 0) {
    await showInformation(vscode.l10n.t('#{0} has no conflicts.', session.number));
    return undefined;
  }
  if (all.length === 1) return { session, page: all[0]! };
  const items = await Promise.all(
    all.map(async (page) => {
      const conflict = withMain.find((each) => each.page === page);
      // Without a conflict with main, it is about text that the user typed.
      const lost = conflict ? await lostIn(session, conflict) : ['document'];
      return {
        label: withoutIcons(conflict?.title ?? (await titleOfPage(session, page))),
        description: lost.map(fieldInWords).join(', '),
        page,
      };
    }),
  );
  const chosen = await showQuickPick(items, {
    title: vscode.l10n.t('Select a page to resolve its conflicts'),
  });
  return chosen && { session, page: chosen.page };
}

/** What a conflict is about. A page that is missing on one side is decided as a whole. */
async function lostIn(session: EditSession, { page, main, lost }: PageConflict): Promise<readonly string[]> {
  const nodes = [
    nodeAt(session, page, { kind: 'revision', revision: main }),
    nodeAt(session, page, { kind: 'changeRequest', number: session.number }),
  ];
  // A list that says less is better than none.
  const found = await Promise.all(nodes).catch(() => undefined);
  return found?.includes(undefined) ? ['page'] : lost;
}

/** Whether the typed text conflicts with the current content of the change request. */
async function hasMarkedUnsent(parts: Parts, { document, page }: Open): Promise<boolean> {
  const present = await page.session.edits.refresh(page.target);
  const base = baseOf(page.edited);
  const { merged } = combined(base, document.getText(), present);
  if (!merged || merged.conflicts.length === 0) return false;
  const by = await lastEditor(parts, page.session);
  await parts.conflictView.mark(page, { base, theirs: present.text, over: present.text, by });
  return true;
}

async function resolveWithMain(
  parts: Parts,
  conflicts: Conflicts,
  { session, page: id }: At,
  sides: ConflictSides,
  before: Open | undefined,
): Promise<void> {
  const { space, number } = session;
  const { base, main, own, conflict } = sides;
  const hasBoth = before !== undefined && main !== undefined && own !== undefined;
  // On servers that write the title as a line of the text, it is resolved there.
  const inText = hasBoth && titledText(main).heading !== undefined ? ['document', 'title'] : ['document'];
  const [mainNode, ownNode, isOthers] = await Promise.all([
    nodeAt(session, id, { kind: 'revision', revision: conflict.main }),
    nodeAt(session, id, { kind: 'changeRequest', number }),
    isByOthers(parts, session),
  ]);
  const othersNumber = isOthers ? number : undefined;
  const isWhole =
    !mainNode || !ownNode || conflict.lost.includes('page') || (!hasBoth && conflict.lost.includes('document'));
  const fields = isWhole ? ['page'] : conflict.lost.filter((field) => !hasBoth || !inText.includes(field));
  let open = before;
  for (const field of fields) {
    const edit = await decided({ number, othersNumber, title: conflict.title, page: id, field, mainNode, ownNode });
    if (edit === 'cancelled') return;
    if (!edit) continue;
    await session.edits.send({ space, number }, [edit]);
    // If its URI changes, the page gets another editor, unless it has unsaved text.
    const uri = open && !open.document.isDirty && hasBoth ? await uriOfPage(session, id) : undefined;
    if (uri) open = await opened(parts, uri);
  }
  if (!open || !hasBoth || !conflict.lost.some((field) => inText.includes(field)))
    return conflicts.resolve(space, number, id);
  const { document, page } = open;
  const merged = mergePageTexts({ base: base ?? '', ours: document.getText(), theirs: main });
  if (merged.conflicts.length > 0) {
    const over = baseOf(page.edited);
    await parts.conflictView.mark(page, { base: base ?? '', theirs: main, over, withMain: true, othersNumber });
    return;
  }
  const edits = mergingEdits(merged);
  // Unsent text doesn't resolve the conflict yet.
  if (edits.length === 0 && isSameText(document.getText(), own)) return conflicts.resolve(space, number, id);
  await applyLineEdits(document, edits);
  await showInformation(
    vscode.l10n.t('Added the published changes to “{0}”. Save it to add them to #{1}.', nameOf(document.uri), number),
  );
}

/** Whether someone else created the change request. If that isn't known, nobody waits for it. */
async function isByOthers(
  { stores, edge }: Pick<Parts, 'stores' | 'edge'>,
  { account, space, number, content }: EditSession,
): Promise<boolean> {
  try {
    const user = await stores(account).currentUser();
    const [changeRequest, currentUserId] = await Promise.all([content.changeRequest(space, number), user.load()]);
    const author = changeRequest.createdBy?.id;
    return author !== undefined && currentUserId !== undefined && author !== currentUserId;
  } catch (error) {
    edge.note('Author of a change request', error);
    return false;
  }
}

async function nodeAt({ content, space }: EditSession, id: string, version: Version): Promise<PageNode | undefined> {
  return (await content.pages(space, version)).byId.get(id);
}

interface Choice {
  /** The change request's number. */
  readonly number: number;
  readonly othersNumber: number | undefined;
  readonly title: string;
  /** The page's id. */
  readonly page: string;
  readonly field: string;
  readonly mainNode: PageNode | undefined;
  readonly ownNode: PageNode | undefined;
}

/** The edit that takes main's value; undefined to keep the change request's value. */
async function decided(choice: Choice): Promise<PageEdit | 'cancelled' | undefined> {
  const { number, othersNumber, title, field, mainNode, ownNode } = choice;
  const valueOf = (node: PageNode | undefined): string =>
    withoutIcons(node ? fieldOf(node, field) : vscode.l10n.t('deleted'));
  const take = takingMain(choice);
  const keep = { label: acceptOurs(ourVersion(othersNumber)), description: valueOf(ownNode) };
  const taking = { label: vscode.l10n.t('Accept Main'), description: valueOf(mainNode) };
  const chosen = await showQuickPick(take ? [keep, taking] : [keep], {
    title: vscode.l10n.t('Conflict in “{0}”: {1}', title, fieldInWords(field)),
    placeHolder: vscode.l10n.t('Choose what to keep in #{0}', number),
  });
  if (!chosen) return 'cancelled';
  return chosen === taking ? take : undefined;
}

function fieldOf(node: PageNode, field: string): string {
  if (field === 'slug') return node.page.slug ?? '';
  if (field === 'parent') return node.parent?.title ?? vscode.l10n.t('top level');
  if (field === 'page' || field === 'title') return node.title;
  const value = (node.page as Readonly<Record<string, unknown>>)[field];
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function takingMain({ page, field, mainNode, ownNode }: Choice): PageEdit | undefined {
  if (field === 'page') return !mainNode && ownNode ? { kind: 'delete', page } : { kind: 'revert', page };
  if (!mainNode) return undefined;
  if (field === 'title') return { kind: 'rename', page, title: mainNode.title };
  if (field === 'slug' && mainNode.page.slug != null) return { kind: 'rename', page, slug: mainNode.page.slug };
  if (field === 'parent') return { kind: 'move', page, into: mainNode.parent?.id };
  // The API can't write any other field.
  return undefined;
}

function fieldInWords(field: string): string {
  switch (field) {
    case 'page':
      return vscode.l10n.t('the whole page');
    case 'document':
      return vscode.l10n.t('the text');
    case 'title':
      return vscode.l10n.t('the title');
    case 'slug':
      return vscode.l10n.t('the slug');
    case 'parent':
      return vscode.l10n.t('the location');
    default:
      return field;
  }
}
