import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Frame } from 'playwright-core';
import { openWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;
let preview: Frame;

beforeAll(async () => {
  workbench = await openWorkbench();
  await workbench.runCommand('Docs Platform: Open Sample Workspace');
  const library = workbench.tree('Library');
  for (const label of path) await library.expand(label);
  await library.clickAction('Everything a page can hold', 'Open Preview');
  preview = await workbench.frameWith('What comes from elsewhere');
});

afterAll(() => workbench.dispose());

const path = ['Northwind Robotics', 'Engineering', '🛠️ Engineering Handbook', 'How we write'];

test('the preview shows every block of a page, and no braces', async () => {
  const blocks = ['hint', 'tabs', 'stepper', 'columns', 'code', 'file', 'embed', 'content-ref', 'openapi', 'updates'];
  for (const block of [...blocks, 'tag', 'footnotes']) {
    expect(await preview.locator(`.docs-platform-${block}`).count(), block).toBeGreaterThan(0);
  }
  expect(await preview.getByText('{%').count()).toBe(0);
  expect(await preview.locator('.docs-platform-page [dir]:not([dir=auto])').count()).toBe(0);
});

test("VS Code's own extensions draw its math and its diagrams", async () => {
  await expect.poll(() => preview.locator('.katex').count()).toBe(2);
  expect(await preview.locator('p > .katex').count()).toBe(1);
  await expect.poll(() => preview.locator('.mermaid svg').count()).toBe(1);
  expect(await preview.getByText('A price such as $5 or $10 is no formula.').count()).toBe(1);
});

test('columns are beside each other by their widths, and below each other in a narrow editor', async () => {
  const boxes = () =>
    preview.locator('.docs-platform-column').evaluateAll((columns) =>
      (columns as { getBoundingClientRect(): { top: number; width: number } }[]).map((column) => {
        const { top, width } = column.getBoundingClientRect();
        return { top, width };
      }),
    );
  const [wide, narrow] = await boxes();
  expect(wide!.top).toBe(narrow!.top);
  expect(wide!.width / narrow!.width).toBeCloseTo(2, 0);

  await workbench.page.setViewportSize({ width: 420, height: 800 });
  await expect.poll(async () => new Set((await boxes()).map(({ top }) => top)).size).toBe(2);
  await workbench.page.setViewportSize({ width: 1280, height: 800 });
});

test('a footnote and the link back lead to each other', async () => {
  const [reference, note] = ['#docs-platform-footnote-reference-1-1', '#docs-platform-footnote-1'];
  const isInView = (selector: string) =>
    preview.locator(selector).evaluate((element) => {
      const { top } = (element as { getBoundingClientRect(): { top: number } }).getBoundingClientRect();
      return top >= 0 && top < 800;
    });

  await preview.locator(reference).click();
  await expect.poll(() => isInView(note)).toBe(true);
  expect(await isInView(reference)).toBe(false);

  await preview.locator(note).getByRole('link', { name: 'Back to the text' }).click();
  await expect.poll(() => isInView(reference)).toBe(true);
});
