import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPlatform, type RunningPlatform } from './platform.ts';
import { signIn } from './signedIn.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

interface Person {
  readonly role: string | null;
  readonly user: { readonly email: string };
}

let platform: RunningPlatform;
let workbench: Workbench;
let specifications: Server;

beforeAll(async () => {
  specifications = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ openapi: '3.1.0', info: { title: 'Charging docks', version: '2.0' }, paths: {} }));
  });
  await new Promise<void>((resolve) => specifications.listen(0, '127.0.0.1', resolve));
  platform = await startPlatform('--seed', 'sample', '--allow-private-fetch');
  workbench = await openWorkbench();
  await signIn(workbench, platform, northwind);
  await workbench.runCommand('Docs Platform: Focus on Organization View');
  await workbench.fold('Library', 'Change Requests');
  await organization().expand(northwind);
});

afterAll(async () => {
  await workbench.dispose();
  await platform.dispose();
  specifications.close();
});

const northwind = 'Northwind Robotics';
const organization = () => workbench.tree('Organization');

async function at(path: string): Promise<string> {
  const { items } = await platform.get<{ items: { id: string; title: string }[] }>('/orgs');
  return `/orgs/${items.find(({ title }) => title === northwind)?.id}${path}`;
}

/** The text next to a row's label, once the row is there. */
async function marks(label: string): Promise<string | undefined> {
  return (await organization().visible()).find((row) => row.label === label)?.description;
}

/** Types into the open input box, and waits until it was accepted. */
async function answer(text: string): Promise<void> {
  const { quickInput } = workbench;
  await quickInput.shown();
  await quickInput.fill(text);
  await quickInput.accept();
  await quickInput.hidden();
}

async function copy(text: string): Promise<void> {
  await workbench.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
}

test('shows the content of an organization, each list with its count', async () => {
  await organization().expand('Teams');
  await organization().item('Documentation');

  expect((await organization().visible()).filter(({ level }) => level === 2).map(({ label }) => label)).toEqual([
    'Members',
    'Teams',
    'OpenAPI Specifications',
    'Translations',
    'Integrations',
    'Settings',
  ]);
  await expect.poll(() => marks('Teams')).toBe('3');
  await organization().collapse('Teams');
});

test('a member is found by a part of the name, and gets another role', async () => {
  const { quickInput } = workbench;
  await organization().expand('Members');
  await organization().clickAction('Members', 'Filter or Sort Members…');
  await quickInput.pick('By name or email…');
  await quickInput.fill('jin');
  await quickInput.accept();
  await expect.poll(() => marks('Members')).toBe('“jin” · newest first · 1');

  await organization().clickAction('Jin Watanabe', 'Change Role…');
  await quickInput.pick('editor');

  await expect.poll(() => marks('Jin Watanabe')).toBe('editor');
  const { items } = await platform.get<{ items: Person[] }>(await at('/members?search=jin'));
  expect(items.map(({ role }) => role)).toEqual(['edit']);
  await organization().clickTitleAction('Clear Organization Filters');
  await organization().item('Yusuf Haddad');
  await organization().collapse('Members');
});

test("a team is created and filled from a pasted list, and people who aren't members are named and left out", async () => {
  const { quickInput, messages } = workbench;
  await copy(
    'Jin <jin.watanabe@northwind-robotics.example>; ada.park@northwind-robotics.example\nnobody@elsewhere.example',
  );
  await organization().clickAction('Teams', 'Create Team…');
  await answer('Field Service');

  await messages.clickNotification('Created the team “Field Service”', 'Add Members…');
  await quickInput.pick('Member');
  await quickInput.pick('Paste from Clipboard');

  expect((await messages.dialog()).message).toContain('nobody@elsewhere.example');
  await messages.clickDialog('Skip Them');
  await organization().expand('Teams');
  await expect.poll(() => marks('Field Service')).toBe('2 members');
  await organization().expand('Field Service');
  await organization().item(['Field Service', 'Ada Park']);
  await organization().item(['Field Service', 'Jin Watanabe']);
});

test('a team is deleted after one question, which names it and counts its members', async () => {
  const { messages } = workbench;
  await organization().choose('Field Service', 'Delete…');

  const { message, detail } = await messages.dialog();
  expect(`${message} ${detail}`).toMatch(/“Field Service”.*2 members/s);
  await messages.clickDialog('Delete');
  await expect.poll(() => organization().labels()).not.toContain('Field Service');
  await organization().collapse('Teams');
});

test('a specification is added by its URL, read by the platform, and opened', async () => {
  const { quickInput, messages, editors } = workbench;
  await organization().clickAction('OpenAPI Specifications', 'Create OpenAPI Specification…');
  await quickInput.pick('URL…');
  await expect.poll(() => quickInput.placeholder()).toBe('rest-api');
  await quickInput.fill('docks');
  await quickInput.accept();
  await expect.poll(() => quickInput.placeholder()).toContain('https://');
  await quickInput.fill(`http://127.0.0.1:${(specifications.address() as AddressInfo).port}/docks.json`);
  await quickInput.accept();

  await messages.clickNotification('Updated “docks”', 'Open');

  await editors.opened('docks.json');
  await expect.poll(() => editors.visibleText()).toContain('Charging docks');
  await organization().expand('OpenAPI Specifications');
  await organization().expand('docks');
  await expect
    .poll(async () => (await organization().visible()).some((row) => row.description === 'latest'))
    .toBe(true);
  await organization().collapse('OpenAPI Specifications');
});

test('a translation is created and renamed, and has its settings as a document', async () => {
  const { editors } = workbench;
  await organization().clickAction('Translations', 'Create Translation…');
  await answer('Nordic languages');
  await organization().expand('Translations');
  await organization().choose('Nordic languages', 'Rename…');
  await answer('Languages of the north');

  await organization().choose('Languages of the north', 'Edit Settings');

  await expect.poll(() => editors.activeTab()).toContain('translation.docs.json');
  await expect.poll(() => editors.visibleText()).toContain('"title": "Languages of the north"');
});

test('an integration opens as a page', async () => {
  await organization().expand('Integrations');
  await organization().click('Northwind Issues');

  const page = await workbench.frameWith('Northwind Issues');
  await expect.poll(() => page.locator('body').innerText()).toContain('Installations');
  expect(workbench.ownErrors()).toEqual([]);
});
