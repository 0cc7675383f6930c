import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from './until.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;
let png: string;

beforeAll(async () => {
  workbench = await openWorkbench();
  await workbench.runCommand('Docs Platform: Open Sample Workspace');
  await workbench.tree('Library').item('Northwind Robotics');
  await workbench.askCommand('Docs Platform: Go to Page…');
  await workbench.quickInput.fill('Service levels');
  await workbench.quickInput.pick('Service levels');
  await workbench.editors.opened('service-levels.md');
  await workbench.editors.clickAction('Edit in Change Request…');
  await workbench.quickInput.newChangeRequest('Show it in pictures');
  await workbench.page.locator('.statusbar').getByText('Show it in pictures').waitFor();
  png = (await workbench.page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 48 } })).toString('base64');
});

afterAll(() => workbench.dispose());

interface Transferred {
  readonly file: { readonly name: string; readonly type: string; readonly base64: string };
  readonly text?: string;
}

/** Runs in the page, so that it is text: the types of the DOM aren't known here. */
const transferring = `({ how, file, text }) => {
  const data = new DataTransfer();
  const bytes = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0));
  data.items.add(new File([bytes], file.name, { type: file.type }));
  if (text !== undefined) data.setData('text/plain', text);
  const options = { bubbles: true, cancelable: true };
  if (how === 'paste') {
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
    return;
  }
  const lines = [...document.querySelectorAll('.editor-group-container .monaco-editor .view-line')];
  const last = lines.sort((one, other) => one.offsetTop - other.offsetTop).at(-1);
  const { left, top, height } = last.getBoundingClientRect();
  const at = { clientX: left + 2, clientY: top + height / 2, shiftKey: true, dataTransfer: data, ...options };
  for (const type of ['dragenter', 'dragover', 'drop']) last.dispatchEvent(new DragEvent(type, at));
}`;

/** Acts as the system does when something is pasted where the cursor is, or dropped on the last line. */
async function transfer(how: 'paste' | 'drop', given: Transferred): Promise<void> {
  await workbench.page.evaluate(`(${transferring})(${JSON.stringify({ how, ...given })})`);
}

/** Puts the cursor into a new empty line at the end. */
async function goToNewLine(): Promise<void> {
  const { keyboard } = workbench.page;
  await workbench.editors.goToEnd();
  await keyboard.press('Enter');
  await keyboard.press('Enter');
}

async function answer(text: string): Promise<void> {
  await workbench.quickInput.fill(text);
  await workbench.quickInput.accept();
}

const asks = (words: string) => workbench.page.locator('.quick-input-widget').getByText(words).waitFor();
const text = () => workbench.editors.visibleText();

test('a pasted picture asks for its name and text once, and is shown before it is saved', async () => {
  await goToNewLine();
  await transfer('paste', { file: { name: 'image.png', type: 'image/png', base64: png } });

  await asks('Name of the file');
  await answer('levels.png');
  await asks('Alternative text');
  await answer('Four levels');

  await until('the figure', async () => (await text()).replaceAll('\n', '').includes('alt="Four levels"'));
  await workbench.runCommand('Markdown: Open Preview to the Side');
  const preview = await workbench.frameWith('Missions completed without a person');
  const width = () =>
    preview
      .locator('img[alt="Four levels"]')
      .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);
  await expect.poll(width).toBe(64);
});

test('a dropped picture is inserted where it is dropped', async () => {
  await goToNewLine();
  await transfer('drop', { file: { name: 'Hall 2.png', type: 'image/png', base64: png } });

  await asks('Name of the file');
  await workbench.quickInput.accept();
  await asks('Alternative text');
  await answer('The hall');

  await until('the figure', async () => (await text()).replaceAll('\n', '').includes('src="_files/Hall-2.png"'));
});

test.each(['paste', 'drop'] as const)('Escape inserts nothing after a %s', async (how) => {
  await goToNewLine();
  const links = async () => (await text()).match(/_files/g)?.length;
  const before = await links();
  await transfer(how, { file: { name: 'other.png', type: 'image/png', base64: png } });
  await asks('Name of the file');

  await workbench.page.keyboard.press('Escape');

  await workbench.quickInput.hidden();
  await workbench.page.keyboard.insertText(`Typed after the ${how}`);
  await until('the text', async () => (await text()).includes(`Typed after the ${how}`));
  expect(await links()).toBe(before);
  expect(await workbench.messages.notifications()).toEqual([]);
});

test('a picture of copied text stays text', async () => {
  await goToNewLine();
  await transfer('paste', { file: { name: 'image.png', type: 'image/png', base64: png }, text: 'A cell of a table' });

  await until('the text', async () => (await text()).includes('A cell of a table'));
});

test('both are uploaded with one save', async () => {
  await workbench.page.keyboard.press('ControlOrMeta+S');
  await workbench.page.locator('.statusbar').getByText('Saved to #2.').waitFor();
  await expect.poll(() => workbench.editors.isDirty('service-levels.md')).toBe(false);

  await workbench.askCommand('Docs Platform: Insert File or Image…');
  const labels = async () => (await workbench.quickInput.items()).join('\n');
  await expect.poll(labels).toContain('Hall-2.png');
  expect(await labels()).toContain('levels.png');
  expect(await labels()).not.toContain('Not uploaded yet');
  await workbench.page.keyboard.press('Escape');
  expect(workbench.ownErrors()).toEqual([]);
});
