import * as vscode from 'vscode';
import { isKind } from '../../model/shared/failure.ts';
import { addressOf, editAddressOf } from '../addresses/pageUri.ts';
import type { PageNode } from '../../model/pages/tree.ts';
import { segmentOf } from '../../model/shared/segment.ts';
import { titleText } from '../../model/shared/titleText.ts';
import { pageGiven } from '../commands/givenPage.ts';
import { showProgress, showStatus } from '../messages/show.ts';
import { withoutIcons } from '../words/plainText.ts';
import { askWhereToSave, saveWhole } from '../prompts/saveFile.ts';
import { besideAddressOf } from './shared/besideDocuments.ts';
import { explained } from './explained.ts';
import { activeUris } from './shared/openDiffUris.ts';
import { targetOf, type Target } from './shared/target.ts';
import { nameOf } from './shared/wording.ts';
import type { Uses } from '../services/services.ts';
import { showQuickPick } from '../services/quickPick.ts';

/** The content of the PDF: a page with or without its subpages, else the whole change request. */
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
  const found = (await pageOfRow(parts, given)) ?? (await openPage(parts, given));
  const target = found?.target ?? (await targetOf(parts, given, wanted()));
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
  showStatus(vscode.l10n.t('PDF saved.'), 3000);
}

function wanted() {
  return {
    picker: {
      title: vscode.l10n.t('Select a change request to save as PDF'),
      none: vscode.l10n.t('There are no change requests.'),
    },
    statuses: ['open', 'draft', 'merged', 'archived'],
  } as const;
}

interface Found {
  readonly target: Target;
  readonly node: PageNode;
  /** Whether the user could also mean the whole change request. */
  readonly isOpen: boolean;
}

async function pageOfRow({ stores }: Uses<'stores'>, given: unknown): Promise<Found | undefined> {
  const row = pageGiven(given);
  if (row?.page === undefined) return undefined;
  const { account, space, changeRequest, page } = row;
  const [store, content] = await Promise.all([stores(account).changeRequests(), stores(account).contents()]);
  const { byId } = await content.pages(space, { kind: 'changeRequest', number: changeRequest.number });
  const node = byId.get(page);
  if (!node) throw new Error(vscode.l10n.t('This page is no longer in #{0}.', changeRequest.number));
  const at = store.cached(space, changeRequest.id) ?? (await store.refreshOne(space, changeRequest.id));
  return { target: { account, store, at }, node, isOpen: false };
}

/** The page of the editor whose menu was used, else of the active editor. */
async function openPage({ accounts, stores }: Uses<'accounts' | 'stores'>, given: unknown): Promise<Found | undefined> {
  const uris = given instanceof vscode.Uri ? [given] : given === undefined ? activeUris() : [];
  for (const uri of uris) {
    const address = addressOf(uri) ?? besideAddressOf(uri) ?? editAddressOf(uri);
    const account = address && accounts.byKey(address.account);
    if (!account || address.version.kind !== 'changeRequest') continue;
    const { space, version, path } = address;
    const content = await stores(account).contents();
    const entry = await content.entry(space, version, path);
    if (entry?.kind !== 'page' || entry.node.page.type === 'link') continue;
    const store = await stores(account).changeRequests();
    const { id } = await content.changeRequest(space, version.number);
    const at = store.cached(space, id) ?? (await store.refreshOne(space, id));
    return { target: { account, store, at }, node: entry.node, isOpen: true };
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
    items.push({ label: vscode.l10n.t('Whole Change Request'), description, portion: 'whole' });
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
