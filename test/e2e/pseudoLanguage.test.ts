import { readFileSync } from 'node:fs';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pseudo } from '../pseudo.ts';
import { readNames } from '../readManifest.ts';
import { openPseudoWorkbench } from './pseudoLanguage.ts';
import { until } from './until.ts';
import { untranslatedIn } from './untranslated.ts';
import type { Workbench } from './workbench.ts';

const names = readNames();
const { commands } = (
  JSON.parse(readFileSync('package.json', 'utf8')) as {
    contributes: { commands: { command: string; category: string }[] };
  }
).contributes;

const named = (key: string): string => pseudo(names[key] ?? key);

/** As the palette shows a command. */
function titleOf(id: string): string {
  const category = commands.find(({ command }) => command === `docsPlatform.${id}`)?.category ?? '';
  return `${named(category.slice(1, -1))}: ${named(`command.${id}`)}`;
}

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openPseudoWorkbench({
    settings: { 'workbench.hover.delay': 300, 'workbench.welcomePage.walkthroughs.openOnInstall': true },
  });
});

afterAll(() => workbench.dispose());

const view = (name: string) => workbench.tree(named(`view.${name}`));

/** Nothing in this part of the window is without a translation. */
async function expectTranslated(name: string, selector: string): Promise<void> {
  await workbench.page.locator(selector).first().waitFor();
  expect(await untranslatedIn(workbench.page, selector), name).toEqual([]);
}

const quickInput = '.quick-input-widget';
const sideBar = '.part.sidebar';

test('finds a text that nobody can translate', async () => {
  const text = 'Nobody can translate this.';
  await workbench.page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<i id="english">${text}</i>')`);

  expect(await untranslatedIn(workbench.page, '#english')).toEqual(['Nobody can translate this']);
  await workbench.page.evaluate("document.querySelector('#english').remove()");
});

test('shows the walkthrough', async () => {
  await workbench.page.locator('.getting-started-step').nth(7).waitFor();
  await expectTranslated('walkthrough', '.gettingStartedSlideDetails');
});

test('shows the welcome view and the sign-in boxes', async () => {
  await workbench.clickActivityBar(named('product'));
  await workbench.page.locator('.welcome-view-content').first().waitFor();
  await expectTranslated('welcome', sideBar);

  await workbench.askCommand(titleOf('signIn'));
  await expectTranslated('sign-in', quickInput);
  await workbench.quickInput.fill('http://127.0.0.1:9');
  await workbench.quickInput.accept();
  await expect.poll(() => workbench.quickInput.message()).toMatch(/127\.0\.0\.1:9/);
  await expectTranslated('unreachable', quickInput);
  await workbench.page.keyboard.press('Escape');
});

test('shows the rows, hovers and menus of the Library', async () => {
  await workbench.runCommand(titleOf('openSample'));
  const library = view('library');
  for (const label of ['Northwind Robotics', 'Products', 'Robots']) await library.expand(label);
  const space = await library.item('📘 Heron Operator Handbook');
  await expectTranslated('library', `${sideBar}, .part.statusbar`);

  await space.hover();
  await expectTranslated('hover', '.monaco-hover');
  await space.click({ button: 'right' });
  await expectTranslated('menu', '.monaco-menu-container .monaco-menu');
  await workbench.page.keyboard.press('Escape');
});

test('lists all commands of the palette', async () => {
  await workbench.page.keyboard.press('F1');
  await workbench.page
    .locator(`${quickInput} input`)
    .first()
    .fill(`>${named('product')}`);
  // The English name of a command is on a line of its own.
  await expectTranslated('palette', `${quickInput} .quick-input-list-row:first-child .label-name`);
  await workbench.page.keyboard.press('Escape');
});

test('finds a page and shows its comments', async () => {
  await workbench.askCommand(titleOf('goToPage'));
  await workbench.quickInput.fill('why does my heron stop');
  await workbench.page.locator(`${quickInput} .monaco-list-row`).first().waitFor();
  await expectTranslated('go-to-page', quickInput);
  await workbench.quickInput.pick('Why does my Heron stop?');
  await workbench.editors.opened('why-does-my-heron-stop.md');
  await expectTranslated('page', '.part.editor .title .editor-actions, .part.editor .codelens-decoration');

  await workbench.runCommand(titleOf('comments.next'));
  await expectTranslated('comment', '.review-widget .head, .review-widget .body .comment-actions');
});

