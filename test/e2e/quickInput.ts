import type { Locator, Page } from 'playwright-core';
import { label } from './label.ts';
import { until } from './until.ts';

export type QuickInput = ReturnType<typeof quickInput>;

/** The box at the top: palette, quick picks, input boxes. */
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
    await input().fill(`>${title}`);
    // “No matching commands” is a row as well.
    await rows().first().waitFor();
    return (await row(title).count()) > 0;
  }

  async function runFromPalette(title: string): Promise<void> {
    let offered: string[] = [];
    await until(`“${title}” in the palette`, async () => {
      if (await findCommand(title)) {
        await row(title).first().click();
        return true;
      }
      offered = await lines(rows());
      await input().press('Escape');
    }).catch((error: unknown) => {
      throw new Error(`No command “${title}”, only: ${offered.join(' | ')}`, { cause: error });
    });
  }

  return {
    /** Waits until it is there. */
    shown: () => input().waitFor(),
    isShown: () => input().isVisible(),
    hidden: () => widget().waitFor({ state: 'hidden' }),

    /** Runs the command with exactly this title, its category included, once the palette offers it. */
    run: runFromPalette,

    /**
     * Runs a command that asks something, until its question is there. A preview that is still being drawn may take the
     * focus, and with it the question, away.
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

    /** Whether the palette offers a command with exactly this title now. */
    async offers(title: string): Promise<boolean> {
      const found = await findCommand(title);
      await input().press('Escape');
      return found;
    },

    /** What the palette finds for a text, best first. */
    async matches(text: string): Promise<string[]> {
      await findCommand(text);
      const found = await lines(rows().locator('.quick-input-list-row:first-child .label-name'));
      await input().press('Escape');
      return found;
    },

    fill: (text: string) => input().fill(text),

    /** Enter: takes the value of an input box, or what is focused in a list. */
    accept: () => input().press('Enter'),
    cancel: () => input().press('Escape'),

    /** Chooses the item with exactly this label, once it is there. */
    pick: choose,

    /** Names a new change request, which is offered beside those that one may write in, if there are any. */
    async newChangeRequest(subject: string) {
      const isSubject = async () => (await input().getAttribute('placeholder')) === 'Subject';
      await until('the question', async () => (await isSubject()) || (await row('New Change Request…').count()) > 0);
      if (!(await isSubject())) await choose('New Change Request…');
      await until('the box', isSubject);
      await input().fill(subject);
      await input().press('Enter');
    },

    /** Labels of the items on screen, once there is one. */
    async items(): Promise<string[]> {
      await rows().first().waitFor();
      return lines(rows().locator('.quick-input-list-row:first-child .label-name'));
    },

    /** Label, description and detail of the items on screen. */
    async rows(): Promise<string[]> {
      await rows().first().waitFor();
      return lines(rows());
    },

    title: () => widget().locator('.quick-input-title').innerText(),
    value: () => input().inputValue(),
    placeholder: () => input().getAttribute('placeholder'),
    /** `password` for a masked one. */
    kind: () => input().getAttribute('type'),
    /** The prompt, or what is wrong with the value. */
    message: () => widget().locator('.quick-input-message').innerText(),

    /** A button in its title bar or beside the input. */
    clickButton: (name: string) => widget().getByRole('button', { name }).click(),
  };
}
