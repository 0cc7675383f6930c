import assert from 'node:assert/strict';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { proxyFor } from '../../src/client/network/proxies.ts';

beforeEach(() => {
  for (const name of ['http_proxy', 'https_proxy', 'no_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'])
    vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

const url = new URL('https://docs.example.com/v1');

test('the setting comes before the environment, and variables for https before those for http', () => {
  assert.equal(proxyFor(url, {}), undefined);
  vi.stubEnv('HTTP_PROXY', 'http://one');
  assert.equal(proxyFor(url, { proxy: '' }), 'http://one');
  vi.stubEnv('https_proxy', 'http://two');
  assert.equal(proxyFor(url, {}), 'http://two');
  assert.equal(proxyFor(url, { proxy: 'http://three' }), 'http://three');
});

test.each(['*', 'docs.example.com', 'example.com', '.example.com', '*.example.com', 'docs.example.com:443'])(
  '%s excludes the server, so no proxy is named as a possible cause',
  (entry) => {
    assert.equal(proxyFor(url, { proxy: 'http://p', noProxy: ['x', entry] }), undefined);
    vi.stubEnv('NO_PROXY', `x, ${entry}`);
    assert.equal(proxyFor(url, { proxy: 'http://p' }), undefined);
  },
);

test.each(['ample.com', 'docs.example.com:8443', 'com.example', ''])("%s doesn't", (entry) => {
  assert.equal(proxyFor(url, { proxy: 'http://p', noProxy: [entry] }), 'http://p');
});
