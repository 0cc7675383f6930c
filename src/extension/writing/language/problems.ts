import * as vscode from 'vscode';
import { editScheme } from '../../../model/shared/schemes.ts';
import { editAddressOf, openForEditing } from '../../ground/places/pageUri.ts';
import type { PageFacts } from '../../../model/checks/pageFacts.ts';
import { isExpensiveToParse } from '../../../model/text/parsingCost.ts';
import type { CheckedPage } from '../../../store/content/checks.ts';
import { checkOptions, checkSettings, readCheckSettings } from './checkSettings.ts';
import { diagnosticsOf, isNews } from './diagnostics.ts';
import { fixesOf } from './fixes.ts';
import type { FoundProblem } from './foundProblem.ts';
import { surroundingsOf } from './pageSurroundings.ts';
import type { Uses } from '../../ground/services/services.ts';

/** Problems of editable pages, updated while the user types. */
export interface Problems extends vscode.Disposable {
  /** The quick fixes in this range. Empty while the document is being checked again. */
  fixesAt(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[];
  /** Whether the problems of the document are shown here. */
  has(uri: vscode.Uri): boolean;
}

/** Is told which documents have their problems shown here. */
export interface Watching {
  taken(uri: vscode.Uri): void;
  left(uri: vscode.Uri): void;
}

/**
 * Checks each visible page of a change request a moment after it changed. Only visible pages are checked because a diff
 * of many pages opens all of them at once.
 */
export function followProblems(
  parts: Uses<'accounts' | 'reachability' | 'edge' | 'stores' | 'checkText'>,
  watching: Watching,
): Problems {
  const diagnostics = vscode.languages.createDiagnosticCollection('docs-platform-writing');
  const looking = new Map<string, { readonly stop: AbortController; readonly timer: ReturnType<typeof setTimeout> }>();
  const found = new Map<string, { readonly version: number; readonly problems: readonly FoundProblem[] }>();
  /** Pages whose links could not be checked. */
  const unknown = new Set<string>();

  function lookSoon(document: vscode.TextDocument, wait = patience): void {
    const key = document.uri.toString();
    if (document.uri.scheme !== editScheme || document.isClosed) return;
    leave(key);
    const stop = new AbortController();
    const look = () =>
      void lookAt(document, stop.signal)
        .catch((error: unknown) => parts.edge.note('Problems of a page', error))
        .finally(() => {
          if (looking.get(key)?.stop === stop) looking.delete(key);
        });
    looking.set(key, { stop, timer: setTimeout(look, wait) });
  }

  function leave(key: string): void {
    const before = looking.get(key);
    clearTimeout(before?.timer);
    before?.stop.abort();
    looking.delete(key);
  }

  async function lookAt(document: vscode.TextDocument, signal: AbortSignal): Promise<void> {
    const text = document.getText();
    const { version } = document;
    const show = (problems: readonly FoundProblem[]): void => {
      if (signal.aborted || document.version !== version) return;
      found.set(document.uri.toString(), { version, problems });
      diagnostics.set(document.uri, shownOf(document.uri, problems));
      watching.taken(document.uri);
    };
    const { rules } = readCheckSettings();
    unknown.delete(document.uri.toString());
    try {
      const page = await pageAt(document, text, signal);
      if (page) return show(withContext(page));
    } catch (error) {
      if (signal.aborted) return;
      unknown.add(document.uri.toString());
      // Problems of the text alone are shown even if its links can't be checked.
      show(ofTextAlone(text, await parts.checkText(text, { rules }, signal)));
      throw error;
    }
    show(ofTextAlone(text, await parts.checkText(text, { rules }, signal)));
  }

  /** Undefined if the page isn't there, or its text would take too long to check. */
  async function pageAt(
    document: vscode.TextDocument,
    text: string,
    signal: AbortSignal,
  ): Promise<CheckedPage | undefined> {
    const around = await surroundingsOf(parts, document.uri, { signal });
    if (!around || signal.aborted || isExpensiveToParse(text)) return undefined;
    const { address, content, context, newFiles } = around;
    const unsent = new Map(
      openForEditing(address).flatMap(([path, each]) => {
        const node = context.tree.byPath.get(path);
        return node ? [[node.id, each.getText()] as const] : [];
      }),
    );
    const options = { ...checkOptions(parts), unsent: unsent.set(context.page.id, text), newFiles, signal };
    return content.checkPage(address.space, address.version.number, context.page.id, options);
  }

  /** The editing of a conflict may report it later than this check. */
  function showOnce({ uris }: vscode.DiagnosticChangeEvent): void {
    for (const uri of uris) {
      const shown = shownOf(uri, found.get(uri.toString())?.problems ?? []);
      if (shown.length < (diagnostics.get(uri)?.length ?? 0)) diagnostics.set(uri, shown);
    }
  }

  function forget(uri: vscode.Uri): void {
    leave(uri.toString());
    unknown.delete(uri.toString());
    const wasFound = found.delete(uri.toString());
    diagnostics.delete(uri);
    if (wasFound) watching.left(uri);
  }

  function lookInSight(): void {
    for (const { document } of vscode.window.visibleTextEditors) {
      const key = document.uri.toString();
      if (!found.has(key) && !looking.has(key)) lookSoon(document, 0);
    }
  }

  lookInSight();
  const following = vscode.Disposable.from(
    // Anyone can change the content of a change request.
    parts.stores.onDidChange('content', (account, change) => {
      if (change.kind !== 'changed') return;
      for (const document of vscode.workspace.textDocuments) {
        const address = editAddressOf(document.uri);
        if (address?.account !== account.key || address.space !== change.space) continue;
        if (address.version.number === change.after.number && found.has(document.uri.toString())) lookSoon(document);
      }
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) lookSoon(document);
    }),
    parts.reachability.onDidRecover(() => {
      const behind = vscode.workspace.textDocuments.filter(({ uri }) => unknown.has(uri.toString()));
      for (const document of behind) lookSoon(document, 0);
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration(checkSettings)) return;
      for (const document of vscode.workspace.textDocuments) if (found.has(document.uri.toString())) lookSoon(document);
    }),
    vscode.languages.onDidChangeDiagnostics(showOnce),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => forget(uri)),
    // VS Code closes a document only some time after its tab.
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      for (const { input } of closed) if (input instanceof vscode.TabInputText) forget(input.uri);
    }),
    vscode.window.onDidChangeVisibleTextEditors(lookInSight),
  );

  return {
    fixesAt(document, range) {
      const known = found.get(document.uri.toString());
      if (known?.version !== document.version) return [];
      return known.problems
        .filter(({ diagnostic }) => diagnostic.range.intersection(range))
        .flatMap((problem) => fixesOf(problem, document));
    },
    has: (uri) => found.has(uri.toString()),
    dispose() {
      following.dispose();
      for (const key of [...looking.keys()]) leave(key);
      diagnostics.dispose();
    },
  };
}

/** Delay in ms, so that a half-typed word isn't reported. */
const patience = 500;

function shownOf(uri: vscode.Uri, problems: readonly FoundProblem[]): vscode.Diagnostic[] {
  return problems.flatMap(({ problem, diagnostic }) => (isNews(problem, uri) ? diagnostic : []));
}

function withContext({ text, problems, context, anchorsOf }: CheckedPage): FoundProblem[] {
  const diagnostics = diagnosticsOf(text, problems, context);
  return problems.map((problem, index): FoundProblem => {
    const page = 'written' in problem ? problem.page : undefined;
    return { diagnostic: diagnostics[index]!, problem, context, anchors: anchorsOf(page ?? '') };
  });
}

function ofTextAlone(text: string, facts: PageFacts | undefined): FoundProblem[] {
  const problems = facts?.problems ?? [];
  const diagnostics = diagnosticsOf(text, problems, undefined);
  return problems.map((problem, index) => ({ diagnostic: diagnostics[index]!, problem, context: undefined }));
}
