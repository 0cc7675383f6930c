import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The findings of axe: `rule: selector, …`, one per line. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(source);
  return page.evaluate<string[]>(`axe.run(document, { reporter: 'no-passes' }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target, failureSummary }) => target.join(' ') + ' (' + failureSummary + ')').join(', ')))`);
}
