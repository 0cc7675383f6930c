import { codeActionsAt, codeLensesIn, completionsAt } from './languageFeatures.ts';
import type { Document } from './documents.ts';
import { activeEditor, closeAllTabs, closeTab, labelOf, openTab, tabGroups, type ShowOptions } from './editors.ts';
import type { Position, Range, Uri } from './places.ts';
import type { QuickPick } from './quickPick.ts';
import type { TreeView } from './treeView.ts';
import { TabInputCustom, TabInputText, TabInputTextDiff, TabInputWebview } from './values.ts';

type Open = (uri: Uri) => Promise<Document>;
interface Window {
  readonly quickPicks: readonly QuickPick[];
  readonly trees: ReadonlyMap<string, TreeView>;
}

type Column = ShowOptions | number | undefined;

/** VS Code's own commands that the extension or its tests run. Others do nothing. */
export function builtInCommands(open: Open, window: Window) {
  const optionsOf = (given: Column): ShowOptions => (typeof given === 'number' ? { viewColumn: given } : (given ?? {}));

  return {
    async 'vscode.open'(uri: Uri | string, options?: Column) {
      if (typeof uri === 'string' || /^https?$/.test(uri.scheme)) return;
      openTab(new TabInputText(uri), labelOf(uri), { ...optionsOf(options), document: await open(uri) });
    },
    async 'vscode.openWith'(uri: Uri, viewType: string, options?: Column) {
      openTab(new TabInputCustom(uri, viewType), labelOf(uri), optionsOf(options));
    },
    async 'vscode.diff'(left: Uri, right: Uri, title?: string, options?: Column) {
      const [, document] = [await open(left), await open(right)];
      openTab(new TabInputTextDiff(left, right), title ?? labelOf(right), { ...optionsOf(options), document });
    },
    // Such a tab has no input in VS Code's API. The first text in it gets the focus.
    async 'vscode.changes'(title: string, resources: readonly (readonly (Uri | undefined)[])[]) {
      const shown: Document[] = [];
      for (const [, original, modified] of resources) {
        const before = original && (await open(original));
        const after = modified && (await open(modified));
        shown.push(...[after ?? before].filter((each) => each !== undefined));
      }
      const [document] = shown;
      openTab(undefined, `${title} (${resources.length} files)`, { ...(document && { document }) });
    },
    async 'vscode.executeCodeLensProvider'(uri: Uri) {
      return codeLensesIn(await open(uri));
    },
    async 'markdown.showPreview'(uri: Uri) {
      openTab(new TabInputWebview('mainThreadWebview-markdown.preview'), `Preview ${labelOf(uri)}`);
    },
    async 'vscode.executeCompletionItemProvider'(uri: Uri, position: Position) {
      return completionsAt(await open(uri), position);
    },
    async 'vscode.executeCodeActionProvider'(uri: Uri, range: Range, kind?: string) {
      return codeActionsAt(await open(uri), range, kind);
    },
    async 'workbench.action.files.save'() {
      await activeEditor()?.document.save();
    },
    async 'workbench.action.files.saveWithoutFormatting'() {
      await activeEditor()?.document.save();
    },
    async 'workbench.action.files.revert'() {
      await activeEditor()?.document.revert();
    },
    async 'workbench.action.closeActiveEditor'() {
      closeActive();
    },
    async 'workbench.action.revertAndCloseActiveEditor'() {
      await activeEditor()?.document.revert();
      closeActive();
    },
    async 'workbench.action.closeAllEditors'() {
      closeAllTabs();
    },
    /** The explorer takes the place of all views in the side bar. */
    async 'workbench.view.explorer'() {
      for (const view of window.trees.values()) view.setVisible(false);
    },
    async 'docsPlatform.library.focus'() {
      for (const view of window.trees.values()) view.setVisible(true);
    },
    async 'workbench.action.acceptSelectedQuickOpenItem'() {
      window.quickPicks.findLast(({ isVisible }) => isVisible)?.accept();
    },
  };
}

function closeActive(): void {
  const { activeTab } = tabGroups.activeTabGroup;
  if (activeTab) closeTab(activeTab as Parameters<typeof closeTab>[0]);
}
