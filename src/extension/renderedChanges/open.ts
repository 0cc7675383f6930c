import * as vscode from 'vscode';
import { pageAddressOf } from '../addresses/pageUri.ts';
import { besideAddressOf } from '../changeRequests/shared/besideDocuments.ts';
import { isChangeRequestAt, isChangeRow, type ChangeRequestAt } from '../changeRequests/shared/changeRows.ts';
import { activeUris } from '../changeRequests/shared/openDiffUris.ts';
import { targetOf } from '../changeRequests/shared/target.ts';
import type { ChangedPlace } from '../../protocol/renderedChanges.ts';
import type { ChangesPanels, RenderedChangesContext } from './context.ts';
import { placeOf } from './place.ts';

/**
 * Opens the rendered changes of a change request: of the given row, of an open page or diff at its place, or of one that
 * the user picks. A place, such as a page in two versions, is opened as it is.
 */
export async function openRenderedChanges(
  parts: RenderedChangesContext,
  panels: ChangesPanels,
  given: unknown,
): Promise<void> {
  const place = placeOf(given);
  if (place) return panels.show(place, undefined);
  const found = await changesGiven(parts, given);
  if (!found) return;
  const { account, space, changeRequest } = found.at;
  const { number } = changeRequest;
  const title = vscode.l10n.t('Rendered changes of #{0}', number);
  panels.show({ account: account.key, space, title, of: { kind: 'changeRequest', number } }, found.place);
}

interface Found {
  readonly at: ChangeRequestAt;
  readonly place: ChangedPlace | undefined;
}

async function changesGiven(parts: RenderedChangesContext, given: unknown): Promise<Found | undefined> {
  if (isChangeRow(given)) {
    const page = given.kind === 'changedPage' ? given.change.id : undefined;
    return { at: given.at, place: page === undefined ? undefined : { page } };
  }
  if (isChangeRequestAt(given)) return { at: given, place: undefined };
  const opened = given === undefined || given instanceof vscode.Uri ? await openPlace(parts, given) : undefined;
  if (opened) return opened;
  const target = await targetOf(parts, given, {
    picker: {
      title: vscode.l10n.t('Select a change request to open its changes'),
      none: vscode.l10n.t('There are no open change requests or drafts.'),
    },
    statuses: ['open', 'draft'],
  });
  if (!target) return undefined;
  const { account, at } = target;
  return { at: { account, space: at.space.id, changeRequest: at.changeRequest }, place: undefined };
}

/** The page of a change request that is given or open, at the line that its editor shows at the top. */
async function openPlace({ accounts, stores }: RenderedChangesContext, given: unknown): Promise<Found | undefined> {
  for (const uri of given instanceof vscode.Uri ? [given] : activeUris()) {
    const address = pageAddressOf(uri) ?? besideAddressOf(uri);
    const account = address && accounts.byKey(address.account);
    if (!account) continue;
    const { space, version, path } = address;
    if (version.kind !== 'changeRequest' && version.kind !== 'base') continue;
    const content = await stores(account).contents();
    const changeRequest = await content.changeRequest(space, version.number);
    const entry = await content.entry(space, version, path).catch(() => undefined);
    const page = entry?.kind === 'page' ? entry.node.id : undefined;
    return {
      at: { account, space, changeRequest },
      place: page === undefined ? undefined : { page, ...lineIn(uri, version.kind) },
    };
  }
  return undefined;
}

function lineIn(uri: vscode.Uri, kind: 'changeRequest' | 'base'): { readonly line?: number } {
  const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  const line = editor?.visibleRanges[0]?.start.line;
  return kind === 'base' || line === undefined ? {} : { line };
}
