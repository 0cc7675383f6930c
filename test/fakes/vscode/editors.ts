import { closed, type Document, documents } from './documents.ts';
import { ViewColumn } from './enums.ts';
import { EventEmitter } from './events.ts';
import { Position, Selection, type Range, type Uri } from './places.ts';
import { TextEdit } from './values.ts';

/** Tabs in one group or more, and the editors in them. Opening a document shows it, as in VS Code. */

interface Tab {
  readonly label: string;
  readonly input: unknown;
  readonly group: Group;
  readonly isActive: boolean;
  readonly isDirty: boolean;
  readonly isPinned: boolean;
  isPreview: boolean;
}

interface Group {
  tabs: object[];
  activeTab: object | undefined;
  viewColumn: number;
  isActive: boolean;
}

export interface ShowOptions {
  readonly viewColumn?: number;
  readonly selection?: Range;
  readonly preview?: boolean;
}

interface TabsChange {
  readonly opened: readonly object[];
  readonly closed: readonly object[];
  readonly changed: readonly object[];
}

export class TextEditor {
  readonly document: Document;
  readonly viewColumn: number;
  options = {};
  readonly #selected: (editor: TextEditor) => void;
  #selections: readonly Selection[];

  constructor(document: Document, viewColumn: number, selected: (editor: TextEditor) => void) {
    this.document = document;
    this.viewColumn = viewColumn;
    this.#selected = selected;
    const start = new Position(0, 0);
    this.#selections = [new Selection(start, start)];
  }

  get selections(): readonly Selection[] {
    return this.#selections;
  }

  set selections(selections: readonly Selection[]) {
    this.#selections = selections;
    this.#selected(this);
  }

  get selection(): Selection {
    return this.#selections[0]!;
  }

  set selection(selection: Selection) {
    this.selections = [selection];
  }

  get visibleRanges(): readonly Range[] {
    return [this.document.lineAt(this.selection.active).range];
  }

  async edit(change: (builder: object) => void): Promise<boolean> {
    const edits: TextEdit[] = [];
    change({
      replace: (range: Range, text: string) => edits.push(TextEdit.replace(range, text)),
      insert: (at: Position, text: string) => edits.push(TextEdit.insert(at, text)),
      delete: (range: Range) => edits.push(TextEdit.delete(range)),
    });
    this.document.edit(edits);
    return true;
  }

  revealRange(): void {
    // Nothing scrolls.
  }

  setDecorations(): void {
    // Nothing is drawn.
  }
}

/** The parts of `vscode.window` that have changed when a tab opens or closes. */
interface ActiveEditors {
  activeTextEditor: object | undefined;
  visibleTextEditors: object[];
}

export const tabsChanged = new EventEmitter<TabsChange>();
export const activeEditorChanged = new EventEmitter<object | undefined>();
export const visibleEditorsChanged = new EventEmitter<readonly object[]>();
export const selectionChanged = new EventEmitter<object>();

export const group: Group = { tabs: [], activeTab: undefined, viewColumn: ViewColumn.One, isActive: true };

export const tabGroups = {
  all: [group],
  activeTabGroup: group,
  onDidChangeTabs: tabsChanged.event,
  onDidChangeTabGroups: (_listener: unknown) => ({ dispose: () => undefined }),
  close: async (given: unknown) => {
    for (const tab of Array.isArray(given) ? (given as Tab[]) : [given as Tab]) closeTab(tab);
    return true;
  },
};

const editors = new WeakMap<object, TextEditor>();

/** The windows whose editors are followed. */
let shownIn: ActiveEditors | undefined;

export function showIn(window: ActiveEditors): void {
  shownIn = window;
}

interface TabOptions extends ShowOptions {
  readonly document?: Document;
  /** Whether it never is a tab that is already open: each webview has its own. */
  readonly isNew?: boolean;
}

