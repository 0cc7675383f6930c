import * as vscode from 'vscode';
import { contextKeys } from '../../ground/contributions/contextKeys.ts';
import { hidePreviewButtons, setContext } from '../../ground/contributions/run.ts';
import { editScheme, scheme } from '../../../model/shared/schemes.ts';
import { browserAddressOf } from '../../../model/shared/browserAddress.ts';
import { openPageUri, previewedUri } from '../../ground/places/openPageUri.ts';
import { nodeAt, placeAt, versionOf } from '../../ground/places/place.ts';
import type { Uses } from '../../ground/services/services.ts';

/** Sets the context keys about the open page. */
export function followActiveEditor(parts: Uses<'accounts' | 'reachability' | 'edge' | 'stores'>): vscode.Disposable {
  let turn = 0;
  let areHidden = false;
  const update = async (): Promise<void> => {
    const own = ++turn;
    await followButtons();
    const place = placeAt(parts, openPageUri());
    const node = place && (await nodeAt(parts, place));
    if (own !== turn) return;
    const has = node !== undefined && browserAddressOf(node.page.urls) !== undefined;
    await setContext(contextKeys.page.hasBrowserAddress, has);
    await setContext(contextKeys.page.isOpen, node !== undefined);
    await setContext(contextKeys.page.previewed, previewedKind());
  };
  const followButtons = async (): Promise<void> => {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const isPage = uri !== undefined && [scheme, editScheme].some((each) => each === uri.scheme);
    // Another extension may have hidden VS Code's buttons everywhere, so they are left alone until a page is opened.
    if (isPage !== areHidden) await hidePreviewButtons((areHidden = isPage));
  };
  const follow = (): void => void update().catch((error: unknown) => parts.edge.note('Active editor', error));
  follow();
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(follow),
    vscode.window.tabGroups.onDidChangeTabs(follow),
    parts.reachability.onDidRecover(follow),
  );
}

function previewedKind(): 'none' | 'published' | 'changeRequest' | 'editable' {
  const uri = previewedUri();
  if (!uri) return 'none';
  if (uri.scheme === editScheme) return 'editable';
  return (versionOf(uri)?.kind ?? 'main') !== 'main' ? 'changeRequest' : 'published';
}
