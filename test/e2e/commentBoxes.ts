import type { Locator } from 'playwright-core';
import { until } from './until.ts';
import type { Workbench } from './workbench.ts';

/** The comment thread in the active editor that shows these words. */
export function threadWith({ page }: Workbench, words: string): Locator {
  return page.locator('.review-widget:visible', { hasText: words });
}

/** Starts a comment with the plus next to a line. */
export async function beginComment({ page }: Workbench, words: string): Promise<void> {
  // The lines that allow comments are known a moment after the page is open.
  await page.locator('.editor-instance .comment-range-glyph').first().waitFor();
  const line = page.locator('.editor-instance .view-line', { hasText: words }).first();
  const at = await line.boundingBox();
  const margin = await page.locator('.editor-instance .margin').first().boundingBox();
  const [x, y] = [(margin?.x ?? 0) + (margin?.width ?? 0) - 27, (at?.y ?? 0) + 9];
  await page.mouse.move((at?.x ?? 0) + 200, y);
  await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.click(x, y);
  await page.locator('.review-widget:visible .comment-form .monaco-editor.focused').waitFor();
}

/** Goes from one open thread of the page to the next, until these words are shown. */
export async function goToThread(workbench: Workbench, words: string): Promise<void> {
  await until(`the thread “${words}”`, async () => {
    await workbench.runCommand('Docs Platform: Go to Next Open Comment');
    return threadWith(workbench, words)
      .waitFor({ timeout: 3000 })
      .then(
        () => true,
        () => false,
      );
  });
}

/** Puts the cursor into the box for a reply to an open thread. */
export async function beginReply(workbench: Workbench, words: string): Promise<void> {
  const thread = threadWith(workbench, words);
  const reply = thread.locator('.review-thread-reply-button');
  // A thread that was just opened may already show its box.
  if (await reply.isVisible()) await reply.click();
  await thread.locator('.comment-form .monaco-editor').click();
}

/** Replies to an open thread. */
export async function sendReply(workbench: Workbench, words: string, text: string): Promise<void> {
  await beginReply(workbench, words);
  await workbench.page.keyboard.type(text);
  await threadWith(workbench, words)
    .locator('.form-actions .monaco-text-button', { hasText: /^Reply$/ })
    .click();
}
