import * as vscode from 'vscode';
import { isChangeRow } from '../../ground/changeRequests/changeRows.ts';
import { changedGiven } from '../../ground/changeRequests/target.ts';
import type { ChangedPlace } from '../../../protocol/renderedChanges.ts';
import type { ChangesPanels, RenderedChangesContext } from './context.ts';
import { nodeAt, type DocumentPlace } from '../../ground/places/place.ts';
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
  const found = await changedGiven(parts, given);
  if (!found) return;
  const page = isChangeRow(given) && given.kind === 'changedPage' ? { page: given.change.id } : undefined;
  const { account, space, changeRequest } = found.at;
  const { number } = changeRequest;
  const title = vscode.l10n.t('Rendered changes of #{0}', number);
  panels.show(
    { account: account.key, space, title, of: { kind: 'changeRequest', number } },
    found.place ? await placeIn(parts, found.place) : page,
  );
}

async function placeIn(parts: RenderedChangesContext, open: DocumentPlace): Promise<ChangedPlace | undefined> {
  const node = await nodeAt(parts, open).catch(() => undefined);
  return node && { page: node.id, ...lineIn(open) };
}

/** The line that the editor of the page shows at the top. */
function lineIn({ uri, version: { kind } }: DocumentPlace): { readonly line?: number } {
  const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  const line = editor?.visibleRanges[0]?.start.line;
  return kind === 'base' || line === undefined ? {} : { line };
}
