import * as vscode from 'vscode';
import { contextKeys } from '../../ground/contributions/contextKeys.ts';
import { setContext } from '../../ground/contributions/run.ts';
import { placesOf } from '../../../model/pages/linkPlaces.ts';
import type { LinkProblem } from '../../../store/libraryActions/libraryActions.ts';
import { addressKey, pageUri, spaceNamesOf } from '../../ground/places/pageUri.ts';
import type { Session } from './session.ts';
import { severityOf, wordingOf } from './linkWording.ts';
import type { Uses } from '../../ground/services/services.ts';

/** Shows broken links in the Problems panel until they are cleared or reported again. */
export interface LinkProblems {
  /** Replaces the earlier problems of the space, or of one of its pages. */
  show(
    session: Session,
    at: { readonly spaceId: string; readonly pageId?: string | undefined },
    problems: readonly LinkProblem[],
  ): void;
  clear(): void;
  dispose(): void;
}

interface Reported {
  readonly uri: vscode.Uri;
  readonly session: Session;
  readonly spaceId: string;
  /** Undefined if the problem belongs to no page of the space. */
  readonly pageId: string | undefined;
  readonly problems: readonly LinkProblem[];
}

/**
 * Marks links at their position in open pages. Other pages aren't read for that; their links are marked when they are
 * opened.
 */
export function createLinkProblems(
  { accounts }: Uses<'accounts'>,
  diagnostics: vscode.DiagnosticCollection,
): LinkProblems {
  const reported = new Map<string, Reported>();
  /**
   * Pages whose problems were reported without reading the text. Opening such a problem opens the page before the
   * position is known.
   */
  const unread = new Set<string>();

  /** Problems of another account are hidden until it is active again. */
  function place({ uri, ...report }: Reported): void {
    if (report.session.account.key !== accounts.active?.key) return diagnostics.delete(uri);
    const key = addressKey(uri);
    const document = vscode.workspace.textDocuments.find((open) => addressKey(open.uri) === key);
    if (!document) unread.add(key);
    diagnostics.set(
      uri,
      report.problems.flatMap((problem, index) => diagnosticsOf(problem, index, report, document)),
    );
  }

  function follow(document: vscode.TextDocument): void {
    const key = addressKey(document.uri);
    const report = reported.get(key);
    if (!report) return;
    // The page was opened under another URI than the one it was reported with.
    if (report.uri.toString() !== document.uri.toString()) diagnostics.delete(report.uri);
    const present = { ...report, uri: document.uri };
    reported.set(key, present);
    place(present);
  }

  /** Moves the cursor from the start of the page to the link if the user opened the page from a problem. */
  function lead(editor: vscode.TextEditor | undefined): void {
    const key = editor ? addressKey(editor.document.uri) : '';
    const report = reported.get(key);
    if (!editor || !report || !unread.has(key)) return;
    const problem = report.problems.find((_, index) => editor.selection.isEqual(standIn(index)));
    if (!problem) return;
    unread.delete(key);
    const [link] = rangesOf(problem, report, editor.document);
    if (!link) return;
    editor.selection = new vscode.Selection(link.start, link.end);
    editor.revealRange(link, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  function forget(is: (report: Reported) => boolean): void {
    for (const [key, report] of reported) {
      if (!is(report)) continue;
      reported.delete(key);
      unread.delete(key);
      diagnostics.delete(report.uri);
    }
    void setContext(contextKeys.links.areReported, reported.size > 0);
  }

  const following = vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(follow),
    vscode.workspace.onDidChangeTextDocument(({ document }) => follow(document)),
    vscode.window.onDidChangeActiveTextEditor(lead),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
      const { Keyboard, Mouse } = vscode.TextEditorSelectionChangeKind;
      if (kind !== Keyboard && kind !== Mouse) lead(textEditor);
    }),
    accounts.onDidChange(({ removed }) => {
      forget(({ session }) => removed.some(({ key }) => key === session.account.key));
      for (const report of reported.values()) place(report);
    }),
  );

  return {
    show(session, { spaceId, pageId }, problems) {
      forget(
        (report) =>
          report.session.account.key === session.account.key &&
          report.spaceId === spaceId &&
          (pageId === undefined || report.pageId === pageId),
      );
      const byPage = new Map<string | undefined, LinkProblem[]>();
      const tree = session.library.cachedPages(spaceId);
      for (const problem of problems) {
        const pages = problem.pages.filter((id) => tree?.byId.get(id)?.path !== undefined);
        const places = pageId === undefined ? (pages.length > 0 ? pages : [undefined]) : [pageId];
        for (const id of places) byPage.set(id, [...(byPage.get(id) ?? []), problem]);
      }
      for (const [id, own] of byPage) {
        const path = id === undefined ? '' : (tree?.byId.get(id)?.path ?? '');
        const uri = pageUri(session.account.key, spaceId, path);
        const report = { uri, session, spaceId, pageId: id, problems: own };
        reported.set(addressKey(uri), report);
        place(report);
      }
      void setContext(contextKeys.links.areReported, reported.size > 0);
    },
    clear: () => forget(() => true),
    dispose: () => void following.dispose(),
  };
}

function diagnosticsOf(
  problem: LinkProblem,
  index: number,
  report: Omit<Reported, 'uri' | 'problems'>,
  document: vscode.TextDocument | undefined,
): vscode.Diagnostic[] {
  const ranges = document ? rangesOf(problem, report, document) : [standIn(index)];
  return (ranges.length > 0 ? ranges : [new vscode.Range(0, 0, 0, 0)]).map((range) => {
    const wording = wordingOf(problem, report.session, report.spaceId);
    const diagnostic = new vscode.Diagnostic(range, wording, severityOf(problem));
    diagnostic.source = 'Docs Platform';
    diagnostic.code = problem.status;
    return diagnostic;
  });
}

/**
 * A placeholder range for a problem of an unread page. Its length identifies the problem, because the editor opens with
 * this selection.
 */
function standIn(index: number): vscode.Range {
  return new vscode.Range(0, 0, 0, index + 1);
}

function rangesOf(
  problem: LinkProblem,
  { session, spaceId, pageId }: Omit<Reported, 'uri' | 'problems'>,
  document: vscode.TextDocument,
): vscode.Range[] {
  const tree = session.library.cachedPages(spaceId);
  const page = pageId === undefined ? undefined : tree?.byId.get(pageId);
  if (!page) return [];
  const site = {
    spaceId,
    page,
    treeOf: (id: string) => session.library.cachedPages(id),
    names: spaceNamesOf(session.account.key),
  };
  return placesOf(document.getText(), problem.target, site).map(
    ({ start, end }) => new vscode.Range(document.positionAt(start), document.positionAt(end)),
  );
}
