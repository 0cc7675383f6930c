import { writeFile } from 'node:fs/promises';
import { openWorkbench } from '../e2e/workbench.ts';

// Takes the pictures of README.md and docs/guide in the sample workspace: `npx node test/pictures/take.ts [name…]`.

const wanted = process.argv.slice(2);
const workbench = await openWorkbench({ settings: { 'editor.minimap.enabled': false, 'editor.wordWrap': 'on' } });
const { editors, page, quickInput } = workbench;
const [library, changeRequests, sites, organization] = ['Library', 'Change Requests', 'Sites', 'Organization'].map(
  (view) => workbench.tree(view),
) as [Tree, Tree, Tree, Tree];
const handbook = ['Northwind Robotics', 'Products', 'Robots', '📘 Heron Operator Handbook'];
let isOk = true;

await workbench.runCommand('Docs Platform: Open Sample Workspace');
await library.item('Northwind Robotics');

await take('media/readme/library-and-preview', 'light', async () => {
  await showOnly('Library');
  for (const label of [...handbook, 'Get to know Heron']) await library.expand(label);
  await library.click('How a Heron site works');
  await editors.opened('how-a-heron-site-works.md');
  await workbench.runCommand('Markdown: Open Preview to the Side');
  await workbench.frameWith('How a Heron site works');
});

await take('media/readme/change-requests', 'dark', async () => {
  await showOnly('Change Requests');
  const row = '📘 #3 Explain what docking at 0.3 m/s looks like';
  await changeRequests.expand(row);
  await changeRequests.expand([row, 'Reviews']);
  await changeRequests.click([row, 'Charging']);
  await page.locator('.monaco-diff-editor').first().waitFor();
  await page.locator('.monaco-diff-editor .editor.modified [class*="comment-thread"]').first().click();
  await page.locator('.review-widget:visible').first().waitFor();
});

await take('media/readme/site-board', 'light', async () => {
  await showOnly('Sites');
  await sites.expand('Northwind Robotics');
  await sites.clickAction('Northwind Documentation', 'Edit Structure');
  const board = await workbench.frameWith('Add Group');
  await board.locator('.part', { hasText: 'Releases' }).first().focus();
  await page.keyboard.press('Space');
});

await take('docs/guide/pictures/search', 'light', async () => {
  await showOnly('Library');
  await workbench.askCommand('Docs Platform: Search…');
  await quickInput.fill('battery');
  await page.locator('.quick-input-list .monaco-list-row').nth(3).waitFor();
});

await take('docs/guide/pictures/comment-threads', 'light', async () => {
  await showOnly('Library');
  await goToPage('Why does my Heron stop?', 'why-does-my-heron-stop.md');
  await workbench.runCommand('Docs Platform: Open Comment Threads');
  const panel = await workbench.frameWith('Tape peels off in the heat');
  const thread = panel.getByRole('article').filter({ hasText: 'Tape peels off in the heat' });
  await thread.getByRole('button', { name: 'Reply…' }).click();
  await thread.getByRole('textbox', { name: /^Reply to/ }).fill('We now ship tape that holds up to 60 °C.');
});

await take('docs/guide/pictures/organization', 'dark', async () => {
  await showOnly('Organization');
  await organization.expand('Northwind Robotics');
  for (const list of ['Integrations', 'Teams']) await organization.expand(list);
  await organization.click('Northwind Issues');
});

await take('docs/guide/pictures/editing', 'light', async () => {
  await showOnly('Change Requests');
  await goToPage('🚨 Emergency stop', 'emergency-stop.md');
  await editors.clickAction('Edit in Change Request…');
  await quickInput.newChangeRequest('Say who may release the stop');
  await page.locator('.statusbar').getByText('Say who may release the stop').waitFor();
  await page.locator('.part.editor .editor-group-container.active .monaco-editor .view-line').first().click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText('\nOnly trained people release the stop.\n\n');
  await page.keyboard.type('{%');
  await page.locator('.suggest-widget.visible .monaco-list-row').first().waitFor();
});

await workbench.dispose();
if (!isOk) process.exitCode = 1;

type Tree = ReturnType<typeof workbench.tree>;

/** Sets up a scene in a theme with no editor open, and stores its picture. */
async function take(file: string, theme: 'light' | 'dark', setUp: () => Promise<void>): Promise<void> {
  const name = file.slice(file.lastIndexOf('/') + 1);
  if (wanted.length > 0 && !wanted.includes(name)) return;
  try {
    await workbench.runCommand('View: Close All Editors');
    await workbench.switchTheme(theme);
    await setUp();
    await page.mouse.move(0, 0);
    // What is loaded late, such as images and counts, has no sign in common to wait for.
    await page.waitForTimeout(3_000);
    await writeFile(`${file}.webp`, await asWebP(await page.screenshot({ animations: 'disabled' })));
    console.log(`${file}.webp`);
  } catch (error) {
    isOk = false;
    console.error(`${file}: ${String(error)}\n${await workbench.screenshot(`failed-${name}`)}`);
  }
  await page.keyboard.press('Escape');
}

/** Lossless if that is small. The pictures of README.md are part of the package. */
async function asWebP(png: Buffer): Promise<Buffer> {
  const blank = await page.context().newPage();
  const url = await blank.evaluate<string>(`(async () => {
    const picture = new Image();
    picture.src = 'data:image/png;base64,${png.toString('base64')}';
    await picture.decode();
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext('2d').drawImage(picture, 0, 0);
    const [lossless, smaller] = await Promise.all(
      [1, 0.8].map((quality) => canvas.convertToBlob({ type: 'image/webp', quality })),
    );
    const blob = lossless.size < 60000 ? lossless : smaller;
    return new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.readAsDataURL(blob);
    });
  })()`);
  await blank.close();
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

async function showOnly(view: string): Promise<void> {
  await workbench.fold(
    ...['Library', 'Change Requests', 'Inbox', 'Sites', 'Organization'].filter((each) => each !== view),
  );
  await workbench.unfold(view);
}

async function goToPage(title: string, tab: string): Promise<void> {
  await workbench.askCommand('Docs Platform: Go to Page…');
  await quickInput.fill(title);
  await quickInput.pick(title);
  await editors.opened(tab);
}
