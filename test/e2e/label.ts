import type { Locator, Page } from 'playwright-core';

/** The label with exactly this text, without icons, in a list row or tab. VS Code splits it to highlight matches. */
export function label(page: Page, text: string): Locator {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
  return page.locator('.label-name', { hasText: new RegExp(`^\\s*${escaped}$`) });
}
