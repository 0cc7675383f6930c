import * as vscode from 'vscode';
import { editScheme } from '../../model/shared/schemes.ts';
import { editAddressOf } from '../addresses/pageUri.ts';
import { anchorsIn, brokenLinks, pagesLinkedAtAnchors, type BrokenLink } from '../../model/pages/brokenLinks.ts';
import { isExpensiveToParse } from '../../model/text/parsingCost.ts';
import type { LinkContext } from '../../model/pages/links.ts';
import { tagProblems, type TagProblem } from '../../model/tags/problems.ts';
import { parentOf } from '../../model/tags/syntax.ts';
import type { ChangeRequestContent } from '../../store/changeRequestContent/content.ts';
import { fixesOf } from './fixes.ts';
import type { FoundProblem } from './foundProblem.ts';
import { surroundingsOf } from './pageSurroundings.ts';
import type { Uses } from '../services/services.ts';

/** Problems of editable pages, updated while the user types. */
export interface Problems extends vscode.Disposable {
  /** The quick fixes in this range. Empty while the document is being checked again. */
  fixesAt(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[];
}

/**
 * Checks each visible page of a change request for broken links and tags, a moment after it changed. Only visible pages
 * are checked because a diff of many pages opens all of them at once.
 */
export function followProblems(parts: Uses<'accounts' | 'reachability' | 'edge' | 'stores' | 'parseAhead'>): Problems {
  const diagnostics = vscode.languages.createDiagnosticCollection('docs-platform-writing');
  const looking = new Map<string, { readonly stop: AbortController; readonly timer: ReturnType<typeof setTimeout> }>();
  const found = new Map<string, { readonly version: number; readonly problems: readonly FoundProblem[] }>();
  /** Pages whose links could not be checked. */
  const unknown = new Set<string>();
  const followed = new Map<ChangeRequestContent, vscode.Disposable>();

  function lookSoon(document: vscode.TextDocument, wait = patience): void {
    const key = document.uri.toString();
    if (document.uri.scheme !== editScheme || document.isClosed) return;
    leave(key);
    const stop = new AbortController();
    const look = () =>
      void lookAt(document, stop.signal).catch((error: unknown) => parts.edge.note('Problems of a page', error));
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
    const rangeOf = ({ start, end }: { start: number; end: number }) =>
      new vscode.Range(document.positionAt(start), document.positionAt(end));
    const show = (problems: readonly FoundProblem[]): void => {
      if (signal.aborted || document.version !== version) return;
      found.set(document.uri.toString(), { version, problems });
      diagnostics.set(
        document.uri,
        problems.map(({ diagnostic }) => diagnostic),
      );
    };
    if (isExpensiveToParse(text)) return show([]);
    await Promise.all((['tags', 'destinations', 'headings'] as const).map((what) => parts.parseAhead(what, text)));
    if (signal.aborted) return;

    const tags = tagProblems(text).map((problem): FoundProblem => {
      const diagnostic = diagnosticOf(rangeOf(problem), tagWording(problem), problem.kind);
      return { diagnostic, problem, context: undefined };
    });
    unknown.delete(document.uri.toString());
    try {
      show([...tags, ...(await linksIn(document, text, rangeOf, signal))]);
    } catch (error) {
      // Problems found in the page alone are shown even if its links can't be checked.
      show(tags);
      if (!signal.aborted) unknown.add(document.uri.toString());
      throw error;
    }
  }

  async function linksIn(
    document: vscode.TextDocument,
    text: string,
    rangeOf: (problem: BrokenLink) => vscode.Range,
    signal: AbortSignal,
  ): Promise<readonly FoundProblem[]> {
    const around = await surroundingsOf(parts, document.uri, { signal });
    if (!around || signal.aborted) return [];
    const { context, content } = around;
    follow(content);
    const anchors = new Map([[context.page.id, anchorsIn(text)]]);
    const others = pagesLinkedAtAnchors(text, context).filter((page) => !anchors.has(page));
    await Promise.all(
      others.slice(0, mostPagesRead).map(async (page) => {
        const other = await around.textOf(page);
        await parts.parseAhead('headings', other);
        anchors.set(page, anchorsIn(other));
      }),
    );
    return brokenLinks(text, { ...context, anchorsOf: (page) => anchors.get(page) }).map((problem): FoundProblem => {
      const diagnostic = diagnosticOf(rangeOf(problem), linkWording(problem, context), `broken-${problem.kind}`);
      return { diagnostic, problem, context, anchors: anchors.get(problem.page ?? '') };
    });
  }

  /** Anyone can change the content of a change request. */
  function follow(content: ChangeRequestContent): void {
    if (followed.has(content)) return;
    const subscription = content.onDidChange((change) => {
      if (change.kind !== 'changed') return;
      for (const document of vscode.workspace.textDocuments) {
        const address = editAddressOf(document.uri);
        if (address?.space !== change.space || address.version.number !== change.after.number) continue;
        if (found.has(document.uri.toString())) lookSoon(document);
      }
    });
    followed.set(content, subscription);
  }

  function forget(uri: vscode.Uri): void {
    leave(uri.toString());
    unknown.delete(uri.toString());
    found.delete(uri.toString());
    diagnostics.delete(uri);
  }

  function lookInSight(): void {
    for (const { document } of vscode.window.visibleTextEditors) {
      const key = document.uri.toString();
      if (!found.has(key) && !looking.has(key)) lookSoon(document, 0);
    }
  }

  lookInSight();
  const following = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) lookSoon(document);
    }),
    parts.reachability.onDidRecover(() => {
      const behind = vscode.workspace.textDocuments.filter(({ uri }) => unknown.has(uri.toString()));
      for (const document of behind) lookSoon(document, 0);
    }),
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
    dispose() {
      following.dispose();
      for (const key of [...looking.keys()]) leave(key);
      for (const subscription of followed.values()) subscription.dispose();
      diagnostics.dispose();
    },
  };
}

