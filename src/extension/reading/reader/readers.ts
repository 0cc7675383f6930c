import * as vscode from 'vscode';
import { editScheme, scheme } from '../../../model/shared/schemes.ts';
import type { ReaderPlace } from '../../../protocol/reader.ts';
import { run } from '../../ground/contributions/run.ts';
import { shownUri } from '../../ground/places/openPageUri.ts';
import { pageUri } from '../../ground/places/pageUri.ts';
import { isPageRow } from '../../ground/places/place.ts';
import { activeAccount } from '../../ground/prompts/activeAccount.ts';
import { openWith } from '../../ground/services/openWith.ts';
import { completeStep } from '../../ground/services/walkthrough.ts';
import { showInPanel, type OpenPanel } from '../../ground/webviews/panels.ts';
import type { OpenReader, Passed, ReaderContext, Readers, Trail } from './context.ts';
import { serveReader } from './serve.ts';

const viewType = 'docsPlatform.reader';

export function createReaders(parts: ReaderContext): Readers {
  const open = new Set<OpenReader>();
  /** Where readers that VS Code is about to create begin, by URI. */
  const begins = new Map<string, ReaderPlace>();
  /** The lines at which readers were closed, by URI: as text editors, a page opens again where it was left. */
  const left = new Map<string, number>();
  /** The way to pages that VS Code is about to show, by URI. */
  const trails = new Map<string, Trail>();
  let isPassing = false;

  const readers: Readers = {
    show(uri, panel) {
      const key = uri.toString();
      const begin = begins.get(key) ?? (left.has(key) ? { line: left.get(key) } : undefined);
      begins.delete(key);
      const trail = trails.get(key) ?? { back: [], forward: [] };
      const reader: OpenReader = { uri, panel, line: begin?.line ?? 0, begin, isPassing, trail };
      open.add(reader);
      panel.iconPath = new vscode.ThemeIcon('book');
      panel.onDidDispose(() => {
        open.delete(reader);
        left.set(key, reader.line);
      });
      const serve = (opened: OpenPanel) => serveReader(parts, { reader, readers }, opened);
      const shown = { viewType, bundle: 'reader', place: key, serve } as const;
      showInPanel(panel, shown, parts.extensionUri, parts.edge);
    },
    async open(given) {
      const uri = uriGiven(parts, given);
      if (!uri) return (await activeAccount(parts)) ? void run('goToPage') : undefined;
      const isEditable = uri.scheme === editScheme;
      await openAt(uri, placeOf(uri), isEditable ? beside : undefined);
      if (!isEditable) await vscode.window.tabGroups.close(sourcesOf(uri), true);
      completeStep('page');
    },
    async openPage(uri, place, ofRow) {
      if (!(uri instanceof vscode.Uri)) return;
      const at = isPlace(place) ? place : undefined;
      const isShown = [...open].some((each) => each.panel.active && each.uri.toString() === uri.toString());
      const preserveFocus = ofRow === true && !isShown;
      if (openWith() === 'both') {
        await vscode.commands.executeCommand('vscode.open', uri, { viewColumn: columnForSource(), preserveFocus });
        await readers.passTo(uri, at ?? placeOf(uri), beside);
      } else await readers.passTo(uri, at, { preserveFocus });
    },
    async passTo(uri, place, options) {
      const from = options?.viewColumn ? undefined : activeReader();
      const isOther = from && from.uri.toString() !== uri.toString();
      const trail = isOther ? { back: [...from.trail.back, placeIn(from)].slice(-mostPassed), forward: [] } : undefined;
      await pass(uri, place, { options, trail });
    },
    async navigate(reader, direction) {
      const { back, forward } = reader.trail;
      const to = (direction === 'Back' ? back : forward).at(-1);
      if (!to) return navigateEditors(direction);
      const here = placeIn(reader);
      const trail =
        direction === 'Back'
          ? { back: back.slice(0, -1), forward: [...forward, here] }
          : { back: [...back, here], forward: forward.slice(0, -1) };
      await pass(to.uri, { line: to.line }, { trail });
    },
    comment() {
      activeReader()?.comment?.();
    },
    async showSource(given, clicked) {
      const reader = given ?? activeReader();
      if (!reader) throw new Error(vscode.l10n.t('Open a page in the reader first.'));
      const { uri, panel, trail } = reader;
      const line = (isPlace(clicked) ? clicked.line : undefined) ?? reader.line;
      const column = panel.viewColumn;
      if ((await showMarkdown(uri, line, column)).viewColumn !== column) return;
      trails.set(uri.toString(), trail);
      await vscode.window.tabGroups.close(tabsOf(reader));
    },
  };
  return readers;

  function activeReader(): OpenReader | undefined {
    return [...open].find(({ panel }) => panel.active);
  }

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

  /** Opens a page in the place of the one that the user passed through. */
  async function pass(
    uri: vscode.Uri,
    place: ReaderPlace | undefined,
    {
      options,
      trail,
    }: { readonly options?: vscode.TextDocumentShowOptions | undefined; readonly trail?: Trail | undefined },
  ): Promise<void> {
    const key = uri.toString();
    const known = [...open].filter((each) => each.uri.toString() === key);
    // A view asks for it as soon as it is visible.
    if (trail) for (const each of known) each.trail = trail;
    if (trail) trails.set(key, trail);
    const made = await passing(() => openAt(uri, place, options)).finally(() => trails.delete(key));
    const shown = made ?? (trail && known.find(({ panel }) => panel.active));
    if (!shown) return;
    const others = [...open].filter((each) => each !== shown && each.isPassing);
    const passed = () => others.filter(({ panel }) => panel.viewColumn === shown.panel.viewColumn);
    // VS Code reports the column of a new panel a moment after it has opened it.
    if (others.length > 0 && passed().length === 0) await nextViewState(shown.panel);
    await vscode.window.tabGroups.close(passed().flatMap(tabsOf), true);
  }

  async function navigateEditors(direction: 'Back' | 'Forward'): Promise<void> {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    await passing(() => vscode.commands.executeCommand(`workbench.action.navigate${direction}`));
    if (vscode.window.tabGroups.activeTabGroup.activeTab !== activeTab) return;
    throw new Error(
      direction === 'Back'
        ? vscode.l10n.t('There is no page to go back to.')
        : vscode.l10n.t('There is no page to go forward to.'),
    );
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

const mostPassed = 100;

function placeIn({ uri, line }: OpenReader): Passed {
  return { uri, line };
}

async function showMarkdown(
  uri: vscode.Uri,
  line: number,
  column = vscode.ViewColumn.Active,
): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(uri);
  const editor = await vscode.window.showTextDocument(document, { viewColumn: editorOf(uri)?.viewColumn ?? column });
  const at = new vscode.Range(line, 0, line, 0);
  editor.selection = new vscode.Selection(at.start, at.start);
  editor.revealRange(at, vscode.TextEditorRevealType.AtTop);
  return editor;
}

/** The tabs of a page's Markdown in the active group. Pinned ones stay. */
function sourcesOf(uri: vscode.Uri): vscode.Tab[] {
  return vscode.window.tabGroups.activeTabGroup.tabs.filter(
    ({ input, isPinned }) =>
      !isPinned && input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
  );
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
  if (isPageRow(given)) {
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

/** Resolves when the state of a panel has changed, or after a moment. */
async function nextViewState(panel: vscode.WebviewPanel): Promise<void> {
  const changed = Promise.withResolvers<void>();
  const timer = setTimeout(changed.resolve, 500);
  const listening = panel.onDidChangeViewState(() => changed.resolve());
  await changed.promise;
  clearTimeout(timer);
  listening.dispose();
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
