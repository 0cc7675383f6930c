import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkbench, packaged, type Workbench } from './workbench.ts';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench({ vsix: packaged });
});

afterAll(() => workbench.dispose());

test('the packaged extension is installed as users install it, and listed', async () => {
  await workbench.clickActivityBar('Extensions');

  const installed = workbench.page
    .locator('.extensions-list .extension-list-item .name')
    .filter({ hasText: 'Docs Platform' });

  await expect.poll(() => installed.count()).toBe(1);
});

test('it contains the licenses of its dependencies', async () => {
  const [file = ''] = globSync(
    `${workbench.userDataDir}/extensions/docs-platform.docs-platform-*/dist/ThirdPartyNotices.txt`,
  );

  const notices = await readFile(file, 'utf8');

  for (const name of ['undici', 'zod', 'lit-html', 'markdown-it']) {
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+$`, 'm'));
  }
  expect(notices).toContain('Permission is hereby granted, free of charge');
});
