import type { Locator, Page } from 'playwright-core';
import { until } from './until.ts';

export type Tree = ReturnType<typeof tree>;

export interface TreeRow {
  label: string;
  description: string;
  /** 1 for a root. */
  level: number;
  /** Undefined if it has no children. */
  expanded: boolean | undefined;
  selected: boolean;
  /** What a screen reader reads. */
  ariaLabel: string;
}

/**
 * A tree view. An item is identified by its label, or by its path of labels from any ancestor if the label isn't
 * unique: `['Operator Handbook', 'Getting started']`. Trees render only visible rows; the others are scrolled to.
 */
export function tree(page: () => Page, view: string) {
  const whole = () => page().getByRole('tree', { name: view, exact: true });
  const rows = () => whole().locator('.monaco-list-row');

  const drawn = () => rows().evaluateAll(readRows);

  async function visible(): Promise<TreeRow[]> {
    return inOrder(await drawn()).map(({ row }) => row);
  }

  async function item(path: string | string[]): Promise<Locator> {
    const known = new Map<number, Drawn>();
    // The row usually appears soon; scrolling to find it is only worthwhile later.
    let patience = 6;
    return until(`${JSON.stringify(path)} in ${view}`, async () => {
      const found = await drawn();
      if (found.some(({ index, row }) => (known.get(index)?.row.label ?? row.label) !== row.label)) {
        // The tree has changed, so invisible rows may have moved.
        known.clear();
      }
      found.forEach((row) => known.set(row.index, row));
      const index = indexOf([path].flat(), inOrder([...known.values()]));
      if (found.some((row) => row.index === index)) {
        const row = whole().locator(`.monaco-list-row[data-index="${index}"]`);
        return (await scrolledIntoView(row)) && row;
      }
      if (patience-- <= 0) {
        await scroll();
      }
    });
  }

  /** True if the whole row is within the tree; the browser itself can't scroll there. */
  async function scrolledIntoView(row: Locator): Promise<boolean> {
    const [box, around] = [await row.boundingBox(), await whole().boundingBox()];
    if (!box || !around) return false;
    const above = around.y - box.y;
    const below = box.y + box.height - (around.y + around.height);
    if (above <= 0 && below <= 0) return true;
    await page().mouse.move(around.x + around.width / 2, around.y + around.height / 2);
    await page().mouse.wheel(0, above > 0 ? -above : below);
    await leave();
    return false;
  }

  const focusedRow = () => until('the keyboard on a row', async () => (await drawn()).find(({ focused }) => focused));

  /** A page down, and from the end back to the top, because more rows may have appeared. */
  async function scroll(): Promise<void> {
    const focused = async () => (await drawn()).find((row) => row.focused)?.index;
    // VS Code logs an error for a key in a list without rows.
    if ((await drawn()).length === 0) return;
    await whole().focus();
    const before = await focused();
    await page().keyboard.press('PageDown');
    if ((await focused()) === before) {
      await page().keyboard.press('Home');
    }
  }

  /** A hover would cover the other items. */
  async function leave(): Promise<void> {
    await page().mouse.move(0, 0);
  }

  async function toggle(path: string | string[], expanded: boolean): Promise<void> {
    const isDone = async (row: Locator) => (await row.getAttribute('aria-expanded')) === String(expanded);
    let clickAt = 0;
    // Rows that appear above it move it, and a row that is rendered again at that moment loses the click.
    await until(`${JSON.stringify(path)} to open or close`, async () => {
      const row = await item(path);
      if (await isDone(row)) return true;
      if (performance.now() < clickAt) return;
      clickAt = performance.now() + 6_000;
      await row.locator('.monaco-tl-twistie').click({ timeout: 2_000 });
      await leave();
    });
  }

  return {
    /** The visible rows, from top to bottom. */
    visible,

    /** The visible labels, from top to bottom. */
    labels: async () => (await visible()).map(({ label }) => label),

    /** Every row of the tree, from top to bottom. */
    async all(): Promise<TreeRow[]> {
      const known = new Map<number, Drawn>();
      await whole().focus();
      await page().keyboard.press('Home');
      for (let last = -1; ; await page().keyboard.press('PageDown')) {
        const at = (await focusedRow()).index;
        // Rows may be rendered a moment after scrolling.
        await until('the rows above', async () => {
          (await drawn()).forEach((row) => known.set(row.index, row));
          return Array.from({ length: at + 1 }, (_, index) => known.has(index)).every(Boolean);
        });
        if (at === last) return inOrder([...known.values()]).map(({ row }) => row);
        last = at;
      }
    },

    /** The row of an item, once it is there, for anything these functions don't offer. */
    item,

    async click(path: string | string[]) {
      await (await item(path)).locator('.label-name').click();
      await leave();
    },

    async expand(path: string | string[]) {
      await toggle(path, true);
    },

    async collapse(path: string | string[]) {
      await toggle(path, false);
    },

    /** Opens the context menu and returns its entries, once they are there. */
    async contextMenu(path: string | string[]): Promise<string[]> {
      const row = (await item(path)).locator('.label-name');
      return menuEntries(page(), () => row.click({ button: 'right' }));
    },

    /** Chooses from the context menu. Several entries mean submenus. */
    async choose(path: string | string[], ...entries: string[]) {
      const entry = (name: string) => menu(page()).getByRole('menuitem', { name, exact: true });
      // A menu closes when something else takes the focus, as a revealed row does.
      await until(`the menu with ${entries.join(' › ')}`, async () => {
        if (await menu(page()).first().isVisible()) {
          // Closes a submenu only, if there is one.
          await page().keyboard.press('Escape');
          return;
        }
        await (await item(path)).locator('.label-name').click({ button: 'right', timeout: 5_000 });
        for (const name of entries.slice(0, -1)) await entry(name).hover({ timeout: 5_000 });
        await entry(entries.at(-1) ?? '').waitFor({ timeout: 5_000 });
        return true;
      });
      const last = entry(entries.at(-1) ?? '');
      // It ignores clicks in the first moment after it opens.
      await until('the menu to take a click', async () => {
        if (!(await last.isVisible())) return true;
        await last.click({ timeout: 500 });
      });
    },

    async clickAction(path: string | string[], name: string) {
      const row = await item(path);
      await row.hover();
      await row.locator('.actions').getByRole('button', { name }).click();
    },

    /** A button of the view's title bar. */
    async clickTitleAction(name: string) {
      await page().locator('.part.sidebar').getByRole('button', { name, exact: true }).first().click();
    },

    /** The message above the items, or an empty string. */
    async message(): Promise<string> {
      const text = page()
        .locator('.part.sidebar .tree-explorer-viewlet-tree-view')
        .filter({ has: whole() })
        .locator('.message');
      return (await text.count()) ? text.first().innerText() : '';
    },
  };
}

