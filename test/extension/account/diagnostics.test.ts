import assert from 'node:assert/strict';
import { afterEach, beforeEach, test, vi } from 'vitest';
import * as vscode from 'vscode';
import { fake } from '../../fakes/vscode/index.ts';
import { copyDiagnostics } from '../../../src/extension/account/diagnostics.ts';

type Parts = Parameters<typeof copyDiagnostics>[0];

const server = {
  key: 'docs.example.com-ada',
  kind: 'server',
  base: 'https://docs.example.com/tenant',
  label: 'Ada Lovelace · docs.example.com',
  userId: 'user-ada',
} as const;
const sample = { key: 'sample', kind: 'sample', base: 'http://sample.invalid', label: 'Sample Workspace' } as const;

function partsWith(stored: unknown): Parts {
  return {
    accounts: { all: () => [server, sample], active: server, token: async () => 'secret-token' },
    reachability: { unreachable: (key: string) => (key === server.key ? { lastAnswer: undefined } : undefined) },
    globalState: {
      get: (key: string) =>
        key === `lacking/${server.key}`
          ? stored
          : key === `way/${server.key}`
            ? { way: 'direct', settings: 'http://user:password@proxy.example' }
            : undefined,
    },
    recentRequests: async () => [
      {
        at: Date.UTC(2026, 0, 2, 3, 4, 5),
        endpoint: 'GET /v1/spaces/{spaceId}',
        outcome: 'unavailable',
        status: 503,
        size: 12,
        took: 340,
        way: 'direct',
        repeats: 2,
      },
      { at: Date.UTC(2026, 0, 2, 3, 4, 6), endpoint: 'GET /v1/user', outcome: 'cancelled', took: 7, repeats: 0 },
    ],
  } as unknown as Parts;
}

const settings: Record<string, unknown> = {
  proxy: 'http://user:password@proxy.example:3128',
  noProxy: ['intranet.example'],
};

beforeEach(() => {
  Object.assign(vscode.env, { uiKind: vscode.UIKind.Web, remoteName: 'docs-host.example:8080' });
  Object.assign(vscode.workspace, {
    isTrusted: false,
    name: 'secret-project',
    getConfiguration: () => ({ inspect: (name: string) => ({ globalValue: settings[name] }) }),
  });
  Object.assign(vscode.extensions, {
    getExtension: () => ({ packageJSON: { version: '1.2.3' } }),
  });
  vi.stubEnv('HTTPS_PROXY', 'http://other-proxy.example');
});

afterEach(() => vi.unstubAllEnvs());

test('Copy Diagnostics copies versions, kinds of accounts and names of settings', async () => {
  await copyDiagnostics(partsWith({ 'GET /v1/spaces/{spaceId}/links': 1 }));

  const text = fake.clipboard;
  for (const fact of [
    '| Extension | 1.2.3 |',
    'web, remote: other',
    `| Node | ${process.versions.node} |`,
    '| Workspace | restricted |',
    'http.proxy, http.noProxy, HTTPS_PROXY',
    '| Account 1 | server, active, unreachable, reached directly, lacks `GET /v1/spaces/{spaceId}/links` |',
    '| Account 2 | sample workspace |',
    '| 03:04:05   | 503 unavailable | 340 | 12    | direct | 2       | `GET /v1/spaces/{spaceId}` |',
    '| 03:04:06   | cancelled       | 7   |       | local  |         | `GET /v1/user` |',
  ]) {
    assert.ok(text.includes(fact), `${fact}\n\n${text}`);
  }
  assert.match(fake.said.join(), /^Copied diagnostics\./);
});

test('Copy Diagnostics copies no token, address, name or content', async () => {
  await copyDiagnostics(partsWith({ 'GET /v1/spaces/abc?title=Payroll plans': 1, 'Payroll plans': 2 }));

  const hidden = /secret|password|example|ada|lovelace|tenant|invalid|project|payroll|intranet|8080/i;
  assert.doesNotMatch(fake.clipboard, hidden);
});

test('Copy Diagnostics copies the rest if the recent requests are not available', async () => {
  await copyDiagnostics({
    ...partsWith(undefined),
    recentRequests: () => Promise.reject(new Error('A part is missing.')),
  });

  assert.match(fake.clipboard, /\| Extension \| 1\.2\.3 \|[^]*The recent requests are not available\./);
});

test('Copy Diagnostics names the kind of a remote', async () => {
  Object.assign(vscode.env, { uiKind: vscode.UIKind.Desktop, remoteName: 'ssh-remote' });

  await copyDiagnostics(partsWith(undefined));

  assert.match(fake.clipboard, /\(desktop, remote: ssh-remote\)/);
});
