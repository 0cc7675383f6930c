import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { parseBase } from '../../src/client/base.ts';

test.each([
  ['https://docs.example.com', 'https://docs.example.com'],
  ['  https://docs.example.com/ \n', 'https://docs.example.com'],
  ['https://docs.example.com/v1', 'https://docs.example.com'],
  ['https://docs.example.com/v1/', 'https://docs.example.com'],
  ['https://docs.example.com/api/v1', 'https://docs.example.com/api'],
  ['https://docs.example.com/api/', 'https://docs.example.com/api'],
  ['https://docs.example.com/apiv1', 'https://docs.example.com/apiv1'],
  ['https://docs.example.com/v1/x', 'https://docs.example.com/v1/x'],
  ['HTTPS://Docs.Example.COM:443/Path', 'https://docs.example.com/Path'],
  ['docs.example.com', 'https://docs.example.com'],
  ['docs.example.com:8443/api', 'https://docs.example.com:8443/api'],
  ['docs.example.com:80', 'https://docs.example.com:80'],
  ['//docs.example.com', 'https://docs.example.com'],
  ['localhost', 'http://localhost'],
  ['localhost:4010', 'http://localhost:4010'],
  ['127.0.0.1:4010/v1', 'http://127.0.0.1:4010'],
  ['[::1]:4010', 'http://[::1]:4010'],
  ['http://127.8.9.1', 'http://127.8.9.1'],
  ['https://localhost', 'https://localhost'],
  ['http://2130706433', 'http://127.0.0.1'],
  ['https://docs', 'https://docs'],
  ['https://CorpDocsSrv01', 'https://corpdocssrv01'],
  ['https://srv01dc02docs', 'https://srv01dc02docs'],
  ['docs:8443', 'https://docs:8443'],
  ['2130706433', 'http://127.0.0.1'],
  ['Docs2.Example.com', 'https://docs2.example.com'],
  [
    'internal-a1b2c3d4e5f6a7b8c9d0-1234567890.eu-west-1.elb.example.com/',
    'https://internal-a1b2c3d4e5f6a7b8c9d0-1234567890.eu-west-1.elb.example.com',
  ],
  ['docs.example.xn--p1ai', 'https://docs.example.xn--p1ai'],
  ['192.168.1.20', 'https://192.168.1.20'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
])('%j is the server %s', (text, base) => {
  assert.deepEqual(parseBase(text), { base });
});

test.each([
  ['', 'baseEmpty'],
  [' \n ', 'baseEmpty'],
  ['https://', 'baseNotAddress'],
  ['https://ex ample.com', 'baseWithSpaces'],
  ['https://exa\nmple.com', 'baseWithSpaces'],
  ['https://a.example\u0000', 'baseWithSpaces'],
  ['[::1', 'baseNotAddress'],
  ['http://docs.example.com', 'baseInsecure'],
  ['http://localhost.example.com', 'baseInsecure'],
  ['http://127.0.0.1.example.com', 'baseInsecure'],
  ['http://10.0.0.1', 'baseInsecure'],
  ['ftp://docs.example.com', 'baseNotWeb'],
  ['file:///etc/passwd', 'baseNotWeb'],
  ['javascript:alert(1)', 'baseNotWeb'],
  ['vscode://x', 'baseNotWeb'],
  ['https://docs.example.com?x=1', 'baseWithQuery'],
  ['https://docs.example.com/#top', 'baseWithFragment'],
  ['https://me@docs.example.com', 'baseWithUser'],
  ['https://me:pa55word@docs.example.com', 'baseWithUser'],
  ['me:pa55word@docs.example.com', 'baseWithUser'],
  ['secret-token-1', 'baseLikeToken'],
  ['dp_live_4f9a8c7b6d5e', 'baseLikeToken'],
  ['Bearer secret-token-1', 'baseLikeToken'],
  ['Authorization: Bearer secret-token-1', 'baseLikeToken'],
  ['c2VjcmV0/dG9rZW4+MQ==', 'baseLikeToken'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P', 'baseLikeToken'],
  ['dp.live.4f9a8c7b', 'baseLikeToken'],
  [`${'a'.repeat(64)}.example.com`, 'baseLikeToken'],
  ['nonsense', 'baseLikeToken'],
  ['https://dp_8q5sxc7k2m4n', 'baseLikeToken'],
  ['http:/dp_8q5sxc7k2m4n/', 'baseLikeToken'],
  ['https:/dp_8q5sxc7k2m4n/#', 'baseLikeToken'],
  ['dp_8q5sxc7k2m4n?', 'baseLikeToken'],
  ['https://eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P', 'baseLikeToken'],
  ['https://docs.example.com/?token=secret', 'baseLikeToken'],
  ['docs.example.com#access_token=secret', 'baseLikeToken'],
  ['http://127.0.0.1:4010/?api_key=secret', 'baseLikeToken'],
])('%j is refused: %s', (text, code) => {
  const parsed = parseBase(text);

  assert.ok('problem' in parsed);
  assert.deepEqual(parsed.problem, { code });
});

test('a base is its own base', () => {
  const part = fc.constantFrom('v1', 'api', '', 'v1x', '%2e', 'é', '~a', '.', '..');
  const address = fc
    .tuple(
      fc.constantFrom('', 'https://', 'http://', '//'),
      fc.oneof(fc.domain(), fc.constant('localhost:1')),
      fc.array(part),
    )
    .map(([scheme, host, parts]) => `${scheme}${[host, ...parts].join('/')}`);
  fc.assert(
    fc.property(fc.oneof(address, fc.webUrl(), fc.string()), (text) => {
      const parsed = parseBase(text);
      fc.pre('base' in parsed);
      assert.deepEqual(parseBase(parsed.base), parsed);
    }),
  );
});

test('a base can be followed by a path', () => {
  fc.assert(
    fc.property(fc.webUrl(), (text) => {
      const parsed = parseBase(text);
      fc.pre('base' in parsed);
      const url = new URL(`${parsed.base}/v1/orgs`);
      assert.equal(url.origin, new URL(text).origin);
      assert.ok(url.pathname.endsWith('/v1/orgs'));
    }),
  );
});
