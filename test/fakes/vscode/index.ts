/**
 * VS Code in unit tests: `import … from 'vscode'` resolves to this file (vitest.config.mjs). Values are those of VS
 * Code. UI calls are recorded in `fake`, and prompts are answered from it: a test sets the answers, or assigns a
 * function of its own to `vscode.window`. `reset` restores everything after each test.
 */
import assert from 'node:assert/strict';
import { documents, changed, closed, Document, opened, saved, willSave } from './documents.ts';
import { EventEmitter, never } from './events.ts';
import { InputBox } from './inputBox.ts';
import { Position } from './places.ts';
import type { Uri } from './places.ts';
import type { WorkspaceEdit } from './values.ts';

export * from './enums.ts';
export { Disposable, EventEmitter } from './events.ts';
export * from './places.ts';
export * from './values.ts';

export interface Item {
  readonly label: string;
  readonly description?: string;
}

interface DecorationProvider {
  readonly onDidChangeFileDecorations?: (listener: () => unknown) => unknown;
  provideFileDecoration(uri: unknown, token: unknown): unknown;
}

interface StatusBarItem {
  text: string;
  isShown: boolean;
}

const windowState = new EventEmitter<{ readonly focused: boolean }>();

function answersOfNobody() {
  return {
    /** Picks one of the items of a list; cancels if unset. */
    pick: (_items: readonly Item[], _options: { readonly title?: string }): unknown => undefined,
    /** Text on the clipboard. */
    clipboard: '',
    /** The button that is pressed in a message. */
    press: (_message: string, _buttons: readonly string[]): string | undefined => undefined,
  };
}

/** What was shown, and the actions of the user. */
export const fake = {
  ...answersOfNobody(),
  /** Messages and status bar texts, in order. */
  said: [] as string[],
  /** Titles of progress notifications. */
  progress: [] as string[],
  /** Texts of the created documents. */
  untitled: [] as string[],
  inputBoxes: [] as InputBox[],
  /** The most recent one. */
  get box(): InputBox {
    return fake.inputBoxes.at(-1) ?? assert.fail('No input box was shown.');
  },
  statusBarItems: [] as StatusBarItem[],
  decorations: [] as DecorationProvider[],
  fileSystems: new Map<string, object>(),
  commands: new Map<string, (...given: unknown[]) => unknown>(),
  /** The diagnostics that are shown, of all documents. */
  diagnostics: [] as { readonly message: string }[],
  documents,
  changed,
  saved,
  opened,
  closed,
  focusWindow(focused: boolean): void {
    window.state = { focused, active: focused };
    windowState.fire(window.state);
  },
};

const show = async (message: string, ...rest: unknown[]): Promise<unknown> => {
  fake.said.push(message);
  return fake.press(
    message,
    rest.filter((each) => typeof each === 'string'),
  );
};

const group = { tabs: [] as object[], activeTab: undefined as object | undefined, viewColumn: 1, isActive: true };

const tabGroups = {
  all: [group],
  activeTabGroup: group,
  onDidChangeTabs: never,
  onDidChangeTabGroups: never,
  close: async (_tabs: unknown) => true,
};

export const window = {
  activeTextEditor: undefined as object | undefined,
  visibleTextEditors: [] as object[],
  state: { focused: true, active: true },
  tabGroups,
  onDidChangeWindowState: windowState.event,
  onDidChangeActiveTextEditor: never,
  onDidChangeVisibleTextEditors: never,
  onDidChangeTextEditorSelection: never,
  showInformationMessage: show,
  showWarningMessage: show,
  showErrorMessage: show,
  setStatusBarMessage(text: string) {
    fake.said.push(text);
    return never();
  },
  withProgress(options: { title?: string }, work: (progress: object, token: object) => unknown) {
    if (options.title) fake.progress.push(options.title);
    return work({ report: () => undefined }, { isCancellationRequested: false, onCancellationRequested: never });
  },
  showQuickPick: async (items: readonly Item[] | Promise<readonly Item[]>, options: { title?: string } = {}) =>
    fake.pick(await items, options),
  createInputBox() {
    const box = new InputBox();
    fake.inputBoxes.push(box);
    return box;
  },
  createStatusBarItem() {
    const item = {
      text: '',
      isShown: false,
      show: () => void (item.isShown = true),
      hide: () => void (item.isShown = false),
      dispose: () => undefined,
    };
    fake.statusBarItems.push(item);
    return item;
  },
  registerFileDecorationProvider(provider: DecorationProvider) {
    fake.decorations.push(provider);
    return never();
  },
  showTextDocument: async (): Promise<object> => ({
    selection: { active: new Position(0, 0) },
    revealRange: () => undefined,
  }),
};