/** Opens a tab, or shows the one with the same input. */
export function openTab(
  input: object | undefined,
  label: string,
  { document, viewColumn = ViewColumn.Active, selection, preview = true, isNew = false }: TabOptions = {},
): TextEditor | undefined {
  const target = groupAt(viewColumn);
  const known = isNew ? undefined : target.tabs.find((each) => input && isSameInput((each as Tab).input, input));
  const tab: object = known ?? {
    label,
    input,
    group: target,
    isPinned: false,
    isPreview: preview,
    get isActive(): boolean {
      return target.activeTab === tab;
    },
    get isDirty() {
      return document?.isDirty === true;
    },
  };
  if (document && !documents.includes(document)) documents.push(document);
  const editor = document && (editors.get(tab) ?? new TextEditor(document, target.viewColumn, noteSelection));
  if (editor) editors.set(tab, editor);
  if (editor && selection) editor.selection = new Selection(selection.start, selection.end);
  if (!known) target.tabs.push(tab);
  else if (!preview) (known as Tab).isPreview = false;
  activate(target, tab);
  tabsChanged.fire(known ? { opened: [], closed: [], changed: [tab] } : { opened: [tab], closed: [], changed: [] });
  return editor;
}

function groupAt(viewColumn: number): Group {
  const column =
    viewColumn === ViewColumn.Active
      ? tabGroups.activeTabGroup.viewColumn
      : viewColumn === ViewColumn.Beside
        ? tabGroups.activeTabGroup.viewColumn + 1
        : viewColumn;
  const known = tabGroups.all.find((each) => each.viewColumn === column);
  if (known) return known;
  const added: Group = { tabs: [], activeTab: undefined, viewColumn: column, isActive: false };
  tabGroups.all.push(added);
  return added;
}

function activate(target: Group, tab: object | undefined): void {
  target.activeTab = tab;
  for (const each of tabGroups.all) each.isActive = each === target;
  tabGroups.activeTabGroup = target;
  followActive();
}

export function showTab(tab: Tab): void {
  activate(tab.group, tab);
  tabsChanged.fire({ opened: [], closed: [], changed: [tab] });
}

function followActive(): void {
  if (!shownIn) return;
  const { activeTab } = tabGroups.activeTabGroup;
  const active = activeTab && editors.get(activeTab);
  const visible = tabGroups.all.flatMap((each) => (each.activeTab && editors.get(each.activeTab)) ?? []);
  const isOther = shownIn.activeTextEditor !== active;
  shownIn.visibleTextEditors = visible;
  shownIn.activeTextEditor = active;
  visibleEditorsChanged.fire(visible);
  if (isOther) activeEditorChanged.fire(active);
}

function noteSelection(textEditor: TextEditor): void {
  selectionChanged.fire({ textEditor, selections: textEditor.selections, kind: undefined });
}

export function closeTab(tab: Tab): void {
  const { group: from } = tab;
  if (!from?.tabs.includes(tab)) return;
  from.tabs = from.tabs.filter((each) => each !== tab);
  if (from.activeTab === tab) from.activeTab = from.tabs.at(-1);
  if (from.tabs.length === 0 && tabGroups.all.length > 1) {
    tabGroups.all = tabGroups.all.filter((each) => each !== from);
    if (tabGroups.activeTabGroup === from) activate(tabGroups.all[0]!, tabGroups.all[0]!.activeTab);
  }
  followActive();
  tabsChanged.fire({ opened: [], closed: [tab], changed: [] });
  const document = editors.get(tab)?.document;
  const isShown = tabGroups.all.some(({ tabs }) => tabs.some((each) => editors.get(each)?.document === document));
  if (document && !isShown) close(document);
}

function close(document: Document): void {
  const at = documents.indexOf(document);
  if (at >= 0) documents.splice(at, 1);
  document.isClosed = true;
  closed.fire(document);
}

export function closeAllTabs(): void {
  for (const tab of tabGroups.all.flatMap(({ tabs }) => tabs)) closeTab(tab as Tab);
}

/** The editor of the active tab. */
export function activeEditor(): TextEditor | undefined {
  const { activeTab } = tabGroups.activeTabGroup;
  return activeTab && editors.get(activeTab);
}

export function labelOf({ path }: Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function isSameInput(one: unknown, other: object): boolean {
  const urisOf = (input: object) => Object.values(input).map(String).join('\n');
  return one instanceof other.constructor && urisOf(one) === urisOf(other);
}
