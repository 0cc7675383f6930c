import * as vscode from 'vscode';
import { isSame } from '../../../model/shared/same.ts';
import { editScheme } from '../../../model/shared/schemes.ts';
import {
  choosing,
  markedConflicts,
  markedLines,
  markersFor,
  type ConflictChoice,
  type MarkedConflict,
} from '../../../model/merge/conflictMarkers.ts';
import { mergePageTexts, mergingEdits, withLineEdits } from '../../../model/merge/lineEdits.ts';
import { withLineFeeds } from '../../../model/shared/lineEnds.ts';
import { applyLineEdits } from '../../ground/sessions/applyEdits.ts';
import { compareTexts, nameOf } from './saving/comparison.ts';
import { acceptOurs, acceptTheirs, ourVersion, theirVersion } from './saving/conflictWording.ts';
import { rebaseText, type OpenPage, type OpenPages, type OtherSide } from '../../ground/sessions/openPages.ts';
import { documentAt } from '../../ground/services/openDocuments.ts';
import type { Services } from '../../ground/services/services.ts';

/** Shows the conflicts of editable pages as markers in their text, with the choices above each of them. */
export interface ConflictView extends vscode.Disposable {
  /** Merges the other side into the current text of the page's document, unsent, and marks the conflicts. */
  mark(page: OpenPage, other: OtherSide): Promise<void>;
  /** Shows the conflicts of a page whose document was open first, as after a reload. */
  showRestored(document: vscode.TextDocument): void;
  /** Goes to the next conflict. Returns false if there is none. */
  reveal(page: OpenPage): Promise<boolean>;
}

export interface ConflictViewContext extends Pick<Services, 'edge'> {
  readonly pages: OpenPages;
  /** Stores the base of the text in a page's editor for other sessions. */
  readonly noteBase: (page: OpenPage) => void;
}

