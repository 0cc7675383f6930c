import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Account } from '../../../../src/extension/ground/services/accounts.ts';
import { signedIn } from '../../activated.ts';

describe('URIs of earlier versions, with ids of spaces', () => {
  let account: Account;

  signedIn((given) => ({ account } = given));

  const uriOf = (scheme: string, segment: string, path: string) =>
    vscode.Uri.from({ scheme, authority: account.key, path: `/${segment}/${path}` });

  test('open nothing if nothing has the name', async () => {
    const { fs } = vscode.workspace;
    for (const segment of ['No-Such-Space', 'No Such Space #1', 'Heron Operator Handbook @none'])
      await assert.rejects(async () => fs.stat(uriOf('docs-platform', segment, 'why-does-my-heron-stop.md')), {
        code: 'FileNotFound',
      });
  });
});
