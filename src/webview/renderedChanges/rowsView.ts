import type { ComparedPage, Row, Stretch } from '../../protocol/renderedChanges.ts';
import * as l10n from '../shared/l10n.ts';
import { comparedPageElement, type ComparedPageActions, type Shown } from '../shared/pageTree.ts';
import type { ShownPage, ShownRow, ViewState } from './state.ts';

/** How long rows of any pages are built per frame, in ms. The browser takes many times as long to lay them out. */
const longestSlice = 2;

/** When the slice ends, and the next frame if a page waits for it. */
const slice: { end: number; next?: Promise<void> | undefined } = { end: 0 };

export interface RowsContext {
  readonly state: ViewState;
  readonly actionsOf: (page: ShownPage, isBefore: boolean) => ComparedPageActions;
  readonly unfold: (page: ShownPage, stretch: Stretch, fold: HTMLElement) => void;
}

/**
 * Builds the rows of a page, in slices, so that typing and scrolling go on; but at once if that replaces a box that is
 * typed in. Stops if the page is loaded again in the meantime.
 */
export async function showRows(context: RowsContext, page: ShownPage, { stretches }: ComparedPage): Promise<void> {
  const { turn, body } = page;
  const made = document.createDocumentFragment();
  page.rows = [];
  body.classList.remove('lazy');
  if (!slice.next) startSlice();
  for (const stretch of stretches) {
    if (!stretch.rows) made.append(foldView(context, page, stretch));
    let last: ShownRow | undefined;
    for (const row of stretch.rows ?? []) {
      const shown = rowView(context, page, row, last);
      last = shown;
      page.rows.push(shown);
      made.append(shown.element);
      if (performance.now() < slice.end || context.state.isReplacing) continue;
      append();
      await (slice.next ??= new Promise(requestAnimationFrame).then(startSlice));
      if (page.turn !== turn) return;
    }
  }
  append();

  /** All rows of a page that isn't rendered yet would be laid out at once when it becomes visible. */
  function append(): void {
    if (!body.checkVisibility({ contentVisibilityAuto: true })) body.classList.add('lazy');
    body.append(made);
  }
}

/** Puts the rows of a folded stretch in its place. */
export function replaceFold(context: RowsContext, page: ShownPage, fold: HTMLElement, rows: readonly Row[]): void {
  const shown = rows.map((row) => rowView(context, page, row));
  fold.replaceWith(...shown.map(({ element }) => element));
  page.rows = [...page.rows, ...shown].sort((one, other) => order(one.element, other.element));
}

function order(one: HTMLElement, other: HTMLElement): number {
  if (one === other) return 0;
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

function startSlice(): void {
  slice.next = undefined;
  slice.end = performance.now() + longestSlice;
}

function rowView(context: RowsContext, page: ShownPage, row: Row, before?: ShownRow): ShownRow {
  const element = document.createElement('div');
  element.className = row.isChanged ? 'change-row changed' : 'change-row';
  element.tabIndex = row.isChanged ? 0 : -1;
  element.dataset['line'] = String(row.line);
  const margin = document.createElement('div');
  margin.className = 'row-margin beside';
  const sides: readonly Shown[] = context.state.layout === 'columns' ? ['before', 'after'] : ['both'];
  for (const side of sides) {
    const cell = document.createElement('div');
    cell.className = `cell ${side}`;
    cell.append(comparedPageElement(row.nodes, side, context.actionsOf(page, side === 'before')));
    element.append(cell);
  }
  element.append(margin);
  showChangedTabs(element);
  noteMoves(element, row, before);
  return { row, element, margin };
}

/** Changes in a tab aren't hidden: the first tab with one is opened, and the titles of all of them are marked. */
function showChangedTabs(row: HTMLElement): void {
  const cells = [...row.querySelectorAll<HTMLElement>(':scope > .cell')].map(tabGroupsIn);
  for (const groups of cells) {
    groups.forEach((titles, at) => {
      // What was inserted is marked in one column only.
      const others = cells.filter((each) => each.length === groups.length).map((each) => each[at]!);
      const index = titles.findIndex((_, each) => others.some((group) => group[each]?.isChanged));
      const button = titles[index]?.title.querySelector('input');
      if (button) button.checked = true;
    });
  }
}

/** The titles of the changed tabs in a row, each in all columns, the last one first. */
export function changedTabsIn(row: HTMLElement): HTMLElement[][] {
  const cells = [...row.querySelectorAll<HTMLElement>(':scope > .cell')].map(tabGroupsIn);
  const tabs = (cells.at(-1) ?? []).flatMap((group, at) => {
    const others = cells.filter(({ length }) => length === cells.at(-1)?.length).map((groups) => groups[at] ?? []);
    return group.map((_, index) => others.map((titles) => titles[index]).filter((title) => title !== undefined));
  });
  return tabs
    .filter((titles) => titles.some(({ isChanged }) => isChanged))
    .map((titles) => titles.map(({ title }) => title).reverse());
}

/** Opens what hides changes in a row, besides tabs. */
export function openDetails(row: HTMLElement): void {
  for (const details of row.querySelectorAll('details')) if (details.querySelector(changed)) details.open = true;
}

/** Opens the tab with a title, and those around it. */
export function openTab(title: HTMLElement): void {
  for (let each: Element | null | undefined = title; each; each = titleAround(each)) {
    const button = each.querySelector('input');
    if (button) button.checked = true;
  }
}

function titleAround(title: Element): Element | null | undefined {
  let each = title.parentElement;
  while (each && each.previousElementSibling?.matches('.docs-platform-tab-title') !== true) each = each.parentElement;
  return each?.previousElementSibling;
}

const changed = '.inserted, .deleted, .attributes-note';

function tabGroupsIn(cell: HTMLElement) {
  return [...cell.querySelectorAll('.docs-platform-tabs')].map((group) =>
    [...group.querySelectorAll<HTMLElement>(':scope > .docs-platform-tab-title')].map((title) => {
      const tab = title.nextElementSibling;
      const isChanged = title.matches(changed) || !!tab?.matches(changed) || !!tab?.querySelector(changed);
      title.classList.toggle('with-changes', isChanged);
      return { title, isChanged };
    }),
  );
}

/** Both places of a moved block say so: the mark alone looks like something new, or deleted. A section says it once. */
function noteMoves(element: HTMLElement, row: Row, before: ShownRow | undefined): void {
  for (const block of element.querySelectorAll<HTMLElement>('[data-move]')) {
    const move = Number(block.dataset['move']);
    const isHere = row.nodes.some((node) => node.move === move && node.mark === 'inserted');
    const mark = isHere ? 'inserted' : 'deleted';
    const others = [...(before?.row.nodes ?? []), ...row.nodes];
    if (others.some((node) => node.move === move - 1 && node.mark === mark)) continue;
    const note = document.createElement('span');
    note.className = 'attributes-note';
    note.textContent = isHere ? l10n.t('Moved here') : l10n.t('Moved away');
    block.before(note);
  }
}

function foldView({ unfold }: RowsContext, page: ShownPage, stretch: Stretch): HTMLElement {
  const fold = document.createElement('div');
  fold.className = 'fold-row';
  fold.dataset['from'] = String(stretch.from);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'plain link';
  button.textContent = l10n.plural(l10n.t('{0} unchanged block|{0} unchanged blocks'), stretch.to - stretch.from);
  button.title = l10n.t('Show');
  button.addEventListener('click', () => unfold(page, stretch, fold));
  fold.append(button);
  return fold;
}