export const workspace = {
  textDocuments: documents,
  onDidChangeTextDocument: changed.event,
  onDidSaveTextDocument: saved.event,
  onDidOpenTextDocument: opened.event,
  onDidCloseTextDocument: closed.event,
  onWillSaveTextDocument: willSave.event,
  onDidChangeConfiguration: never,
  registerTextDocumentContentProvider: never,
  registerFileSystemProvider(scheme: string, files: object) {
    fake.fileSystems.set(scheme, files);
    return never();
  },
  async applyEdit(edit: WorkspaceEdit) {
    for (const [uri, edits] of edit.entries())
      documents.find((each) => each.uri.toString() === uri.toString())?.edit(edits);
    return true;
  },
  async openTextDocument(given: Uri | { readonly content: string }) {
    if ('content' in given) fake.untitled.push(given.content);
    return 'content' in given ? undefined : new Document(given);
  },
};

export const scm = {
  createSourceControl: () => ({
    inputBox: {},
    createResourceGroup: () => ({ resourceStates: [] as object[] }),
    dispose: () => undefined,
  }),
};

export const commands = {
  registerCommand(id: string, run: (...given: unknown[]) => unknown) {
    fake.commands.set(id, run);
    return never();
  },
  executeCommand: async (id: string, ...given: unknown[]) => fake.commands.get(id)?.(...given),
};

export const languages = {
  createDiagnosticCollection: () => {
    const shown = new Map<string, readonly { readonly message: string }[]>();
    const show = () => void fake.diagnostics.splice(0, Infinity, ...[...shown.values()].flat());
    return {
      has: (uri: unknown) => shown.has(String(uri)),
      set: (uri: unknown, diagnostics: readonly { readonly message: string }[]) => {
        shown.set(String(uri), diagnostics);
        show();
      },
      delete: (uri: unknown) => {
        shown.delete(String(uri));
        show();
      },
      dispose: () => undefined,
    };
  },
  registerCodeLensProvider: never,
};

export const version = '1.125.0';

export const env = {
  language: 'en',
  uiKind: 1,
  remoteName: undefined as string | undefined,
  clipboard: { readText: async () => fake.clipboard, writeText: async (text: string) => void (fake.clipboard = text) },
};

export const extensions = {
  getExtension: (_id: string): { activate(): Promise<unknown> } | undefined => undefined,
};

const asAtFirst = [group, tabGroups, window, workspace, commands, languages, env, extensions].map(
  (part) => [part, { ...part }] as const,
);

/** Resets it to a newly opened window, whatever the last test did. */
export function reset(): void {
  for (const [part, first] of asAtFirst) {
    for (const added of Object.keys(part)) if (!(added in first)) Reflect.deleteProperty(part, added);
    Object.assign(part, first);
  }
  Object.assign(fake, answersOfNobody());
  for (const stored of [
    fake.said,
    fake.progress,
    fake.untitled,
    fake.inputBoxes,
    fake.statusBarItems,
    fake.decorations,
    fake.diagnostics,
    documents,
  ])
    stored.length = 0;
  for (const stored of [fake.fileSystems, fake.commands]) stored.clear();
  for (const event of [windowState, changed, saved, opened, closed, willSave]) event.dispose();
}
