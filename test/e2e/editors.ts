import type { Page } from 'playwright-core';
import { menuEntries } from './tree.ts';
import { until } from './until.ts';

export type Editors = ReturnType<typeof editors>;

/** Tabs and the text of the active editor. */
export function editors(page: () => Page) {
  const tabs = () => page().locator(`${part} .tab`);
  const active = () => page().locator(`${part} .editor-group-container.active`);
  const lines = () => active().locator('.monaco-editor .view-line');
  const read = () => tabs().evaluateAll(readTabs);
  const tab = (title: string) =>
    until(`the tab ${title}`, async () => {
      const at = (await read()).findIndex((candidate) => candidate.title === title);
      return at >= 0 && tabs().nth(at);
    });

  return {
    /** Titles of the open tabs, in order. */
    tabs: async () => (await read()).map(({ title }) => title),

    /** Title of the active tab, in the first editor group that has one. */
    activeTab: async () => (await read()).find((candidate) => candidate.active)?.title,

    /** Waits until the tab with exactly this title is active. */
    async opened(title: string) {
      await until(`the tab ${title} in front`, async () =>
        (await read()).some((candidate) => candidate.active && candidate.title === title),
      );
    },

    /**
     * Opens a tab with a button in the title of another one. VS Code draws the buttons after the tab is active: a click
     * before that is lost, or is about the tab that was active before.
     */
    async openByTitle(from: string, button: string, title: string) {
      const isThere = async () => (await read()).some((candidate) => candidate.title === title);
      await until(`the tab ${title}`, async () => {
        if (await isThere()) return true;
        if (!(await read()).some((candidate) => candidate.active && candidate.title === from)) {
          await (await tab(from)).click();
        }
        await page().getByRole('button', { name: button }).first().click();
        await until('it', isThere, 5_000);
        return true;
      });
    },

    async select(title: string) {
      await (await tab(title)).click();
    },

    /** Closes the tab with a click; VS Code may ask first. */
    async close(title: string) {
      await (await tab(title)).click({ button: 'middle' });
    },

    /** Whether the tab has unsaved text. */
    isDirty: async (title: string) => (await read()).some((candidate) => candidate.dirty && candidate.title === title),

    /** The visible lines, from top to bottom. */
    async visibleText(): Promise<string> {
      await lines().first().waitFor();
      const found = await lines().evaluateAll((elements) =>
        (elements as LineElement[]).map(({ offsetTop, innerText }) => ({ offsetTop, innerText })),
      );
      return found
        .sort((one, other) => one.offsetTop - other.offsetTop)
        .map(({ innerText }) => innerText.replaceAll('\u00a0', ' '))
        .join('\n');
    },

    /** Opens the context menu of the text and returns its entries. */
    async contextMenu(): Promise<string[]> {
      return menuEntries(page(), () => lines().first().click({ button: 'right' }));
    },

    /** The whole text, by way of the clipboard. */
    async wholeText(): Promise<string> {
      await lines().first().click();
      return this.copied();
    },

    /** Replaces the whole text, by way of the clipboard. */
    async replaceText(text: string) {
      await lines().first().click();
      await page().evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
      await page().keyboard.press('ControlOrMeta+A');
      await page().keyboard.press('ControlOrMeta+V');
    },

    /** The whole text of the focused editor. */
    async copied(): Promise<string> {
      await active().locator('.monaco-editor.focused').waitFor();
      await page().evaluate("navigator.clipboard.writeText('')");
      await page().keyboard.press('ControlOrMeta+A');
      await page().keyboard.press('ControlOrMeta+C');
      return until(
        'the text to be copied',
        async () => (await page().evaluate<string>('navigator.clipboard.readText()')) || undefined,
      );
    },

    /** Puts the cursor after the last line of the first group's editor. */
    async goToEnd() {
      await page().keyboard.press('ControlOrMeta+1');
      await active().locator('.monaco-editor.focused').waitFor();
      await page().keyboard.press('ControlOrMeta+End');
    },

    /** Follows a link: Ctrl+click on this text in the active editor. */
    async follow(text: string) {
      // While the key is down, links under the mouse are rendered again, so the place is clicked, not the element.
      const { x, y, width, height } = await until(`a link at ${text}`, async () => {
        const link = lines().locator('.detected-link').filter({ hasText: text }).first();
        return (await link.boundingBox()) ?? undefined;
      });
      await page().mouse.move(x + width / 2, y + height / 2);
      await page().keyboard.down('ControlOrMeta');
      await page().mouse.click(x + width / 2, y + height / 2);
      await page().keyboard.up('ControlOrMeta');
    },

    /** A button of the editor's title bar. */
    clickAction: (name: string) => active().locator('.editor-actions').getByRole('button', { name }).click(),

    breadcrumbs: () => active().locator('.breadcrumbs-control .monaco-breadcrumb-item').allInnerTexts(),
  };
}

/** Settings open above it, in a part of their own. */
const part = '.part.editor:not(.modal-editor-part)';

/**
 * Runs in the page, so it uses nothing from outside. A file's extension is a separate element, and its description is
 * left out.
 */
function readTabs(elements: unknown[]): { title: string; active: boolean; dirty: boolean }[] {
  return (elements as TabElement[]).map((element) => {
    const parts = element.querySelectorAll('.monaco-icon-name-container, .monaco-icon-suffix-container');
    return {
      title: [...parts].map(({ textContent }) => textContent.replaceAll('\u00a0', ' ')).join(''),
      active: element.classList.contains('active'),
      dirty: element.classList.contains('dirty'),
    };
  });
}

/** The properties of page elements that we use. */
interface TabElement {
  classList: { contains(name: string): boolean };
  querySelectorAll(selector: string): Iterable<{ textContent: string }>;
}

interface LineElement {
  offsetTop: number;
  innerText: string;
}
