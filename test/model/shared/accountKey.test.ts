import assert from 'node:assert/strict';
import { test } from 'vitest';
import { accountKey, hostOf } from '../../../src/model/shared/accountKey.ts';

for (const host of ['docs.example.com', 'docs.example.com:8443', '127.0.0.1:4010']) {
  test(`a key shows its host: ${host}`, () => {
    assert.equal(hostOf(accountKey(`https://${host}/base`, 'ada')), host);
  });
}

test('a key without one shows itself', () => {
  assert.equal(hostOf('sample'), 'sample');
});
