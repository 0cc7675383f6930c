import * as vscode from 'vscode';
import { isKind } from '../../../model/shared/failure.ts';
import { headOf } from '../../../model/shared/address.ts';
import type { PageNode } from '../../../model/pages/tree.ts';
import { segmentOf } from '../../../model/shared/segment.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import { pageGiven, type GivenPage } from '../../ground/places/changeRequestRows.ts';
import { comparedPlaceAt, nodeAt } from '../../ground/places/place.ts';
import type { Account } from '../../ground/services/accounts.ts';
import { showProgress, showStatus } from '../../ground/messages/show.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';
import { askWhereToSave, saveWhole } from '../../ground/prompts/saveFile.ts';
import { explained } from './explained.ts';
import { activeUris } from '../../ground/changeRequests/openDiffUris.ts';
import { targetOf, type Target } from '../../ground/changeRequests/target.ts';
import { nameOf } from '../../ground/changeRequests/wording.ts';
import { wanted } from './wanted.ts';
import type { Uses } from '../../ground/services/services.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';

/** The content of the PDF: a page with or without its subpages, else all pages of the space with the changes. */
interface Portion {
  readonly node: PageNode;
  readonly only: boolean;
}

/**
 * Saves a change request, or one page of it, as a PDF made by the platform. The platform makes no PDF of published
 * content.
 */
export async function savePdf(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'selected' | 'stores'>,
  given: unknown,
): Promise<void> {
  const row = pageGiven(given);
  const found = row?.page === undefined ? await openPage(parts, given) : await pageOfRow(parts, row);
  const target = found?.target ?? (await targetOf(parts, given, wanted.savePdf()));
  if (!target) return;
  const chosen = found ? await choosePortion(found) : 'whole';
  if (chosen === undefined) return;
  const portion = chosen === 'whole' ? undefined : chosen;
  const bytes = await make(target, portion);
  const { number, subject } = target.at.changeRequest;
  const file = await askWhereToSave({
    title: vscode.l10n.t('Save PDF'),
    name: `${[number, segmentOf(portion?.node.title ?? subject)].filter(Boolean).join('-')}.pdf`,
    filters: { PDF: ['pdf'] },
  });
  if (!file) return;
  await saveWhole(file, bytes);
  await offerToOpen(parts, file);
}

/** In a remote window, the file is on another computer. */
async function offerToOpen({ prompts }: Uses<'prompts'>, file: vscode.Uri): Promise<void> {
  const message = vscode.l10n.t('PDF saved.');
  if (vscode.env.remoteName !== undefined || file.scheme !== 'file') return showStatus(message, 3000);
  const open = vscode.l10n.t('Open');
  if ((await prompts.choose({ message, severity: 'information', actions: [open] })) !== open) return;
  await vscode.env.openExternal(file);
}

interface Found {
  readonly target: Target;
  readonly node: PageNode;
  /** Whether the user could also mean the whole change request. */
  readonly isOpen: boolean;
}

async function pageOfRow(parts: Uses<'stores'>, row: GivenPage): Promise<Found> {
  const { account, space, changeRequest, page } = row;
  const { number, id } = changeRequest;
  const node = await nodeAt(parts, { account, space, version: headOf(number), page });
  if (!node) throw new Error(vscode.l10n.t('This page is no longer in #{0}.', number));
  return { target: await targetFor(parts, account, { space, id }), node, isOpen: false };
}

async function targetFor(
  { stores }: Uses<'stores'>,
  account: Account,
  { space, id }: { readonly space: string; readonly id: string },
): Promise<Target> {
  const store = await stores(account).changeRequests();
  return { account, store, at: store.cached(space, id) ?? (await store.refreshOne(space, id)) };
}

/** The page of the editor whose menu was used, else of the active editor. */
async function openPage(parts: Uses<'accounts' | 'stores'>, given: unknown): Promise<Found | undefined> {
  const uris = given instanceof vscode.Uri ? [given] : given === undefined ? activeUris() : [];
  for (const uri of uris) {
    const place = comparedPlaceAt(parts, uri);
    if (place?.version.kind !== 'changeRequest') continue;
    const node = await nodeAt(parts, place);
    if (!node || node.page.type === 'link') continue;
    const { account, space, version } = place;
    const { id } = await (await parts.stores(account).contents()).changeRequest(space, version.number);
    return { target: await targetFor(parts, account, { space, id }), node, isOpen: true };
  }
  return undefined;
}

/** Asks only if there is a choice. */
async function choosePortion({ target, node, isOpen }: Found): Promise<Portion | 'whole' | undefined> {
  const items: (vscode.QuickPickItem & { readonly portion: Portion | 'whole' })[] = [
    { label: vscode.l10n.t('This Page Only'), portion: { node, only: true } },
  ];
  if (node.children.length > 0) {
    items.push({ label: vscode.l10n.t('This Page and Its Subpages'), portion: { node, only: false } });
  }
  if (isOpen) {
    const description = withoutIcons(nameOf(target.at.changeRequest));
    items.push({ label: vscode.l10n.t('All Pages of the Space'), description, portion: 'whole' });
  }
  if (items.length === 1) return items[0]?.portion;
  const title = vscode.l10n.t('Save “{0}” as PDF', titleText(node.title));
  const placeHolder = vscode.l10n.t('The PDF shows the version on the server, without unsent changes.');
  return (await showQuickPick(items, { title, placeHolder }))?.portion;
}

function make(target: Target, portion: Portion | undefined): Promise<Uint8Array> {
  const { store, at } = target;
  const name = portion ? `“${titleText(portion.node.title)}”` : nameOf(at.changeRequest);
  const title = vscode.l10n.t('Creating a PDF of {0}…', name);
  const of = portion && { page: portion.node.id, only: portion.only };
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return Promise.resolve(
    showProgress(options, async (_, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => stop.abort());
      try {
        return await explained(target, () => store.pdf(at, of, { signal: stop.signal }));
      } catch (error) {
        if (!isKind(error, 'invalid') || portion?.only !== false) throw error;
        throw new Error(
          vscode.l10n.t(
            "The server couldn't create a PDF of “{0}” and its subpages. Save only this page, or one of its subpages.",
            titleText(portion.node.title),
          ),
          { cause: error },
        );
      }
    }),
  );
}
