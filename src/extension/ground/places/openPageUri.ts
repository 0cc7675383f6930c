import * as vscode from 'vscode';
import { editScheme, scheme } from '../../../model/shared/schemes.ts';
import { lastSegmentOf } from '../../../model/shared/segment.ts';

/** The page in the active editor or in its preview, if it is read-only. */
export function openPageUri(): vscode.Uri | undefined {
  const uri = activeUri();
  return uri?.scheme === scheme ? uri : undefined;
}

/** The URI that the active tab shows; for a diff of several pages, that of the page with the cursor. */
export function activeUri(): vscode.Uri | undefined {
  return shownUri() ?? vscode.window.activeTextEditor?.document.uri;
}

/** The URI that the active tab shows, read-only or editable: the right side of a diff, or the page of a preview. */
export function shownUri(): vscode.Uri | undefined {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  const { input } = activeTab ?? {};
  if (activeTab && isPreview(input)) return previewedPage(activeTab);
  if (input instanceof vscode.TabInputTextDiff) return (lastShown = input.modified);
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return (lastShown = input.uri);
  return undefined;
}

/** The page of the preview that is the active tab. */
export function previewedUri(): vscode.Uri | undefined {
  return isPreview(vscode.window.tabGroups.activeTabGroup.activeTab?.input) ? shownUri() : undefined;
}

function isPreview(input: unknown): boolean {
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith('markdown.preview');
}

/** What a tab showed when this module was last asked, which is at each change of tabs. */
let lastShown: vscode.Uri | undefined;
const previewed = new WeakMap<vscode.Tab, { readonly uri: vscode.Uri; readonly after: vscode.Uri | undefined }>();

/**
 * VS Code doesn't report which document a preview shows, but it keeps that document open and names it in the preview's
 * title. Of several with this name, it is most likely the one that was shown before the preview.
 */
function previewedPage(tab: vscode.Tab): vscode.Uri | undefined {
  const { label } = tab;
  const isNamed = (uri: vscode.Uri): boolean =>
    [scheme, editScheme].includes(uri.scheme) && label.endsWith(` ${lastSegmentOf(uri.path)}`);
  const visible = vscode.window.visibleTextEditors.map(({ document }) => document.uri);
  const known = previewed.get(tab);
  const candidates = [
    // A preview follows the editors, unless it is locked: then its title starts with a bracket.
    known?.after === lastShown || label.startsWith('[') ? undefined : lastShown,
    known?.uri,
    lastShown,
    ...visible.filter(({ scheme }) => scheme === editScheme),
    ...visible,
    ...vscode.workspace.textDocuments.map(({ uri }) => uri).reverse(),
  ];
  const uri = candidates.find((each) => each && isNamed(each));
  if (uri) previewed.set(tab, { uri, after: lastShown });
  return uri;
}
