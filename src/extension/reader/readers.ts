import * as vscode from 'vscode';
import { editScheme, scheme } from '../../model/shared/schemes.ts';
import type { ReaderPlace } from '../../protocol/reader.ts';
import { shownUri } from '../addresses/openPageUri.ts';
import { pageUri } from '../addresses/pageUri.ts';
import { isPagePlace } from '../commands/givenPlace.ts';
import { openWith } from '../services/openWith.ts';
import { showInPanel, type OpenPanel } from '../webviews/panels.ts';
import { readerTexts } from '../words/reader.ts';
import type { OpenReader, ReaderContext, Readers } from './context.ts';
import { offerOpenWith } from './hint.ts';
import { serveReader } from './serve.ts';

const viewType = 'docsPlatform.reader';

export function createReaders(parts: ReaderContext): Readers {
  const open = new Set<OpenReader>();
  /** Where readers that VS Code is about to create begin, by URI. */
  const begins = new Map<string, ReaderPlace>();
  /** The lines at which readers were closed, by URI: as text editors, a page opens again where it was left. */
  const left = new Map<string, number>();
  let isPassing = false;

  const readers: Readers = {
    show(uri, panel) {
      const key = uri.toString();
      const begin = begins.get(key) ?? (left.has(key) ? { line: left.get(key) } : undefined);
      begins.delete(key);
      const reader: OpenReader = { uri, panel, line: begin?.line ?? 0, begin, isPassing };
      open.add(reader);
      panel.iconPath = new vscode.ThemeIcon('book');
      panel.onDidDispose(() => {
        open.delete(reader);
        left.set(key, reader.line);
      });
      const serve = (opened: OpenPanel) => serveReader(parts, { reader, readers }, opened);
      const shown = { viewType, bundle: 'reader', texts: readerTexts, place: key, serve } as const;
      showInPanel(panel, shown, parts.extensionUri, parts.edge);
    },
    async open(given) {
      const uri = uriGiven(parts, given);
      if (!uri) throw new Error(vscode.l10n.t('Open a page first, or select one in the Library.'));
      await openAt(uri, placeOf(uri), uri.scheme === editScheme ? beside : undefined);
      offerOpenWith(parts);
    },
    async openPage(uri, place) {
      if (!(uri instanceof vscode.Uri)) return;
      const at = isPlace(place) ? place : undefined;
      if (openWith() === 'both') {
        await vscode.commands.executeCommand('vscode.open', uri, { viewColumn: columnForSource() });
        await readers.passTo(uri, at ?? placeOf(uri), beside);
      } else await readers.passTo(uri, at);
    },
    async passTo(uri, place, options) {
      const made = await passing(() => openAt(uri, place, options));
      if (!made) return;
      const column = made.panel.viewColumn;
      const passed = [...open].filter((each) => each !== made && each.isPassing && each.panel.viewColumn === column);
      await vscode.window.tabGroups.close(passed.flatMap(tabsOf), true);
    },
    async navigate(direction) {
      await passing(() => vscode.commands.executeCommand(`workbench.action.navigate${direction}`));
    },
    async showSource(given) {
      const reader = given ?? [...open].find(({ panel }) => panel.active);
      if (!reader) throw new Error(vscode.l10n.t('Open a page in the reader first.'));
      const { uri, line, panel } = reader;
      const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), {
        viewColumn: editorOf(uri)?.viewColumn ?? panel.viewColumn ?? vscode.ViewColumn.Active,
      });
      const at = new vscode.Range(line, 0, line, 0);
      editor.selection = new vscode.Selection(at.start, at.start);
      editor.revealRange(at, vscode.TextEditorRevealType.AtTop);
    },
  };
  return readers;

  /** Returns the reader that VS Code has created for it; undefined if it shows one that was open already. */
  async function openAt(
    uri: vscode.Uri,
    place: ReaderPlace | undefined,
    options: vscode.TextDocumentShowOptions | undefined,
  ): Promise<OpenReader | undefined> {
    const key = uri.toString();
    const known = [...open].filter((each) => each.uri.toString() === key);
    if (place) begins.set(key, place);
    try {
      await vscode.commands.executeCommand('vscode.openWith', uri, viewType, options);
    } finally {
      // A reader that VS Code has created has taken it.
      begins.delete(key);
    }
    const made = [...open].find((each) => each.uri.toString() === key && !known.includes(each));
    const shown = known.find(({ panel }) => panel.active) ?? known.find(({ panel }) => panel.visible);
    if (!made && shown && place) {
      shown.begin = place;
      shown.reveal?.(place);
    }
    return made;
  }

  async function passing<Result>(action: () => Thenable<Result>): Promise<Result> {
    isPassing = true;
    try {
      return await action();
    } finally {
      isPassing = false;
    }
  }
}

/** Pinned ones stay. */
function tabsOf({ uri, panel }: OpenReader): vscode.Tab[] {
  const group = vscode.window.tabGroups.all.find(({ viewColumn }) => viewColumn === panel.viewColumn);
  return (group?.tabs ?? []).filter(
    ({ input, isPinned }) =>
      !isPinned &&
      input instanceof vscode.TabInputCustom &&
      input.viewType === viewType &&
      input.uri.toString() === uri.toString(),
  );
}

const beside: vscode.TextDocumentShowOptions = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };

function uriGiven({ accounts }: ReaderContext, given: unknown): vscode.Uri | undefined {
  if (isPagePlace(given)) {
    const { node, space } = given;
    return accounts.active && node.path !== undefined ? pageUri(accounts.active.key, space.id, node.path) : undefined;
  }
  const uri = given instanceof vscode.Uri ? given : shownUri();
  return uri && [scheme, editScheme].some((each) => each === uri.scheme) ? uri : undefined;
}

function placeOf(uri: vscode.Uri): ReaderPlace | undefined {
  const line = editorOf(uri)?.visibleRanges[0]?.start.line;
  return line === undefined ? undefined : { line };
}

function editorOf(uri: vscode.Uri): vscode.TextEditor | undefined {
  return vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
}

/** The source of the next page replaces that of the last one, even if the reader beside it has the focus. */
function columnForSource(): vscode.ViewColumn {
  const { activeTab, viewColumn } = vscode.window.tabGroups.activeTabGroup;
  const isReader = activeTab?.input instanceof vscode.TabInputCustom && activeTab.input.viewType === viewType;
  return isReader && viewColumn !== vscode.ViewColumn.One ? viewColumn - 1 : viewColumn;
}

function isPlace(given: unknown): given is ReaderPlace {
  return typeof given === 'object' && given !== null && ('anchor' in given || 'line' in given);
}
