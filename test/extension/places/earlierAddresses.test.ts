import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Account } from '../../../src/extension/services/accounts.ts';
import { organizationId } from '../../../src/server/sample/seeding.ts';
import type { ServedPlatform } from '../../host/servedPlatform.ts';
import { signedIn } from '../activated.ts';

describe('URIs of earlier versions, with ids of spaces', () => {
  let platform: ServedPlatform;
  let account: Account;

  signedIn((given) => ({ platform, account } = given));

  const uriOf = (scheme: string, segment: string, path: string) =>
    vscode.Uri.from({ scheme, authority: account.key, path: `/${segment}/${path}` });

  test('open nothing if nothing has the name', async () => {
    const { fs } = vscode.workspace;
    for (const segment of ['No-Such-Space', 'No Such Space #1', 'Heron Operator Handbook @none'])
      await assert.rejects(async () => fs.stat(uriOf('docs-platform', segment, 'why-does-my-heron-stop.md')), {
        code: 'FileNotFound',
      });
  });

  test('open the documents of a site and of a specification', async () => {
    const organization = organizationId('northwind');
    const response = await platform.call('GET', `/orgs/${organization}/sites`);
    const { items } = (await response.json()) as { items: { id: string }[] };
    const [site = assert.fail()] = items;
    const spec = 'nw7-rest-api';

    const audience = await vscode.workspace.openTextDocument(
      uriOf('docs-platform-site', `${organization}/${site.id}`, 'audience/Docs audience.json'),
    );
    const latest = await vscode.workspace.openTextDocument(
      uriOf('docs-platform-organization', `openapi/${organization}`, `${spec}/latest/${spec}.json`),
    );

    assert.match(audience.getText(), /"jsonSchema"/);
    assert.match(latest.getText(), /"openapi"/);
  });
});
