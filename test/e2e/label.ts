import type { Locator, Page } from 'playwright-core';

/** The label with exactly this text, icons aside, of a list row or a tab. VS Code cuts it up to highlight what matches. */
export function label(page: Page, text: string): Locator {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
  return page.locator('.label-name', { hasText: new RegExp(`^\\s*${escaped}$`) });
}
