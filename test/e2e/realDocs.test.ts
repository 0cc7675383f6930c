import { afterAll, beforeAll, expect, test } from 'vitest';
import { markdownFolder } from '../markdownFolder.ts';
import { startPlatform, type RunningPlatform } from './platform.ts';
import { signIn } from './signedIn.ts';
import type { TreeRow } from './tree.ts';
import { until } from './until.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

const folder = 'node_modules/undici/docs';
const source = markdownFolder(folder);

let platform: RunningPlatform;
let workbench: Workbench;

beforeAll(async () => {
  platform = await startPlatform('--import', folder, '--seed', 'empty');
  workbench = await openWorkbench();
});

afterAll(async () => {
  await workbench.dispose();
  await platform.dispose();
});

// That each page has the text of its file, and its links lead where they do, is tested with the library.
test('the tree of real documentation matches its folder', async () => {
  await signIn(workbench, platform, 'My Organization');

  const rows = await expandAll();

  const pages = rows.filter(({ level }) => level > 2).map(({ label, level }) => ({ label, depth: level - 3 }));
  const expected = source.pages.map(({ label, depth }) => ({ label, depth }));
  expect(pages).toEqual(expected);
});

test.each([
  { what: 'to a page beside it', from: 'Errors', link: 'client.md', to: 'client.md' },
  { what: 'to a page in a folder below', from: 'Getting Started', link: 'api/agent.md', to: 'agent.md' },
  {
    what: 'to a page in another folder, by ../',
    from: 'Mocking Request',
    link: '../api/mockagent.md',
    to: 'mockagent.md',
  },
  {
    what: 'to a section of another page',
    from: 'Interceptors',
    link: 'retryhandler.md#retryoptions',
    to: 'retryhandler.md',
    heading: 'RetryOptions',
  },
  {
    what: 'to a section of the same page',
    from: 'Fetch',
    link: '#fetchinput-init',
    to: 'fetch.md',
    heading: '`fetch(input[, init])`',
  },
  {
    what: 'by a reference',
    from: 'SnapshotAgent',
    link: 'agent.md#class-agent',
    to: 'agent.md',
    heading: 'Class: `Agent`',
  },
])('a link $what is followed in the editor', async ({ from, link, to, heading }) => {
  const { editors } = workbench;
  await workbench.tree('Library').click(from);
  await until(`the page ${from}`, async () => (await editors.visibleText()).startsWith(`# ${from}\n`));
  const text = await editors.wholeText();
  const line = text.split('\n').findIndex((each) => each.includes(`](${link}`) || each.endsWith(`]: ${link}`));
  await editors.goToLine(line + 1);

  await editors.follow(link);

  await editors.opened(to);
  if (heading === undefined) await expect.poll(() => editors.visibleText()).toMatch(/^# /);
  else await expect.poll(() => editors.visibleText()).toMatch(heading);
});

test('the preview shows the tables and the code of a page', async () => {
  await workbench.tree('Library').clickAction('Migrating from Undici 7 to 8', 'Open Preview');
  const preview = await workbench.frameWith('Migrating from Undici 7 to 8');

  await expect.poll(() => preview.locator('table').count()).toBeGreaterThan(0);
  await expect.poll(() => preview.locator('pre code').count()).toBeGreaterThan(0);
});

/** Expands row by row with the keyboard, and returns all rows. */
async function expandAll(): Promise<TreeRow[]> {
  const library = workbench.tree('Library');
  await library.press('Home');
  do {
    while (await library.expandHere());
  } while (await library.down());
  return library.all();
}
