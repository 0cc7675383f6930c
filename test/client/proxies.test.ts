import assert from 'node:assert/strict';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { isProxySet } from '../../src/client/network/proxies.ts';

const variables = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'];

beforeEach(() => {
  for (const name of variables) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

test('a proxy is set by the settings or the environment', () => {
  assert.equal(isProxySet({ proxy: '' }), false);
  assert.equal(isProxySet({ proxy: 'http://proxy' }), true);
  for (const name of variables) {
    vi.stubEnv(name, 'http://proxy');
    assert.equal(isProxySet({}), true, name);
    vi.stubEnv(name, undefined);
  }
});

test('no proxy is set if the settings exclude all servers', () => {
  assert.equal(isProxySet({ proxy: 'http://proxy', noProxy: ['*'] }), false);
});