test.each(['changeRequests', 'inbox', 'sites', 'organization'])('shows the view %s', async (name) => {
  for (const other of ['library', 'changeRequests', 'inbox', 'sites', 'organization'])
    if (other !== name) await workbench.fold(named(`view.${other}`));
  await workbench.unfold(named(`view.${name}`));
  const rows = workbench.page.locator(`${sideBar} .monaco-list-row:visible`);
  await rows.first().waitFor();
  await rows.first().click();
  await workbench.page.keyboard.press('ArrowRight');
  await until('rows below', async () => (await rows.count()) > 1 || name === 'inbox');
  await expectTranslated(name, sideBar);
});

test('shows comment threads in a panel of 300 pixels', async () => {
  await workbench.runCommand(titleOf('openThreads'));
  await expectNarrow('threads', await workbench.frameWith('Tape peels off in the heat'));
});

test('shows the structure of a site in a panel of 300 pixels', async () => {
  await workbench.fold(named('view.organization'));
  await workbench.unfold(named('view.sites'));
  const sites = view('sites');
  await sites.expand('Northwind Robotics');
  await sites.clickAction('Northwind Documentation', named('command.sites.openBoard'));
  await expectNarrow('site-board', await workbench.frameWith('Releases'));
});

test('edits the page in a change request', async () => {
  const { quickInput: box, page } = workbench;
  await workbench.editors.select('why-does-my-heron-stop.md');
  await workbench.askCommand(titleOf('editing.edit'));
  await expectTranslated('edit', quickInput);
  await box.newChangeRequest('Parts of a robot', {
    subject: pseudo('Subject'),
    item: pseudo('Create Change Request…'),
  });
  await page.locator('.part.statusbar').getByText('Parts of a robot').waitFor();
  await page.keyboard.press('ControlOrMeta+1');
  await page.keyboard.insertText('Robot');
  await expectTranslated('edited', '.part.statusbar, .part.editor .title .editor-actions');
  await page.keyboard.press('ControlOrMeta+S');
  await until('it to be saved', async () => (await page.locator('.tab.dirty').count()) === 0);
  await expectTranslated('saved', '.part.statusbar');
});

test('searches all text', async () => {
  await workbench.askCommand(titleOf('search'));
  await workbench.quickInput.fill('firmware');
  await workbench.page.locator(`${quickInput} .monaco-list-row`).first().waitFor();
  // The rows are excerpts of pages.
  await expectTranslated('search', `${quickInput} .quick-input-titlebar, ${quickInput} .quick-input-header`);
  await workbench.page.keyboard.press('Escape');
});

test('edits the settings of a space', async () => {
  await workbench.fold(named('view.sites'));
  await workbench.unfold(named('view.library'));
  await view('library').choose('📘 Heron Operator Handbook', named('command.settings.edit'));
  await workbench.editors.opened('Heron-Operator-Handbook.space.docs.json');
  await expectTranslated('settings', '.part.editor .title .editor-actions, .part.statusbar');
});

test('asks before it resets the sample workspace', async () => {
  await workbench.runCommand(titleOf('resetSample'));
  await expectTranslated('question', '.monaco-dialog-box');
  await workbench.page.keyboard.press('Escape');
});

/** The texts of a webview are translated, and fit into its width. */
async function expectNarrow(name: string, frame: Frame): Promise<void> {
  expect(await untranslatedIn(frame, 'body'), name).toEqual([]);
  await workbench.page.setViewportSize({ width: 664, height: 800 });
  await until('the panel to be narrow', async () => (await frame.evaluate<number>('innerWidth')) <= 310);
  expect(await frame.evaluate<string[]>(tooWide), name).toEqual([]);
  await workbench.page.setViewportSize({ width: 1280, height: 800 });
}

/** Runs in the webview: what is wider than it, and buttons whose text is cut off. */
const tooWide = `[...document.querySelectorAll('body *')].flatMap((element) => {
  const box = element.getBoundingClientRect();
  const isCut = element.matches('button, h1, h2, h3, label') && element.scrollWidth > element.clientWidth + 1
    && getComputedStyle(element).display !== 'inline';
  return box.width > 0 && (box.right > innerWidth + 1 || isCut) ? [element.tagName + ' ' + element.className + ': ' + element.textContent.slice(0, 60)] : [];
})`;
