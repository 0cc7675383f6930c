import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import * as vscode from 'vscode';
import { fake } from '../../../fakes/vscode/index.ts';
import type { ServedPlatform } from '../../../host/servedPlatform.ts';
import { signedInForEach } from '../../activated.ts';

describe('Refresh', () => {
  let platform: ServedPlatform;

  signedInForEach((given) => ({ platform } = given));

  // VS Code may have lost rows that didn't change.
  for (const view of ['library', 'changeRequests', 'inbox', 'sites', 'organization'])
    for (const isDown of [false, true])
      test(`makes the ${view} load all rows again, even those that ${isDown ? "can't be reached" : 'are the same'}`, async () => {
        const { provider } = fake.trees.get(`docsPlatform.${view}`) ?? assert.fail();
        await provider.getChildren(undefined);
        await vscode.commands.executeCommand(`docsPlatform.${view}.refresh`);
        if (isDown) platform.instead = () => Promise.reject(new Error('down'));
        const changed: unknown[] = [];
        provider.onDidChangeTreeData?.((row: unknown) => changed.push(row));

        await Promise.resolve(vscode.commands.executeCommand(`docsPlatform.${view}.refresh`)).catch(() => undefined);

        assert.ok(changed.includes(undefined), `${changed.length} others`);
      });
});
