import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, type Listening } from '../../src/server/listen.ts';
import { openLocalPlatform, type LocalPlatform } from '../../src/server/localPlatform.ts';
import { signIn } from './signedIn.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

const words = 'Your session is over. [Sign in again](command:workbench.action.quit)';

let platform: LocalPlatform;
let server: Listening;
let workbench: Workbench;

beforeAll(async () => {
  platform = openLocalPlatform({ data: ':memory:', seed: 'sample', sampleFolder: 'media/sample' });
  server = await listen(
    async (request) =>
      request.method === 'PATCH'
        ? Response.json({ error: { code: 422, message: words } }, { status: 422 })
        : platform.handle(request),
    0,
  );
  // Without our code action VS Code saves at once, and itself reports why a save failed.
  workbench = await openWorkbench({
    settings: { '[docs-platform-settings]': { 'editor.codeActionsOnSave': { 'source.docsPlatform.apply': 'never' } } },
  });
  await signIn(workbench, { base: server.address, token: platform.token }, 'Northwind Robotics');
});

afterAll(async () => {
  await workbench.dispose();
  await server.close();
  platform.close();
});

test("a server's text becomes no link in the notification of a failed save", async () => {
  const file = 'Heron-Operator-Handbook.space.docs.json';
  const library = workbench.tree('Library');
  for (const label of ['Northwind Robotics', 'Products', 'Robots']) await library.expand(label);
  await library.choose('📘 Heron Operator Handbook', 'Edit Settings');
  await workbench.editors.opened(file);
  await expect.poll(() => workbench.editors.visibleText()).toContain('"editMode": "live"');
  await workbench.page.locator('.monaco-editor .view-line').nth(1).click();
  await workbench.page.keyboard.press('End');
  for (let at = 0; at < '"live",'.length; at++) await workbench.page.keyboard.press('Backspace');
  await workbench.page.keyboard.type('"locked",');

  await workbench.page.keyboard.press('ControlOrMeta+S');

  const reported = await workbench.messages.notification('Your session is over.');
  expect(reported).toContain("Couldn't apply settings");
  expect(reported).toContain('[Sign in again] (command: workbench.action.quit)');
  const toast = workbench.page.locator('.notification-toast').filter({ hasText: 'Your session is over.' });
  expect(await toast.locator('.notification-list-item-message a').count()).toBe(0);
  expect(await workbench.editors.isDirty(file)).toBe(true);
});
