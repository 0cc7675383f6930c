import assert from 'node:assert/strict';
import { test } from 'vitest';
import { ageMessage } from '../../../../src/extension/ground/trees/ageMessage.ts';
import { ApiError } from '../../../../src/model/shared/failure.ts';

const busy = (retryAt: number) =>
  new ApiError('unavailable', { code: 'serverBusy', wait: 60 }, { status: 503, retryAt });

test('a busy server’s wait is counted down above what couldn’t be refreshed', () => {
  assert.equal(
    ageMessage(busy(60_000), 0, 0),
    'The server is busy: it asks you to wait 60 seconds. Showing content from a moment ago.',
  );
  assert.equal(
    ageMessage(busy(60_000), 0, 59_000),
    'The server is busy: it asks you to wait 1 second. Showing content from a moment ago.',
  );
  assert.equal(ageMessage(busy(60_000), 0, 60_000), 'The server has a problem. Showing content from 1 minute ago.');
});

test('a long wait is in minutes', () => {
  const failure = new ApiError('throttled', { code: 'throttled', wait: 274 }, { status: 429, retryAt: 274_000 });
  assert.equal(
    ageMessage(failure, 0, 0),
    'Too many requests: the server asks you to wait 5 minutes. Showing content from a moment ago.',
  );
});