/** Delay in ms, so that a half-typed word isn't reported. */
const patience = 500;

/** How many pages are read at most to find the headings that links point to. */
const mostPagesRead = 30;

function diagnosticOf(range: vscode.Range, message: string, code: string): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Warning);
  diagnostic.source = 'Docs Platform';
  diagnostic.code = code;
  return diagnostic;
}

function tagWording({ kind, name }: TagProblem): string {
  const [tag, end] = [`{% ${name} %}`, `{% end${name} %}`];
  switch (kind) {
    case 'unclosed':
      return vscode.l10n.t("{0} isn't closed. {1} is missing, or is in a different list item or quote.", tag, end);
    case 'unopened':
      return vscode.l10n.t('Unexpected {0}: there is no open {1} here.', end, tag);
    case 'misplaced':
      return vscode.l10n.t('{0} is outside of {1}, so readers see the tag itself.', tag, `{% ${parentOf[name]} %}`);
    case 'incomplete':
      return name === 'file'
        ? vscode.l10n.t('{0} needs a file: src="…".', tag)
        : vscode.l10n.t('{0} needs a URL: url="…".', tag);
  }
}

function linkWording({ kind, written, page }: BrokenLink, context: LinkContext): string {
  switch (kind) {
    case 'page':
      return vscode.l10n.t("Broken link: page “{0}” doesn't exist in this change request.", written);
    case 'file':
      return vscode.l10n.t("Broken link: file “{0}” doesn't exist in this space.", written);
    case 'heading':
      return page === context.page.id
        ? vscode.l10n.t("Broken link: heading “{0}” doesn't exist on this page.", written)
        : vscode.l10n.t(
            "Broken link: heading “{1}” doesn't exist on page “{0}”.",
            context.tree.byId.get(page ?? '')?.title ?? '',
            written,
          );
  }
}
