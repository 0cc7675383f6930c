import * as vscode from 'vscode';
import { scheme } from '../../model/shared/schemes.ts';
import type { ReaderPlace } from '../../protocol/reader.ts';
import { pageUri } from '../addresses/pageUri.ts';
import { openPageUri } from '../addresses/openPageUri.ts';
import { isPagePlace } from '../commands/givenPlace.ts';
import { showInPanel, type OpenPanel } from '../webviews/panels.ts';
import { readerTexts } from '../words/reader.ts';
import type { OpenReader, ReaderContext, Readers } from './context.ts';
import { serveReader } from './serve.ts';

const viewType = 'docsPlatform.reader';

export function createReaders(parts: ReaderContext): Readers {
  const open = new Set<OpenReader>();
  /** Where readers that VS Code is about to open begin, by URI. */
  const begins = new Map<string, ReaderPlace>();

  const readers: Readers = {
    show(uri, panel) {
      const reader: OpenReader = { uri, panel, line: 0 };
      open.add(reader);
      panel.onDidDispose(() => open.delete(reader));
      const takePlace = () => {
        const place = begins.get(uri.toString());
        begins.delete(uri.toString());
        return place;
      };
      const serve = (opened: OpenPanel) => serveReader(parts, { reader, readers, takePlace }, opened);
      const shown = { viewType, bundle: 'reader', texts: readerTexts, place: uri.toString(), serve } as const;
      showInPanel(panel, shown, parts.extensionUri, parts.edge);
    },
    async open(given) {
      const uri = uriGiven(parts, given);
      if (!uri) throw new Error(vscode.l10n.t('Open a page first, or select one in the Library.'));
      await readers.openAt(uri, placeOf(uri));
    },
    async openAt(uri, place) {
      const known = [...open].find((each) => each.uri.toString() === uri.toString());
      if (place && !known?.reveal) begins.set(uri.toString(), place);
      await vscode.commands.executeCommand('vscode.openWith', uri, viewType);
      if (place) known?.reveal?.(place);
    },
    async showSource() {
      const reader = [...open].find(({ panel }) => panel.active);
      if (!reader) throw new Error(vscode.l10n.t('Open a page in the reader first.'));
      const { uri, line } = reader;
      const document = await vscode.workspace.openTextDocument(uri);
      const editor = await vscode.window.showTextDocument(document);
      const at = new vscode.Range(line, 0, line, 0);
      editor.selection = new vscode.Selection(at.start, at.start);
      editor.revealRange(at, vscode.TextEditorRevealType.AtTop);
    },
  };
  return readers;
}

function uriGiven({ accounts }: ReaderContext, given: unknown): vscode.Uri | undefined {
  if (isPagePlace(given)) {
    const { node, space } = given;
    return accounts.active && node.path !== undefined ? pageUri(accounts.active.key, space.id, node.path) : undefined;
  }
  const uri = given instanceof vscode.Uri ? given : openPageUri();
  return uri?.scheme === scheme ? uri : undefined;
}

function placeOf(uri: vscode.Uri): ReaderPlace | undefined {
  const shown = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  const line = shown?.visibleRanges[0]?.start.line;
  return line === undefined ? undefined : { line };
}
