import * as vscode from 'vscode';
import { activeUri } from '../../ground/places/openPageUri.ts';
import { accountOf, neededAccount, nodeAt, placeAt } from '../../ground/places/place.ts';
import type { CommentsPlace } from '../../../model/comments/place.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type { Account } from '../../ground/services/accounts.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';
import { plural } from '../../ground/words/plural.ts';
import { has } from '../../ground/contributions/given.ts';
import { commentsIn } from '../../ground/threads/commentsIn.ts';
import type { ThreadsPanelContext, ThreadsPanels } from './context.ts';
import type { PanelPlace } from './place.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';

type Parts = ThreadsPanelContext & { readonly panels: ThreadsPanels };

/** What the command applies to. Space and change request are ids. */
interface Wanted extends CommentsPlace {
  readonly account: Account;
  readonly page?: string | undefined;
  readonly thread?: string | undefined;
}

/**
 * Opens the comment threads of a space or a change request. The argument can be a row of the Library (a space or a
 * page), `{ space, changeRequest }` (ids or records of the platform), a thread as `{ account, place, thread }`, or the
 * URI of a page. From the palette it is the open page; if there is none, the user picks a space.
 */
export async function openThreads(parts: Parts, given: unknown): Promise<void> {
  const wanted =
    fromGiven(parts, given) ??
    (await fromPage(parts, given instanceof vscode.Uri ? given : activeUri())) ??
    (await askSpace(parts));
  if (!wanted) return;
  const { account, space, changeRequest, page, thread } = wanted;
  const place: PanelPlace = {
    account: account.key,
    space,
    title: await titleOf(parts, wanted),
    ...(changeRequest !== undefined && { changeRequest }),
  };
  if (page === undefined && thread === undefined) parts.panels.open(place);
  else parts.panels.show(place, { ...(page !== undefined && { page }), ...(thread !== undefined && { thread }) });
}

async function titleOf(parts: Parts, { account, space, changeRequest }: Wanted): Promise<string> {
  if (changeRequest !== undefined) {
    const found = await (await parts.stores(account).changeRequests()).find(space, changeRequest);
    return vscode.l10n.t('Comments on #{0}', found.changeRequest.number);
  }
  const known = await (await parts.stores(account).library()).space(space);
  return vscode.l10n.t('Comments: {0}', titleText(known.title));
}

/** Menus, trees and other commands may pass anything. */
function fromGiven(parts: Parts, given: unknown): Wanted | undefined {
  const found = commentsIn(given);
  const key = has(given, { account: 'string' }) ? (given['account'] as string) : undefined;
  const account = found && accountOf(parts, key);
  return account && { account, ...found.place, page: found.page, thread: found.thread };
}

async function fromPage(parts: Parts, uri: vscode.Uri | undefined): Promise<Wanted | undefined> {
  const place = placeAt(parts, uri);
  if (!place) return undefined;
  const { account, space, version } = place;
  if (version.kind === 'revision' || version.kind === 'base') return { account, space };
  const page = (await nodeAt(parts, place))?.id;
  if (version.kind === 'main') return { account, space, page };
  const { id } = await (await parts.stores(account).contents()).changeRequest(space, version.number);
  return { account, space, changeRequest: id, page };
}

async function askSpace(parts: Parts): Promise<Wanted | undefined> {
  const account = neededAccount(parts, undefined);
  const { spaces } = await (await parts.stores(account).library()).availableSpaces();
  const items = spaces
    .map(({ id, title, comments }) => ({
      label: withoutIcons(titleText(title)),
      description: comments > 0 ? plural(vscode.l10n.t('{0} open'), comments) : '',
      space: id,
      comments,
    }))
    .sort((one, other) => other.comments - one.comments || one.label.localeCompare(other.label));
  const chosen = await showQuickPick(items, {
    title: vscode.l10n.t('Comment Threads'),
    placeHolder: vscode.l10n.t('Select a space'),
    matchOnDescription: true,
  });
  return chosen && { account, space: chosen.space };
}
