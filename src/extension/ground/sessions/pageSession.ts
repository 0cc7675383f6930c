import * as vscode from 'vscode';
import { run } from '../contributions/run.ts';
import type { ChangeRequest } from '../../../contract/changeRequests/changeRequests.ts';
import { headOf, main, numberOf, type EditAddress, type Version } from '../../../model/shared/address.ts';
import type { PageNode, PageTree } from '../../../model/pages/tree.ts';
import { isKind } from '../../../model/shared/failure.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type { PageEdit, Sent } from '../../../store/editing/edits.ts';
import type { Account } from '../services/accounts.ts';
import { pageGiven } from '../places/changeRequestRows.ts';
import { isLibraryRowOf, nodeAt, placeGiven, type Place } from '../places/place.ts';
import { shortened, shortNameOf } from '../words/changeRequestName.ts';
import { ensureUnlocked } from '../prompts/ensureUnlocked.ts';
import { showStatus } from '../messages/show.ts';
import { offerElsewhere } from './elsewhere.ts';
import type { EditSession } from './openPages.ts';
import { warnOfOverwritten } from './overwritten.ts';
import { pickWritable } from './pickWritable.ts';
import { pickNumberOrPlan, type PlannedChangeRequest } from './pickChangeRequest.ts';
import type { Services, Uses } from '../services/services.ts';

/** Where pages are changed: a change request, or one that is created when the action is sent. */
export type SessionOrPlan = PageSession | PlannedSession;

/** A change request whose pages are changed. */
export interface PageSession extends EditSession {
  /** Its name in questions. */
  readonly name: string;
  /** At most a minute old. */
  readonly changeRequest: ChangeRequest;
  /** The user started from published content, which doesn't show the change before a merge. */
  readonly isFromPublished: boolean;
  /** The current pages of the change request. */
  pages(): Promise<PageTree>;
  /** Resolves to this object. */
  begin(): Promise<PageSession>;
}

/** A change request that hasn't been created yet and will start with the published content. */
export interface PlannedSession extends Pick<PageSession, 'account' | 'space' | 'content' | 'name' | 'pages'> {
  readonly number?: undefined;
  /** Creates the change request. */
  begin(): Promise<PageSession>;
}

/** What a command applies to: the change request, and a page in it if there is one. */
export interface GivenSession {
  readonly session: SessionOrPlan;
  readonly page: string | undefined;
}

/**
 * The change request of a row in the Change Requests view or of the page in the active editor, else one that the user
 * picks; undefined if they pick none. For published content, given by a row of the Library or the active editor, one of
 * that space is picked or planned, with a question that names the space. Rejects with a readable error if it can't be
 * edited.
 */
export async function sessionGiven(
  parts: Uses<'accounts' | 'prompts' | 'state' | 'stores'>,
  given: unknown,
  question: (space: string) => string,
  /** Suggested for a new change request. */
  subject?: string,
): Promise<GivenSession | undefined> {
  const found = rowGiven(parts, given) ?? (await listedOrOpen(parts, given)) ?? (await pickWritable(parts));
  if (!found) return undefined;
  const { account, space, page } = found;
  if ((await parts.stores(account).edits()).isOffered() === false) {
    await offerElsewhere(parts, { account, space, page });
    return undefined;
  }
  if (!(await ensureUnlocked(parts, account, space))) return undefined;
  const number = numberOf(found.version);
  const at = number ?? (await pickNumberOrPlan(parts, { account, space }, question, subject));
  if (at === undefined) return undefined;
  if (typeof at === 'object') return { session: await planSession(parts, account, space, at), page };
  const session = await openSession(parts, account, space, at, number === undefined);
  await refuseUnlessWritable(parts, session);
  return { session, page };
}

async function openSession(
  { stores }: Uses<'stores'>,
  account: Account,
  space: string,
  number: number,
  isFromPublished = false,
): Promise<PageSession> {
  const [content, edits] = await Promise.all([stores(account).contents(), stores(account).edits()]);
  const changeRequest = await content.changeRequest(space, number);
  const pages = () => content.pages(space, headOf(number));
  const session: PageSession = {
    account,
    space,
    number,
    name: shortNameOf(changeRequest),
    changeRequest,
    isFromPublished,
    content,
    edits,
    pages,
    begin: async () => session,
  };
  return session;
}

async function planSession(
  parts: Uses<'stores'>,
  account: Account,
  space: string,
  { subject, create }: PlannedChangeRequest,
): Promise<PlannedSession> {
  const { stores } = parts;
  const content = await stores(account).contents();
  return {
    account,
    space,
    name: `“${shortened(titleText(subject))}”`,
    content,
    pages: () => content.pages(space, main),
    begin: async () => openSession(parts, account, space, await create(), true),
  };
}