export function createConflictView({ edge, pages, noteBase }: ConflictViewContext): ConflictView {
  const diagnostics = vscode.languages.createDiagnosticCollection('docs-platform-conflicts');
  const changed = new vscode.EventEmitter<void>();

  function pageOf(uri: vscode.Uri): OpenPage | undefined {
    return pages.get(uri.toString());
  }

  function found(document: vscode.TextDocument) {
    const markers = pageOf(document.uri)?.markers;
    return { markers, ...(markers ? markedConflicts(document.getText(), markers) : { conflicts: [], leftovers: [] }) };
  }

  function look(document: vscode.TextDocument): void {
    if (document.uri.scheme !== editScheme) return;
    const { markers, conflicts, leftovers } = found(document);
    if (conflicts.length + leftovers.length === 0) diagnostics.delete(document.uri);
    else {
      diagnostics.set(document.uri, [
        ...conflicts.map(({ start }) =>
          problem(document, start, vscode.l10n.t('Conflict with {0}. Choose what to keep.', markers?.theirs ?? '')),
        ),
        ...leftovers.map((line) =>
          problem(document, line, vscode.l10n.t('Leftover conflict marker. Remove it to save the page.')),
        ),
      ]);
    }
    changed.fire();
  }

  async function choose(uri: vscode.Uri, conflict: MarkedConflict, choice: ConflictChoice): Promise<void> {
    const document = documentAt(uri);
    if (!document) return;
    const same = found(document).conflicts.find((each) => isSame(each, conflict));
    if (same) await applyLineEdits(document, [choosing(same, choice)]);
  }

  /** Compares two complete texts: one with their side chosen in every conflict, one with ours. */
  async function compare(uri: vscode.Uri): Promise<void> {
    const document = documentAt(uri);
    if (!document) return;
    const { markers, conflicts } = found(document);
    if (!markers) return;
    const text = withLineFeeds(document.getText());
    const with_ = (choice: ConflictChoice) =>
      withLineEdits(
        text,
        conflicts.map((each) => choosing(each, choice)),
      );
    const [name, { ours, theirs }] = [nameOf(uri), markers];
    const title = ours.startsWith('#')
      ? vscode.l10n.t('{0} ({1} ↔ {2})', name, theirs, ours)
      : vscode.l10n.t('{0} ({1} ↔ yours)', name, theirs);
    await compareTexts(uri, title, with_('theirs'), with_('ours'));
  }

  function lensesIn(document: vscode.TextDocument): vscode.CodeLens[] {
    const { markers, conflicts } = found(document);
    if (!markers) return [];
    return conflicts.flatMap((conflict) => {
      const range = new vscode.Range(conflict.start, 0, conflict.start, 0);
      const lens = (title: string, command: string, ...given: unknown[]) =>
        new vscode.CodeLens(range, { title, command, arguments: [document.uri, ...given] });
      return [
        lens(acceptTheirs(markers), chooseCommand, conflict, 'theirs'),
        lens(acceptOurs(markers.ours), chooseCommand, conflict, 'ours'),
        lens(vscode.l10n.t('Accept Both'), chooseCommand, conflict, 'both'),
        lens(vscode.l10n.t('Compare'), compareCommand),
      ];
    });
  }

  async function reveal(page: OpenPage): Promise<boolean> {
    const document = documentAt(page.uri);
    if (!document || !page.markers) return false;
    const { conflicts, leftovers } = found(document);
    const lines = [...conflicts.map(({ start }) => start), ...leftovers].sort((one, other) => one - other);
    if (lines.length === 0) return false;
    const editor = await vscode.window.showTextDocument(document, { preview: false });
    const line = lines.find((each) => each > editor.selection.active.line) ?? lines[0]!;
    editor.selection = new vscode.Selection(line, 0, line, 0);
    editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    return true;
  }

  const explained =
    <Given extends unknown[]>(action: (...given: Given) => Promise<void>) =>
    (...given: Given): Promise<void> =>
      action(...given).catch((error: unknown) => void edge.explain('docsPlatform.editing.resolveConflicts', error));

  const subscriptions = vscode.Disposable.from(
    diagnostics,
    changed,
    // Only code lenses use these commands, so they aren't contributed.
    vscode.commands.registerCommand(chooseCommand, explained(choose)),
    vscode.commands.registerCommand(compareCommand, explained(compare)),
    vscode.languages.registerCodeLensProvider(
      { scheme: editScheme },
      { onDidChangeCodeLenses: changed.event, provideCodeLenses: lensesIn },
    ),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      // Runs after the editable files have handled the same event.
      if (document.uri.scheme === editScheme) queueMicrotask(() => look(document));
    }),
    vscode.workspace.onDidSaveTextDocument(look),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => diagnostics.delete(uri)),
    vscode.window.onDidChangeActiveTextEditor((editor) => editor && look(editor.document)),
  );

  return {
    async mark(page, { base, theirs, over, by = {}, withMain, othersNumber }) {
      const document = documentAt(page.uri) ?? (await vscode.workspace.openTextDocument(page.uri));
      // Uses the current text, not the text of the failed save: the user may have typed since.
      const before = document.getText();
      const merged = mergePageTexts({ base, ours: before, theirs });
      const markers = markersFor([before, base, theirs, over], {
        ours: ourVersion(othersNumber),
        theirs: withMain ? vscode.l10n.t('Main (published)') : theirVersion(by),
        ...by,
        ...(withMain && { withMain }),
      });
      await applyLineEdits(
        document,
        mergingEdits(merged, (conflict) => markedLines(conflict, markers)),
      );
      const after = document.getText();
      rebaseText(page, { before, after }, over, markers);
      noteBase(page);
      page.storedText = after;
      await page.session.edits.drafts.keep(page.target, after, over, markers);
      look(document);
      await reveal(page);
    },
    showRestored: look,
    reveal,
    dispose() {
      subscriptions.dispose();
    },
  };
}

const chooseCommand = 'docsPlatform.conflict.choose';
const compareCommand = 'docsPlatform.conflict.compare';

function problem(document: vscode.TextDocument, line: number, message: string): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(document.lineAt(line).range, message, vscode.DiagnosticSeverity.Error);
  diagnostic.source = 'Docs Platform';
  diagnostic.code = 'conflict';
  return diagnostic;
}