function menu(page: Page): Locator {
  return page.locator('.monaco-menu-container, .context-view .monaco-menu');
}

/** The entries of a context menu that a click opens. It closes when something else takes the focus. */
export async function menuEntries(page: Page, click: () => Promise<void>): Promise<string[]> {
  const entries = menu(page).locator('.action-item:not(.disabled) .action-label:not(.separator)');
  return until('the menu', async () => {
    if (await menu(page).first().isVisible()) {
      // A key that is pressed in the first moment is lost.
      await page.keyboard.press('Escape');
      return;
    }
    await click();
    await entries.first().waitFor({ timeout: 2_000 });
    return entries.allInnerTexts();
  });
}

/** A row that the tree has rendered, and its index among all rows. */
interface Drawn {
  index: number;
  focused: boolean;
  row: TreeRow;
}

function inOrder(found: Drawn[]): Drawn[] {
  return found.toSorted((one, other) => one.index - other.index);
}

/** The index of the last label of the path, below the other labels. */
function indexOf(path: string[], ordered: Drawn[]): number | undefined {
  return ordered.find((candidate, at) => {
    const lineage = [candidate];
    for (const earlier of ordered.slice(0, at).reverse()) {
      if (earlier.row.level < (lineage.at(-1)?.row.level ?? 0)) {
        lineage.push(earlier);
      }
    }
    return path.toReversed().every((label, depth) => label === lineage[depth]?.row.label);
  })?.index;
}

/** Runs in the page, so it uses nothing from outside. */
function readRows(elements: unknown[]): Drawn[] {
  return (elements as Element[]).map((element) => {
    const text = (selector: string) => element.querySelector(selector)?.textContent.replaceAll('\u00a0', ' ') ?? '';
    const expanded = element.getAttribute('aria-expanded');
    return {
      index: Number(element.getAttribute('data-index')),
      focused: / focused( |$)/.test(element.getAttribute('class') ?? ''),
      row: {
        label: text('.label-name'),
        description: text('.label-description'),
        level: Number(element.getAttribute('aria-level')),
        expanded: expanded === null ? undefined : expanded === 'true',
        selected: element.getAttribute('aria-selected') === 'true',
        ariaLabel: element.getAttribute('aria-label') ?? '',
      },
    };
  });
}

/** The properties of a page element that we use. */
interface Element {
  textContent: string;
  getAttribute(name: string): string | null;
  querySelector(selector: string): Element | null;
}
