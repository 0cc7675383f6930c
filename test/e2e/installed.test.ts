import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkbench, packaged, type Workbench } from './workbench.ts';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench({ vsix: packaged });
});

afterAll(() => workbench.dispose());

test('the packaged extension is installed as people install it, and stands among the installed ones', async () => {
  await workbench.clickActivityBar('Extensions');

  const installed = workbench.page
    .locator('.extensions-list .extension-list-item .name')
    .filter({ hasText: 'Docs Platform' });

  await expect.poll(() => installed.count(), { timeout: 20_000 }).toBe(1);
});
