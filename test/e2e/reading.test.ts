import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { menuEntries } from './tree.ts';
import { until } from './until.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;

beforeAll(async () => {
  // Nobody has chosen yet how pages open.
  workbench = await openWorkbench({ settings: { 'docsPlatform.pages.openWith': undefined } });
  await workbench.runCommand('Docs Platform: Open Sample Workspace');
  await workbench.tree('Library').item('Northwind Robotics');
});

afterAll(() => workbench.dispose());

describe('in the reader', () => {
  const page = 'why-does-my-heron-stop.md';
  const book = ['Northwind Robotics', 'Products', 'Robots', '📘 Heron Operator Handbook'];

  beforeAll(async () => {
    const library = workbench.tree('Library');
    for (const row of book) await library.expand([row]);
    await (await library.item('Why does my Heron stop?')).click();
    await workbench.quickInput.pick('Reader');
    await workbench.frameWith('Most stops are no fault');
  });

  /** A button in the title of the active editor. */
  const clickInTitle = (name: string) =>
    workbench.page.locator('.editor-group-container.active .editor-actions').getByRole('button', { name }).click();

  test('a page is read, its links are followed, and the way leads back, by mouse and by keyboard', async () => {
    const first = await workbench.frameWith('Most stops are no fault');
    await first.getByRole('link', { name: 'Protective stop' }).click();
    const second = await workbench.frameWith('Test the field');
    await workbench.editors.opened('protective-stop.md');
    await second.getByRole('button', { name: 'Go back' }).click();
    await workbench.editors.opened(page);

    const again = await workbench.frameWith('Most stops are no fault');
    await again.getByRole('button', { name: 'Go forward' }).click();
    const forward = await workbench.frameWith('Test the field');
    await forward.getByRole('button', { name: 'Go back' }).click();
    const last = await workbench.frameWith('Most stops are no fault');
    await last.getByRole('link', { name: 'Emergency stop' }).press('Enter');
    await workbench.editors.opened('emergency-stop.md');
  });

  test('the way leads back through a page that another one replaced', async () => {
    await goTo('How a Heron site works');
    const second = await workbench.frameWith('A site has three kinds of parts');
    expect(await second.getByRole('button', { name: 'Go forward' }).isDisabled()).toBe(true);

    await second.getByRole('button', { name: 'Go back' }).click();

    await workbench.editors.opened('emergency-stop.md');
  });

  test('one key switches between the page and its source, in the same tab and at the same place', async () => {
    const frame = await workbench.frameWith('Help people first');
    const heading = frame.getByRole('heading', { name: 'Help people first' });
    await heading.evaluate((each) => (each as never as { scrollIntoView(): void }).scrollIntoView());
    await expect.poll(() => frame.evaluate('scrollY')).toBeGreaterThan(0);

    const tabs = await workbench.page.locator('.tab').count();
    await heading.click();

    await workbench.page.keyboard.press('ControlOrMeta+Shift+V');

    await expect.poll(() => workbench.editors.visibleText()).toMatch(/^### Help people first/);
    await workbench.page.keyboard.press('ControlOrMeta+Shift+V');
    await workbench.frameWith('Help people first');
    await clickInTitle('Show Source');
    await expect.poll(() => workbench.editors.visibleText()).toMatch(/^### Help people first/);
    expect(await workbench.page.locator('.tab').count()).toBe(tabs);
    await clickInTitle('Open in Reader');
    await workbench.frameWith('Help people first');
  });

  test('its menu copies a link to the section, begins a comment, and leads to the source', async () => {
    const frame = await workbench.frameWith('Help people first');
    const heading = frame.getByRole('heading', { name: 'Find the reason' });
    const entries = () => menuEntries(workbench.page, () => heading.click({ button: 'right' }));
    const choose = async (label: string) => {
      await entries();
      const entry = workbench.page.locator('.monaco-menu .action-item:visible').getByText(label, { exact: true });
      // It ignores clicks in the first moment after it opens.
      await until('the menu to take a click', async () => {
        if (!(await entry.isVisible())) return true;
        await entry.click({ timeout: 500 });
      });
    };

    const all = ['Add Comment', 'Copy Link to Section', 'Show Source', 'Edit in Change Request…'];
    await expect.poll(entries).toEqual(all);
    await choose('Add Comment');
    await frame.getByRole('textbox', { name: 'New comment' }).waitFor();
    await frame.getByRole('button', { name: 'Cancel' }).click();
    await choose('Show Source');

    await expect.poll(() => workbench.editors.visibleText()).toMatch(/^### Find the reason/);
    await workbench.page.keyboard.press('ControlOrMeta+Shift+V');
    await workbench.frameWith('Help people first');
  });

  test('text is found in the page', async () => {
    const frame = await workbench.frameWith('Help people first');
    await frame.getByRole('heading', { level: 1 }).click();

    await workbench.page.keyboard.press('Control+F');

    await workbench.page.locator('.simple-find-part-wrapper.visible, .simple-find-part.visible').first().waitFor();
    await workbench.page.keyboard.press('Escape');
  });

  test('a click opens the reader and leaves the focus in the Library, a second one takes it', async () => {
    const focusIn = (part: string) => workbench.page.locator(`${part}:focus-within`).count();
    await (await workbench.tree('Library').item('Why does my Heron stop?')).click();
    await workbench.frameWith('Most stops are no fault');
    await expect.poll(() => focusIn('.part.sidebar')).toBe(1);

    await (await workbench.tree('Library').item('Why does my Heron stop?')).click();

    await expect.poll(() => focusIn('.part.sidebar')).toBe(0);
  });
});

describe("in VS Code's preview", () => {
  const path = ['Northwind Robotics', 'Engineering', '🛠️ Engineering Handbook', 'How we write'];
  let preview: Frame;

  test('a page shows every block, and no braces', async () => {
    const library = workbench.tree('Library');
    for (const label of path) await library.expand(label);
    await library.clickAction('Everything a page can hold', 'Open Preview');
    preview = await workbench.frameWith('What comes from elsewhere');

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
    const [reference, note] = ['#docs-platform-footnote-reference-1-1', '#user-content-fn-1'];
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

  test('a page shows its images, and its links open other pages', async () => {
    const library = workbench.tree('Library');
    await library.collapse('Engineering');
    await library.expand('Get to know Heron');
    await library.clickAction('How a Heron site works', 'Open Preview');
    const page = await workbench.frameWith('How a Heron site works');

    const widths = () =>
      page
        .locator('img')
        .evaluateAll((images) => (images as { naturalWidth: number }[]).map((image) => image.naturalWidth));
    await expect
      .poll(async () => (await widths()).length > 0 && (await widths()).every((width) => width > 0))
      .toBe(true);

    await page.getByRole('link', { name: 'failover pair' }).click();
    await workbench.frameWith(/Two NW-7 form a pair/);
  });

  test('a page is revealed and edited', async () => {
    await workbench.runCommand('View: Close All Editors');
    await goTo('The disk is almost full');
    await workbench.editors.opened('the-disk-is-almost-full.md');
    await workbench.runCommand('Docs Platform: Open Preview');
    await workbench.editors.opened('Preview the-disk-is-almost-full.md');
    await workbench.page.locator('.part.statusbar').click();
    await workbench.tree('Library').collapse('Northwind Robotics');
    await workbench.runCommand('Docs Platform: Reveal Page in Library');
    await workbench.tree('Library').item(['Runbooks', 'The disk is almost full']);

    await workbench.editors.clickAction('Edit in Change Request…');

    await workbench.quickInput.newChangeRequest('From the preview');
    await workbench.page.locator('.statusbar').getByText('From the preview').waitFor();
    await until('the editable page', async () =>
      (await workbench.editors.visibleText()).includes('# The disk is almost full'),
    );
  });

  test('the preview follows to the editable page, whose comments are opened from it', async () => {
    await workbench.editors.select('Preview the-disk-is-almost-full.md');
    await workbench.editors.clickAction('Open Comment Threads');

    await until('the threads', async () => (await workbench.editors.activeTab()) === 'Comments on #2');
    expect(workbench.ownErrors()).toEqual([]);
  });
});

async function goTo(title: string): Promise<void> {
  await workbench.askCommand('Docs Platform: Go to Page…');
  await workbench.quickInput.fill(title);
  await workbench.quickInput.pick(title);
}
