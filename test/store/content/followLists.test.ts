import assert from 'node:assert/strict';
import { expect, test } from 'vitest';
import type { Contents, ContentChange } from '../../../src/store/content/content.ts';
import { joinChangeRequests } from '../../../src/store/content/followLists.ts';
import { changeRequestIn, group, openChangeRequests, openSample, titlesIn } from '../openChangeRequests.ts';

test('a change request that its content finds missing leaves the lists', async () => {
  const local = openSample();
  const opened = openChangeRequests(local);
  const { store } = opened;
  const subject = 'Release notes of 4.2.2';
  const { space, changeRequest } = await changeRequestIn(store, group('open'), subject);
  let notify: (change: ContentChange) => void = () => assert.fail();
  const content: Pick<Contents, 'learn' | 'onDidChange'> = {
    learn: () => undefined,
    onDidChange(listener) {
      notify = listener;
      return { dispose: () => undefined };
    },
  };
  joinChangeRequests(store, content);
  opened.instead = (request, platform) =>
    request.url.includes(changeRequest.id)
      ? Response.json({ error: { code: 404, message: 'gone' } }, { status: 404 })
      : platform(request);

  notify({ kind: 'gone', space: space.id, number: changeRequest.number });

  await expect.poll(() => titlesIn(store, group('open'))).not.toContain(subject);
  local.close();
});
