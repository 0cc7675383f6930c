import type { Locator, Page } from 'playwright-core';
import { label } from './label.ts';
import { until } from './until.ts';

/** What takes the focus closes the quick input, which is then opened again. */
const soon = { timeout: 3_000 };

export type QuickInput = ReturnType<typeof quickInput>;

/** The quick input: palette, quick picks and input boxes. */
export function quickInput(page: () => Page) {
  const widget = () => page().locator('.quick-input-widget:visible');
  const input = () => widget().locator('.quick-input-box input');
  const rows = () => widget().locator('.quick-input-list .monaco-list-row');
  const row = (text: string) => rows().filter({ has: label(page(), text) });
  const lines = async (parts: Locator) => (await parts.allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' '));

  async function choose(text: string): Promise<void> {
    try {
      await row(text).first().click();
    } catch (error) {
      throw new Error(`No “${text}” there, only: ${(await lines(rows())).join(' | ')}`, { cause: error });
    }
  }

  async function findCommand(title: string): Promise<boolean> {
    await until('the palette', async () => {
      await page().keyboard.press('F1');
      return (await input().isVisible()) && (await input().inputValue()).startsWith('>');
    });
    await input().fill(`>${title}`, soon);
    // “No matching commands” is also a row.
    await rows().first().waitFor(soon);
    return (await row(title).count()) > 0;
  }

  async function runFromPalette(title: string): Promise<void> {
    let offered: string[] = [];
    await until(`“${title}” in the palette`, async () => {
      if (await findCommand(title)) {
        await row(title).first().click(soon);
        return true;
      }
      offered = await lines(rows());
      await input().press('Escape', soon);
    }).catch((error: unknown) => {
      throw new Error(`No command “${title}”, only: ${offered.join(' | ')}`, { cause: error });
    });
  }

  return {
    /** Waits until it is shown. */
    shown: () => input().waitFor(),
    isShown: () => input().isVisible(),
    hidden: () => widget().waitFor({ state: 'hidden' }),

    /** Runs the command with exactly this title, including its category, once the palette offers it. */
    run: runFromPalette,

    /**
     * Runs a command that asks something, until its question is shown. A preview that is still being rendered may take
     * the focus, which closes the question.
     */
    async ask(title: string) {
      await until(`the question of “${title}”`, async () => {
        await runFromPalette(title);
        await until(
          'it',
          async () => (await input().isVisible()) && !(await input().inputValue()).startsWith('>'),
          5_000,
        );
        return true;
      });
    },

    /** The palette's results for a text, best first. */
    async matches(text: string): Promise<string[]> {
      await findCommand(text);
      const found = await lines(rows().locator('.quick-input-list-row:first-child .label-name'));
      await input().press('Escape');
      return found;
    },

    fill: (text: string) => input().fill(text),

    /** Enter: accepts the value of an input box, or the focused entry of a list. */
    accept: () => input().press('Enter'),
    cancel: () => input().press('Escape'),

    /** Chooses the item with exactly this label, once it is shown. */
    pick: choose,

    /** Names a new change request, which is offered next to the editable ones, if there are any. */
    async newChangeRequest(subject: string, names = { subject: 'Subject', item: 'Create Change Request…' }) {
      const isSubject = async () => (await input().getAttribute('placeholder')) === names.subject;
      await until('the question', async () => (await isSubject()) || (await row(names.item).count()) > 0);
      if (!(await isSubject())) await choose(names.item);
      await until('the box', isSubject);
      await input().fill(subject);
      await input().press('Enter');
    },

    /** Labels of the visible items, once there is one. */
    async items(): Promise<string[]> {
      await rows().first().waitFor();
      return lines(rows().locator('.quick-input-list-row:first-child .label-name'));
    },

    /** Label, description and detail of the visible items. */
    async rows(): Promise<string[]> {
      await rows().first().waitFor();
      return lines(rows());
    },

    title: () => widget().locator('.quick-input-title').innerText(),
    value: () => input().inputValue(),
    placeholder: () => input().getAttribute('placeholder'),
    /** `password` for a masked input box. */
    kind: () => input().getAttribute('type'),
    /** The prompt, or the problem with the value. */
    message: () => widget().locator('.quick-input-message').innerText(),

    /** A button in the title bar or next to the input. */
    clickButton: (name: string) => widget().getByRole('button', { name }).click(),
  };
}