/** The version whose pages these are. */
export async function versionOf(
  { stores }: Uses<'stores'>,
  { account, space, number }: SessionOrPlan,
): Promise<Version> {
  if (number !== undefined) return headOf(number);
  const { revision } = await (await stores(account).library()).space(space);
  return { kind: 'revision', revision };
}

/** Sends edits as one revision, up to the number that the platform accepts at once. */
export async function send(
  parts: Uses<'prompts' | 'edge'>,
  session: PageSession,
  ...all: readonly PageEdit[]
): Promise<Sent> {
  const { edits, space, number } = session;
  try {
    return await edits.send({ space, number }, all, {
      inBatches: true,
      onOverwritten: warnOfOverwritten(parts, session),
    });
  } catch (error) {
    if (!isKind(error, 'unsupported')) throw error;
    const sentence = vscode.l10n.t("This server doesn't accept edits from here. Edit #{0} in the browser.", number);
    throw new Error(sentence, { cause: error });
  }
}

export function pageIn(tree: PageTree, id: string): PageNode {
  const node = tree.byId.get(id);
  if (!node) throw new Error(vscode.l10n.t('This page is no longer in the change request.'));
  return node;
}

/** Says in passing what happened. */
export function say(message: string): void {
  showStatus(message, 5000);
}

/** Shows the change request to a user who started from published content, so that the change can be seen. */
export async function revealChange(
  { stores, edge }: Uses<'stores' | 'edge'>,
  { account, changeRequest, ...session }: PageSession,
): Promise<void> {
  if (!session.isFromPublished) return;
  try {
    const space = await (await stores(account).library()).space(session.space);
    await run('changeRequests.reveal', { account: account.key, space, changeRequest });
  } catch (error) {
    // The change was sent all the same.
    edge.note('docsPlatform.changeRequests.reveal', error);
  }
}

/** The target of a row in the Change Requests view. */
export function rowGiven(
  { accounts }: Uses<'accounts'>,
  given: unknown,
): (Place & Pick<EditAddress, 'version'>) | undefined {
  const row = pageGiven(given);
  // A link in a message identifies the account only by its key.
  const account = row && accounts.byKey(row.account.key);
  if (row && account) return { account, space: row.space, version: headOf(row.changeRequest.number), page: row.page };
  // The row of a change request itself.
  if (typeof given !== 'object' || given === null || !('space' in given) || !('changeRequest' in given))
    return undefined;
  const { space, changeRequest } = given as { space: { id: string }; changeRequest: ChangeRequest };
  return accounts.active && { account: accounts.active, space: space.id, version: headOf(changeRequest.number) };
}

const isPageOrSpaceRow = isLibraryRowOf('page', 'space');

/**
 * The place of a row of the Library or of an editor. Pages of change requests are open for editing, read-only, and as
 * sides of diffs; published pages are read-only.
 */
async function listedOrOpen(parts: Uses<'accounts' | 'stores'>, given: unknown): Promise<Place | undefined> {
  const isGiven = isPageOrSpaceRow(given) || given instanceof vscode.Uri;
  const place = placeGiven(parts, isGiven ? given : undefined);
  if (!place || place.version.kind === 'revision') return undefined;
  return { ...place, page: place.page ?? (await nodeAt(parts, place))?.id };
}

/** Checked before any question, so that the user doesn't enter something that the platform will refuse. */
async function refuseUnlessWritable({ stores }: Uses<'stores'>, session: PageSession): Promise<void> {
  const { account, changeRequest, number } = session;
  const { status } = changeRequest;
  if (status === 'merged') {
    throw new Error(
      vscode.l10n.t('#{0} is merged and can no longer be changed. Create another change request.', number),
    );
  }
  if (status === 'archived') {
    throw new Error(vscode.l10n.t('#{0} is archived. Reopen it to edit its pages.', number));
  }
  const space = await (await stores(account).library()).space(session.space);
  if (space.permissions?.['edit'] === false && changeRequest.createdBy?.id !== (await currentUserOf(stores, account))) {
    throw new Error(
      vscode.l10n.t(
        "You don't have permission to edit pages in “{0}”. Ask an administrator of the organization.",
        titleText(space.title),
      ),
    );
  }
}

async function currentUserOf(stores: Services['stores'], account: Account): Promise<string | undefined> {
  return (await stores(account).currentUser()).load();
}
