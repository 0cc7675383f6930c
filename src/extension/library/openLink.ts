import * as vscode from 'vscode';
import { run } from '../ground/contributions/run.ts';
import type { PageNode } from '../../model/pages/tree.ts';
import type { Library } from '../../store/library/library.ts';
import { openPage } from '../ground/services/openWith.ts';
import { openInBrowser } from '../ground/services/openInBrowser.ts';
import { pageUri } from '../ground/places/pageUri.ts';
import type { Account } from '../ground/services/accounts.ts';
import { showWarning } from '../ground/messages/show.ts';

/** Opens the target of a link page: an address in the browser, or a page or space of the platform here. */
export async function openLink(at: {
  readonly account: Account;
  readonly library: Library;
  readonly space: string;
  readonly node: PageNode;
}): Promise<void> {
  const { href, target } = at.node.page;
  const url = href ?? (typeof target?.['url'] === 'string' ? target['url'] : undefined);
  if (url && /^(https?|mailto):/i.test(url)) {
    await (/^mailto:/i.test(url) ? vscode.env.openExternal(vscode.Uri.parse(url, true)) : openInBrowser(url));
    return;
  }
  const opened = await openTarget(at);
  if (opened) return;
  await showWarning(
    vscode.l10n.t("“{0}” links to something that can't be opened here: {1}", at.node.title, url ?? target?.kind ?? '?'),
  );
}

async function openTarget({ account, library, space, node }: Parameters<typeof openLink>[0]): Promise<boolean> {
  const { target } = node.page;
  const spaceId = typeof target?.['space'] === 'string' ? target['space'] : space;
  const pageId = target?.['page'];
  if (target?.kind === 'page' && typeof pageId === 'string') {
    const path = (await library.pages(spaceId)).byId.get(pageId)?.path;
    if (path === undefined) return false;
    await openPage(pageUri(account.key, spaceId, path));
    return true;
  }
  if (target?.kind === 'space') {
    const place = await library.placeOf(spaceId);
    if (place) await run('library.reveal', place);
    return place !== undefined;
  }
  return false;
}
